internal import CResponderEventLoop

/// What stands for a timer in a heap: by deadline, then by order of scheduling.
///
/// It is stale when its slot does not name it: when the timer has ended, or was moved to an earlier deadline since.
struct TimerEntry: Comparable {
    /// The deadline; below it the order of the scheduling, which no two have in common, and below that the index of the slot.
    ///
    /// One number, so that a comparison is two instructions; and ties are settled here, no slot is read for one.
    private var rank: Int128

    @inline(__always)
    init(key: Int64, order: UInt32, index: UInt32) {
        let tag = UInt64(order) &<< 32 | UInt64(index)
        rank = Int128(truncatingIfNeeded: key) &<< 64 | Int128(truncatingIfNeeded: tag)
    }

    var key: Int64 { Int64(truncatingIfNeeded: rank &>> 64) }

    var index: UInt32 { UInt32(truncatingIfNeeded: rank) }

    var order: UInt32 {
        get { UInt32(truncatingIfNeeded: rank &>> 32) }
        set { self = TimerEntry(key: key, order: newValue, index: index) }
    }

    @inline(__always)
    static func < (lhs: TimerEntry, rhs: TimerEntry) -> Bool { lhs.rank < rhs.rank }

    /// 1 when the entry is before `other`, otherwise 0: without a branch, since which of two children is the lesser no
    /// processor foresees.
    @inline(__always)
    func isBefore(_ other: TimerEntry) -> Int { rank < other.rank ? 1 : 0 }
}

/// A 4-ary heap of timers, the earliest first.
///
/// A heap of four children a node has half the levels of a binary one, and the four entries that a step down compares
/// are one cache line. Nobody keeps where an entry stands: what is cancelled stays until it comes to the top, or until
/// it is found by a sweep, which goes on a little now and then while most are stale.
struct TimerHeap: ~Copyable {
    private(set) var entries: UnsafeMutablePointer<TimerEntry>
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many entries there are, stale ones too.
    private(set) var count = 0
    /// How many of them are stale.
    var staleCount = 0
    /// The entries from here on were looked at in this round of the sweep.
    private var cursor = 0
    /// Up to so many entries the heap is in a near cache anyway.
    private static let mostNearby = 4096

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

    /// How many timers it has.
    var liveCount: Int { count - staleCount }

    /// Whether a sweep is worth its while: more entries are stale than not.
    var needsSweep: Bool {
        @inline(__always) get { staleCount > count / 2 + 32 }
    }

    /// The next positions that a sweep looks at, at most so many, toward the beginning and then from the end again.
    mutating func nextToSweep(_ most: Int) -> Range<Int> {
        let end = cursor == 0 ? count : min(cursor, count)
        cursor = max(0, end - most)
        return cursor..<end
    }

    /// Whether another entry needs more memory.
    var isFull: Bool {
        @inline(__always) get { count == capacity }
    }

    /// Adds an entry; O(log n), and one or two steps for one that is later than most.
    @inline(__always)
    mutating func push(_ entry: TimerEntry) {
        if isFull { grow() }
        pushWithoutGrowing(entry)
    }

    /// The same, where the heap is not full.
    @inline(__always)
    mutating func pushWithoutGrowing(_ entry: TimerEntry) {
        count &+= 1
        siftUp(entry, from: count &- 1)
    }

    /// Takes the entry at `position` out.
    ///
    /// What takes its place comes from the end: a sweep, which goes toward the beginning, has looked at it.
    mutating func remove(at position: Int) {
        count -= 1
        guard position < count else { return }
        let last = entries[count]
        if position > 0, last < entries[(position - 1) / 4] {
            siftUp(last, from: position)
        } else {
            siftDown(last, from: position)
        }
    }

    /// Takes the first entry out.
    @inline(__always)
    mutating func removeTop() {
        count -= 1
        if count > 0 { siftDown(entries[count], from: 0) }
    }

    /// Puts `entry` in the place of the first, which is not later.
    mutating func replaceTop(with entry: TimerEntry) {
        siftDown(entry, from: 0)
    }

    /// Takes all stale entries out; O(n).
    @inline(never)
    mutating func removeStale(_ isLive: (TimerEntry) -> Bool) {
        var kept = 0
        for position in 0..<count where isLive(entries[position]) {
            entries[kept] = entries[position]
            kept += 1
        }
        (count, staleCount, cursor) = (kept, 0, 0)
        // From the last that has children.
        guard count > 1 else { return }
        for position in (0...(count - 2) / 4).reversed() { siftDown(entries[position], from: position) }
    }

    /// Gives each entry the order that `body` makes of its old one, which must keep the orders apart and in their order.
    mutating func mapOrders(_ body: (UInt32) -> UInt32) {
        for position in 0..<count { entries[position].order = body(entries[position].order) }
    }

    /// Puts `entry` where it belongs, at `start` or above, but not above `top`.
    @inline(__always)
    private mutating func siftUp(_ entry: TimerEntry, from start: Int, to top: Int = 0) {
        let entries = entries
        var position = start
        while position > top {
            let parent = (position &- 1) &>> 2
            let above = entries[parent]
            guard entry < above else { break }
            entries[position] = above
            position = parent
        }
        entries[position] = entry
    }

    /// Puts `entry` where it belongs, at `start` or below.
    ///
    /// First the place goes down along the lesser children to the end, then the entry goes up from there: it mostly comes
    /// from the end, and belongs there.
    @inline(__always)
    private mutating func siftDown(_ entry: TimerEntry, from start: Int) {
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
            entries[position] = children[least]
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
            entries[position] = entries[least]
            position = least
        }
        siftUp(entry, from: position, to: start)
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
