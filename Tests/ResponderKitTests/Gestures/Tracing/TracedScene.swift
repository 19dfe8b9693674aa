import ResponderKitTesting

@testable import ResponderCore

/// A view with scripted recognisers, and a trace that is noted line by line.
@MainActor
final class TracedScene {
    let harness: AppHarness
    /// The calls of recognisers, actions and the view.
    let calls = ResponderLog()
    let view: TracedView
    private(set) var lines: [String] = []

    init(isTraced: Bool = true) throws {
        harness = try AppHarness(InterceptingApplication.self, screenSize: Size(320, 240))
        view = TracedView("view", log: calls, frame: Rect(0, 0, 100, 100))
        view.isMultipleTouchEnabled = true
        harness.add(view)
        if isTraced { harness.application.onTouchTrace = { [weak self] in self?.lines.append("\($0)") } }
    }

    @discardableResult
    func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> Recognizer {
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    func drags(_ name: String) -> ScriptedRecognizer { add(ScriptedRecognizer.drags(name, log: calls)) }
    func lifts(_ count: Int, _ name: String, failsBeyond limit: Double? = nil) -> ScriptedRecognizer {
        add(ScriptedRecognizer.lifts(count, name, log: calls, failsBeyond: limit))
    }

    func down(_ x: Double, _ y: Double) -> Finger {
        let finger = harness.finger().down(at: Point(x, y))
        harness.settle()
        return finger
    }

    func take() -> [String] {
        harness.settle()
        defer { lines.removeAll() }
        return lines
    }
}

/// The view of a traced scene.
final class TracedView: RecordingView {
    /// The view's name in the trace.
    nonisolated static let text = "TracedView (0, 0, 100 x 100)"

    /// Whether recognisers of the view may begin.
    var begins = true

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { begins }
}
