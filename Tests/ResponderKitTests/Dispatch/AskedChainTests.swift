import ResponderKitTesting
import Testing

@testable import ResponderCore

/// Runs something the next time that it is asked for its next responder.
private final class AskedView: View {
    var onAsk: (() -> Void)?

    override var next: Responder? {
        let ask = onAsk
        onAsk = nil
        ask?()
        return super.next
    }
}

/// Handles began, and passes it on.
private class LinkView: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) { forward(.began, touches, event) }
}

/// Ends the chain while a test says so.
private final class CutView: LinkView {
    var isCut = false
    override var next: Responder? { isCut ? nil : super.next }
}

/// Runs something the next time that it is asked for its next responder.
private final class AskedLinkView: LinkView {
    var onAsk: (() -> Void)?

    override var next: Responder? {
        let ask = onAsk
        onAsk = nil
        ask?()
        return super.next
    }
}

/// Counts the moves that come up the chain.
private final class MoveCounter: View {
    var moves = 0
    override func touchesMoved(_ touches: TouchSet, with event: Event) { moves += 1 }
}

@MainActor
@Suite("An override of `next` that runs the loop while a touch's chain is asked for")
struct AskedChainTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let asked: AskedView
    private let view: RecordingView

    init() throws {
        harness = try .makeFrameByFrame()
        asked = harness.add(AskedView(frame: Rect(0, 0, 300, 300)))
        view = RecordingView("view", log: log, frame: Rect(0, 0, 100, 100))
        asked.addSubview(view)
    }

    // Rules: T20, T40.
    @Test("A touch that ends in a run nested in an override of `next` has its end after its began")
    func ended() {
        let finger = harness.finger()
        asked.onAsk = { [harness] in
            finger.up()
            harness.settle()
        }
        finger.down(at: Point(10, 10))
        harness.settle()
        #expect(log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
        #expect(harness.isIdle)
    }

    // Rules: T15.
    @Test("A run nested in an override of `next` brings a view without multi-touch no second touch")
    func otherFinger() {
        let (finger, other) = (harness.finger(), harness.finger())
        asked.onAsk = { [harness] in
            other.down(at: Point(20, 20))
            harness.settle()
        }
        finger.down(at: Point(10, 10))
        harness.settle()
        finger.up()
        other.up()
        harness.settle()
        #expect(log.lines.count == 2)
        #expect(harness.isIdle)
    }

    // Rules: T8, T20, T26.
    @Test("A touch that begins in a run nested in `next`, in the slot of one that ends there, is left alone")
    func slotUsedAgain() {
        let passing = PassingView("passing", log: log, frame: Rect(0, 0, 300, 300))
        let leaf = PassingView("leaf", log: log, frame: Rect(0, 0, 100, 100))
        asked.addSubview(passing)
        passing.addSubview(leaf)
        let top = harness.add(PassingView("top", log: log, frame: Rect(400, 0, 300, 300)))
        let middle = PassingView("middle", log: log, frame: Rect(0, 0, 300, 300))
        top.addSubview(middle)
        middle.addSubview(PassingView("touched", log: log, frame: Rect(0, 0, 100, 100)))
        let (finger, other) = (harness.finger(), harness.finger())
        finger.down(at: Point(10, 10))
        harness.settle()
        asked.onAsk = { [harness] in
            finger.up()
            harness.settle()
            for _ in 0..<63 { harness.finger().down(at: Point(900, 900)).up() }
            harness.settle()
            other.down(at: Point(410, 10))
            harness.settle()
        }
        // A change of a tree: the chains of all touches are looked at.
        harness.window.addSubview(View(frame: Rect(900, 900, 1, 1)))
        other.move(to: Point(420, 10)).up()
        harness.settle()
        for name in ["top", "middle", "touched"] {
            let messages = log.lines.filter { $0.hasPrefix("\(name).") }.map { $0.prefix { $0 != "(" } }
            #expect(messages == ["\(name).began", "\(name).moved", "\(name).ended"])
        }
        #expect(harness.isIdle)
    }

    // Rules: R14, T8.
    @Test("A chain that a run nested in `next` asks for when it is short leaves nobody out of the longer chain")
    func shorterChain() {
        let counter = harness.add(MoveCounter(frame: Rect(400, 0, 300, 300)))
        let (asked, bottom) = (AskedLinkView(frame: .zero), CutView(frame: .zero))
        let links = [LinkView(frame: .zero), LinkView(frame: .zero), asked, LinkView(frame: .zero)]
        var superview: View = counter
        for view in links + [LinkView(frame: .zero), bottom] {
            view.frame = Rect(0, 0, 300, 300)
            superview.addSubview(view)
            superview = view
        }
        bottom.isMultipleTouchEnabled = true
        asked.onAsk = { [harness] in
            bottom.isCut = true
            harness.finger().down(at: Point(420, 20))
            harness.settle()
            bottom.isCut = false
        }
        let finger = harness.finger().down(at: Point(410, 10))
        harness.settle()
        // A change of a tree: the chains of all touches are looked at.
        harness.window.addSubview(View(frame: Rect(900, 900, 1, 1)))
        finger.move(to: Point(430, 10))
        harness.settle()
        #expect(counter.moves == 1)
    }
}
