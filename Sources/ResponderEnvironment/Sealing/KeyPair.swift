/// A pair of keys: what is sealed to the public one can be opened with the secret one alone (X25519).
package struct KeyPair: Sendable {
    package let publicKey: [UInt8]
    package let secretKey: SecretKey

    /// A random pair.
    package init() {
        var publicKey = [UInt8](repeating: 0, count: Sealing.publicKeySize)
        secretKey = SecretKey { secret in
            publicKey.withUnsafeMutableBytes { Cipher.makePair(publicKey: $0, secretKey: secret) }
        }
        self.publicKey = publicKey
    }

    package init(publicKey: [UInt8], secretKey: SecretKey) {
        self.publicKey = publicKey
        self.secretKey = secretKey
    }

    /// Seals a key in a box that only the secret key of the pair opens.
    package static func seal(_ secret: SecretKey, to publicKey: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SecretKey.size + Sealing.boxOverhead) { buffer, filled in
            secret.withBytes { Cipher.sealBox($0, into: UnsafeMutableRawBufferPointer(buffer), to: publicKey) }
            filled = SecretKey.size + Sealing.boxOverhead
        }
    }

    /// The key in a box; nil where the box is damaged, or of another pair.
    package func openKey(_ box: [UInt8]) -> SecretKey? {
        guard box.count == SecretKey.size + Sealing.boxOverhead else { return nil }
        var isOpen = false
        let secret = SecretKey { memory in
            isOpen = box.withUnsafeBytes { box in
                secretKey.withBytes { Cipher.openBox(box, into: memory, publicKey: publicKey, secretKey: $0) }
            }
        }
        return isOpen ? secret : nil
    }
}
