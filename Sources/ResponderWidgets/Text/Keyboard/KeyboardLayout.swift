internal import ResponderCore

/// The keys of a keyboard on the screen, as data: planes, each with rows of keys.
///
/// A layout for another language is quickly written, a line for each row:
///
///     let greek = try KeyboardLayout([
///         "letters": """
///             ς ε ρ τ υ θ ι ο π
///             α σ δ φ γ η ξ κ λ
///             [shift:1.5] ζ χ ψ ω β ν μ [delete:1.5]
///             [digits=123:2] [space:5] [return:2]
///             """,
///         "digits": """
///             1 2 3 4 5 6 7 8 9 0
///             [letters=ABC:2] [space:5] [delete:2]
///             """,
///     ])
///
/// The first plane is shown first. See ``init(_:)-(KeyValuePairs<String,String>)`` for what a line may contain.
public struct KeyboardLayout: Hashable, Sendable {
    /// The planes, of which one is shown at a time; there is at least one.
    public let planes: [Plane]

    /// Some rows of keys that are shown together.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
    public struct Plane: Hashable, Sendable {
        /// The name, by which keys go to the plane.
        public var name: String
        /// The rows from the top to the bottom.
        public var rows: [[Key]]

        /// A plane of these rows.
        public init(_ name: String, rows: [[Key]]) {
            self.name = name
            self.rows = rows
        }
    }

    /// A key of a plane: what it does, and how it looks.
    public struct Key: Hashable, Sendable {
        /// What the key does.
        public var action: Action
        /// How wide the key is, compared with others of its plane: most keys have the width 1.
        public var width: Double
        /// What stands on the key; nil for what the action says.
        public var label: String?

        /// A key.
        ///
        /// - Complexity: O(1); no allocation.
        public init(_ action: Action, width: Double = 1, label: String? = nil) {
            self.action = action
            self.width = width
            self.label = label
        }

        /// A key that types a text, and with shift the text in upper case, if both have the same number of characters.
        ///
        /// - Complexity: Linear in the text; allocates the texts.
        public static func text(_ text: String, width: Double = 1) -> Key {
            let upper = text.uppercased()
            return Key(.text(text, shifted: upper.count == text.count ? upper : text), width: width)
        }
    }

    /// What a key does.
    public enum Action: Hashable, Sendable {
        /// Types a text, and another one with shift.
        case text(String, shifted: String)
        /// Types a space.
        case space
        /// Types a line feed, or whatever the return key does in a field.
        case `return`
        /// Deletes backwards.
        case delete
        /// Makes the next letter upper case; two taps lock that.
        case shift
        /// Shows another plane.
        case plane(String)
    }

    /// Where a key is on its plane.
    public struct Place: Hashable, Sendable {
        /// The row, from 0 at the top.
        public var row: Int
        /// The key in the row, from 0 at the left.
        public var column: Int

        /// The key in this row and column.
        ///
        /// - Complexity: O(1); no allocation.
        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// A layout of these planes; the first is shown first.
    ///
    /// - Throws: ``Invalid`` when there is no plane, two have one name, a plane or a row is empty, a key types nothing
    ///   or goes to a plane that is missing, or a width is not a number above 0, and 1000 at most.
    /// - Complexity: Linear in the keys; allocates a temporary set.
    public init(_ planes: [Plane]) throws(Invalid) {
        try Self.check(planes)
        self.planes = planes
    }

    /// A layout of planes that were checked, or that this package ships and its tests check.
    init(checked planes: [Plane]) { self.planes = planes }
}

extension KeyboardLayout.Plane {
    /// The key at a place; nil when there is none.
    public func key(at place: KeyboardLayout.Place) -> KeyboardLayout.Key? {
        guard rows.indices.contains(place.row), rows[place.row].indices.contains(place.column) else { return nil }
        return rows[place.row][place.column]
    }
}

extension KeyboardLayout.Action {
    /// Whether the key types when a finger is lifted on it.
    var typesWhenLifted: Bool {
        switch self {
        case .text, .space, .return: true
        case .delete, .shift, .plane: false
        }
    }
}
