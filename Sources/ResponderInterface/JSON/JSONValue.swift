/// A value of a JSON text, with the line where it begins.
struct JSONValue {
    enum Content {
        case null
        case boolean(Bool)
        case number(Double)
        case text(String)
        case array([JSONValue])
        case object([Member])
    }

    struct Member {
        let key: String
        /// The line of the key.
        let line: Int
        let value: JSONValue
    }

    let line: Int
    let content: Content
    /// The number, if it is written as a whole one: a `Double` has no room for all of these.
    var integer: Int?

    /// What the value is, for a message.
    var kind: String {
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
