/// Reads preferences from text.
package struct PreferenceText {
    /// Why a text is no preference.
    package struct Invalid: Error {
        package let reason: String
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpaces() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || next == UInt8(ascii: "\r") { place += 1 }
    }

    /// Takes the word if it comes next.
    mutating func takes(_ word: StaticString) -> Bool {
        skipSpaces()
        let length = word.utf8CodeUnitCount
        let isNext = word.withUTF8Buffer { $0.elementsEqual(bytes[place...].prefix(length)) }
        if isNext { place += length }
        return isNext
    }

    mutating func expect(_ word: StaticString, _ place: String) throws(Invalid) {
        guard takes(word) else { throw Invalid(reason: "\"\(word)\" is missing \(place)") }
    }

    mutating func end() throws(Invalid) {
        skipSpaces()
        guard next == nil else { throw Invalid(reason: "there is more after the value") }
    }

    mutating func value(levels: Int) throws(Invalid) -> StoredPreference {
        skipSpaces()
        switch next {
        case UInt8(ascii: "\""): return .text(try quoted())
        case UInt8(ascii: "<"): return .bytes(try hexadecimal())
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            guard levels > 0 else {
                throw Invalid(reason: "more than \(StoredPreference.mostLevels) arrays and tables inside one another")
            }
            return takes("[") ? try array(levels - 1) : try table(levels - 1)
        default: return try word()
        }
    }

    private mutating func array(_ levels: Int) throws(Invalid) -> StoredPreference {
        var values: [StoredPreference] = []
        if takes("]") { return .array(values) }
        repeat { values.append(try value(levels: levels)) } while takes(",")
        try expect("]", "at the end of the array")
        return .array(values)
    }

    private mutating func table(_ levels: Int) throws(Invalid) -> StoredPreference {
        var values: [String: StoredPreference] = [:]
        _ = takes("{")
        if takes("}") { return .table(values) }
        repeat {
            let key = try quoted()
            try expect(":", "after a key of the table")
            values[key] = try value(levels: levels)
        } while takes(",")
        try expect("}", "at the end of the table")
        return .table(values)
    }

    /// A truth value or a number.
    private mutating func word() throws(Invalid) -> StoredPreference {
        let start = place
        while let byte = next, Self.isOfWord(byte) { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        if let truth = Bool(word) { return .bool(truth) }
        if let number = Int(word) { return .int(number) }
        guard word.contains(where: { ".enEN".contains($0) }), let number = Double(word) else {
            throw Invalid(reason: word.isEmpty ? "a value is missing" : "a value is neither true, false nor a number")
        }
        return .double(number)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func hexadecimal() throws(Invalid) -> [UInt8] {
        place += 1
        var values: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: ">") {
            guard place + 1 < bytes.count, let high = Self.digit(byte), let low = Self.digit(bytes[place + 1]) else {
                throw Invalid(reason: "bytes are pairs of hexadecimal digits between < and >")
            }
            values.append(UInt8(high << 4 | low))
            place += 2
        }
        try expect(">", "at the end of the bytes")
        return values
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// A text in quotes.
    mutating func quoted() throws(Invalid) -> String {
        try expect("\"", "at the beginning of a text")
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else {
                    throw Invalid(reason: "a text has bytes that are not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): text += try escape()
            default: text.append(byte)
            }
        }
        throw Invalid(reason: "a text has no closing quote")
    }

    private mutating func escape() throws(Invalid) -> [UInt8] {
        guard let byte = next else { throw Invalid(reason: "a text ends in a backslash") }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [byte]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"):
            var code: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = next.flatMap(Self.digit) else { throw Invalid(reason: "\\u needs four digits") }
                code = code << 4 | digit
                place += 1
            }
            guard let scalar = Unicode.Scalar(code) else { throw Invalid(reason: "\\u names no character") }
            return Array(String(scalar).utf8)
        default: throw Invalid(reason: "there is no such escape; write \\\", \\\\, \\n, \\t or \\u with four digits")
        }
    }
}
