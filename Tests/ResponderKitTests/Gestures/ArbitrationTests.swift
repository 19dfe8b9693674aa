import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Arbitration among recognisers")
struct ArbitrationTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let outer: View
    private let view: View

    init() throws {
        harness = try AppHarness()
        outer = View(frame: Rect(0, 0, 200, 200))
        view = View(frame: Rect(0, 0, 100, 100))
        outer.addSubview(view)
        harness.add(outer)
    }

    private func take() -> [String] {
        harness.settle()
        return log.takeLines()
    }

    private func drag() -> Finger {
        let finger = harness.finger().down(at: Point(1, 1))
        harness.settle()
        finger.move(to: Point(5, 5))
        return finger
    }

    // Rules: G29, G13, G10.
    @Test("The first success makes the others fail; the hit view's recognisers come before its superviews'")
    func firstWins() {
        outer.addGestureRecognizer(ScriptedRecognizer.drags("outer", log: log))
        view.addGestureRecognizer(ScriptedRecognizer.drags("first", log: log))
        view.addGestureRecognizer(ScriptedRecognizer.drags("second", log: log))
        let finger = drag()
        view.addGestureRecognizer(ScriptedRecognizer.drags("late", log: log))
        #expect(
            take() == [
                "first.began(1, 1)", "second.began(1, 1)", "outer.began(1, 1)", "first.moved(5, 5)",
                "second.moved(5, 5)", "outer.moved(5, 5)", "first action began", "second reset failed",
                "outer reset failed",
            ]
        )
        finger.up()
        #expect(take() == ["first.ended(5, 5)", "first action ended", "first reset ended"])
    }

    // Rules: G31, G32.
    @Test("Two recognisers succeed if one delegate allows it, which is asked only when one blocks the other")
    func simultaneous() {
        let (first, second) = (
            ScriptedRecognizer.drags("first", log: log), ScriptedRecognizer.drags("second", log: log)
        )
        let delegate = ScriptedDelegate()
        var asked = 0
        delegate.isSimultaneous = { _, _ in
            asked += 1
            return true
        }
        second.delegate = delegate
        view.addGestureRecognizer(first)
        view.addGestureRecognizer(second)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        #expect(asked == 0)
        finger.move(to: Point(5, 5))
        #expect(take().suffix(2) == ["first action began", "second action began"])
        #expect(asked > 0)
        finger.up()
        _ = take()
        // A pair that does not block each other is not asked about.
        asked = 0
        first.prevents = { _ in false }
        second.prevents = { _ in false }
        finger.down(at: Point(1, 1))
        _ = take()
        finger.move(to: Point(5, 5))
        #expect(take().suffix(2) == ["first action began", "second action began"])
        #expect(asked == 0)
        finger.up()
        _ = take()
    }

    // Rules: G30.
    @Test("One recogniser prevents another only if both sides allow it")
    func prevention() {
        let (first, second) = (
            ScriptedRecognizer.drags("first", log: log), ScriptedRecognizer.drags("second", log: log)
        )
        view.addGestureRecognizer(first)
        view.addGestureRecognizer(second)
        first.prevents = { _ in false }
        second.prevents = { _ in false }
        drag().up()
        #expect(take().contains("second action began"))
        first.prevents = { _ in true }
        second.isPreventable = { _ in false }
        drag().up()
        #expect(take().contains("second action began"))
        second.isPreventable = { _ in true }
        drag().up()
        #expect(!take().contains("second action began"))
        first.prevents = { _ in true }
    }

    // Rules: G34, G36.
    @Test("A recogniser that requires another to fail waits for it, fails with its success, and goes on without it")
    func requirement() {
        let single = ScriptedRecognizer.lifts(1, "single", log: log)
        let double = ScriptedRecognizer.lifts(2, "double", log: log)
        single.require(toFail: double)
        view.addGestureRecognizer(single)
        view.addGestureRecognizer(double)
        let finger = harness.finger().down(at: Point(1, 1)).up()
        #expect(take().suffix(2) == ["single.ended(1, 1)", "double.ended(1, 1)"])
        #expect(single.state == .possible)
        // Outside of an event, the request takes effect at once (rule G43).
        double.state = .failed
        #expect(take() == ["single action ended", "double reset failed", "single reset ended"])
        finger.down(at: Point(1, 1)).up().down(at: Point(1, 1)).up()
        #expect(take().suffix(3) == ["double action ended", "single reset failed", "double reset ended"])
        view.removeGestureRecognizer(double)
        finger.down(at: Point(1, 1)).up()
        #expect(take().suffix(2) == ["single action ended", "single reset ended"])
    }

    // Rules: G35.
    @Test("Delegates may name requirements, and are asked once an attempt")
    func dynamicRequirement() {
        let (first, second) = (
            ScriptedRecognizer.drags("first", log: log), ScriptedRecognizer.drags("second", log: log)
        )
        let delegate = ScriptedDelegate()
        var asked = 0
        delegate.isRequiredToFail = { own, other in
            asked += 1
            return own === second && other === first
        }
        second.delegate = delegate
        view.addGestureRecognizer(first)
        view.addGestureRecognizer(second)
        second.script = nil
        let finger = drag()
        #expect(take().suffix(2) == ["first.moved(5, 5)", "second.moved(5, 5)"])
        finger.move(to: Point(6, 6))
        #expect(take() == ["first.moved(6, 6)", "second.moved(6, 6)"])
        #expect(asked == 1)
        second.state = .failed
        #expect(take() == ["first action began", "second reset failed"])
        finger.up()
        _ = take()
    }

    // Rules: G38.
    @Test("The view and the delegate are asked when a recogniser tries to succeed, and may make it fail")
    func shouldBegin() {
        let drag = ScriptedRecognizer.drags("drag", log: log)
        let delegate = ScriptedDelegate()
        delegate.begins = { _ in false }
        drag.delegate = delegate
        view.addGestureRecognizer(drag)
        self.drag().up()
        #expect(!take().contains("drag action began"))
        delegate.begins = { _ in true }
        self.drag().up()
        #expect(take().contains("drag action began"))
    }

    // Rules: G39.
    @Test("A gesture that has begun is not cancelled by a later success; the later one fails")
    func begunGoesOn() {
        let first = ScriptedRecognizer.drags("first", log: log)
        let second = ScriptedRecognizer("second", log: log) { own, phase, touches, _ in
            if phase == .moved, let touch = touches.first, touch.location(in: nil).x > 50 { own.state = .began }
        }
        first.prevents = { _ in false }
        view.addGestureRecognizer(first)
        view.addGestureRecognizer(second)
        let finger = drag()
        _ = take()
        first.prevents = { _ in true }
        finger.move(to: Point(60, 1))
        #expect(take() == ["first.moved(60, 1)", "second.moved(60, 1)", "first action changed", "second reset failed"])
        finger.up()
        #expect(take() == ["first.ended(60, 1)", "first action ended", "first reset ended"])
    }

    // Rules: G39.
    @Test("A gesture that ends in the event of a later success makes that one fail, whichever finger came first")
    func endTogether() {
        // Recognises the lift of a touch that began alone in its event, and is told of that touch alone.
        let lift = ScriptedRecognizer("lift", log: log) { own, phase, touches, event in
            if phase == .began, touches.first?.location(in: nil) == Point(1, 1) { own.state = .failed }
            if phase == .ended { own.state = .ended }
        }
        view.isMultipleTouchEnabled = true
        view.addGestureRecognizer(lift)
        view.addGestureRecognizer(ScriptedRecognizer.drags("drag", log: log))
        let (first, second) = (drag(), harness.finger())
        _ = take()
        second.down(at: Point(9, 9))
        _ = take()
        harness.together {
            first.up()
            second.up()
        }
        #expect(
            take() == [
                "drag.ended(5, 5)(9, 9)", "lift.ended(9, 9)", "drag action ended", "drag reset ended",
                "lift reset failed",
            ]
        )
    }
}
