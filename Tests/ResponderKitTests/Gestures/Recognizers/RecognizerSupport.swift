import ResponderKitTesting

@testable import ResponderCore

/// What recognisers did: a line for each action, in the order of the calls.
@MainActor
final class ActionLog {
    private var lines: [String] = []

    /// Notes the actions of a recogniser as `NAME STATE (X, Y)`, with its location in the view `space`.
    func follow(_ recognizer: GestureRecognizer, as name: String, in space: View? = nil) {
        recognizer.name = name
        recognizer.addAction { [weak space] recognizer in
            let place = recognizer.location(in: space)
            self.lines.append("\(name) \(recognizer.state) (\(Int(place.x)), \(Int(place.y)))")
        }
    }

    /// The lines since the last call.
    func take() -> [String] {
        defer { lines.removeAll() }
        return lines
    }
}
