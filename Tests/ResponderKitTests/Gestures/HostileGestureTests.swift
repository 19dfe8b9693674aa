import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Actions and delegates that change everything while the states of recognisers are settled.
@MainActor
@Suite("Changes inside the callbacks of recognisers")
struct HostileGestureTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let view: RecordingView

    init() throws {
        harness = try AppHarness()
        view = RecordingView("view", log: log, frame: Rect(0, 0, 100, 100))
        harness.add(view)
    }

    private func take() -> [String] {
        harness.settle()
        return log.takeLines()
    }

    private func drag() -> Finger {
        let finger = harness.finger().down(at: Point(1, 1))
        harness.settle()
        return finger.move(to: Point(5, 5))
    }

    // Rules: G18.
    @Test("An action that removes its recogniser, its view or its window cancels the gesture once")
    func removals() {
        for removal in 0..<3 {
            let recognizer = ScriptedRecognizer.drags("drag", log: log)
            view.addGestureRecognizer(recognizer)
            let action = recognizer.addAction { [view, harness] recognizer in
                guard recognizer.state == .began else { return }
                switch removal {
                case 0: view.removeGestureRecognizer(recognizer)
                case 1: view.removeFromSuperview()
                default: harness.window.isHidden = true
                }
            }
            let finger = drag()
            #expect(take().suffix(3) == ["drag action began", "drag action cancelled", "drag reset cancelled"])
            finger.up()
            #expect(take() == [])
            recognizer.remove(action)
            view.removeGestureRecognizer(recognizer)
            harness.add(view)
            harness.window.isHidden = false
        }
    }

    // Rules: G42.
    @Test("An action may run the loop, in which the gesture goes on, and all ends come once")
    func nestedRun() {
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        recognizer.addAction { [harness] recognizer in
            guard recognizer.state == .began else { return }
            finger.move(to: Point(6, 6)).up()
            harness.settle()
        }
        finger.move(to: Point(5, 5))
        #expect(
            take() == [
                "drag.moved(5, 5)", "view.cancelled(5, 5)", "drag action began", "drag.moved(6, 6)",
                "drag action changed", "drag.ended(6, 6)", "drag action ended", "drag reset ended",
            ]
        )
        #expect(harness.isIdle)
        recognizer.removeTarget(view)
        view.removeGestureRecognizer(recognizer)
    }

    // Rules: G38.
    @Test("A view that a delegate removes while it is asked gets one cancel")
    func delegateRemovesView() {
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        let delegate = ScriptedDelegate()
        delegate.begins = { [view] _ in
            view.removeFromSuperview()
            return true
        }
        recognizer.delegate = delegate
        view.addGestureRecognizer(recognizer)
        let finger = drag()
        let lines = take()
        #expect(lines.filter { $0.hasPrefix("view.cancelled") }.count == 1)
        #expect(lines.contains { $0.hasPrefix("drag reset") })
        finger.up()
        #expect(take() == [])
        #expect(recognizer.state == .possible)
    }

    // Rules: G34.
    @Test("A delegate may run the loop while it is asked, in which one that must fail first gets a touch")
    func delegateBringsTouch() {
        let first = ScriptedRecognizer.drags("first", log: log)
        let waiting = ScriptedRecognizer("waiting", log: log)
        waiting.require(toFail: first)
        let finger = harness.finger()
        var questions = 0
        let delegate = ScriptedDelegate()
        delegate.begins = { [harness] _ in
            questions += 1
            if questions == 1 { finger.down(at: Point(1, 1)) }
            harness.settle()
            return true
        }
        waiting.delegate = delegate
        view.addGestureRecognizer(first)
        view.addGestureRecognizer(waiting)
        // Without a touch, as a recogniser of motions does.
        waiting.state = .ended
        #expect(take().filter { $0.hasPrefix("waiting action") } == [])
        finger.up()
        #expect(take().suffix(3) == ["waiting action ended", "first reset failed", "waiting reset ended"])
    }

    // Rules: G35.
    @Test("A delegate that runs the loop while it is asked is asked once about each that gets a touch in there")
    func delegateBringsRival() {
        let (base, rival) = (ScriptedRecognizer.drags("base", log: log), ScriptedRecognizer.drags("rival", log: log))
        let waiting = ScriptedRecognizer("waiting", log: log) { own, phase, _, _ in
            if phase == .moved { own.state = .ended }
        }
        let inner = RecordingView("inner", log: log, frame: Rect(50, 0, 50, 50))
        view.addSubview(inner)
        view.isMultipleTouchEnabled = true
        let other = harness.finger()
        var (hasRun, asked) = (false, [String]())
        let delegate = ScriptedDelegate()
        delegate.requiresFailure = { _, other in
            asked.append(other.displayName)
            return other === rival
        }
        delegate.begins = { [harness] _ in
            if !hasRun {
                hasRun = true
                other.down(at: Point(60, 10))
                harness.settle()
            }
            return true
        }
        waiting.delegate = delegate
        base.prevents = { _ in false }
        base.isPreventable = { _ in false }
        view.addGestureRecognizer(base)
        view.addGestureRecognizer(waiting)
        inner.addGestureRecognizer(rival)
        _ = drag()
        harness.settle()
        #expect(asked.sorted() == ["base", "rival"])
        #expect(log.lines.filter { $0.hasPrefix("waiting action") } == [])
        other.up()
        #expect(take().contains("waiting action ended"))
    }

    // Rules: G18.
    @Test("An action that ends the application leaves the recogniser reset and without touches")
    func terminates() {
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(recognizer)
        recognizer.addAction { [harness] recognizer in
            if recognizer.state == .began { harness.application.terminate() }
        }
        drag().up()
        _ = take()
        #expect(recognizer.state == .possible && recognizer.touches.isEmpty)
        view.removeGestureRecognizer(recognizer)
    }

    // Rules: G29.
    @Test("Of 10,000 recognisers on a view one wins, and all are reset")
    func many() {
        let recognizers = (0..<10_000).map { _ in ScriptedRecognizer.drags("drag", log: log) }
        for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
        drag().up()
        let lines = take()
        #expect(lines.filter { $0 == "drag action began" }.count == 1)
        #expect(lines.filter { $0 == "drag reset failed" }.count == 9_999)
        #expect(recognizers.allSatisfy { $0.state == .possible && $0.touches.isEmpty })
        for recognizer in recognizers.reversed() { view.removeGestureRecognizer(recognizer) }
    }

    // Rules: G20, T33.
    @Test("A success in a run nested in the view's own handler cancels the view when the handler has returned")
    func insideHandler() {
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger()
        view.handler = { [harness, log] phase, _, _ in
            guard phase == .began else { return }
            finger.move(to: Point(5, 5))
            harness.settle()
            log.note("handler returns")
        }
        finger.down(at: Point(1, 1))
        #expect(
            take() == [
                "drag.began(1, 1)", "view.began(1, 1)", "drag.moved(5, 5)", "drag action began", "handler returns",
                "view.cancelled(5, 5)",
            ]
        )
        view.handler = nil
        finger.up()
        #expect(take() == ["drag.ended(5, 5)", "drag action ended", "drag reset ended"])
    }

    // Rules: G20, T33.
    @Test("A success and a lift in a run nested in the view's handler cancel the view after the handler")
    func liftedInsideHandler() {
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger()
        view.handler = { [harness, log] phase, _, _ in
            guard phase == .began else { return }
            finger.move(to: Point(5, 5))
            harness.settle()
            finger.up()
            harness.settle()
            log.note("handler returns")
        }
        finger.down(at: Point(1, 1))
        #expect(
            take() == [
                "drag.began(1, 1)", "view.began(1, 1)", "drag.moved(5, 5)", "drag action began", "drag.ended(5, 5)",
                "drag action ended", "drag reset ended", "handler returns", "view.cancelled(5, 5)",
            ]
        )
        view.handler = nil
        #expect(harness.isIdle)
    }

    // Rules: G16, G5.
    @Test(
        "An action may disable or end its recogniser when an earlier action's run has brought the next state",
        arguments: [false, true]
    )
    func secondActionEnds(disables: Bool) {
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        recognizer.addAction { [harness] own in
            guard own.state == .began else { return }
            finger.move(to: Point(6, 6))
            harness.settle()
        }
        recognizer.addAction { own in
            guard own.state == .began else { return }
            if disables { own.isEnabled = false } else { own.state = .ended }
        }
        finger.move(to: Point(5, 5))
        let last = disables ? "cancelled" : "ended"
        #expect(take().suffix(2) == ["drag action \(last)", "drag reset \(last)"])
        #expect(recognizer.state == .possible)
        finger.up()
        _ = take()
        view.removeGestureRecognizer(recognizer)
    }
}
