/// One line of a recording, read field by field.
///
/// The fields are read as bytes with plain indices for speed: a recording has tens of thousands of lines, and is read
/// in debug builds too.
struct RecordingLine {
    /// The result of reading a number.
    enum Number: Equatable {
        case value(Int64)
        /// No number: nothing, or other text.
        case missing
        /// A number of more than 63 bits.
        case tooLarge
    }

    let bytes: [UInt8]
    /// Where the line begins and ends in `bytes`, without its line end.
    let range: Range<Int>
    /// The next byte to read.
    private(set) var position: Int

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        self.range = range
        position = range.lowerBound
    }

    /// All of the line.
    var whole: ArraySlice<UInt8> { bytes[range] }

    /// The part of the line that has not been read.
    var rest: ArraySlice<UInt8> { bytes[position..<range.upperBound] }

    /// The next byte, without reading it; nil at the end of the line.
    var next: UInt8? { position < range.upperBound ? bytes[position] : nil }

    /// Whether only blanks and a comment follow.
    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return next == nil || next == UInt8(ascii: "#")
        }
    }

    mutating func skipBlanks() {
        while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// Reads `text` if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard range.upperBound - position >= length else { return false }
        for offset in 0..<length where bytes[position + offset] != text.utf8Start[offset] { return false }
        position += length
        return true
    }

    /// Reads the letter and the colon at the beginning of a line; nil where the line begins otherwise.
    mutating func tag() -> UInt8? {
        guard let letter = next, position + 1 < range.upperBound, bytes[position + 1] == UInt8(ascii: ":") else {
            return nil
        }
        position += 2
        return letter
    }

    /// Skips blanks, then reads up to the next blank; empty at the end of the line.
    mutating func word() -> ArraySlice<UInt8> {
        skipBlanks()
        let start = position
        while let byte = next, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { position += 1 }
        return bytes[start..<position]
    }

    /// Reads the next digits as a decimal number, without sign or blanks.
    ///
    /// - Parameter end: A byte that may follow the number, besides a blank, a comment or a point.
    mutating func decimalDigits(before end: UInt8? = nil) -> Number {
        digits(radix: 10, before: end)
    }

    /// Skips blanks, then reads a decimal number, which may have a minus sign and leading zeros.
    mutating func decimal() -> Number {
        skipBlanks()
        let isNegative = skip("-")
        let number = digits(radix: 10)
        guard isNegative, case .value(let value) = number else { return number }
        return .value(-value)
    }

    /// Skips blanks, then reads a hexadecimal number without sign.
    mutating func hexadecimal() -> Number {
        skipBlanks()
        return digits(radix: 16)
    }

    private mutating func digits(radix: Int64, before end: UInt8? = nil) -> Number {
        var value: Int64 = 0
        var isTooLarge = false
        let start = position
        while let byte = next, let digit = Self.digit(byte), digit < radix {
            let (product, overflow) = value.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(digit)
            isTooLarge = isTooLarge || overflow || carry
            value = sum
            position += 1
        }
        // Digits directly before other characters are not a number, for example 12x.
        guard position > start, Self.isBoundary(next) || next == end else { return .missing }
        return isTooLarge ? .tooLarge : .value(value)
    }

    static func digit(_ byte: UInt8) -> Int64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Whether a number may end before `byte`.
    private static func isBoundary(_ byte: UInt8?) -> Bool {
        switch byte {
        case nil, UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "#"), UInt8(ascii: "."): true
        default: false
        }
    }
}
