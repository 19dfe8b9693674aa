// Bytes as hexadecimal digits.
extension [UInt8] {
    /// Two digits for each byte, in small letters.
    package var hexadecimal: [UInt8] {
        flatMap { [UInt8.hexadecimalDigits[Int($0 >> 4)], UInt8.hexadecimalDigits[Int($0 & 15)]] }
    }

    /// The bytes that digits of small letters say; nil for other text.
    init?(hexadecimal text: some Collection<UInt8>) {
        guard text.count % 2 == 0 else { return nil }
        self = []
        var high: UInt8?
        for character in text {
            guard let value = character.hexadecimalValue else { return nil }
            if let first = high { append(first << 4 | value) }
            high = high == nil ? value : nil
        }
    }
}

extension UInt8 {
    static let hexadecimalDigits = Array("0123456789abcdef".utf8)

    /// The value of a digit or a small letter.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
