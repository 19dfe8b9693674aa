/// A value of a JSON text, with the place where it begins.
package struct JSONValue: Sendable {
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case text(String)
        case array([JSONValue])
        case object([Member])
    }

    package struct Member: Sendable {
        package let key: String
        /// The line of the key.
        package let line: Int
        /// The place of the key in its line, from 1, in Unicode scalars.
        package let column: Int
        package let value: JSONValue

        package init(key: String, line: Int, column: Int, value: JSONValue) {
            (self.key, self.line, self.column, self.value) = (key, line, column, value)
        }
    }

    package let line: Int
    /// The place of the value in its line, from 1, in Unicode scalars.
    package let column: Int
    package let content: Content
    /// The number, if it is written as a whole one: a `Double` has no room for all of these.
    package var integer: Int?
    /// The bytes of the text that are the value; nil where the text is no JSON.
    package var bytes: Range<Int>?

    package init(line: Int, column: Int, content: Content, integer: Int? = nil, bytes: Range<Int>? = nil) {
        (self.line, self.column, self.content, self.integer, self.bytes) = (line, column, content, integer, bytes)
    }

    /// What the value is, for a message.
    package var kind: String {
        switch content {
        case .null: "null"
        case .boolean(let flag): "\(flag)"
        case .number: "a number"
        case .text: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
