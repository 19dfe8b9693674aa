import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Recognisers and the touches of views")
struct GestureTouchTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let outer: RecordingView
    private let view: RecordingView

    init() throws {
        harness = try AppHarness()
        outer = RecordingView("outer", log: log, frame: Rect(0, 0, 200, 200))
        view = RecordingView("view", log: log, frame: Rect(0, 0, 100, 100))
        view.isMultipleTouchEnabled = true
        outer.addSubview(view)
        harness.add(outer)
    }

    private func take() -> [String] {
        harness.settle()
        return log.takeLines()
    }

    // Rules: G26, G14, G24.
    @Test("A two-finger discrete gesture that succeeds withholds the view's first end, then cancels both touches")
    func exampleA() {
        view.addGestureRecognizer(ScriptedRecognizer.lifts(2, "two", log: log))
        let (first, second) = (harness.finger(), harness.finger())
        harness.together {
            first.down(at: Point(1, 1))
            second.down(at: Point(2, 2))
        }
        #expect(take() == ["two.began(1, 1)(2, 2)", "view.began(1, 1)(2, 2)"])
        first.move(to: Point(3, 3))
        #expect(take() == ["two.moved(3, 3)", "view.moved(3, 3)"])
        first.up()
        #expect(take() == ["two.ended(3, 3)"])
        second.up()
        #expect(
            take() == [
                "two.ended(2, 2)", "view.cancelled(3, 3)(2, 2)", "two action ended", "two reset ended",
            ]
        )
        #expect(harness.isIdle)
        #expect(view.record.pointee.touchCount == 0)
    }

    // Rules: G26, G24.
    @Test("A two-finger discrete gesture that fails gives the view the end that was withheld")
    func exampleAFails() {
        view.addGestureRecognizer(ScriptedRecognizer.lifts(2, "two", log: log, failsBeyond: 50))
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(2, 2))
        _ = take()
        first.up()
        #expect(take() == ["two.ended(1, 1)"])
        second.move(to: Point(60, 2))
        #expect(take() == ["two.moved(60, 2)", "two reset failed", "view.ended(1, 1)", "view.moved(60, 2)"])
        second.up()
        #expect(take() == ["view.ended(60, 2)"])
    }

    // Rules: G26, G24.
    @Test("A two-finger discrete gesture that fails with the second lift gives the view both ends in one call")
    func exampleAFailsAtTheEnd() {
        let two = ScriptedRecognizer("two", log: log) { own, phase, touches, _ in
            if phase == .ended, touches.first?.location(in: nil).x == 2 { own.state = .failed }
        }
        view.addGestureRecognizer(two)
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(2, 2))
        _ = take()
        first.up()
        #expect(take() == ["two.ended(1, 1)"])
        second.up()
        #expect(take() == ["two.ended(2, 2)", "two reset failed", "view.ended(1, 1)(2, 2)"])
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: G20, G21, G28.
    @Test("Success of an ancestor's recogniser cancels the hit view's touches, and only those of the gesture")
    func cancelsOwnTouchesOnly() {
        let drag = ScriptedRecognizer.drags("drag", log: log)
        let delegate = ScriptedDelegate()
        delegate.receivesTouch = { $0.location(in: nil).x < 50 }
        drag.delegate = delegate
        outer.addGestureRecognizer(drag)
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(60, 60))
        #expect(take() == ["drag.began(1, 1)", "view.began(1, 1)", "view.began(60, 60)"])
        first.move(to: Point(5, 5))
        #expect(take() == ["drag.moved(5, 5)", "view.cancelled(5, 5)", "drag action began"])
        first.move(to: Point(6, 6))
        second.move(to: Point(61, 61))
        #expect(take() == ["drag.moved(6, 6)", "drag action changed", "view.moved(61, 61)"])
        first.up()
        second.up()
        #expect(take() == ["drag.ended(6, 6)", "drag action ended", "drag reset ended", "view.ended(61, 61)"])
    }

    // Rules: G22.
    @Test("A recogniser that does not cancel touches leaves the view its moves and its end")
    func leavesTouches() {
        let drag = ScriptedRecognizer.drags("drag", log: log)
        drag.cancelsTouchesInView = false
        view.addGestureRecognizer(drag)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        finger.move(to: Point(5, 5))
        #expect(take() == ["drag.moved(5, 5)", "drag action began", "view.moved(5, 5)"])
        finger.up()
        #expect(take() == ["drag.ended(5, 5)", "drag action ended", "drag reset ended", "view.ended(5, 5)"])
    }

    // Rules: G23.
    @Test("A withheld began is never heard of after success")
    func withheldBeganSucceeds() {
        let drag = ScriptedRecognizer.drags("drag", log: log)
        drag.delaysTouchesBegan = true
        view.addGestureRecognizer(drag)
        let finger = harness.finger().down(at: Point(1, 1))
        #expect(take() == ["drag.began(1, 1)"])
        finger.move(to: Point(5, 5))
        #expect(take() == ["drag.moved(5, 5)", "drag action began"])
        finger.up()
        #expect(take() == ["drag.ended(5, 5)", "drag action ended", "drag reset ended"])
    }

    // Rules: G23.
    @Test("A withheld began comes late after failure, with the values of the began, and then a move")
    func withheldBeganFails() {
        let recognizer = ScriptedRecognizer.lifts(1, "tap", log: log, failsBeyond: 50)
        recognizer.delaysTouchesBegan = true
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger().down(at: Point(1, 1))
        finger.move(to: Point(5, 5))
        #expect(take() == ["tap.began(1, 1)", "tap.moved(5, 5)"])
        var stored: Touch?
        view.handler = { phase, touches, _ in if phase == .began { stored = touches.first } }
        finger.move(to: Point(60, 1))
        #expect(take() == ["tap.moved(60, 1)", "tap reset failed", "view.began(1, 1)", "view.moved(60, 1)"])
        #expect(stored?.location(in: nil) == Point(60, 1))
        view.handler = nil
        finger.up()
        #expect(take() == ["view.ended(60, 1)"])
    }

    // Rules: G27.
    @Test("A double tap with delayed ends cancels both touches of the view, without delay only the second one")
    func exampleB() {
        view.isMultipleTouchEnabled = false
        let double = ScriptedRecognizer.lifts(2, "double", log: log)
        view.addGestureRecognizer(double)
        let finger = harness.finger()
        for _ in 1...2 {
            finger.down(at: Point(1, 1)).up()
            harness.settle()
        }
        #expect(
            take() == [
                "double.began(1, 1)", "view.began(1, 1)", "double.ended(1, 1)", "double.began(1, 1)",
                "view.began(1, 1)", "double.ended(1, 1)", "view.cancelled(1, 1)(1, 1)", "double action ended",
                "double reset ended",
            ]
        )
        double.delaysTouchesEnded = false
        for _ in 1...2 {
            finger.down(at: Point(1, 1)).up()
            harness.settle()
        }
        #expect(
            take() == [
                "double.began(1, 1)", "view.began(1, 1)", "double.ended(1, 1)", "view.ended(1, 1)",
                "double.began(1, 1)", "view.began(1, 1)", "double.ended(1, 1)", "view.cancelled(1, 1)",
                "double action ended", "double reset ended",
            ]
        )
    }

    // Rules: T16, T30.
    @Test("A recogniser gets the touches that its view refuses, and sees their true phases after its success")
    func seesAllTouches() {
        view.isMultipleTouchEnabled = false
        var phases: [Touch.Phase] = []
        let drag = ScriptedRecognizer.drags("drag", log: log)
        drag.addAction { phases.append(contentsOf: $0.touches.map(\.phase)) }
        view.addGestureRecognizer(drag)
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(2, 2))
        #expect(take() == ["drag.began(1, 1)", "view.began(1, 1)", "drag.began(2, 2)"])
        second.move(to: Point(3, 3))
        #expect(take() == ["drag.moved(3, 3)", "view.cancelled(1, 1)", "drag action began"])
        #expect(phases == [.stationary, .moved])
        first.up()
        second.up()
        #expect(take().suffix(3) == ["drag.ended(3, 3)", "drag action ended", "drag reset ended"])
    }

    // Rules: G17, G18, G16.
    @Test("Recognisers give up when touches are cancelled, their view leaves the window, or they are disabled")
    func givesUp() {
        let drag = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(drag)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        finger.move(to: Point(2, 2))
        _ = take()
        finger.cancel()
        #expect(take() == ["drag.cancelled(2, 2)", "drag action cancelled", "drag reset cancelled"])
        finger.down(at: Point(1, 1))
        _ = take()
        drag.isEnabled = false
        #expect(take() == ["drag reset failed"])
        drag.isEnabled = true
        finger.up().down(at: Point(1, 1)).move(to: Point(3, 3))
        _ = take()
        finger.move(to: Point(4, 4))
        _ = take()
        view.removeFromSuperview()
        #expect(take() == ["drag action cancelled", "drag reset cancelled"])
    }
}
