internal import Synchronization

/// The contacts of one sender that are down: 64 places, found by identifier.
///
/// Lock-free; threads that send different contacts use it at the same time.
///
/// A place is taken from the claim until its end lies in the ring, so that no other contact's began gets there before.
/// It is named, and other threads find it, only from when its began lies in the ring until an end was seen.
///
/// Threads that send the same contact, which they must not, do it no harm: one of them takes the contact's end, once
/// (``takeEnd(of:at:)``), and all that the table holds is atomic.
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
    /// Where each contact was last, as its sender said: two coordinates each.
    private let locations: UnsafeMutablePointer<Atomic<UInt64>>
    /// How often each place was named, and its contact's end taken: odd while the contact is down.
    ///
    /// Computed: four words are handed over in registers, five in memory.
    private var lives: UnsafeMutablePointer<Atomic<UInt64>> { locations + 2 * Self.capacity }

    init() {
        let lineSize = 128
        let words = UnsafeMutableRawPointer.allocate(
            byteCount: lineSize + 4 * Self.capacity * MemoryLayout<Atomic<UInt64>>.stride,
            alignment: lineSize
        )
        taken = words.bindMemory(to: Atomic<UInt64>.self, capacity: 2)
        named = taken + 1
        taken.initialize(to: Atomic(0))
        named.initialize(to: Atomic(0))
        identifiers = (words + lineSize).bindMemory(to: Atomic<Int>.self, capacity: Self.capacity)
        for index in 0..<Self.capacity { (identifiers + index).initialize(to: Atomic(0)) }
        locations = UnsafeMutableRawPointer(identifiers + Self.capacity)
            .bindMemory(to: Atomic<UInt64>.self, capacity: 3 * Self.capacity)
        for index in 0..<(3 * Self.capacity) { (locations + index).initialize(to: Atomic(0)) }
    }

    deinit {
        // Atomics of integers need no deinitialisation.
        UnsafeMutableRawPointer(taken).deallocate()
    }

    /// The identifier of the contact at a place.
    func identifier(of index: Int) -> Int { identifiers[index].load(ordering: .relaxed) }

    /// Where the contact was last.
    func location(of index: Int) -> Point {
        Point(
            Double(bitPattern: locations[2 * index].load(ordering: .relaxed)),
            Double(bitPattern: locations[2 * index + 1].load(ordering: .relaxed))
        )
    }

    /// Notes where the contact is now.
    @inline(__always)
    func note(_ location: Point, of index: Int) {
        locations[2 &* index].store(location.x.bitPattern, ordering: .relaxed)
        locations[2 &* index &+ 1].store(location.y.bitPattern, ordering: .relaxed)
    }

    /// The place of the contact, or nil when it is not down.
    ///
    /// - Parameter claimed: Places that the caller has claimed and not named yet, a bit each: among these it looks,
    ///   too.
    @inline(__always)
    func index(of identifier: Int, orAmong claimed: UInt64 = 0) -> Int? {
        let candidates = named.pointee.load(ordering: .acquiring) | claimed
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
    ///
    /// Nobody else finds it there before it is named.
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
                return index
            }
            current = now
        }
    }

    /// Names a place that was claimed: its contact is down.
    func name(_ index: Int) {
        // Nobody else changes it while it is even.
        lives[index].store(lives[index].load(ordering: .relaxed) &+ 1, ordering: .releasing)
        named.pointee.bitwiseOr(1 << UInt64(index), ordering: .releasing)
    }

    /// Takes the contact's end, and the name off its place: what its identifier says next is of another one.
    ///
    /// Returns false where another thread took it before, as may be where several send the same contact. Who took it
    /// puts it into the ring, and frees the place then.
    func takeEnd(of identifier: Int, at index: Int) -> Bool {
        let life = lives[index].load(ordering: .acquiring)
        // The identifier belongs to this life, if it is this life that the exchange ends.
        guard life & 1 == 1, identifiers[index].load(ordering: .acquiring) == identifier,
            lives[index].compareExchange(expected: life, desired: life &+ 1, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        named.pointee.bitwiseAnd(~(1 << UInt64(index)), ordering: .releasing)
        return true
    }

    /// Frees a place that has no name, or none any more, for another contact.
    func free(_ index: Int) {
        taken.pointee.bitwiseAnd(~(1 << UInt64(index)), ordering: .acquiringAndReleasing)
    }
}
