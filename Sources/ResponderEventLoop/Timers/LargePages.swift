internal import Glibc

/// Memory for random access, in large pages where it is large.
///
/// A processor caches the addresses of some thousand pages. With pages of 4 KiB that covers less than a million timers
/// take, and looking up the address of the next page costs as much as fetching the timer.
enum LargePages {
    static let size = 2 << 20

    /// Allocates memory that begins at a cache line.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= size else { return .allocate(byteCount: byteCount, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        // A hint: where the system has no large pages to spare, it uses small ones.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        return memory
    }
}

/// Memory that is never given back.
///
/// At first each piece is allocated by itself; once the pieces would fill a large page, further ones are cut from large
/// pages.
struct PermanentMemory: ~Copyable {
    private var taken = 0
    private var rest: UnsafeMutableRawPointer?
    private var restSize = 0

    /// - Parameter size: A multiple of a cache line, and less than a large page.
    mutating func take(_ size: Int) -> UnsafeMutableRawPointer {
        taken += size
        guard taken > LargePages.size else { return LargePages.allocate(size) }
        if restSize < size { (rest, restSize) = (LargePages.allocate(LargePages.size), LargePages.size) }
        guard let piece = rest else { return LargePages.allocate(size) }
        rest = piece + size
        restSize -= size
        return piece
    }
}
