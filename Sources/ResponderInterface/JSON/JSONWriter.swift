internal import ResponderKit
internal import ResponderSupport

/// Writes values of a state as a JSON text that `JSONReader` reads: keys in order, so equal values are equal texts.
///
/// JSON has no bytes, no infinite numbers and one kind of numbers. Bytes are written as `{"$bytes": "AQI="}` in base64,
/// numbers that JSON lacks as `{"$double": "infinity"}`; a number with a point or an exponent is no whole number. A key
/// that begins with `$` gets a second one.
struct JSONWriter {
    /// How deep arrays, dictionaries and the objects for bytes may be nested: what was read can be written, and the
    /// other way round.
    static let depthLimit = JSONReader.depthLimit

    private var text = ""
    private var depth = 0

    /// The text of a value; nil if it is nested too deep.
    static func write(_ value: StateValue) -> String? {
        var writer = JSONWriter()
        guard writer.write(value) else { return nil }
        return writer.text + "\n"
    }

    private mutating func write(_ value: StateValue) -> Bool {
        switch value {
        case .null: text += "null"
        case .boolean(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += "\(number)"
        case .double(let number) where number.isFinite:
            // The shortest text that is read as the same number; it has a point or an exponent.
            text += "\(number)"
        case .double(let number):
            return writeObject("$double", number.isNaN ? "nan" : number < 0 ? "-infinity" : "infinity")
        case .string(let string): text += string.quotedForJSON()
        case .bytes(let bytes): return writeObject("$bytes", Base64.text(of: bytes))
        case .array(let values): return write(values)
        case .dictionary(let values): return write(values)
        }
        return true
    }

    /// Writes what JSON lacks as an object.
    private mutating func writeObject(_ key: String, _ value: String) -> Bool {
        guard enter() else { return false }
        depth -= 1
        text += "{\"\(key)\": \"\(value)\"}"
        return true
    }

    private mutating func write(_ values: [StateValue]) -> Bool {
        guard enter() else { return false }
        // Values without others inside them stand in one line.
        let isFlat = values.allSatisfy { !$0.hasParts }
        text += "["
        for (index, value) in values.enumerated() {
            if index > 0 { text += isFlat ? ", " : "," }
            if !isFlat { beginLine() }
            guard write(value) else { return false }
        }
        depth -= 1
        if !isFlat { beginLine() }
        text += "]"
        return true
    }

    private mutating func write(_ values: [String: StateValue]) -> Bool {
        guard enter() else { return false }
        text += "{"
        var isFirst = true
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            if !isFirst { text += "," }
            isFirst = false
            beginLine()
            text += ((key.utf8.first == UInt8(ascii: "$") ? "$" : "") + key).quotedForJSON() + ": "
            guard write(value) else { return false }
        }
        depth -= 1
        if !isFirst { beginLine() }
        text += "}"
        return true
    }

    private mutating func enter() -> Bool {
        depth += 1
        return depth <= Self.depthLimit
    }

    private mutating func beginLine() {
        text += "\n"
        for _ in 0..<depth { text += " " }
    }
}

extension StateValue {
    /// Whether values, or bytes, are inside this one.
    fileprivate var hasParts: Bool {
        switch self {
        case .array, .dictionary, .bytes: true
        case .null, .boolean, .integer, .double, .string: false
        }
    }
}
