package import ResponderInterface
internal import ResponderYAML

/// Reads a scenario in YAML as the values that the same scenario in JSON has.
///
/// A plain scalar that JSON would read as a number, `true`, `false` or `null` is one; every other scalar is text, also
/// `yes` and `on`. Anchors, aliases and a second document are no part of the format.
package struct ScenarioYAML {
    /// The most levels of nested lists and mappings.
    package static let deepest = 64

    private let reader: YAMLReader
    private let bytes: [UInt8]
    /// How many Unicode scalars there are before a byte: to find the bytes of later scalars.
    private var (scalars, offset) = (0, 0)

    /// The value of the whole text.
    ///
    /// - Complexity: Linear in the text; allocates the values.
    package static func read(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        do throws(YAMLProblem) {
            var document = try ScenarioYAML(bytes)
            let value = try document.value(try document.reader.next())
            try document.reader.finish()
            return value
        } catch {
            throw Problem(line: error.line ?? 1, column: error.column, place: .root, text: error.text)
        }
    }

    private init(_ bytes: [UInt8]) throws(YAMLProblem) {
        self.bytes = bytes
        var rest = bytes[...]
        reader = try YAMLReader(deepest: Self.deepest) {
            defer { rest = [] }
            return rest
        }
    }

    private mutating func value(_ piece: YAMLReader.Piece) throws(YAMLProblem) -> JSONValue {
        let (line, column) = (reader.line, reader.column)
        let start = byteOffset(of: reader.range.lowerBound)
        let content: JSONValue.Content
        var integer: Int?
        switch piece {
        case .scalar(let text):
            (content, integer) = reader.isPlain ? Self.plain(text) : (.text(text), nil)
        case .sequenceStart:
            var elements: [JSONValue] = []
            while true {
                let piece = try reader.next()
                if piece == .sequenceEnd { break }
                elements.append(try value(piece))
            }
            content = .array(elements)
        case .mappingStart: content = .object(try members())
        case .end, .sequenceEnd, .mappingEnd: throw reader.failure("a value", found: "the end of the file")
        }
        let end: Int
        if case .array(let elements) = content, bytes[start...].first != UInt8(ascii: "["), let last = elements.last {
            // The end of a list without brackets is where the next thing begins.
            end = last.bytes?.upperBound ?? start
        } else {
            end = byteOffset(of: reader.range.upperBound)
        }
        return JSONValue(
            line: line,
            column: column,
            content: content,
            integer: integer,
            bytes: start..<max(start, end)
        )
    }

    /// What a scalar without quotes stands for: numbers and words are as in JSON.
    private static func plain(_ text: String) -> (JSONValue.Content, Int?) {
        if text.isEmpty || text == "~" { return (.null, nil) }
        let first = text.utf8.first ?? 0
        let mayBeNumber = first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
        guard mayBeNumber || ["true", "false", "null"].contains(text),
            let value = try? JSONReader.read(Array(text.utf8))
        else { return (.text(text), nil) }
        return (value.content, value.integer)
    }

    private mutating func members() throws(YAMLProblem) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var lines: [String: Int] = [:]
        while true {
            let piece = try reader.next()
            if piece == .mappingEnd { return members }
            guard case .scalar(let key) = piece else {
                throw reader.failure("a key", found: "a list or a mapping in its place")
            }
            let (line, column) = (reader.line, reader.column)
            if let former = lines.updateValue(line, forKey: key) {
                throw reader.failure("each key once", found: "one that was set before, in line \(former)")
            }
            let value = try value(try reader.next())
            members.append(JSONValue.Member(key: key, line: line, column: column, value: value))
        }
    }

    /// The byte at which a Unicode scalar begins, which is none before the last one asked for.
    private mutating func byteOffset(of scalar: Int) -> Int {
        if scalar < scalars { (scalars, offset) = (0, 0) }
        while scalars < scalar, offset < bytes.count {
            offset += 1
            // All bytes of a scalar but the first one begin with the bits 10.
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            scalars += 1
        }
        return offset
    }
}
