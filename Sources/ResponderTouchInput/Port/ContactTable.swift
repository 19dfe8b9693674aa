internal import Synchronization

/// The contacts of one sender that are down: 64 places, found by identifier.
///
/// Lock-free; threads that send different contacts use it at the same time.
///
/// A place is taken from the claim until its end lies in the ring, so that no other contact's began gets there before.
/// It is named, and can be found, only from the claim until an end was seen.
struct ContactTable: ~Copyable {
    static let capacity = 64

    private let taken = Atomic<UInt64>(0)
    private let named = Atomic<UInt64>(0)
    /// The identifiers of the named places.
    private let identifiers: UnsafeMutablePointer<Atomic<Int>>

    init() {
        identifiers = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (identifiers + index).initialize(to: Atomic(0)) }
    }

    deinit {
        identifiers.deinitialize(count: Self.capacity).deallocate()
    }

    /// The place of the contact, or nil when it is not down.
    func index(of identifier: Int) -> Int? {
        var candidates = named.load(ordering: .acquiring)
        // Most senders number few fingers from nothing: their own place is the first to look at.
        let home = identifier & 63
        if candidates & (1 << UInt64(home)) != 0, identifiers[home].load(ordering: .relaxed) == identifier {
            return home
        }
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
        var current = taken.load(ordering: .relaxed)
        while true {
            let free = ~current
            guard free != 0 else { return nil }
            let preferred = free & ~avoided != 0 ? free & ~avoided : free
            let home: UInt64 = 1 << UInt64(identifier & 63)
            let bit = preferred & home != 0 ? home : preferred & (0 &- preferred)
            let (claimed, now) = taken.weakCompareExchange(
                expected: current,
                desired: current | bit,
                ordering: .acquiringAndReleasing
            )
            if claimed {
                let index = bit.trailingZeroBitCount
                identifiers[index].store(identifier, ordering: .relaxed)
                named.bitwiseOr(bit, ordering: .releasing)
                return index
            }
            current = now
        }
    }

    /// Takes the name off the place: the contact has ended, and what its identifier says next is of another one.
    func unname(_ index: Int) {
        named.bitwiseAnd(~(1 << UInt64(index)), ordering: .releasing)
    }

    /// Frees the place for another contact.
    func release(_ index: Int) {
        unname(index)
        taken.bitwiseAnd(~(1 << UInt64(index)), ordering: .acquiringAndReleasing)
    }
}
