/// One line of a backup's list: words with spaces between them.
///
/// A word is text, in which each byte that is no visible ASCII character, and `%`, is written as `%` and two
/// hexadecimal digits. The empty text is `%`, and `-` alone stands for nothing.
struct BackupLine {
    private(set) var bytes: [UInt8] = []

    init(_ kind: String) { bytes += kind.utf8 }

    mutating func add(raw word: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: " "))
        bytes += word
    }

    mutating func add(_ number: some BinaryInteger, radix: Int = 10) { add(raw: String(number, radix: radix).utf8) }

    mutating func add(text: String?) {
        bytes.append(UInt8(ascii: " "))
        guard let text else { return bytes.append(UInt8(ascii: "-")) }
        guard !text.isEmpty else { return bytes.append(UInt8(ascii: "%")) }
        for byte in text.utf8 {
            if Self.isPlain(byte), text.utf8.count > 1 || byte != UInt8(ascii: "-") {
                bytes.append(byte)
            } else {
                bytes += [
                    UInt8(ascii: "%"), UInt8.hexadecimalDigits[Int(byte >> 4)], UInt8.hexadecimalDigits[Int(byte & 15)],
                ]
            }
        }
    }

    fileprivate static func isPlain(_ byte: UInt8) -> Bool {
        0x21...0x7e ~= byte && byte != UInt8(ascii: "%")
    }
}

/// The words of a line, taken one after the other; each answer is nil for a word that is missing or malformed.
struct BackupWords {
    private var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    var isEmpty: Bool { rest.isEmpty }

    mutating func raw() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
        let word = rest[..<end]
        if end < rest.endIndex {
            rest = rest[(end + 1)...]
            // A space at the end would begin a word that is missing.
            guard !rest.isEmpty else { return nil }
        } else {
            rest = []
        }
        return word.isEmpty ? nil : word
    }

    mutating func word() -> String? { raw().flatMap { String(validating: $0, as: UTF8.self) } }

    /// A number in the one form that the writer gives it.
    mutating func number<Number: FixedWidthInteger>(radix: Int = 10, in range: ClosedRange<Number>) -> Number? {
        guard let word = word(), let number = Number(word, radix: radix), range.contains(number),
            String(number, radix: radix) == word
        else { return nil }
        return number
    }

    /// Text that may be nothing: the outer nil is a malformed word.
    mutating func optionalText() -> String?? {
        guard let word = raw() else { return nil }
        if word.elementsEqual([UInt8(ascii: "-")]) { return .some(nil) }
        if word.elementsEqual([UInt8(ascii: "%")]) { return "" }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.count)
        var index = word.startIndex
        while index < word.endIndex {
            if BackupLine.isPlain(word[index]) {
                bytes.append(word[index])
                index += 1
                continue
            }
            guard word[index] == UInt8(ascii: "%"), word.endIndex - index >= 3,
                let high = word[index + 1].hexadecimalValue, let low = word[index + 2].hexadecimalValue
            else { return nil }
            bytes.append(high << 4 | low)
            index += 3
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text
    }

    mutating func text() -> String? { optionalText() ?? nil }
}
