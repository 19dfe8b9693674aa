internal import CResponderEventLoop

/// Memory for plain values that grows with their number, and goes back to the system when few are left.
///
/// Large blocks come from the system itself: `free` keeps memory below a block that is in use, and up to 64 MiB besides
/// once the process has freed large blocks.
struct ReturnedMemory<Element: BitwiseCopyable>: ~Copyable {
    /// Up to this capacity, memory is not given back: as many as there are timers whose slots are kept.
    ///
    /// So thousands of timers that all fire before the next thousands are added cost no system calls.
    static var fewElements: Int { 16 << 10 }
    private static var mostAllocated: Int { 16 << 10 }

    /// The address of the first element, which changes with the capacity.
    private(set) var start: UnsafeMutablePointer<Element>
    /// How many elements there is memory for.
    private(set) var capacity: Int
    private let lead: Int

    /// - Parameter lead: How many places there are between the beginning of a cache line and the first element.
    init(capacity: Int, lead: Int = 0) {
        self.capacity = capacity
        self.lead = lead
        start = Self.allocate(capacity + lead) + lead
    }

    deinit { Self.free(start - lead, capacity + lead) }

    /// Makes the capacity at least `least`, by doubling it; the first `kept` elements stay.
    @inline(never)
    mutating func grow(to least: Int, keeping kept: Int) {
        var wanted = capacity
        while wanted < least { wanted *= 2 }
        if wanted != capacity { resize(to: wanted, keeping: kept) }
    }

    /// Gives memory back if `most` elements, as many as there may soon be, take less than a quarter of it; the first
    /// `kept` elements stay.
    ///
    /// Afterwards mostly half of the capacity is used. So the capacity changes again only after as many changes as
    /// there are elements to move: amortised O(1) for each change.
    @inline(__always)
    mutating func shrink(toFit most: Int, keeping kept: Int) {
        if most < capacity &>> 2, capacity > Self.fewElements { giveBack(most, kept) }
    }

    @inline(never)
    private mutating func giveBack(_ most: Int, _ kept: Int) {
        var wanted = capacity
        while wanted > Self.fewElements, most < wanted / 4 { wanted /= 2 }
        resize(to: wanted, keeping: kept)
    }

    private mutating func resize(to wanted: Int, keeping kept: Int) {
        let (old, oldCapacity) = (start, capacity)
        capacity = wanted
        start = Self.allocate(capacity + lead) + lead
        start.moveInitialize(from: old, count: kept)
        Self.free(old - lead, oldCapacity + lead)
    }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
        let size = count * MemoryLayout<Element>.stride
        let memory =
            size <= mostAllocated
            ? UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64) : Pages.create(size)
        return memory.bindMemory(to: Element.self, capacity: count)
    }

    private static func free(_ memory: UnsafeMutablePointer<Element>, _ count: Int) {
        let size = count * MemoryLayout<Element>.stride
        if size <= mostAllocated { memory.deallocate() } else { rel_pages_destroy(memory, size) }
    }
}

/// Memory of the system, in whole pages.
enum Pages {
    /// Memory that is zero; the end of the process if there is none left, as for any allocation.
    static func create(_ size: Int) -> UnsafeMutableRawPointer {
        guard let memory = rel_pages_create(size) else { fatalError("the system has no memory left") }
        return memory
    }
}
