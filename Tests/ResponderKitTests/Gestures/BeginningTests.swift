import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// What recognisers measure while it is decided whether they begin, and when they have begun.
@MainActor
@Suite("A gesture that begins")
struct BeginningTests {
    /// Notes what a recogniser measures in each question about it.
    private final class Witness: GestureRecognizerDelegate {
        var lines: [String] = []
        var measure: () -> Double = { .nan }

        func note(_ question: String) { lines.append("\(question) \((measure() * 1000).rounded() / 1000)") }

        func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
            note("begins")
            return true
        }
        func gestureRecognizer(
            _ recognizer: GestureRecognizer,
            shouldRequireFailureOf other: GestureRecognizer
        ) -> Bool {
            note("requires")
            return false
        }
        func gestureRecognizer(
            _ recognizer: GestureRecognizer,
            shouldBeRequiredToFailBy other: GestureRecognizer
        ) -> Bool {
            note("is required")
            return false
        }
        func gestureRecognizer(
            _ recognizer: GestureRecognizer,
            shouldRecognizeSimultaneouslyWith other: GestureRecognizer
        ) -> Bool {
            note("together")
            return false
        }
    }

    /// Has two fingers at a distance of 100 points move in one step, and returns what was measured when.
    private func measure<Recognizer: GestureRecognizer>(
        _ recognizer: Recognizer,
        _ steps: [Point],
        _ value: @escaping @MainActor (Recognizer) -> Double
    ) throws -> [String] {
        let witness = Witness()
        let scene = try GestureScene(recognizer) { _ in witness.note("action") }
        witness.measure = { value(recognizer) }
        recognizer.delegate = witness
        // It is asked about, and prevented.
        let rival = PanGestureRecognizer()
        rival.beginningDistance = 1000
        rival.delegate = witness
        scene.view.addGestureRecognizer(rival)
        let fingers = scene.down(Point(300, 300), Point(400, 300))
        scene.together { for (finger, step) in zip(fingers, steps) { finger.move(by: step.x, step.y) } }
        scene.together { for finger in fingers { finger.up() } }
        witness.note("after")
        return witness.lines
    }

    /// Rules: G38, G48, G49.
    @Test("A gesture knows its whole way while others are asked, and leaves out only what makes it begin")
    func questions() throws {
        func lines(_ whole: String, _ rest: String, _ none: String = "0.0") -> [String] {
            ["requires", "is required", "begins", "together", "together"].map { "\($0) \(whole)" }
                + ["action \(rest)", "action \(rest)", "after \(none)"]
        }
        let pan = try measure(PanGestureRecognizer(), [Point(0, 50), Point(0, 50)]) { $0.translation(in: nil).y }
        #expect(pan == lines("50.0", "42.0"))
        let pinch = try measure(PinchGestureRecognizer(), [.zero, Point(132, 0)]) { $0.scale }
        #expect(pinch == lines("2.32", "2.0", "1.0"))
        let narrow = try measure(PinchGestureRecognizer(), [.zero, Point(-58, 0)]) { $0.scale }
        #expect(narrow == lines("0.42", "0.5", "1.0"))
        let rotation = try measure(RotationGestureRecognizer(), [.zero, Point(-100, -100)]) { $0.rotation }
        #expect(rotation == lines("-1.571", "-1.371"))
    }
}
