internal import Glibc

/// Memory for what is reached at random: in large pages where it is large.
///
/// A processor knows where some thousand pages lie. With pages of 4 KiB that is less than a million timers take, and looking
/// up where the next one lies costs as much as fetching it.
enum LargePages {
    static let size = 2 << 20

    /// Memory whose beginning is that of a cache line.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= size else { return .allocate(byteCount: byteCount, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        // A wish: where the system has none to spare, the pages are small ones.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        return memory
    }
}

/// Memory that is never given back.
///
/// At first each piece is allocated by itself; once they fill a large page, they are cut from such.
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
