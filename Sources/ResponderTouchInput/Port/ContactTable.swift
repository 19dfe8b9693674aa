internal import Synchronization

/// The contacts of one sender that are down: 64 places, found by identifier.
///
/// Lock-free; threads that send different contacts use it at the same time.
///
/// A place is taken from the claim until its end lies in the ring, so that no other contact's began gets there before.
/// It is named, and can be found, only from the claim until an end was seen.
struct ContactTable: ~Copyable {
    static let capacity = 64

    /// The places that are taken, and those that are named, a bit each.
    ///
    /// In memory of their own with the identifiers and locations: senders change them at each began and end, and the receiver, which
    /// reads what lies around this table, would wait for the cache line each time.
    private let taken: UnsafeMutablePointer<Atomic<UInt64>>
    private let named: UnsafeMutablePointer<Atomic<UInt64>>
    /// The identifiers of the named places.
    private let identifiers: UnsafeMutablePointer<Atomic<Int>>
    /// Where each contact was last, as its sender said.
    ///
    /// Not atomic: the samples of one contact come from one thread at a time, and the receiver looks when the sender is
    /// gone.
    private let locations: UnsafeMutablePointer<Point>

    init() {
        let lineSize = 128
        let words = UnsafeMutableRawPointer.allocate(
            byteCount: lineSize + Self.capacity * (MemoryLayout<Atomic<Int>>.stride + MemoryLayout<Point>.stride),
            alignment: lineSize
        )
        taken = words.bindMemory(to: Atomic<UInt64>.self, capacity: 2)
        named = taken + 1
        taken.initialize(to: Atomic(0))
        named.initialize(to: Atomic(0))
        identifiers = (words + lineSize).bindMemory(to: Atomic<Int>.self, capacity: Self.capacity)
        for index in 0..<Self.capacity { (identifiers + index).initialize(to: Atomic(0)) }
        locations = UnsafeMutableRawPointer(identifiers + Self.capacity)
            .bindMemory(to: Point.self, capacity: Self.capacity)
        locations.initialize(repeating: .zero, count: Self.capacity)
    }

    deinit {
        // Points and atomics of integers need no deinitialisation.
        UnsafeMutableRawPointer(taken).deallocate()
    }

    /// The identifier of the contact at a place.
    func identifier(of index: Int) -> Int { identifiers[index].load(ordering: .relaxed) }

    /// Where the contact was last.
    func location(of index: Int) -> Point { locations[index] }

    /// Notes where the contact is now.
    @inline(__always)
    func note(_ location: Point, of index: Int) { locations[index] = location }

    /// The place of the contact, or nil when it is not down.
    @inline(__always)
    func index(of identifier: Int) -> Int? {
        let candidates = named.pointee.load(ordering: .acquiring)
        // Most senders number few fingers from nothing: their own place is the first to look at.
        let home = identifier & 63
        if candidates & (1 << UInt64(home)) != 0, identifiers[home].load(ordering: .relaxed) == identifier {
            return home
        }
        return search(for: identifier, among: candidates)
    }

    @inline(never)
    private func search(for identifier: Int, among candidates: UInt64) -> Int? {
        var candidates = candidates
        while candidates != 0 {
            let index = candidates.trailingZeroBitCount
            if identifiers[index].load(ordering: .relaxed) == identifier { return index }
            candidates &= candidates &- 1
        }
        return nil
    }

    /// Gives the contact a place that is not taken, one that is not among `avoided` if there is any; nil when all are
    /// taken.
    func claim(_ identifier: Int, avoiding avoided: UInt64) -> Int? {
        var current = taken.pointee.load(ordering: .relaxed)
        while true {
            let free = ~current
            guard free != 0 else { return nil }
            let preferred = free & ~avoided != 0 ? free & ~avoided : free
            let home: UInt64 = 1 << UInt64(identifier & 63)
            let bit = preferred & home != 0 ? home : preferred & (0 &- preferred)
            let (claimed, now) = taken.pointee.weakCompareExchange(
                expected: current,
                desired: current | bit,
                ordering: .acquiringAndReleasing
            )
            if claimed {
                let index = bit.trailingZeroBitCount
                identifiers[index].store(identifier, ordering: .relaxed)
                named.pointee.bitwiseOr(bit, ordering: .releasing)
                return index
            }
            current = now
        }
    }

    /// Takes the name off the place: the contact has ended, and what its identifier says next is of another one.
    func unname(_ index: Int) {
        named.pointee.bitwiseAnd(~(1 << UInt64(index)), ordering: .releasing)
    }

    /// Frees the place for another contact.
    func release(_ index: Int) {
        unname(index)
        free(index)
    }

    /// Frees a place that has no name any more.
    func free(_ index: Int) {
        taken.pointee.bitwiseAnd(~(1 << UInt64(index)), ordering: .acquiringAndReleasing)
    }
}
