#if !Sodium
internal import CResponderEnvironment
internal import Glibc

/// What ``Sealing`` does without the trait Sodium: the forms are those of the trait, the bytes are in the clear, and a
/// checksum of key, context and bytes stands in the place of each tag.
enum Cipher {
    static let encrypts = false
    static let digestName = "checksum-256"

    static func allocateKey() -> KeyMemory {
        KeyMemory(start: .allocate(byteCount: SecretKey.size, alignment: 16), isGuarded: false)
    }

    /// Zeroes the memory, and gives it back.
    static func freeKey(_ memory: KeyMemory) {
        explicit_bzero(memory.start, SecretKey.size)
        memory.start.deallocate()
    }

    static func randomize(_ target: UnsafeMutableRawBufferPointer) {
        var generator = SystemRandomNumberGenerator()
        var index = 0
        while index < target.count {
            withUnsafeBytes(of: generator.next()) { word in
                let part = word[..<min(word.count, target.count - index)]
                UnsafeMutableRawBufferPointer(rebasing: target[index...]).copyBytes(from: part)
                index += part.count
            }
        }
    }

    /// Seals behind the nonce, with which `target` begins.
    static func seal(
        _ bytes: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer,
        key: UnsafeRawBufferPointer,
        context: [UInt8]
    ) {
        let body = UnsafeMutableRawBufferPointer(rebasing: target[Sealing.nonceSize...])
        body.copyBytes(from: bytes)
        let nonce = UnsafeRawBufferPointer(rebasing: target[..<Sealing.nonceSize])
        UnsafeMutableRawBufferPointer(rebasing: body[bytes.count...])
            .copyBytes(from: tag(key, nonce, context, bytes))
    }

    static func open(
        _ sealed: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawPointer?,
        key: UnsafeRawBufferPointer,
        context: [UInt8]
    ) -> Bool {
        guard sealed.count >= Sealing.overhead else { return false }
        let end = sealed.count - Sealing.tagSize
        let nonce = UnsafeRawBufferPointer(rebasing: sealed[..<Sealing.nonceSize])
        let bytes = UnsafeRawBufferPointer(rebasing: sealed[Sealing.nonceSize..<end])
        guard tag(key, nonce, context, bytes).elementsEqual(sealed[end...]) else { return false }
        if let start = bytes.baseAddress { target?.copyMemory(from: start, byteCount: bytes.count) }
        return true
    }

    private static func tag(
        _ key: UnsafeRawBufferPointer,
        _ nonce: UnsafeRawBufferPointer,
        _ context: [UInt8],
        _ bytes: UnsafeRawBufferPointer
    ) -> [UInt8] {
        var state = DigestState(lanes: 2)
        state.update(key)
        state.update(nonce)
        context.withUnsafeBytes { state.update($0) }
        state.update(bytes)
        return state.finish()
    }

    static func makePair(publicKey: UnsafeMutableRawBufferPointer, secretKey: UnsafeMutableRawBufferPointer) {
        randomize(secretKey)
        publicKey.copyBytes(from: digest(UnsafeRawBufferPointer(secretKey)))
    }

    static func sealBox(
        _ bytes: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer,
        to publicKey: [UInt8]
    ) {
        randomize(UnsafeMutableRawBufferPointer(rebasing: target[..<Sealing.publicKeySize]))
        publicKey.withUnsafeBytes { key in
            seal(
                bytes,
                into: UnsafeMutableRawBufferPointer(rebasing: target[(Sealing.publicKeySize - Sealing.nonceSize)...]),
                key: key,
                context: []
            )
        }
    }

    static func openBox(
        _ box: UnsafeRawBufferPointer,
        into target: UnsafeMutableRawBufferPointer,
        publicKey: [UInt8],
        secretKey: UnsafeRawBufferPointer
    ) -> Bool {
        guard box.count >= Sealing.boxOverhead, digest(secretKey) == publicKey else { return false }
        let sealed = UnsafeRawBufferPointer(rebasing: box[(Sealing.publicKeySize - Sealing.nonceSize)...])
        return publicKey.withUnsafeBytes { open(sealed, into: target.baseAddress, key: $0, context: []) }
    }

    static func derive(
        from password: UnsafeRawBufferPointer,
        salt: [UInt8],
        cost: PasswordCost,
        into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        target.copyBytes(from: (salt + Array(password)).withUnsafeBytes { digest($0) })
        return true
    }

    private static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state = DigestState()
        state.update(bytes)
        return state.finish()
    }

    /// A checksum in progress.
    struct DigestState: ~Copyable {
        private var lanes: [UInt64]
        private var count: UInt64 = 0

        init(lanes: Int = Digest.size / 8) {
            self.lanes = (0..<lanes).map { 0xcbf2_9ce4_8422_2325 &+ UInt64($0) }
        }

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            guard let start = bytes.baseAddress else { return }
            rse_checksum(&lanes, Int32(lanes.count), start, bytes.count)
            count &+= UInt64(bytes.count)
        }

        mutating func finish() -> [UInt8] {
            withUnsafeBytes(of: count) { rse_checksum(&lanes, Int32(lanes.count), $0.baseAddress, $0.count) }
            return lanes.flatMap { lane in withUnsafeBytes(of: lane) { Array($0) } }
        }
    }
}
#endif
