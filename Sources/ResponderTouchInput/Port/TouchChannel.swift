internal import CResponderEventLoop
internal import ResponderEventLoop
internal import Synchronization

/// The state that one sender and its port share: a bounded lock-free ring of samples, the table of the sender's
/// contacts, and a mailbox per contact for moves that found no room.
///
/// The ring has many producers and one consumer. One word holds the position of the next sample and the number of
/// contacts whose end has a reserved place, so a frame reserves all its places in one exchange:
///
///     places in use + ends kept <= capacity
///
/// A began takes two places: its own, and a reserved place for the contact's end. So an end always finds room. The
/// samples of a frame lie side by side, and the frame is published at its first place with one store: the consumer sees
/// the whole frame or no part of it.
///
/// The class is Sendable because all its state is atomic or handed over by atomics: a place is written by the producer
/// that reserved it until the place is published, then read by the consumer until `head` passes the place, and only
/// then reserved again.
final class TouchChannel: Sendable {
    let capacity: UInt64
    let mask: Int
    nonisolated(unsafe) let places: UnsafeMutablePointer<TouchSample>
    /// The details of samples, at the same index as the sample, or the delta of a frame of the wheel, or a text of a
    /// press; never written for samples without any.
    nonisolated(unsafe) let details: UnsafeMutablePointer<TouchContact.Details>
    nonisolated(unsafe) let table = ContactTable()
    nonisolated(unsafe) let latestMoves = LatestMoves()
    nonisolated(unsafe) let losses = LossCounters()
    let isClosed = Atomic<Bool>(false)
    private let onFirstDrop: @Sendable () -> Void
    private let wakeSignal: WakeSignal
    private let needsFence: Bool
    nonisolated(unsafe) private let sleepState: UnsafeMutablePointer<Atomic<UInt8>>

