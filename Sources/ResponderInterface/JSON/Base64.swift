/// Bytes as text, as RFC 4648 has it (section 4), with its padding.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group = 0
            for index in 0..<3 { group = group << 8 | (index < count ? Int(bytes[start + index]) : 0) }
            for index in 0..<4 {
                text.append(index > count ? UInt8(ascii: "=") : letters[group >> (18 - 6 * index) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil if the text is none that ``text(of:)`` returns.
    static func bytes(of text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        for start in stride(from: 0, to: letters.count, by: 4) {
            let isLast = start + 4 == letters.count
            var (group, padding) = (0, 0)
            for letter in letters[start..<start + 4] {
                if letter == UInt8(ascii: "="), isLast { padding += 1 } else if padding > 0 { return nil }
                guard let value = padding > 0 ? 0 : value(of: letter) else { return nil }
                group = group << 6 | value
            }
            // The bits that are left over are zero.
            guard padding < 3, group & ((1 << (8 * padding)) - 1) == 0 else { return nil }
            for index in 0..<(3 - padding) { bytes.append(UInt8(group >> (16 - 8 * index) & 255)) }
        }
        return bytes
    }

    private static func value(of letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
