internal import ResponderEventLoop
internal import Synchronization

/// What one sender and its port share: a bounded lock-free ring of samples, the table of the sender's contacts, and a
/// mailbox a contact for moves that found no room.
///
/// The ring has many producers and one consumer. Where the next sample goes, and for how many contacts the place of the
/// end is kept, are one word, so a frame reserves all its places in one exchange:
///
///     places in use + ends kept <= capacity
///
/// A began takes two places, its own and its end's; an end takes the kept one, so it never fails. The samples of a frame
/// lie side by side, and the frame is published at its first place with one store: the consumer sees all or nothing.
///
/// It is Sendable because everything in it is atomic or handed over by atomics: a place is written by the producer that
/// reserved it until it is published, read by the consumer until `head` passes it, and not reserved again before.
final class TouchChannel: Sendable {
    let capacity: UInt64
    let mask: Int
    nonisolated(unsafe) let places: UnsafeMutablePointer<TouchSample>
    /// The position after a frame's first place, stored there when the frame is complete.
    nonisolated(unsafe) let published: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) let table = ContactTable()
    nonisolated(unsafe) let latestMoves = LatestMoves()
    nonisolated(unsafe) let losses = LossCounters()
    let isClosed = Atomic<Bool>(false)
    private let wakeSignal: WakeSignal

    /// The tail in the upper 56 bits, the number of ends kept in the lower 8; and the head as producers last saw it.
    ///
    /// On a cache line of their own, as is the consumer's head.
    nonisolated(unsafe) private let reservation: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let knownHead: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) let head: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let lines: UnsafeMutableRawPointer

    private static let keptBits: UInt64 = 8
    private static let lineSize = 128

    init(capacity: Int, wakeSignal: WakeSignal) {
        self.capacity = UInt64(capacity)
        self.wakeSignal = wakeSignal
        mask = capacity - 1
        places = .allocate(capacity: capacity)
        places.initialize(repeating: TouchSample(), count: capacity)
        published = .allocate(capacity: capacity)
        for place in 0..<capacity { (published + place).initialize(to: Atomic(0)) }
        lines = .allocate(byteCount: 2 * Self.lineSize, alignment: Self.lineSize)
        reservation = lines.bindMemory(to: Atomic<UInt64>.self, capacity: 2)
        knownHead = reservation + 1
        head = (lines + Self.lineSize).bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        reservation.initialize(to: Atomic(0))
        knownHead.initialize(to: Atomic(0))
        head.initialize(to: Atomic(0))
    }

    deinit {
        // Nothing of what is stored needs deinitialisation: samples and atomics of integers are plain words.
        places.deallocate()
        published.deallocate()
        lines.deallocate()
    }

    /// Where the ring ends now.
    var tail: UInt64 { reservation.pointee.load(ordering: .acquiring) >> Self.keptBits }

    func wake() {
        wakeSignal.wake()
    }

    /// The sender is gone: what it has down is cancelled when what it sent has been received.
    func close() {
        isClosed.store(true, ordering: .releasing)
        wake()
    }

    /// Puts a frame's steps into the ring as far as there is room, and settles for each of the others what is to become
    /// of it.
    ///
    /// Lock-free: it tries again only when another thread has put something meanwhile.
    func put(
        _ steps: UnsafeMutableBufferPointer<FrameStep>,
        of contacts: UnsafeBufferPointer<TouchContact>,
        time: Int64
    ) {
        var word = reservation.pointee.load(ordering: .acquiring)
        var seenHead = knownHead.pointee.load(ordering: .acquiring)
        while true {
            let (tail, kept) = (word >> Self.keptBits, word & ((1 << Self.keptBits) - 1))
            var demand = Demand(room: room(tail: tail, kept: kept, head: seenHead), kept: kept)
            demand.admit(steps)
            if demand.wasShort {
                let newest = head.pointee.load(ordering: .acquiring)
                if newest > seenHead {
                    seenHead = newest
                    knownHead.pointee.store(newest, ordering: .releasing)
                    continue
                }
            }
            guard demand.count > 0 else { break }
            let desired = (tail &+ demand.count) << Self.keptBits | demand.kept
            let (exchanged, now) = reservation.pointee.weakCompareExchange(
                expected: word,
                desired: desired,
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring
            )
            if exchanged {
                write(steps, of: contacts, at: tail, count: demand.count, time: time)
                break
            }
            word = now
        }
        settle(steps, of: contacts, time: time)
    }

    /// The places left for the asking.
    ///
    /// Negative when `head` is older than the tail's own: then there seems to be none, and the newest head is looked
    /// up.
    private func room(tail: UInt64, kept: UInt64, head: UInt64) -> Int64 {
        Int64(bitPattern: capacity &- (tail &- head) &- kept)
    }

    private func write(
        _ steps: UnsafeMutableBufferPointer<FrameStep>,
        of contacts: UnsafeBufferPointer<TouchContact>,
        at start: UInt64,
        count: UInt64,
        time: Int64
    ) {
        var position = start
        for step in steps where step.verdict == .admitted {
            let place = places + (Int(truncatingIfNeeded: position) & mask)
            place.pointee = step.sample(of: contacts, time: time)
            position &+= 1
        }
        let first = Int(truncatingIfNeeded: start) & mask
        places[first].frameCount = UInt8(truncatingIfNeeded: count)
        published[first].store(start &+ 1, ordering: .releasing)
    }

    /// What becomes of the steps once the frame is in the ring: ended contacts give their place back, moves without room
    /// go to their mailbox, begans without room never were.
    private func settle(
        _ steps: UnsafeMutableBufferPointer<FrameStep>,
        of contacts: UnsafeBufferPointer<TouchContact>,
        time: Int64
    ) {
        var ended: UInt64 = 0
        for step in steps where step.verdict == .admitted && (step.phase == .ended || step.phase == .cancelled) {
            ended |= 1 << UInt64(step.index)
        }
        for step in steps {
            switch (step.verdict, step.phase) {
            case (.admitted, .ended), (.admitted, .cancelled):
                table.release(Int(step.index))
            case (.refused, .began):
                table.release(Int(step.index))
                losses.count(.droppedBegan)
            case (.refused, .moved):
                losses.count(.coalescedMove)
                // The end in the same frame is newer still, and lies in the ring already.
                guard ended & (1 << UInt64(step.index)) == 0 else { continue }
                latestMoves.put(step.sample(of: contacts, time: time), position: tail)
            default:
                break
            }
        }
    }
}
