import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// What a recogniser asks for, and when that takes effect.
@MainActor
@Suite("Requests of recognisers")
struct RequestTests {
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

    // Rules: G9.
    @Test("Setting a state is a request, which others may override: then the recogniser fails without an action")
    func overridden() {
        var states: [GestureRecognizer.State] = []
        let asks = ScriptedRecognizer("asks", log: log) { own, phase, _, _ in
            guard phase == .moved else { return }
            own.state = .began
            states.append(own.state)
        }
        let delegate = ScriptedDelegate()
        asks.delegate = delegate
        view.addGestureRecognizer(asks)
        delegate.begins = { _ in false }
        let finger = harness.finger().down(at: Point(1, 1)).move(to: Point(2, 2))
        #expect(take().filter { $0.hasPrefix("asks ") } == ["asks reset failed"])
        #expect(states == [.began])
        finger.up()
        _ = take()
        delegate.begins = { _ in true }
        let rival = ScriptedRecognizer.drags("rival", log: log)
        view.removeGestureRecognizer(asks)
        view.addGestureRecognizer(rival)
        view.addGestureRecognizer(asks)
        finger.down(at: Point(1, 1)).move(to: Point(2, 2))
        #expect(take().filter { $0.hasPrefix("asks ") } == ["asks reset failed"])
        finger.up()
        _ = take()
        asks.delegate = nil
        view.removeGestureRecognizer(rival)
        finger.down(at: Point(1, 1)).move(to: Point(2, 2))
        #expect(take().filter { $0.hasPrefix("asks ") } == ["asks action began"])
        finger.up()
        _ = take()
        asks.script = nil
    }

    /// A pan that gives up when it goes across, as subclasses of UIKit's do: they look at the state that super has set.
    private final class UprightPan: PanGestureRecognizer {
        var refusal = State.cancelled

        override func touchesMoved(_ touches: TouchSet, with event: Event) {
            super.touchesMoved(touches, with: event)
            let way = translation(in: view)
            if state == .began, abs(way.x) > abs(way.y) { state = refusal }
        }

        override func touchesEnded(_ touches: TouchSet, with event: Event) {
            super.touchesEnded(touches, with: event)
            if state == .ended, translation(in: view).y < 0 { state = .cancelled }
        }
    }

    // Rules: G9.
    @Test("A subclass may ask for something else after super has asked in the same call")
    func recipe() {
        let pan = UprightPan()
        view.addGestureRecognizer(pan)
        var states: [GestureRecognizer.State] = []
        pan.addAction { states.append($0.state) }
        func drag(_ x: Double, _ y: Double) -> [GestureRecognizer.State] {
            let finger = harness.finger().down(at: Point(50, 50)).move(by: x, y)
            harness.settle()
            finger.move(by: 0, 1).up()
            harness.settle()
            defer { states = [] }
            return states
        }
        var found = [drag(20, 0), drag(0, 20), drag(0, -20)]
        pan.refusal = .failed
        found.append(drag(20, 0))
        #expect(found == [[], [.began, .changed, .ended], [.began, .changed, .cancelled], []])
    }

    // Rules: G9.
    @Test("A state that is not asked for is not read, and of two the later one is")
    func shownState() {
        var states: [GestureRecognizer.State] = []
        let asks = ScriptedRecognizer("asks", log: log) { own, phase, _, _ in
            if phase == .began { own.state = .possible }
        }
        let gives = ScriptedRecognizer("gives", log: log) { own, phase, _, _ in
            guard phase == .began else { return }
            for state in [.began, .ended, .failed] as [GestureRecognizer.State] { own.state = state }
            states.append(own.state)
        }
        view.addGestureRecognizer(asks)
        view.addGestureRecognizer(gives)
        view.handler = { phase, _, _ in
            guard phase == .began else { return }
            asks.state = .began
            states.append(asks.state)
        }
        harness.finger().down(at: Point(1, 1))
        harness.settle()
        #expect(states == [.failed, .possible])
    }

    // Rules: G19.
    @Test("By default a recogniser takes touches from views, delays their ends, and not their beginnings")
    func defaults() {
        let all: [GestureRecognizer] = [
            GestureRecognizer(), TapGestureRecognizer(), LongPressGestureRecognizer(), PanGestureRecognizer(),
            SwipeGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer(),
            ScreenEdgePanGestureRecognizer(),
        ]
        for recognizer in all {
            #expect(recognizer.cancelsTouchesInView && recognizer.delaysTouchesEnded && recognizer.isEnabled)
            #expect(!recognizer.delaysTouchesBegan)
        }
        view.addGestureRecognizer(ScriptedRecognizer.lifts(1, "tap", log: log))
        harness.finger().down(at: Point(1, 1)).up()
        // The began comes at once, and the end is withheld and then replaced by a cancel.
        #expect(
            take() == [
                "tap.began(1, 1)", "view.began(1, 1)", "tap.ended(1, 1)", "view.cancelled(1, 1)", "tap action ended",
                "tap reset ended",
            ]
        )
    }

    // Rules: G41, G42.
    @Test("Actions are called inside the window's sendEvent, after all recognisers and before the views")
    func actionsInsideSendEvent() {
        let window = LoggingWindow(frame: Rect(0, 0, 100, 100), application: harness.application)
        window.log = log
        let inner = RecordingView("inner", log: log, frame: window.bounds)
        window.addSubview(inner)
        window.makeKeyAndVisible()
        let drag = ScriptedRecognizer.drags("drag", log: log)
        drag.cancelsTouchesInView = false
        let other = ScriptedRecognizer("other", log: log)
        inner.addGestureRecognizer(drag)
        inner.addGestureRecognizer(other)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        finger.move(to: Point(2, 2))
        #expect(
            take() == [
                "window gets an event", "drag.moved(2, 2)", "other.moved(2, 2)", "drag action began",
                "other reset failed", "inner.moved(2, 2)", "window has sent the event",
            ]
        )
        finger.up()
        _ = take()
    }

    // Rules: G45, G5.
    @Test("An action's request is settled after the action, so each change has an action of its own")
    func changesInActions() {
        let drag = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(drag)
        drag.addAction { [log] own in
            guard own.state == .began || own.state == .changed else { return }
            let former = own.state
            own.state = own.state == .began ? .changed : .ended
            log.note("asked in \(former), reads \(own.state)")
        }
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        finger.move(to: Point(2, 2))
        #expect(
            take() == [
                "drag.moved(2, 2)", "view.cancelled(2, 2)", "drag action began", "asked in began, reads began",
                "drag action changed", "asked in changed, reads changed", "drag action ended", "drag reset ended",
            ]
        )
        finger.up()
        #expect(take() == [])
    }
}

/// Notes the begin and the end of each delivery.
private final class LoggingWindow: Window {
    var log: ResponderLog?

    override func sendEvent(_ event: Event) {
        log?.note("window gets an event")
        super.sendEvent(event)
        log?.note("window has sent the event")
    }
}
