import ResponderKitTesting

@testable import ResponderCore

/// A view with one recogniser, and the states in which its actions were called.
@MainActor
final class GestureScene<Recognizer: GestureRecognizer> {
    let harness: AppHarness
    let view: View
    let recognizer: Recognizer
    private(set) var states: [GestureRecognizer.State] = []

    /// - Parameter observe: Called in each action.
    init(_ recognizer: Recognizer, observe: @escaping @MainActor (Recognizer) -> Void = { _ in }) throws {
        harness = try AppHarness()
        view = harness.add(View(frame: Rect(0, 0, 1000, 1000)))
        view.isMultipleTouchEnabled = true
        self.recognizer = recognizer
        view.addGestureRecognizer(recognizer)
        recognizer.addAction { [weak self] recognizer in
            self?.states.append(recognizer.state)
            observe(recognizer)
        }
    }

    /// Puts as many fingers down at these points, in one event.
    func down(_ points: Point...) -> [Finger] {
        let fingers = points.map { _ in harness.finger() }
        together { for (finger, point) in zip(fingers, points) { finger.down(at: point) } }
        return fingers
    }

    /// Lets fingers do something in one event, ten milliseconds after the previous one.
    func together(_ body: () -> Void) {
        wait(.milliseconds(10))
        harness.together(body)
        wait(.zero)
    }

    func wait(_ duration: Duration) { harness.device.advance(by: duration) }
}
