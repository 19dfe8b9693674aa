/// The first bytes of a protected file: what the file is, and the key of its content, sealed by the key of its class.
///
///     0    F7 52 4B 46 0D 0A 1A BF       the magic
///     8    1                             the version
///     9    1, 2 or 3                     the class: until first unlock, unless open, complete
///     10   "S" or "c"                    the cipher: by libsodium, or in the clear
///     11   0
///     12   the file's id, 16 bytes
///     28   the file's key, sealed        72 bytes; of the class completeUnlessOpen 80 bytes
///     108  zeros (from 100 where the key has 72 bytes)
///
/// The seal of the key also covers the first 28 bytes. The file's key of the class completeUnlessOpen is in a box that
/// the public key of the device closes (X25519), and covers nothing else.
struct FileHeader: Sendable {
    let protection: ProtectionClass
    /// Random bytes, so that parts of another file are not taken for this file's.
    let id: [UInt8]
    let sealedKey: [UInt8]

    /// No text in UTF-8 begins so, and no common format.
    static let magic: [UInt8] = [0xf7, 0x52, 0x4b, 0x46, 0x0d, 0x0a, 0x1a, 0xbf]
    static let version: UInt8 = 1
    static let size = 128
    private static let keyStart = 28

    init(protection: ProtectionClass) {
        self.init(protection: protection, id: Sealing.random(16), sealedKey: [])
    }

    private init(protection: ProtectionClass, id: [UInt8], sealedKey: [UInt8]) {
        self.protection = protection
        self.id = id
        self.sealedKey = sealedKey
    }

    func with(sealedKey: [UInt8]) -> FileHeader {
        FileHeader(protection: protection, id: id, sealedKey: sealedKey)
    }

    /// What the key of the class seals the file's key with.
    var context: [UInt8] { Self.magic + [Self.version, protection.code, Sealing.cipher, 0] + id }

    var bytes: [UInt8] {
        let bytes = context + sealedKey
        return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
    }

    /// Whether a file with these bytes at its beginning is a protected one, also where one byte of the magic was
    /// changed or the file is cut behind the fourth.
    static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        let first = bytes.prefix(magic.count)
        return first.count >= 4 && zip(first, magic).count { $0 != $1 } <= 1
    }

    /// The header at the beginning of a file; nil for a file without protection.
    init?(_ bytes: [UInt8], path: String) throws(FileError) {
        guard Self.begins(bytes) else { return nil }
        guard bytes.count >= Self.size else { throw .damaged(path, "its header ends too early") }
        guard bytes.starts(with: Self.magic) else { throw .damaged(path, "its first bytes were changed") }
        guard bytes[8] == Self.version else {
            throw .damaged(path, "its format has version \(bytes[8]), and this program reads version \(Self.version)")
        }
        guard let protection = ProtectionClass.allCases.first(where: { $0 != .none && $0.code == bytes[9] }) else {
            throw .damaged(path, "its protection class is unknown")
        }
        try Sealing.check(cipher: bytes[10], of: path)
        let length = SecretKey.size + (protection == .completeUnlessOpen ? Sealing.boxOverhead : Sealing.overhead)
        self.init(
            protection: protection,
            id: Array(bytes[12..<Self.keyStart]),
            sealedKey: Array(bytes[Self.keyStart..<Self.keyStart + length])
        )
    }
}

extension ProtectionClass {
    /// The class in a header.
    var code: UInt8 {
        switch self {
        case .none: 0
        case .completeUntilFirstUserAuthentication: 1
        case .completeUnlessOpen: 2
        case .complete: 3
        }
    }
}

extension Sealing {
    /// What seals files and keybags, as a byte in their headers.
    static var cipher: UInt8 { encrypts ? sodium : clear }
    // Two bits apart, so that no flipped bit makes one of the other.
    private static let sodium = UInt8(ascii: "S")
    private static let clear = UInt8(ascii: "c")

    /// Refuses what this build cannot open.
    static func check(cipher: UInt8, of path: String) throws(FileError) {
        switch cipher {
        case Sealing.cipher: return
        case sodium: throw .noProtection(path, "it is encrypted; build the program with the trait Sodium")
        case clear: throw .noProtection(path, "it is in the clear; open it in a build without the trait Sodium")
        default: throw .damaged(path, "its cipher is unknown")
        }
    }
}
