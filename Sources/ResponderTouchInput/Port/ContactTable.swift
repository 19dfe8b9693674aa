internal import Synchronization

/// The contacts of one sender that are down: 64 places, looked up by identifier.
///
/// The table is lock-free; threads that send different contacts use it at the same time.
///
/// A place stays taken from its claim until the contact's end lies in the ring; otherwise the began of another contact
/// could get the same place and precede that end. A place is named from the moment at which the began lies in the ring
/// until a thread takes the end; other threads find only named places.
///
/// Two threads must not send the same contact at once. If they do, the table stays consistent: only one thread takes
/// the contact's end (``takeEnd(of:at:)``), and all fields are atomic.
struct ContactTable: ~Copyable {
    static let capacity = 64

    /// The places that are taken, one bit each; the next word has the places that are named.
    ///
    /// These words, the identifiers and the locations lie in memory of their own: senders write them at each began and
    /// end, and the receiver, which reads the fields around the table, would otherwise wait for the cache line each
    /// time.
    private let taken: UnsafeMutablePointer<Atomic<UInt64>>
    private let named: UnsafeMutablePointer<Atomic<UInt64>>
    /// The identifiers of the named places.
    private let identifiers: UnsafeMutablePointer<Atomic<Int>>
    /// The last location that the sender gave for each contact, as two coordinates.
    private let locations: UnsafeMutablePointer<Atomic<UInt64>>
    /// For each place, the number of times that it was named plus the number of ends taken: odd while the contact is
    /// down.
    ///
    /// Computed rather than stored: a struct of four words is passed in registers, a struct of five words in memory.
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

    /// The last location of the contact.
    func location(of index: Int) -> Point {
        Point(
            Double(bitPattern: locations[2 * index].load(ordering: .relaxed)),
            Double(bitPattern: locations[2 * index + 1].load(ordering: .relaxed))
        )
    }

    /// Stores the location of the contact.
    @inline(__always)
    func note(_ location: Point, of index: Int) {
        locations[2 &* index].store(location.x.bitPattern, ordering: .relaxed)
        locations[2 &* index &+ 1].store(location.y.bitPattern, ordering: .relaxed)
    }

    /// The place of the contact, or nil when it is not down.
    ///
    /// - Parameter claimed: Places that the caller has claimed and not named yet, one bit each, which are searched too.
    @inline(__always)
    func index(of identifier: Int, orAmong claimed: UInt64 = 0) -> Int? {
        let candidates = named.pointee.load(ordering: .acquiring) | claimed
        // Most senders number a few fingers from 0, so the place with the contact's own number is tried first.
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

    /// Claims a free place for the contact, if possible one that is not among `avoided`; nil when all are taken.
    ///
    /// No other thread finds the contact before the place is named.
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
        // No other thread changes the count while it is even.
        lives[index].store(lives[index].load(ordering: .relaxed) &+ 1, ordering: .releasing)
        named.pointee.bitwiseOr(1 << UInt64(index), ordering: .releasing)
    }

    /// Takes the contact's end and removes the name from its place: from now on the identifier stands for a new
    /// contact.
    ///
    /// Returns false where another thread, sending the same contact, took the end first. The thread that took the end
    /// puts it into the ring and then frees the place.
    func takeEnd(of identifier: Int, at index: Int) -> Bool {
        let life = lives[index].load(ordering: .acquiring)
        // If the exchange succeeds, the identifier belonged to the contact that is down in this life of the place.
        guard life & 1 == 1, identifiers[index].load(ordering: .acquiring) == identifier,
            lives[index].compareExchange(expected: life, desired: life &+ 1, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        named.pointee.bitwiseAnd(~(1 << UInt64(index)), ordering: .releasing)
        return true
    }

    /// Frees a place without a name, so that another contact can claim it.
    func free(_ index: Int) {
        taken.pointee.bitwiseAnd(~(1 << UInt64(index)), ordering: .acquiringAndReleasing)
    }
}
