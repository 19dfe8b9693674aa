internal import ResponderEventLoop
internal import ResponderSupport

/// Reads a JSON text, as RFC 8259 has it.
///
/// Not Foundation's decoder: on Linux that one reports a syntax error without its line, and takes the first of two
/// members with the same key. This one names the line and the place of any error.
package struct JSONReader {
    /// How deep values may be nested: the reader calls itself for each level.
    package static let depthLimit = 512

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// Where the line begins, and how many Unicode scalars stand between there and a place in the line.
    ///
    /// The place only moves on, so that all columns of a long line take no more time than the line has bytes.
    private var (lineStart, countedTo, counted) = (0, 0, 0)
    private var depth = 0

    /// The value of the whole text.
    package static func read(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        // A byte order mark, which some editors write.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (reader.position, reader.lineStart) = (3, 3) }
        let value = try reader.readValue(at: .root)
        reader.skipSpace()
        guard reader.byte == nil else {
            throw reader.problem("the text goes on after its value, with \(reader.found)", at: .root)
        }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: Values

    private mutating func readValue(at place: KeyPlace) throws(Problem) -> JSONValue {
        skipSpace()
        let (start, column) = (line, self.column)
        let content: JSONValue.Content
        let first = position
        switch byte {
        case UInt8(ascii: "{"): content = .object(try readMembers(at: place))
        case UInt8(ascii: "["): content = .array(try readElements(at: place))
        case UInt8(ascii: "\""): content = .text(try readText(at: place))
        case UInt8(ascii: "t") where consume("true"): content = .boolean(true)
        case UInt8(ascii: "f") where consume("false"): content = .boolean(false)
        case UInt8(ascii: "n") where consume("null"): content = .null
        case UInt8(ascii: "-"): content = .number(try readNumber(at: place))
        case let digit? where UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit:
            content = .number(try readNumber(at: place))
        default: throw problem("a value is expected, and there is \(found)", at: place)
        }
        return JSONValue(
            line: start,
            column: column,
            content: content,
            integer: integer(from: first),
            bytes: first..<position
        )
    }

    private mutating func readMembers(at place: KeyPlace) throws(Problem) -> [JSONValue.Member] {
        try enter(at: place)
        defer { depth -= 1 }
        var members: [JSONValue.Member] = []
        var lines: [String: Int] = [:]
        if takeMark("}") { return members }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else {
                throw problem("a key in double quotes is expected, and there is \(found)", at: place)
            }
            let (start, column) = (line, self.column)
            let key = try readText(at: place)
            let inner = KeyPlace.key(key, in: place)
            if let former = lines.updateValue(start, forKey: key) {
                throw Problem(
                    line: start,
                    column: column,
                    place: inner,
                    text: "the key was set before, in line \(former); remove one"
                )
            }
            guard takeMark(":") else {
                throw problem("\":\" is expected after the key, and there is \(found)", at: inner)
            }
            let value = try readValue(at: inner)
            members.append(JSONValue.Member(key: key, line: start, column: column, value: value))
        } while takeMark(",")
        guard takeMark("}") else {
            throw problem("\",\" or \"}\" is expected after the value, and there is \(found)", at: place)
        }
        return members
    }

    private mutating func readElements(at place: KeyPlace) throws(Problem) -> [JSONValue] {
        try enter(at: place)
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        if takeMark("]") { return elements }
        repeat {
            elements.append(try readValue(at: .index(elements.count, in: place)))
        } while takeMark(",")
        guard takeMark("]") else {
            throw problem("\",\" or \"]\" is expected after the value, and there is \(found)", at: place)
        }
        return elements
    }

    /// Passes the bracket of a list or an object.
    private mutating func enter(at place: KeyPlace) throws(Problem) {
        guard depth < Self.depthLimit else {
            throw problem("values are nested more than \(Self.depthLimit) deep", at: place)
        }
        depth += 1
        position += 1
    }

    // MARK: Numbers and text

    private mutating func readNumber(at place: KeyPlace) throws(Problem) -> Double {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") {
            position += 1
            if let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
                throw problem("a number begins with a superfluous 0", at: place)
            }
        } else {
            try passDigits(at: place)
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            try passDigits(at: place)
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try passDigits(at: place)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            throw problem("the number \(text.quotedInOneLine(limit: 40)) is too large", at: place)
        }
        return number
    }

    /// The whole number that stands from `first` to here; nil if that is none, or too large.
    private func integer(from first: Int) -> Int? {
        // The digits of a number, and its sign: nothing longer is a number of 64 bits.
        guard position - first <= 20, let byte = bytes[first...].first, byte == UInt8(ascii: "-") || byte.isDigit,
            bytes[first + 1..<position].allSatisfy(\.isDigit)
        else { return nil }
        return Int(String(decoding: bytes[first..<position], as: UTF8.self))
    }

    private mutating func passDigits(at place: KeyPlace) throws(Problem) {
        let start = position
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > start else { throw problem("a digit is expected, and there is \(found)", at: place) }
    }

    private mutating func readText(at place: KeyPlace) throws(Problem) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: text, as: UTF8.self) else {
                    throw problem("text holds bytes that are not UTF-8; save the file as UTF-8", at: place)
                }
                return text
            case UInt8(ascii: "\\"):
                position += 1
                text += String(try readEscape(at: place)).utf8
            case 0..<0x20:
                throw problem("text holds \(found); close the quotes in the same line, or write an escape", at: place)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw problem("text has no closing quotes", at: place)
    }

    private mutating func readEscape(at place: KeyPlace) throws(Problem) -> Unicode.Scalar {
        guard let letter = byte else { throw problem("text has no closing quotes", at: place) }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try readUnit(at: place)
            if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
            // The first half of a pair of surrogates, and then the second.
            if UTF16.isLeadSurrogate(unit), consume("\\u") {
                let second = try readUnit(at: place)
                if UTF16.isTrailSurrogate(second) {
                    let code = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
                    if let scalar = Unicode.Scalar(code) { return scalar }
                }
            }
            throw problem("text holds half of a pair of \\u escapes; write both halves", at: place)
        default:
            position -= 1
            throw problem("after \\ there is \(found); write one of \" \\ / b f n r t u", at: place)
        }
    }

    private mutating func readUnit(at place: KeyPlace) throws(Problem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("\\u is followed by four hexadecimal digits, and there is \(found)", at: place)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: Bytes

    /// The next byte; nil at the end.
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D {
            position += 1
            if byte == 0x0A {
                line += 1
                lineStart = position
            }
        }
    }

    /// Passes the word if it stands here.
    private mutating func consume(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] { return false }
        position = end
        return true
    }

    /// Passes the mark if it stands here, after white space.
    private mutating func takeMark(_ mark: StaticString) -> Bool {
        skipSpace()
        return consume(mark)
    }

    private mutating func problem(_ text: String, at place: KeyPlace) -> Problem {
        Problem(line: line, column: column, place: place, text: text)
    }

    /// The place of the next byte in its line, from 1.
    private var column: Int {
        mutating get {
            if countedTo < lineStart { (countedTo, counted) = (lineStart, 0) }
            // All bytes of a scalar but the first one begin with the bits 10.
            for byte in bytes[countedTo..<max(countedTo, position)] where byte & 0xC0 != 0x80 { counted += 1 }
            countedTo = max(countedTo, position)
            return counted + 1
        }
    }

    /// What stands here, for a message.
    private var found: String {
        guard let byte else { return "the end of the file" }
        switch byte {
        case 0x0A, 0x0D: return "the end of the line"
        case 0..<0x20, 0x7F...: return "the byte \(byte)"
        default: return "'\(Unicode.Scalar(byte))'"
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
