#if Sodium
internal import CResponderSodium

/// What libsodium does for ``Sealing``; keys have 32 bytes, and targets room for what is written.
enum Cipher {
    static let encrypts = true
    static let digestName = "blake2b-256"

    private static let isReady: Bool = {
        guard sodium_init() >= 0 else { fatalError("libsodium cannot start: the system gives no random bytes") }
        return true
    }()

    static func allocateKey() -> KeyMemory {
        _ = isReady
        // A process may have some ten thousand guarded keys: the system limits the number of its mappings.
        if let memory = sodium_malloc(SecretKey.size) { return KeyMemory(start: memory, isGuarded: true) }
        return KeyMemory(start: .allocate(byteCount: SecretKey.size, alignment: 16), isGuarded: false)
    }

    /// Zeroes the memory, and gives it back.
    static func freeKey(_ memory: KeyMemory) {
        guard !memory.isGuarded else { return sodium_free(memory.start) }
        sodium_memzero(memory.start, SecretKey.size)
        memory.start.deallocate()
    }

    static func randomize(_ target: UnsafeMutableRawBufferPointer) {
        _ = isReady
        guard let start = target.baseAddress else { return }
        randombytes_buf(start, target.count)
    }

    /// Seals behind the nonce, with which `target` begins.
    static func seal(
        _ bytes: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer,
        key: UnsafeRawBufferPointer,
        context: [UInt8]
    ) {
        guard let target = target.baseAddress, let key = key.baseAddress else { return }
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            (target + Sealing.nonceSize).bytes,
            nil,
            bytes.baseAddress?.bytes,
            UInt64(bytes.count),
            context,
            UInt64(context.count),
            nil,
            UnsafeRawPointer(target).bytes,
            key.bytes
        )
    }

    static func open(
        _ sealed: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawPointer?,
        key: UnsafeRawBufferPointer,
        context: [UInt8]
    ) -> Bool {
        guard sealed.count >= Sealing.overhead, let sealedStart = sealed.baseAddress, let key = key.baseAddress else {
            return false
        }
        return crypto_aead_xchacha20poly1305_ietf_decrypt(
            target?.bytes,
            nil,
            nil,
            (sealedStart + Sealing.nonceSize).bytes,
            UInt64(sealed.count - Sealing.nonceSize),
            context,
            UInt64(context.count),
            sealedStart.bytes,
            key.bytes
        ) == 0
    }

    static func makePair(publicKey: UnsafeMutableRawBufferPointer, secretKey: UnsafeMutableRawBufferPointer) {
        guard let publicKey = publicKey.baseAddress, let secretKey = secretKey.baseAddress else { return }
        crypto_box_keypair(publicKey.bytes, secretKey.bytes)
    }

    static func sealBox(
        _ bytes: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer,
        to publicKey: [UInt8]
    ) {
        guard let target = target.baseAddress, let start = bytes.baseAddress else { return }
        crypto_box_seal(target.bytes, start.bytes, UInt64(bytes.count), publicKey)
    }

    static func openBox(
        _ box: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer,
        publicKey: [UInt8],
        secretKey: UnsafeRawBufferPointer
    ) -> Bool {
        guard let target = target.baseAddress, let start = box.baseAddress, let key = secretKey.baseAddress else {
            return false
        }
        return crypto_box_seal_open(target.bytes, start.bytes, UInt64(box.count), publicKey, key.bytes) == 0
    }

    static func derive(
        from password: UnsafeRawBufferPointer,
        salt: [UInt8],
        cost: PasswordCost,
        into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let target = target.baseAddress, let start = password.baseAddress else { return false }
        let (operations, memory) =
            switch cost {
            case .quick: (crypto_pwhash_argon2id_opslimit_min(), crypto_pwhash_argon2id_memlimit_min())
            case .interactive:
                (crypto_pwhash_argon2id_opslimit_interactive(), crypto_pwhash_argon2id_memlimit_interactive())
            }
        return crypto_pwhash(
            target.bytes,
            UInt64(SecretKey.size),
            start.assumingMemoryBound(to: CChar.self),
            UInt64(password.count),
            salt,
            UInt64(operations),
            memory,
            crypto_pwhash_argon2id_alg_argon2id13()
        ) == 0
    }

    /// A digest in progress.
    struct DigestState: ~Copyable {
        private let state: UnsafeMutableRawPointer

        init() {
            state = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
            crypto_generichash_init(OpaquePointer(state), nil, 0, Digest.size)
        }

        deinit { state.deallocate() }

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            guard let start = bytes.baseAddress else { return }
            crypto_generichash_update(OpaquePointer(state), start.bytes, UInt64(bytes.count))
        }

        mutating func finish() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: Digest.size)
            crypto_generichash_final(OpaquePointer(state), &digest, Digest.size)
            return digest
        }
    }
}

extension UnsafeRawPointer {
    fileprivate var bytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawPointer {
    fileprivate var bytes: UnsafeMutablePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}
#endif
