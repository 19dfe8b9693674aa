/// The digest of a file's plain bytes.
package struct BackupDigest: Hashable, Sendable {
    private var words: InlineWords

    private struct InlineWords: Hashable, Sendable {
        var (first, second, third, fourth): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

        subscript(index: Int) -> UInt64 {
            get { index == 0 ? first : index == 1 ? second : index == 2 ? third : fourth }
            set {
                switch index {
                case 0: first = newValue
                case 1: second = newValue
                case 2: third = newValue
                default: fourth = newValue
                }
            }
        }
    }

    /// A digest of up to 32 bytes.
    package init(_ bytes: [UInt8]) {
        words = InlineWords()
        for (index, byte) in bytes.prefix(32).enumerated() {
            words[index / 8] |= UInt64(byte) << UInt64(56 - index % 8 * 8)
        }
    }

    /// The digest that 64 hexadecimal digits, in small letters, say.
    init?(hexadecimal text: some Collection<UInt8>) {
        guard text.count == 64 else { return nil }
        words = InlineWords()
        for (index, character) in text.enumerated() {
            guard let value = character.hexadecimalValue else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
    }

    /// 64 hexadecimal digits.
    var hexadecimal: [UInt8] {
        (0..<64).map { index in
            UInt8.hexadecimalDigits[Int(words[index / 16] >> UInt64(60 - index % 16 * 4) & 15)]
        }
    }
}

/// Makes a digest of bytes that come in pieces.
struct BackupHasher {
    static let name = Digest.name
    private var digest = Digest()

    mutating func update(_ bytes: [UInt8]) { digest.update(bytes) }

    mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { digest.update($0) } }

    /// The digest of all bytes so far; what follows begins anew.
    mutating func finish() -> BackupDigest {
        defer { digest = Digest() }
        return BackupDigest(digest.finish())
    }

    static func digest(_ bytes: some Sequence<UInt8>) -> BackupDigest { BackupDigest(Digest.of(Array(bytes))) }
}
