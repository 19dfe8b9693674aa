import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("States of recognisers")
struct GestureStateTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let view: View

    init() throws {
        harness = try AppHarness()
        view = View(frame: Rect(0, 0, 100, 100))
        harness.add(view)
    }

    private func take() -> [String] {
        harness.settle()
        return log.takeLines()
    }

    // Rules: G1, G6, G7.
    @Test("A gesture that begins and ends in one event does both, and is reset after its last action")
    func beginsAndEnds() {
        #expect(GestureRecognizer.State.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(GestureRecognizer.State.recognized == .ended)
        let recognizer = ScriptedRecognizer("own", log: log) { own, phase, _, _ in
            guard phase == .ended else { return }
            own.state = .began
            own.state = .changed
            own.state = .ended
        }
        view.addGestureRecognizer(recognizer)
        harness.finger().down(at: Point(1, 1)).up()
        #expect(take().suffix(3) == ["own action began", "own action ended", "own reset ended"])
        #expect(recognizer.state == .possible)
    }

    // Rules: G4.
    @Test("A state set on a recogniser that is over is ignored, and an impossible transition stops the process")
    func transitions() async {
        let recognizer = ScriptedRecognizer.lifts(1, "own", log: log)
        recognizer.onReset = { $0.state = .began }
        recognizer.addAction { $0.state = .changed }
        view.addGestureRecognizer(recognizer)
        harness.finger().down(at: Point(1, 1)).up()
        #expect(take().suffix(2) == ["own action ended", "own reset ended"])
        #expect(recognizer.state == .possible)
        await #expect(processExitsWith: .failure) { @MainActor in GestureRecognizer().state = .changed }
    }

    // Rules: G8.
    @Test("After its reset a recogniser gets nothing more of a finger that is down, but takes new ones")
    func afterReset() {
        let recognizer = ScriptedRecognizer("own", log: log) { own, phase, _, _ in
            if phase == .moved { own.state = .failed }
        }
        view.addGestureRecognizer(recognizer)
        let first = harness.finger().down(at: Point(1, 1))
        _ = take()
        first.move(to: Point(2, 2))
        #expect(take() == ["own.moved(2, 2)", "own reset failed"])
        first.move(to: Point(3, 3))
        let second = harness.finger().down(at: Point(9, 9))
        #expect(take() == ["own.began(9, 9)"])
        first.up()
        second.up()
        #expect(take() == ["own.ended(9, 9)"])
    }

    // Rules: G15, G11.
    @Test("A touch that is ignored, or that the delegate refuses, is not the recogniser's")
    func ignored() {
        let view = RecordingView("view", log: log, frame: Rect(0, 0, 100, 100))
        view.isMultipleTouchEnabled = true
        self.view.addSubview(view)
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        let script = recognizer.script
        recognizer.script = { own, phase, touches, event in
            if phase == .began, let touch = touches.first, own.numberOfTouches > 1 {
                own.ignore(touch, for: event)
            } else {
                script?(own, phase, touches, event)
            }
        }
        let delegate = ScriptedDelegate()
        recognizer.delegate = delegate
        view.addGestureRecognizer(recognizer)
        let (first, second) = (harness.finger().down(at: Point(1, 1)), harness.finger())
        _ = take()
        second.down(at: Point(2, 2))
        #expect(take() == ["drag.began(2, 2)", "view.began(2, 2)"])
        first.move(to: Point(3, 3))
        second.move(to: Point(4, 4))
        #expect(take() == ["drag.moved(3, 3)", "view.cancelled(3, 3)", "drag action began", "view.moved(4, 4)"])
        first.up()
        second.up()
        _ = take()
        delegate.receivesEvent = { _ in false }
        first.down(at: Point(1, 1)).up()
        #expect(take() == ["view.began(1, 1)", "view.ended(1, 1)"])
    }

    // Rules: G37.
    @Test("Recognisers that would wait for each other for ever stop the process with their names")
    func cycles() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            let recognizer = GestureRecognizer()
            recognizer.require(toFail: recognizer)
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            let (first, second, third) = (GestureRecognizer(), GestureRecognizer(), GestureRecognizer())
            first.require(toFail: second)
            second.require(toFail: third)
            third.require(toFail: first)
        }
    }

    // Rules: G43.
    @Test("A state that a timer sets takes effect at once, with the cancel of the view before the action")
    func timer() {
        let view = RecordingView("view", log: log, frame: Rect(0, 0, 100, 100))
        self.view.addSubview(view)
        let recognizer = ScriptedRecognizer("press", log: log)
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        harness.application.runLoop.addTimer(after: .seconds(1)) { _ in recognizer.state = .began }
        harness.advance(by: .seconds(1))
        #expect(take() == ["view.cancelled(1, 1)", "press action began"])
        recognizer.state = .ended
        #expect(take() == ["press action ended", "press reset ended"])
        finger.up()
        #expect(take() == [])
    }

    // Rules: G12, G25.
    @Test("An attempt takes touches of one type only, and only recognisers that have a touch withhold it")
    func types() {
        let view = RecordingView("view", log: log, frame: Rect(0, 0, 100, 100))
        view.isMultipleTouchEnabled = true
        self.view.addSubview(view)
        let recognizer = ScriptedRecognizer.lifts(1, "own", log: log)
        recognizer.delaysTouchesBegan = true
        view.addGestureRecognizer(recognizer)
        let application = harness.application
        let sender = application.touchPort.makeSender()
        for kind in [TouchContact.Kind.direct, .pencil] {
            sender.send(
                TouchContact(Int(kind.rawValue), .began, at: Point(1, 1), kind: kind),
                at: application.runLoop.now
            )
        }
        #expect(take() == ["own.began(1, 1)", "view.began(1, 1)"])
        recognizer.state = .failed
        #expect(take() == ["own reset failed", "view.began(1, 1)"])
        recognizer.allowedTouchTypes = [.pencil]
        #expect(recognizer.allowedTouchTypes == [.pencil])
        sender.send(TouchContact(7, .began, at: Point(2, 2)), at: application.runLoop.now)
        #expect(take() == ["view.began(2, 2)"])
    }

    // Rules: G44, G5.
    @Test("Each action is called once a change of state, except when it is removed or its target is gone")
    func actions() {
        @MainActor
        final class Board {
            var states: [GestureRecognizer.State] = []
            func drag(_ recognizer: ScriptedRecognizer) { states.append(recognizer.state) }
        }
        let recognizer = ScriptedRecognizer.drags("drag", log: log)
        view.addGestureRecognizer(recognizer)
        var (board, other): (Board?, Board) = (Board(), Board())
        weak let gone = board
        if let board { recognizer.addTarget(board, action: Board.drag) }
        recognizer.addTarget(other, action: Board.drag)
        let finger = harness.finger().down(at: Point(1, 1))
        _ = take()
        finger.move(to: Point(2, 2))
        _ = take()
        finger.move(to: Point(3, 3))
        _ = take()
        #expect(board?.states == [.began, .changed] && other.states == [.began, .changed])
        board = nil
        #expect(gone == nil)
        finger.up()
        _ = take()
        #expect(other.states == [.began, .changed, .ended])
        recognizer.removeTarget(other)
        finger.down(at: Point(1, 1)).up()
        _ = take()
        #expect(other.states.count == 3)
        other = Board()
    }
}
