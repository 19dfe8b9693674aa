public import ResponderTouchInput

/// One thing that a person could find on the screen: a view that says what it is, or a part of one.
///
/// A value from when its ``ElementTree`` was made. It keeps its view alive.
public struct Element: Sendable {
    /// The view, or the view that the element is a part of.
    public let view: View
    /// The place of the part among the view's ``View/accessibilityElements``; nil for a whole view.
    public let part: Int?
    /// A name for tests: ``View/accessibilityIdentifier``; nil for none.
    public let identifier: String?
    /// What the element is.
    public let role: ElementRole
    /// What the element is called, such as the title of a button; nil for nothing.
    public let label: String?
    /// What the element shows, such as the text of a field; nil for nothing.
    public let value: String?
    /// The state that the element is in.
    public let state: State
    /// The smallest upright rectangle around the element, in points of the screen.
    public let frame: Rect
    /// Whether a finger would reach the element, and where.
    public internal(set) var reach: Reach
    /// The place of the element in its tree.
    public let index: Int
    /// The place of the element that this one is in; nil for a window.
    public let parent: Int?
    /// How many elements the element is in: 0 for a window.
    public let depth: Int

    /// What state an element is in.
    public struct State: OptionSet, Hashable, Sendable {
        /// A bit for each state.
        public let rawValue: UInt8

        /// The state of these bits.
        ///
        /// - Complexity: O(1); no allocation.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A finger that reaches it does something: it is not disabled.
        public static let enabled = State(rawValue: 1 << 0)
        /// It is the chosen one of several.
        public static let selected = State(rawValue: 1 << 1)
        /// It is the first responder of the key window.
        public static let focused = State(rawValue: 1 << 2)
        /// It has the focus, and typed keys change its text.
        public static let editing = State(rawValue: 1 << 3)
    }

    /// Whether a finger would reach an element, by the search that touches use.
    public enum Reach: Hashable, Sendable {
        /// A finger at this point of the screen, as near to the element's middle as possible, touches the element or
        /// what is inside it. Through a view that takes no touches, such as a label, it touches what the view is in.
        case reachable(at: Point)
        /// No finger does.
        case unreachable(Obstacle)
    }

    /// Why no finger reaches an element.
    public enum Obstacle: Hashable, Sendable {
        /// The element has no extent, or its transform cannot be inverted.
        case noExtent
        /// The element lies outside of what this view around it shows, as a row that is scrolled away does.
        case outside(of: View)
        /// This view, the element's own or one around it, takes no touches (``View/isUserInteractionEnabled``).
        case interactionDisabled(View)
        /// This view lies in front, and takes the touches. A view behind the element covers nothing of it.
        case covered(by: View)
        /// The search finds no view at the element's place.
        case notHit
    }

    /// The point at which a finger reaches the element; nil if none does.
    public var reachablePoint: Point? {
        if case .reachable(let point) = reach { point } else { nil }
    }
}
