/// The content that was cut or copied, for a later paste in this process.
///
/// ``Application/pasteboard`` is the application's pasteboard. To connect it with a pasteboard of the system, make a
/// subclass that overrides ``items`` and ``changeCount``: all other members use these two.
///
/// ```swift
/// application.pasteboard.string = "Hello"
/// application.pasteboard.items = [Pasteboard.Item(bytes, as: "image/png")]
/// ```
@MainActor
open class Pasteboard {
    /// A piece of content in one or several forms, such as a text with and without its style.
    public struct Item: Hashable, Sendable {
        /// The form of the bytes: usually a media type, such as `image/png`.
        ///
        /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
        public struct Form: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
            /// The name of the form.
            public let rawValue: String

            /// The form of that name.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The form of that name.
            public init(stringLiteral rawValue: String) {
                self.rawValue = rawValue
            }

            /// Text in UTF-8.
            public static let text: Form = "text/plain;charset=utf-8"
        }

        /// The bytes in each form.
        public var bytes: [Form: [UInt8]]

        /// Bytes in one form.
        ///
        /// - Complexity: O(1); allocates.
        public init(_ bytes: [UInt8], as form: Form) {
            self.bytes = [form: bytes]
        }

        /// A text.
        ///
        /// - Complexity: Linear in the text; allocates a copy.
        public init(_ text: String) {
            self.init(Array(text.utf8), as: .text)
        }

        /// The text of the item; nil when the item has no text, or when the bytes of the text are not UTF-8.
        ///
        /// - Complexity: Linear in the text; allocates a copy.
        public var string: String? {
            get { bytes[.text].flatMap { String(validating: $0, as: UTF8.self) } }
            set { bytes[.text] = newValue.map { Array($0.utf8) } }
        }
    }

    private var storedItems: [Item] = []
    private var storedCount = 0

    /// An empty pasteboard.
    ///
    /// - Complexity: O(1); allocates the object.
    public init() {}

    /// What is on the pasteboard.
    ///
    /// Setting it replaces everything.
    open var items: [Item] {
        get { storedItems }
        set {
            storedItems = newValue
            storedCount += 1
        }
    }

    /// How often the items were set: while the number is the same, the items have not changed.
    open var changeCount: Int { storedCount }
}

extension Pasteboard {
    /// The text of the first item that has one.
    ///
    /// Setting it replaces everything on the pasteboard; nil empties it.
    ///
    /// - Complexity: Linear in the items up to that one and in its text; allocates a copy of the text.
    public final var string: String? {
        get {
            for item in items {
                if let string = item.string { return string }
            }
            return nil
        }
        set { items = newValue.map { [Item($0)] } ?? [] }
    }

    /// Whether an item has a text.
    ///
    /// - Complexity: Linear in the items up to that one and in its text; allocates a copy of the text.
    public final var hasString: Bool { string != nil }

    /// The bytes in that form, of the first item that has them.
    ///
    /// - Complexity: Linear in the items up to that one; no allocation of its own.
    public final func bytes(as form: Item.Form) -> [UInt8]? {
        for item in items {
            if let bytes = item.bytes[form] { return bytes }
        }
        return nil
    }
}
