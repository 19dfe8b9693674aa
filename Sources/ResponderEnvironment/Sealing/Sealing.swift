/// Encryption as this module needs it: bytes that only who has a key can read, and cannot change unseen.
///
/// With the trait Sodium: XChaCha20-Poly1305, with a random nonce before the bytes and the tag behind them. Without the
/// trait the same bytes in the clear, with a checksum of key, context and bytes in the tag's place: a wrong key and a
/// flipped bit are noticed as with the trait, but everybody can read the bytes. Only simulated devices run without.
package enum Sealing {
    /// Whether sealed bytes are encrypted: the trait Sodium.
    package static let encrypts = Cipher.encrypts
    /// How much longer sealed bytes are: nonce and tag.
    package static let overhead = nonceSize + tagSize
    /// How much longer the bytes in a sealed box are: a public key and a tag.
    package static let boxOverhead = publicKeySize + tagSize
    package static let publicKeySize = 32
    package static let saltSize = 16
    static let nonceSize = 24
    static let tagSize = 16

    /// Random bytes that nobody can foresee.
    package static func random(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            Cipher.randomize(UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }
    }

    /// Seals bytes; the context is not in the result, and must be the same for `open`.
    package static func seal(_ bytes: [UInt8], with key: SecretKey, context: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { seal($0, with: key, context: context) }
    }

    /// The bytes that were sealed with this key in this context; nil for bytes that were not, or were changed since.
    package static func open(_ sealed: [UInt8], with key: SecretKey, context: [UInt8]) -> [UInt8]? {
        sealed.withUnsafeBytes { open($0, with: key, context: context) }
    }

    /// Seals a key, whose bytes are nowhere else in memory.
    package static func seal(_ secret: SecretKey, with key: SecretKey, context: [UInt8]) -> [UInt8] {
        secret.withBytes { seal($0, with: key, context: context) }
    }

    /// The key that was sealed with this key in this context.
    package static func openKey(_ sealed: [UInt8], with key: SecretKey, context: [UInt8]) -> SecretKey? {
        guard sealed.count == SecretKey.size + overhead else { return nil }
        var isOpen = false
        let secret = SecretKey { memory in
            isOpen = sealed.withUnsafeBytes { sealed in
                key.withBytes { Cipher.open(sealed, into: memory.baseAddress, key: $0, context: context) }
            }
        }
        return isOpen ? secret : nil
    }

    static func seal(_ bytes: UnsafeRawBufferPointer, with key: SecretKey, context: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count + overhead) { buffer, filled in
            seal(bytes, with: key, context: context, into: UnsafeMutableRawBufferPointer(buffer))
            filled = bytes.count + overhead
        }
    }

    /// Seals into `target`, which has room for ``overhead`` bytes more than `bytes`.
    static func seal(
        _ bytes: UnsafeRawBufferPointer,
        with key: SecretKey,
        context: [UInt8],
        into target: UnsafeMutableRawBufferPointer
    ) {
        Cipher.randomize(UnsafeMutableRawBufferPointer(rebasing: target[..<nonceSize]))
        key.withBytes { Cipher.seal(bytes, into: target, key: $0, context: context) }
    }

    static func open(_ sealed: UnsafeRawBufferPointer, with key: SecretKey, context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= overhead else { return nil }
        var isOpen = false
        let bytes = [UInt8](unsafeUninitializedCapacity: sealed.count - overhead) { buffer, filled in
            isOpen = key.withBytes {
                Cipher.open(
                    sealed,
                    into: buffer.baseAddress.map { UnsafeMutableRawPointer($0) },
                    key: $0,
                    context: context
                )
            }
            filled = isOpen ? sealed.count - overhead : 0
        }
        return isOpen ? bytes : nil
    }

    /// The key of a password; nil where the memory that the cost asks for cannot be had.
    ///
    /// - Parameter salt: ``saltSize`` random bytes, so that equal passwords have different keys.
    package static func key(fromPassword password: String, salt: [UInt8], cost: PasswordCost) -> SecretKey? {
        guard salt.count == saltSize else { return nil }
        // A byte more, since an empty array has no address.
        var text = Array(password.utf8) + [0]
        defer { text.erase() }
        var isDone = false
        let key = SecretKey { memory in
            isDone = text.withUnsafeBytes { text in
                let password = UnsafeRawBufferPointer(rebasing: text.dropLast())
                return Cipher.derive(from: password, salt: salt, cost: cost, into: memory)
            }
        }
        return isDone ? key : nil
    }
}
