/// The digest of bytes that come piece by piece: BLAKE2b-256, or without the trait Sodium a checksum, which notices
/// damage but no forgery.
///
/// One thread at a time may use a digest.
package final class Digest {
    /// What the digest is, for files that keep digests: digests of different names cannot be compared.
    package static let name = Cipher.digestName
    /// The length of a digest in bytes.
    package static let size = 32

    private var state = Cipher.DigestState()

    package init() {}

    /// Goes on with these bytes.
    package func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { state.update($0) } }

    /// Goes on with these bytes.
    package func update(_ bytes: UnsafeRawBufferPointer) { state.update(bytes) }

    /// The digest of all bytes; take it once, at the end.
    package func finish() -> [UInt8] { state.finish() }

    /// The digest of bytes that are all there.
    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        let digest = Digest()
        digest.update(bytes)
        return digest.finish()
    }
}
