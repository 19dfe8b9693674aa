internal import Glibc

/// A key of 32 bytes, which is zeroed when the last reference goes.
///
/// With the trait Sodium the key is in memory of its own that is not swapped out, and lies between guard pages.
package final class SecretKey: Sendable {
    package static let size = 32

    // Written by the initialisers alone, before another thread can have the key.
    nonisolated(unsafe) private let memory: KeyMemory

    /// Has `fill` write the key's bytes.
    init(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        memory = Cipher.allocateKey()
        fill(UnsafeMutableRawBufferPointer(start: memory.start, count: Self.size))
    }

    /// A random key.
    package convenience init() {
        self.init { Cipher.randomize($0) }
    }

    /// The key with these bytes; nil unless there are 32 of them.
    package convenience init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.init { $0.copyBytes(from: bytes) }
    }

    deinit { Cipher.freeKey(memory) }

    /// Lends the bytes; do not keep them.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafeRawBufferPointer(start: memory.start, count: Self.size)) }
    }
}

extension [UInt8] {
    /// Zeroes the bytes, as of a secret that is not used any more; those of a copy stay.
    mutating func erase() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}

/// Where a key is in memory.
struct KeyMemory {
    let start: UnsafeMutableRawPointer
    /// Whether libsodium gave the memory, with guard pages around.
    let isGuarded: Bool
}
