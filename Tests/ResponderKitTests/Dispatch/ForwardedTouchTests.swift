import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Touches passed on up the chain, when the tree changes")
struct ForwardedTouchTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    /// Two that handle touches, side by side, and what is in the first.
    private let (first, second): (RecordingView, RecordingView)
    private let leaf = View(frame: Rect(0, 0, 50, 50))

    init() throws {
        harness = try .makeFrameByFrame()
        first = harness.add(RecordingView("first", log: log, frame: Rect(0, 0, 100, 100)))
        second = harness.add(RecordingView("second", log: log, frame: Rect(100, 0, 100, 100)))
        first.addSubview(leaf)
    }

    // Rules: T20, T27, R14.
    @Test("A responder that got the began and left the chain is cancelled once; a new one there gets nothing")
    func reparented() {
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        second.addSubview(leaf)
        #expect(log.lines == ["first.began(10, 10)", "first.cancelled(10, 10)"])
        finger.move(to: Point(20, 20)).up()
        harness.settle()
        #expect(log.lines.count == 2)
        #expect(harness.isIdle && leaf.record.pointee.touchCount == 0)
    }

    // Rules: T20, T33, R14.
    @Test("Inside a responder's own handler its cancel waits, and a nested run tells nobody of the touch")
    func nested() {
        first.handler = { [first, second, leaf, log] phase, _, _ in
            guard phase == .moved else { return }
            first.handler = nil
            second.addSubview(leaf)
            harness.loop.run(until: harness.loop.now)
            log.note("returned")
        }
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).move(to: Point(30, 30)).up()
        harness.settle()
        #expect(log.lines == ["first.began(10, 10)", "first.moved(20, 20)", "returned", "first.cancelled(30, 30)"])
        #expect(harness.isIdle)
    }

    // Rules: T20, R14.
    @Test("A responder put into the chain before the one that got the began gets nothing; that one is cancelled")
    func inserted() {
        let between = RecordingView("between", log: log, frame: Rect(0, 0, 50, 50))
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        first.addSubview(between)
        between.addSubview(leaf)
        finger.move(to: Point(20, 20)).up()
        harness.settle()
        #expect(log.lines == ["first.began(10, 10)", "first.cancelled(10, 10)"])
    }

    // Rules: T20, R14.
    @Test("A responder that comes into a chain on which nobody got the began gets nothing")
    func insertedBehindNobody() {
        let plain = harness.add(View(frame: Rect(300, 300, 50, 50)))
        for isSecond in [false, true] {
            let finger = harness.finger().down(at: Point(310, 310))
            harness.settle()
            if isSecond { second.addSubview(plain) }
            finger.move(to: Point(20, 20)).up()
            harness.settle()
            #expect(log.lines.isEmpty)
        }
    }

    // Rules: R14, T27.
    @Test("Responders that only pass on may come and go between the view and who handles its touch")
    func passedOver() {
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        let between = View(frame: Rect(0, 0, 50, 50))
        first.addSubview(between)
        between.addSubview(leaf)
        finger.move(to: Point(20, 20))
        harness.settle()
        first.addSubview(leaf)
        between.removeFromSuperview()
        finger.up()
        harness.settle()
        #expect(log.lines == ["first.began(10, 10)", "first.moved(20, 20)", "first.ended(20, 20)"])
    }

    // Rules: T20, R10, R14.
    @Test("A view that handles touches and passes them on goes on alone when its chain changes")
    func superCaller() {
        let view = PassingView("view", log: log, frame: Rect(0, 0, 50, 50))
        first.addSubview(view)
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        second.addSubview(view)
        finger.move(to: Point(20, 20)).up()
        harness.settle()
        #expect(
            log.lines == [
                "view.began(10, 10)", "first.began(10, 10)", "first.cancelled(10, 10)",
                "view.moved(20, 20)", "view.ended(20, 20)",
            ]
        )
    }

    // Rules: T20, R14.
    @Test("A responder put above the last that got the began gets nothing from that one's super calls")
    func insertedAbove() {
        let view = harness.add(PassingView("view", log: log, frame: Rect(300, 300, 50, 50)))
        let finger = harness.finger().down(at: Point(310, 310))
        harness.settle()
        second.addSubview(view)
        finger.move(to: Point(20, 20)).up()
        harness.settle()
        #expect(log.lines == ["view.began(310, 310)", "view.moved(20, 20)", "view.ended(20, 20)"])
    }

    // Rules: T20, T26.
    @Test("When a view leaves window and chain at once, the responder that got its began is cancelled once")
    func removed() {
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        leaf.removeFromSuperview()
        finger.up()
        harness.settle()
        #expect(log.lines == ["first.began(10, 10)", "first.cancelled(10, 10)"])
        #expect(harness.isIdle)
    }

    // Rules: T20, T14.
    @Test("Each of two touches of one view goes by the chain that its began went up")
    func twoTouches() {
        leaf.isMultipleTouchEnabled = true
        let (early, late) = (harness.finger(), harness.finger())
        early.down(at: Point(10, 10))
        harness.settle()
        second.addSubview(leaf)
        late.down(at: Point(110, 10))
        harness.settle()
        harness.together {
            early.move(to: Point(20, 20))
            late.move(to: Point(120, 20))
        }
        early.up()
        late.up()
        harness.settle()
        #expect(
            log.lines == [
                "first.began(10, 10)", "first.cancelled(10, 10)",
                "second.began(110, 10)", "second.moved(120, 20)", "second.ended(120, 20)",
            ]
        )
    }

    // Rules: T20, R2.
    @Test("A controller taken off its view is cancelled for the touches that it got through the view")
    func controller() {
        let controller = RecordingController("controller", log: log)
        controller.view = leaf
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        let other = ViewController()
        other.view = leaf
        #expect(!controller.isViewLoaded)
        finger.up()
        harness.settle()
        #expect(log.lines == ["controller.began(10, 10)", "controller.cancelled(10, 10)"])
    }

    /// Passing views in one another, `a` in `first`, then `b` and so on, each as large as its part of the name.
    private func nest(_ names: String...) -> [PassingView] {
        var views: [PassingView] = []
        for name in names {
            let view = PassingView(name, log: log, frame: Rect(0, 0, 50, 50))
            (views.last ?? first).addSubview(view)
            views.append(view)
        }
        return views
    }

    // Rules: T20, R10, R14.
    @Test("Of several that got the began, each off the chain is cancelled once, and those below go on alone")
    func several() {
        let views = nest("a", "b", "c", "d")
        views[3].addSubview(leaf)
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        let begans = ["d", "c", "b", "a", "first"].map { "\($0).began(10, 10)" }
        #expect(log.lines == begans)
        log.clear()
        // From under b into second: b, a and first are off it, and second gets nothing.
        second.addSubview(views[2])
        #expect(log.lines == ["b", "a", "first"].map { "\($0).cancelled(10, 10)" })
        log.clear()
        finger.move(to: Point(20, 20))
        harness.settle()
        #expect(log.lines == ["d.moved(20, 20)", "c.moved(20, 20)"])
        log.clear()
        // Once more, from under c; back under a, which had its cancel.
        views[0].addSubview(views[3])
        finger.move(to: Point(30, 30)).up()
        harness.settle()
        #expect(log.lines == ["c.cancelled(20, 20)", "d.moved(30, 30)", "d.ended(30, 30)"])
        #expect(harness.isIdle && leaf.record.pointee.touchCount == 0)
    }

    // Rules: T20, R14.
    @Test("A responder that is still above the view keeps the touch when one between the two has left")
    func stillAbove() {
        let views = nest("a", "b", "c", "d")
        views[3].addSubview(leaf)
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        log.clear()
        // d goes from c to a: c and b have left.
        views[0].addSubview(views[3])
        #expect(log.lines == ["c", "b"].map { "\($0).cancelled(10, 10)" })
        log.clear()
        finger.move(to: Point(20, 20))
        harness.settle()
        #expect(log.lines == ["d", "a", "first"].map { "\($0).moved(20, 20)" })
        log.clear()
        // The leaf goes to the top of the chain.
        first.addSubview(leaf)
        #expect(log.lines == ["d", "a"].map { "\($0).cancelled(20, 20)" })
        log.clear()
        finger.up()
        harness.settle()
        #expect(log.lines == ["first.ended(20, 20)"])
        #expect(harness.isIdle && leaf.record.pointee.touchCount == 0)
    }

    // Rules: T20, T33, R14.
    @Test(
        "Inside the handler of any, one leaves the chain from between: each that had the began gets one end",
        arguments: ["a", "b", "c"],
        [Touch.Phase.began, .moved, .ended, .cancelled]
    )
    func leavingFromBetween(actor: String, phase: Touch.Phase) {
        let views = nest("a", "b", "c")
        views.first { $0.name == actor }?.handler = { called, _, _ in
            if called == phase { views[0].addSubview(views[2]) }
        }
        defer { for view in views { view.handler = nil } }
        let finger = harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20))
        if phase == .cancelled { finger.cancel() } else { finger.up() }
        harness.settle()
        for name in ["a", "b", "c", "first"] {
            let calls = log.lines.filter { $0.hasPrefix("\(name).") }
            let begans = calls.count { $0.contains("began") }
            let ends = calls.count { $0.contains("ended") || $0.contains("cancelled") }
            #expect(begans == ends && begans <= 1, "\(name): \(log.lines)")
        }
        #expect(harness.isIdle)
    }

    // Rules: T20, T33, R14.
    @Test(
        "All of several that leave the chain inside the handler of any, in any phase, are cancelled afterwards",
        arguments: ["a", "b", "c"],
        [Touch.Phase.began, .moved, .ended, .cancelled]
    )
    func severalInside(actor: String, phase: Touch.Phase) {
        let views = nest("a", "b", "c")
        let chain = ["c", "b", "a", "first"]
        views.first { $0.name == actor }?.handler = { [second, log] called, _, _ in
            guard called == phase else { return }
            second.addSubview(views[1])
            harness.loop.run(until: harness.loop.now)
            log.note("returned")
        }
        defer { for view in views { view.handler = nil } }
        let finger = harness.finger().down(at: Point(10, 10))
        if phase != .began { finger.move(to: Point(20, 20)) }
        if phase == .ended { finger.up() } else if phase == .cancelled { finger.cancel() }
        harness.settle()
        if finger.isDown { finger.up() }
        harness.settle()

        // Each that heard of the began hears of exactly one end, and nobody of one alone.
        for name in ["a", "b", "c", "first", "second"] {
            let calls = log.lines.filter { $0.hasPrefix("\(name).") }
            let begans = calls.count { $0.contains("began") }
            let ends = calls.count { $0.contains("ended") || $0.contains("cancelled") }
            #expect(begans == ends && begans <= 1, "\(name): \(log.lines)")
        }
        // A began goes on by the chain as it is then; nothing else goes to who had none.
        #expect(log.lines.contains { $0.hasPrefix("second") } == (phase == .began && actor != "a"), "\(log.lines)")
        // Those above who heard of the began, but not of the end, are cancelled afterwards, the nearest first.
        let place = chain.firstIndex(of: actor) ?? 0
        let off = ["a", "first"].filter { name in
            let above = (chain.firstIndex(of: name) ?? 0) > place
            return phase == .began ? !above : phase == .moved || above
        }
        let afterwards = log.lines.drop { $0 != "returned" }.filter { $0.contains("cancelled") }
        let cancelled = afterwards.map { String($0.prefix { $0 != "." }) }.filter { ["a", "first"].contains($0) }
        #expect(cancelled == off, "\(log.lines)")
        #expect(harness.isIdle)
    }

    // Rules: T20, T26, R14.
    @Test("A view whose handler put it into a tree that nobody shows passes nothing on to views above it")
    func putIntoDetachedTree() {
        let stranger = RecordingView("stranger", log: log, frame: Rect(0, 0, 50, 50))
        let container = View(frame: Rect(0, 0, 50, 50))
        let view = PassingView("view", log: log, frame: Rect(0, 0, 50, 50))
        first.addSubview(container)
        container.addSubview(view)
        view.handler = { phase, _, _ in
            guard phase == .moved else { return }
            container.removeFromSuperview()
            stranger.addSubview(container)
        }
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).up()
        harness.settle()
        view.handler = nil
        let expected = ["view.began(10, 10)", "first.began(10, 10)", "view.moved(20, 20)"]
        #expect(log.lines == expected + ["view.cancelled(20, 20)", "first.cancelled(20, 20)"])
    }

    // Rules: T20, T33.
    @Test("Messages of a nested run go no higher than a began not yet passed on; the began follows no end")
    func nestedBeforePassingOn() {
        for isOver in [false, true] {
            log.clear()
            let view = PassingView("view", log: log, frame: Rect(0, 0, 50, 50))
            first.addSubview(view)
            let finger = harness.finger()
            view.handler = { phase, _, _ in
                guard phase == .began else { return }
                finger.move(to: Point(20, 20))
                if isOver { finger.up() }
                harness.loop.run(until: harness.loop.now)
            }
            finger.down(at: Point(10, 10))
            harness.settle()
            if !isOver { finger.up() }
            harness.settle()
            view.handler = nil
            view.removeFromSuperview()
            let own = ["view.began(10, 10)", "view.moved(20, 20)", "view.ended(20, 20)"]
            let both = own.dropLast() + ["first.began(20, 20)", "view.ended(20, 20)", "first.ended(20, 20)"]
            #expect(log.lines == (isOver ? own : Array(both)))
        }
    }

    // Rules: T20.
    @Test("A responder that an override of next alone names is kept alive for its cancel")
    func namedOnly() {
        let view = NamingView(frame: Rect(300, 300, 50, 50))
        view.named = NotingResponder("named", log)
        harness.add(view)
        let finger = harness.finger().down(at: Point(310, 310))
        harness.settle()
        view.named = nil
        harness.window.bringSubviewToFront(view)
        first.removeFromSuperview()
        finger.up()
        harness.settle()
        #expect(log.lines == ["named.began", "named.cancelled"])
    }
}

private final class NamingView: View {
    var named: Responder?
    override var next: Responder? { named }
}

private final class NotingResponder: Responder {
    private let name: String
    private let log: ResponderLog

    init(_ name: String, _ log: ResponderLog) {
        self.name = name
        self.log = log
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { log.note("\(name).began") }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { log.note("\(name).cancelled") }
}
