internal import CResponderEventLoop

/// A timer's entry in a heap, ordered by deadline, then by the order of scheduling.
///
/// If the timer was pushed back since, the deadline in its slot counts; that deadline is later than the entry's.
struct TimerEntry: Comparable {
    /// The deadline in the upper half, the tag in the lower; no two tags of a heap have the same order.
    ///
    /// One number, so that a comparison takes two instructions, and no slot is read to decide between equal deadlines.
    private var rank: Int128

    @inline(__always)
    init(key: Int64, tag: TimerTag) {
        rank = Int128(truncatingIfNeeded: key) &<< 64 | Int128(truncatingIfNeeded: tag.bits)
    }

    /// The entry that corresponds to the slot's present deadline.
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

    /// 1 when the entry is before `other`, otherwise 0.
    ///
    /// Without a branch, since no processor can predict which of two children is the lesser.
    @inline(__always)
    func isBefore(_ other: TimerEntry) -> Int { rank < other.rank ? 1 : 0 }
}

/// The position of each armed timer's entry in its heap or list, by the index of the timer's slot.
///
/// Not in the slots, since each move of an entry writes its position: an array with four bytes for each timer stays in
/// a near cache, and slots would not.
typealias TimerPositions = UnsafeMutablePointer<UInt32>

/// A 4-ary heap of timers, the earliest first.
///
/// With four children a node, a heap has half the levels of a binary one, and the four entries that a step down
/// compares are one cache line. Every move of an entry records its new position, so that an entry can be removed
/// wherever it is.
struct TimerHeap: ~Copyable {
    /// The children of each node, 4i + 1 to 4i + 4, begin at a cache line.
    private var memory = ReturnedMemory<TimerEntry>(capacity: 16, lead: 3)
    /// How many entries the heap has.
    private(set) var count = 0
    /// Up to this number of entries the heap fits into a near cache, and prefetching is of no use.
    static let mostNearby = 4096

    var entries: UnsafeMutablePointer<TimerEntry> {
        @inline(__always) get { memory.start }
    }

    /// How many entries the heap has memory for.
    var capacity: Int {
        @inline(__always) get { memory.capacity }
    }

    /// Whether one more entry needs more memory.
    var isFull: Bool {
        @inline(__always) get { count == capacity }
    }

    /// Adds an entry; O(log n), and one or two steps if the entry is later than most.
    @inline(__always)
    mutating func push(_ entry: TimerEntry, _ positions: TimerPositions) {
        if isFull { grow() }
        pushWithoutGrowing(entry, positions)
    }

    /// Adds an entry to a heap that is not full.
    @inline(__always)
    mutating func pushWithoutGrowing(_ entry: TimerEntry, _ positions: TimerPositions) {
        count &+= 1
        siftUp(entry, from: count &- 1, positions)
    }

    /// Removes the entry at `position`; O(log n), and one or two steps for most entries, since most are near the
    /// bottom.
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

    /// Prefetches the memory that ``remove(at:_:)`` reads.
    @inline(__always)
    func fetch(around position: Int) {
        rel_prefetch_for_writing(entries + position)
        rel_prefetch_for_writing(entries + max(0, position &- 1) / 4)
        rel_prefetch_for_writing(entries + min(4 &* position &+ 1, count &- 1))
    }

    /// Removes the first entry.
    @inline(__always)
    mutating func removeTop(_ positions: TimerPositions) {
        count &-= 1
        if count > 0 { siftDown(entries[count], from: 0, positions) }
    }

    /// Replaces the entry at `position` by `entry`, which must not be earlier than the entry above that position.
    @inline(never)
    mutating func replace(at position: Int, with entry: TimerEntry, _ positions: TimerPositions) {
        siftDown(entry, from: position, positions)
    }

    /// Replaces the present entry of the same timer by `entry`, if `entry` is earlier.
    @inline(__always)
    mutating func advance(_ entry: TimerEntry, _ positions: TimerPositions) {
        let position = Int(positions[Int(entry.index)])
        if entry < entries[position] { siftUp(entry, from: position, positions) }
    }

    /// Maps the order of each entry by `body`, which must be strictly increasing.
    mutating func mapOrders(_ body: (UInt32) -> UInt32) {
        for position in 0..<count { entries[position].tag.order = body(entries[position].tag.order) }
    }

    /// Puts `entry` into its place at `start` or above, but not above `top`.
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

    /// Puts `entry` into its place at `start` or below.
    ///
    /// The hole first moves down along the lesser children to the bottom, then the entry moves up from there: mostly
    /// the entry comes from the heap's bottom, and belongs there.
    @inline(__always)
    private func siftDown(_ entry: TimerEntry, from start: Int, _ positions: TimerPositions) {
        let (entries, count) = (entries, count)
        // The next comparison reads one of four adjacent cache lines: in a large heap all four are prefetched during
        // this comparison.
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

    /// Writes an entry and its position.
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

    /// Gives memory back if `most` entries, as many as the heap may soon have, take less than a quarter of it.
    @inline(__always)
    mutating func shrink(toFit most: Int) {
        memory.shrink(toFit: most, keeping: count)
    }

    @inline(never)
    private mutating func grow() {
        memory.grow(to: count + 1, keeping: count)
    }
}
