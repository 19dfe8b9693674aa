internal import CResponderEventLoop

/// What stands for a timer in a heap: by deadline, then by order of scheduling.
///
/// A timer that was pushed back since is behind it: what its slot says counts, and is later.
struct TimerEntry: Comparable {
    /// The deadline; below it the tag, whose order no two have in common.
    ///
    /// One number, so that a comparison is two instructions; and ties are settled here, no slot is read for one.
    private var rank: Int128

    @inline(__always)
    init(key: Int64, tag: TimerTag) {
        rank = Int128(truncatingIfNeeded: key) &<< 64 | Int128(truncatingIfNeeded: tag.bits)
    }

    /// The entry that the slot should have.
    @inline(__always)
    init(_ slot: TimerPointer) {
        self.init(key: slot.pointee.deadline, tag: slot.pointee.tag)
    }

    var key: Int64 { Int64(truncatingIfNeeded: rank &>> 64) }

    var index: UInt32 { tag.index }

    var tag: TimerTag {
        get { TimerTag(bits: UInt64(truncatingIfNeeded: rank)) }
        set { self = TimerEntry(key: key, tag: newValue) }
    }

    @inline(__always)
    static func < (lhs: TimerEntry, rhs: TimerEntry) -> Bool { lhs.rank < rhs.rank }

    /// 1 when the entry is before `other`, otherwise 0: without a branch, since which of two children is the lesser no
    /// processor foresees.
    @inline(__always)
    func isBefore(_ other: TimerEntry) -> Int { rank < other.rank ? 1 : 0 }
}

/// Where each armed timer's entry stands in its heap or list, by the index of its slot.
///
/// Apart from the slots, since an entry that moves writes here: four bytes a timer stay in a near cache where slots do not.
typealias TimerPositions = UnsafeMutablePointer<UInt32>

/// A 4-ary heap of timers, the earliest first.
///
/// A heap of four children a node has half the levels of a binary one, and the four entries that a step down compares
/// are one cache line. Whatever moves an entry writes down where, so that one can be taken out wherever it is.
struct TimerHeap: ~Copyable {
    private(set) var entries: UnsafeMutablePointer<TimerEntry>
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many timers it has.
    private(set) var count = 0
    /// Up to so many entries the heap is in a near cache anyway.
    static let mostNearby = 4096

