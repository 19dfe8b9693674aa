internal import Glibc

/// Memory for random access; large blocks are in large pages.
///
/// A processor caches the addresses of some thousand pages. Pages of 4 KiB then cover less memory than a million timers
/// take, and looking up another page's address costs as much as fetching the timer.
enum LargePages {
    static let size = 2 << 20

    /// Allocates memory that begins at a cache line.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= size else { return .allocate(byteCount: byteCount, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        // A hint: if the system has no large pages to spare, it uses small ones.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        return memory
    }
}

/// Memory that is never freed.
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
