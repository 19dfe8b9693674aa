internal import CResponderEventLoop
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
    /// The details of the samples that have some, each beside its place; the others' are never written.
    nonisolated(unsafe) private let details: UnsafeMutablePointer<TouchContact.Details>
    nonisolated(unsafe) let table = ContactTable()
    nonisolated(unsafe) let latestMoves = LatestMoves()
    nonisolated(unsafe) let losses = LossCounters()
    let isClosed = Atomic<Bool>(false)
    private let onFirstDrop: @Sendable () -> Void
    private let wakeSignal: WakeSignal
    private let needsFence: Bool
    nonisolated(unsafe) private let sleepState: UnsafeMutablePointer<Atomic<UInt8>>

    /// The tail in the upper 56 bits, the number of ends kept in the lower 8; and the head as producers last saw it.
    ///
    /// On a cache line of their own, as are the end that is published and the consumer's head.
    nonisolated(unsafe) private let reservation: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let knownHead: UnsafeMutablePointer<Atomic<UInt64>>
    /// Where a frame ended that was published: of each sixteen samples one tells it.
    ///
    /// For the consumer to read at each step: were it the tail, senders would wait for that cache line at their next
    /// exchange. A sender that is late may set it back.
    nonisolated(unsafe) private let published: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) let head: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let lines: UnsafeMutableRawPointer

    private static let keptBits: UInt64 = 8
    private static let publishedInterval: UInt64 = 16
    private static let lineSize = 128
    /// How many samples ahead a sender fetches the place that it will write.
    private static let prefetchDistance: UInt64 = 4

    /// - Parameter onFirstDrop: Called when a began is dropped for the first time, on the sender's thread.
    init(capacity: Int, wakeSignal: WakeSignal, onFirstDrop: @escaping @Sendable () -> Void = {}) {
        self.capacity = UInt64(capacity)
        self.onFirstDrop = onFirstDrop
        self.wakeSignal = wakeSignal
        needsFence = wakeSignal.needsFence
        sleepState = wakeSignal.state
        mask = capacity - 1
        // A sample is as long as a cache line, and lies in one.
        places = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * MemoryLayout<TouchSample>.stride,
            alignment: Self.lineSize
        ).bindMemory(to: TouchSample.self, capacity: capacity)
        places.initialize(repeating: TouchSample(), count: capacity)
        details = .allocate(capacity: capacity)
        lines = .allocate(byteCount: 3 * Self.lineSize, alignment: Self.lineSize)
        reservation = lines.bindMemory(to: Atomic<UInt64>.self, capacity: 2)
        knownHead = reservation + 1
        head = (lines + Self.lineSize).bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        published = (lines + 2 * Self.lineSize).bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        published.initialize(to: Atomic(0))
        reservation.initialize(to: Atomic(0))
        knownHead.initialize(to: Atomic(0))
        head.initialize(to: Atomic(0))
    }

    deinit {
        // Nothing of what is stored needs deinitialisation: samples and atomics of integers are plain words.
        places.deallocate()
        details.deallocate()
        lines.deallocate()
    }

    /// Where the ring ends now.
    var tail: UInt64 { reservation.pointee.load(ordering: .acquiring) >> Self.keptBits }

    /// Where the ring ends that was published, as far as a consumer finds it that has come to `position`.
    ///
    /// From where senders told last it looks at the samples themselves, which it will read next. Where one thread sends, all
    /// that has been sent is found; where several do, a sample may come a turn later, and none is lost. What a sample's thread
    /// did before it was sent is seen by whoever sees it here.
    func publishedEnd(from position: UInt64) -> UInt64 {
        let told = published.pointee.load(ordering: .acquiring)
        var end = Int64(bitPattern: told &- position) > 0 ? told : position
        for _ in 0..<(2 * Self.publishedInterval) {
            let place = places + (Int(truncatingIfNeeded: end) & mask)
            let publication = place.publication.pointee.load(ordering: .acquiring)
            guard publication & ~3 == Publication.frame(at: end) else { break }
            end &+= publication == Publication.frame(at: end) ? UInt64(place.pointee.frameCount) : 1
        }
        return end
    }

    /// The tail, in one order with what senders and the loop say of sleeping: see `MainRunLoop.mustStayAwake()`.
    var newestTail: UInt64 { reservation.pointee.load(ordering: .sequentiallyConsistent) >> Self.keptBits }

    func wake() {
        wakeSignal.wake()
    }

    /// Wakes the loop if it sleeps, after a frame was put into the ring by ``put(single:at:time:)``.
    ///
    /// Without a fence, for the reason given at `MainRunLoop.mustStayAwake()`.
    @inline(__always)
    func wakeAfterReservation() {
        if needsFence { atomicMemoryFence(ordering: .sequentiallyConsistent) }
        rel_compiler_barrier()
        if sleepState.pointee.load(ordering: .sequentiallyConsistent) != 0 { wakeSignal.wakeSleeper() }
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

    /// Tells the consumer how far the ring is published, now and then.
    @inline(__always)
    private func tellPublished(from start: UInt64, to end: UInt64) {
        guard (start ^ end) & ~(Self.publishedInterval - 1) != 0 else { return }
        published.pointee.store(end, ordering: .releasing)
    }

    /// The places that are free, and kept for no end.
    var room: Int {
        let reserved = reservation.pointee.load(ordering: .acquiring)
        let kept = reserved & (1 << Self.keptBits - 1)
        return Int(room(tail: reserved >> Self.keptBits, kept: kept, head: head.pointee.load(ordering: .acquiring)))
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
            let index = Int(truncatingIfNeeded: position) & mask
            step.fill(places + index, of: contacts, time: time, table: table, details: details + index)
            position &+= 1
        }
        let first = places + (Int(truncatingIfNeeded: start) & mask)
        first.pointee.frameCount = UInt8(truncatingIfNeeded: count)
        first.publication.pointee.store(
            count > 1
                ? Publication.frame(at: start)
                : first.pointee.phase == .moved ? Publication.move(at: start) : Publication.single(at: start),
            ordering: .releasing
        )
        tellPublished(from: start, to: start &+ count)
    }

    /// Puts one sample of the contact at `index` into the ring as a frame of its own, the usual frame, apart from all others.
    ///
    /// Returns whether there was room for it. The contact's details are not taken over.
    @inline(__always)
    func put(single contact: TouchContact, at index: Int, time: Int64) -> Bool {
        // A began keeps a place for its end, which an end takes; so an end always has room.
        let (needed, change): (Int64, UInt64) =
            switch contact.phase {
            case .began: (2, 1 << Self.keptBits &+ 1)
            case .moved: (1, 1 << Self.keptBits)
            case .ended, .cancelled: (.min, 1 << Self.keptBits &- 1)
            }
        // Before the exchange, which waits for it; after it, the sample's own words would wait, too.
        table.note(contact.location, of: index)
        var word = reservation.pointee.load(ordering: .relaxed)
        while true {
            let (tail, kept) = (word >> Self.keptBits, word & ((1 << Self.keptBits) - 1))
            guard room(tail: tail, kept: kept, head: knownHead.pointee.load(ordering: .acquiring)) >= needed else {
                return false
            }
            let (exchanged, now) = reservation.pointee.weakCompareExchange(
                expected: word,
                desired: word &+ change,
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .relaxed
            )
            guard exchanged else {
                word = now
                continue
            }
            // The receiver has read it when the ring came round last: fetched now, it is here when it is written.
            rel_prefetch_for_writing(places + (Int(truncatingIfNeeded: tail &+ Self.prefetchDistance) & mask))
            let place = places + (Int(truncatingIfNeeded: tail) & mask)
            place.fill(contact, index: UInt8(truncatingIfNeeded: index), phase: contact.phase, time: time)
            place.pointee.frameCount = 1
            let publication = contact.phase == .moved ? Publication.move(at: tail) : Publication.single(at: tail)
            place.publication.pointee.store(publication, ordering: .releasing)
            tellPublished(from: tail, to: tail &+ 1)
            return true
        }
    }

    /// What becomes of the steps once the frame is in the ring: contacts that began are down, ended ones give their
    /// place back, moves without room go to their mailbox, begans without room never were.
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
            case (.admitted, .began):
                if ended & (1 << UInt64(step.index)) == 0 { table.name(Int(step.index)) }
            case (.admitted, .ended), (.admitted, .cancelled):
                table.free(Int(step.index))
            case (.refused, .began):
                table.free(Int(step.index))
                if losses.isFirst(.droppedBegan) { onFirstDrop() }
            case (.refused, .moved):
                losses.count(.coalescedMove)
                // The end in the same frame is newer still, and lies in the ring already.
                guard ended & (1 << UInt64(step.index)) == 0 else { continue }
                var sample = TouchSample()
                var details = TouchContact.Details()
                step.fill(&sample, of: contacts, time: time, table: table, details: &details)
                latestMoves.put(sample, details, position: tail)
            default:
                break
            }
        }
    }
}