    init() {
        capacity = 16
        (memory, entries) = Self.allocate(capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Memory in which the children of a node, 4i + 1 to 4i + 4, begin a cache line.
    private static func allocate(_ capacity: Int) -> (UnsafeMutableRawPointer, UnsafeMutablePointer<TimerEntry>) {
        let size = MemoryLayout<TimerEntry>.stride
        let memory = LargePages.allocate((capacity + 3) * size)
        return (memory, (memory + 3 * size).bindMemory(to: TimerEntry.self, capacity: capacity))
    }

    /// Whether another entry needs more memory.
    var isFull: Bool {
        @inline(__always) get { count == capacity }
    }

    /// Adds an entry; O(log n), and one or two steps for one that is later than most.
    @inline(__always)
    mutating func push(_ entry: TimerEntry, _ positions: TimerPositions) {
        if isFull { grow() }
        pushWithoutGrowing(entry, positions)
    }

    /// The same, where the heap is not full.
    @inline(__always)
    mutating func pushWithoutGrowing(_ entry: TimerEntry, _ positions: TimerPositions) {
        count &+= 1
        siftUp(entry, from: count &- 1, positions)
    }

    /// Takes the entry at `position` out; O(log n), and one or two steps for most, which are near the end.
    @inline(__always)
    mutating func remove(at position: Int, _ positions: TimerPositions) {
        count &-= 1
        guard position < count else { return }
        let last = entries[count]
        if position > 0, last < entries[(position &- 1) &>> 2] {
            siftUp(last, from: position, positions)
        } else if 4 &* position &+ 1 < count {
            replace(at: position, with: last, positions)
        } else {
            Self.put(last, at: position, of: entries, positions)
        }
    }

    /// Has what ``remove(at:_:)`` reads fetched.
    @inline(__always)
    func fetch(around position: Int) {
        rel_prefetch_for_writing(entries + position)
        rel_prefetch_for_writing(entries + max(0, position &- 1) / 4)
        rel_prefetch_for_writing(entries + min(4 &* position &+ 1, count &- 1))
    }

    /// Takes the first entry out.
    @inline(__always)
    mutating func removeTop(_ positions: TimerPositions) {
        count &-= 1
        if count > 0 { siftDown(entries[count], from: 0, positions) }
    }

    /// Drops all entries from `count` on.
    mutating func truncate(to count: Int) {
        self.count = count
    }

    /// Puts `entry` in the place of that at `position`, which is not later.
    @inline(never)
    mutating func replace(at position: Int, with entry: TimerEntry, _ positions: TimerPositions) {
        siftDown(entry, from: position, positions)
    }

    /// Puts `entry` in the place of the one that its timer has, where that is not earlier already.
    @inline(__always)
    mutating func advance(_ entry: TimerEntry, _ positions: TimerPositions) {
        let position = Int(positions[Int(entry.index)])
        if entry < entries[position] { siftUp(entry, from: position, positions) }
    }

    /// Gives each entry the order that `body` makes of its old one, which must keep the orders apart and in their order.
    mutating func mapOrders(_ body: (UInt32) -> UInt32) {
        for position in 0..<count { entries[position].tag.order = body(entries[position].tag.order) }
    }

    /// Puts `entry` where it belongs, at `start` or above, but not above `top`.
    @inline(__always)
    private func siftUp(_ entry: TimerEntry, from start: Int, to top: Int = 0, _ positions: TimerPositions) {
        let entries = entries
        var position = start
        while position > top {
            let parent = (position &- 1) &>> 2
            let above = entries[parent]
            guard entry < above else { break }
            Self.put(above, at: position, of: entries, positions)
            position = parent
        }
        Self.put(entry, at: position, of: entries, positions)
    }

    /// Puts `entry` where it belongs, at `start` or below.
    ///
    /// First the place goes down along the lesser children to the end, then the entry goes up from there: it mostly comes
    /// from the end, and belongs there.
    @inline(__always)
    private func siftDown(_ entry: TimerEntry, from start: Int, _ positions: TimerPositions) {
        let (entries, count) = (entries, count)
        // What is compared next is one of four lines in a row: fetched while this one is looked at, where it may be far away.
        let fetched = count > Self.mostNearby ? count &- 15 : 0
        var position = start
        var first = 4 &* position &+ 1
        while first &+ 3 < count {
            let below = 4 &* first &+ 1
            if below < fetched {
                rel_prefetch_for_writing(entries + below)
                rel_prefetch_for_writing(entries + (below &+ 4))
                rel_prefetch_for_writing(entries + (below &+ 8))
                rel_prefetch_for_writing(entries + (below &+ 12))
            }
            let children = entries + first
            let left = children[1].isBefore(children[0])
            let right = 2 &+ children[3].isBefore(children[2])
            let least = left &+ (right &- left) &* children[right].isBefore(children[left])
            Self.put(children[least], at: position, of: entries, positions)
            position = first &+ least
            first = 4 &* position &+ 1
        }
        if first < count {
            var least = first
            var child = first &+ 1
            while child < count {
                if entries[child] < entries[least] { least = child }
                child &+= 1
            }
            Self.put(entries[least], at: position, of: entries, positions)
            position = least
        }
        siftUp(entry, from: position, to: start, positions)
    }

    /// Writes an entry down, and where it stands.
    @inline(__always)
    private static func put(
        _ entry: TimerEntry,
        at position: Int,
        of entries: UnsafeMutablePointer<TimerEntry>,
        _ positions: TimerPositions
    ) {
        entries[position] = entry
        positions[Int(entry.index)] = UInt32(truncatingIfNeeded: position)
    }

    @inline(never)
    private mutating func grow() {
        let (oldMemory, oldEntries) = (memory, entries)
        capacity *= 2
        (memory, entries) = Self.allocate(capacity)
        entries.moveInitialize(from: oldEntries, count: count)
        oldMemory.deallocate()
    }
}
