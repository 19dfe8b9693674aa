import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Touches passed on up the chain, when the tree changes")
struct ForwardedTouchTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    /// Two that handle touches, side by side, and what is in the first.
    private let (first, second): (RecordingView, RecordingView)
    private let leaf = View(frame: Rect(0, 0, 50, 50))

    init() throws {
        harness = try AppHarness()
        first = harness.add(RecordingView("first", log: log, frame: Rect(0, 0, 100, 100)))
        second = harness.add(RecordingView("second", log: log, frame: Rect(100, 0, 100, 100)))
        first.addSubview(leaf)
    }

    // Rules: T20, T27, R14.
    @Test("who got the began and is off the chain is cancelled once; who stands there now gets nothing")
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
    @Test("inside its own handler the cancel waits, and a nested run tells nobody of the touch")
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
    @Test("who comes into the chain before the one that got the began gets nothing; that one is cancelled")
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
    @Test("who comes into a chain on which nobody got the began gets nothing")
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
    @Test("responders that only pass on may come and go between")
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
    @Test("a view that handles touches and passes them on goes on alone when its chain changes")
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
    @Test("who comes into the chain above the last that got the began gets nothing from its super calls")
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
    @Test("a view that leaves window and chain at once: who got its began is cancelled once")
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
    @Test("of two touches of one view, each goes by the chain that its began went up")
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
    @Test("a controller that is taken off its view is cancelled for the touches it got through it")
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

    // Rules: T20.
    @Test("who is named by an override of next alone is kept alive for its cancel")
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