    /// The tail in the upper 56 bits, the number of reserved ends in the lower 8; the next word has the head as
    /// producers last saw it.
    ///
    /// These two words share a cache line; the published end and the consumer's head have a cache line each.
    nonisolated(unsafe) private let reservation: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let knownHead: UnsafeMutablePointer<Atomic<UInt64>>
    /// The end of a published frame, updated once in sixteen samples.
    ///
    /// The consumer reads this word at each step: if it read the tail instead, senders would wait for the tail's cache
    /// line at their next exchange. A late sender may set the word back.
    nonisolated(unsafe) private let published: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) let head: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let lines: UnsafeMutableRawPointer

    private static let keptBits: UInt64 = 8
    private static let publishedInterval: UInt64 = 16
    private static let lineSize = 128
    /// How many samples ahead a sender prefetches the place that it will write.
    private static let prefetchDistance: UInt64 = 4

    /// - Parameter onFirstDrop: Called when a began is dropped for the first time, on the sender's thread.
    init(capacity: Int, wakeSignal: WakeSignal, onFirstDrop: @escaping @Sendable () -> Void = {}) {
        self.capacity = UInt64(capacity)
        self.onFirstDrop = onFirstDrop
        self.wakeSignal = wakeSignal
        needsFence = wakeSignal.needsFence
        sleepState = wakeSignal.state
        mask = capacity - 1
        // A sample has the size of a cache line and is aligned to one.
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
        // Samples and atomics of integers need no deinitialisation.
        places.deallocate()
        details.deallocate()
        lines.deallocate()
    }

    /// The present end of the ring.
    var tail: UInt64 { reservation.pointee.load(ordering: .acquiring) >> Self.keptBits }

    /// The end of the published samples, as far as a consumer at `position` can find it.
    ///
    /// The search starts at the end that senders last announced, and goes on through the samples themselves, which the
    /// consumer reads next anyway. With one sending thread the search finds all samples that were sent; with several, a
    /// sample may be found a turn later, but none is lost. A consumer that finds a sample here also sees everything
    /// that the sample's thread did before sending.
    func publishedEnd(from position: UInt64) -> UInt64 {
        let announced = published.pointee.load(ordering: .acquiring)
        var end = Int64(bitPattern: announced &- position) > 0 ? announced : position
        for _ in 0..<(2 * Self.publishedInterval) {
            let place = places + (Int(truncatingIfNeeded: end) & mask)
            let publication = place.publication.pointee.load(ordering: .acquiring)
            guard publication & ~3 == Publication.frame(at: end) else { break }
            end &+= publication == Publication.frame(at: end) ? UInt64(place.pointee.frameCount) : 1
        }
        return end
    }

    /// The tail, read in one total order with the senders' exchanges and all accesses to the loop's sleep state: see
    /// `MainRunLoop.mustStayAwake()`.
    var newestTail: UInt64 { reservation.pointee.load(ordering: .sequentiallyConsistent) >> Self.keptBits }

    func wake() {
        wakeSignal.wake()
    }

    /// Wakes the loop if it sleeps, after a frame was put into the ring by ``put(single:at:time:)``.
    ///
    /// Mostly without a fence, for the reason given at `MainRunLoop.mustStayAwake()`.
    @inline(__always)
    func wakeAfterReservation() {
        if needsFence { atomicMemoryFence(ordering: .sequentiallyConsistent) }
        rel_compiler_barrier()
        if sleepState.pointee.load(ordering: .sequentiallyConsistent) != 0 { wakeSignal.wakeSleeper() }
    }

    /// Closes the channel when its sender is gone: the sender's contacts that are down are cancelled once all its
    /// samples have been received.
    func close() {
        isClosed.store(true, ordering: .releasing)
        wake()
    }

    /// Puts a frame's steps into the ring as far as there is room, and handles each remaining step by its kind.
    ///
    /// Lock-free: the exchange is repeated only when another thread has put samples meanwhile.
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
        complete(steps, of: contacts, time: time)
    }

    /// Announces the published end of the ring to the consumer, once in sixteen samples.
    @inline(__always)
    private func announcePublished(from start: UInt64, to end: UInt64) {
        guard (start ^ end) & ~(Self.publishedInterval - 1) != 0 else { return }
        published.pointee.store(end, ordering: .releasing)
    }

    /// The places that are free and not reserved for an end.
    var room: Int {
        let reserved = reservation.pointee.load(ordering: .acquiring)
        let kept = reserved & (1 << Self.keptBits - 1)
        return Int(room(tail: reserved >> Self.keptBits, kept: kept, head: head.pointee.load(ordering: .acquiring)))
    }

    /// The places that may be taken, given a tail, the number of reserved ends and a head.
    ///
    /// Negative where `head` is too old for `tail`: then the caller finds no room and reads the newest head.
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
        publish(count, at: start)
    }

    /// Publishes a frame of `count` samples, whose places were reserved and filled.
    @inline(__always)
    func publish(_ count: UInt64, at start: UInt64) {
        let first = places + (Int(truncatingIfNeeded: start) & mask)
        first.pointee.frameCount = UInt8(truncatingIfNeeded: count)
        first.publication.pointee.store(
            count > 1
                ? Publication.frame(at: start)
                : first.pointee.phase == .moved ? Publication.move(at: start) : Publication.single(at: start),
            ordering: .releasing
        )
        announcePublished(from: start, to: start &+ count)
    }

    /// Puts one sample of the contact at `index` into the ring as a frame of its own: the fast path for the usual
    /// frame.
    ///
    /// Returns whether there was room for the sample. The contact's details are not taken over.
    @inline(__always)
    func put(single contact: TouchContact, at index: Int, time: Int64) -> Bool {
        // A began reserves a place for its end, so an end always has room.
        let (needed, change): (Int64, UInt64) =
            switch contact.phase {
            case .began: (2, 1 << Self.keptBits &+ 1)
            case .moved: (1, 1 << Self.keptBits)
            case .ended, .cancelled: (.min, 1 << Self.keptBits &- 1)
            }
        // The location is stored before the exchange, so that only the exchange waits for the store; after the
        // exchange, the stores to the sample would have to wait for it too.
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
            // The place ahead has been in the receiver's cache since the ring's last round; a prefetch now brings the
            // place here in time for the write.
            rel_prefetch_for_writing(places + (Int(truncatingIfNeeded: tail &+ Self.prefetchDistance) & mask))
            let place = places + (Int(truncatingIfNeeded: tail) & mask)
            place.fill(contact, index: UInt8(truncatingIfNeeded: index), phase: contact.phase, time: time)
            place.pointee.frameCount = 1
            let publication = contact.phase == .moved ? Publication.move(at: tail) : Publication.single(at: tail)
            place.publication.pointee.store(publication, ordering: .releasing)
            announcePublished(from: tail, to: tail &+ 1)
            return true
        }
    }

    /// What a frame of one sample needs in the ring.
    enum ReservationKind {
        /// Its place.
        case alone
        /// Its place, and a reserved place for an end.
        case withEnd
        /// The place that was reserved for it.
        case end
    }

    /// Reserves what a frame of one sample needs, and returns its place; nil when there is no room.
    func reservePlace(_ kind: ReservationKind = .alone) -> UInt64? {
        let (needed, change): (Int64, UInt64) =
            switch kind {
            case .alone: (1, 1 << Self.keptBits)
            case .withEnd: (2, 1 << Self.keptBits &+ 1)
            case .end: (.min, 1 << Self.keptBits &- 1)
            }
        var word = reservation.pointee.load(ordering: .acquiring)
        while true {
            let (tail, kept) = (word >> Self.keptBits, word & ((1 << Self.keptBits) - 1))
            if room(tail: tail, kept: kept, head: knownHead.pointee.load(ordering: .acquiring)) < needed {
                let newest = head.pointee.load(ordering: .acquiring)
                guard room(tail: tail, kept: kept, head: newest) >= needed else { return nil }
                knownHead.pointee.store(newest, ordering: .releasing)
            }
            let (exchanged, now) = reservation.pointee.weakCompareExchange(
                expected: word,
                desired: word &+ change,
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring
            )
            if exchanged { return tail }
            word = now
        }
    }

    /// Counts a began that found no room.
    func noteDroppedBegan() {
        if losses.isFirst(.droppedBegan) { onFirstDrop() }
    }

    /// Completes the steps once the frame is in the ring: names contacts that began, frees the places of ended ones,
    /// leaves moves without room in their mailboxes, and drops begans without room.
    private func complete(
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
                noteDroppedBegan()
            case (.refused, .moved):
                losses.count(.coalescedMove)
                // An end in the same frame is newer than the move and already lies in the ring.
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
