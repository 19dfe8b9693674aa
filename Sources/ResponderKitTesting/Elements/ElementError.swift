public import ResponderKit

/// Why a test could not find or touch what it asked for.
///
/// Its description names the query, the reason, the nearest candidates, and what the screen shows.
public struct ElementError: Error, CustomStringConvertible {
    /// What went wrong.
    public enum Problem: Sendable {
        /// No element fits; these have the nearest names.
        case notFound(nearest: [Element])
        /// Several elements fit, and the test did not say which.
        case several([Element])
        /// No finger reaches the element.
        case unreachable(Element)
        /// The application takes no touches now.
        case refused(TouchRefusal)
        /// The element takes no text: after a tap it is not edited.
        case notEditable(Element)
        /// The keyboard of the screen types the text no further: it went away, or has no key for a character.
        case notTyped(String)
        /// Nothing on the screen scrolls any further.
        case scrolledToTheEnd(nearest: [Element])
        /// The time was over first.
        case late(Duration, nearest: [Element])
    }

    /// What the test asked for.
    public let query: ElementQuery
    /// What went wrong.
    public let problem: Problem
    /// What the screen showed.
    public let tree: ElementTree

    /// The query, the reason, candidates, and the tree: without the keys of a keyboard, unless a key was asked for.
    ///
    /// - Complexity: Linear in the tree; allocates the text.
    public var description: String { "\(query): \(reason)\nthe screen shows:\n\(query.text(of: tree))" }

    private var reason: String {
        switch problem {
        case .notFound(let nearest): "nothing on the screen fits\(Self.hint(nearest))"
        case .several(let elements):
            "\(elements.count) elements fit; say which by an identifier, by within(_:) or by nth(_:):"
                + elements.prefix(10).enumerated().map { "\n  \($0.offset): \($0.element)" }.joined()
        case .unreachable(let element): "no finger reaches \(element)"
        case .refused(let refusal): "no touch is accepted: \(refusal)"
        case .notEditable(let element): "\(element.summary) takes no text: it is not edited after a tap"
        case .notTyped(let reason): "the text is not typed to its end: \(reason)"
        case .scrolledToTheEnd(let nearest):
            "nothing fits as far as the screen can be scrolled\(Self.hint(nearest))"
        case .late(let duration, let nearest):
            "nothing has fitted for \(duration) of the device's time\(Self.hint(nearest))"
        }
    }

    private static func hint(_ nearest: [Element]) -> String {
        nearest.isEmpty ? "" : "; there is " + nearest.map(\.summary).joined(separator: ", ")
    }
}
