internal import ResponderEventLoop
internal import Synchronization

/// The receiving side of one channel: how far it has been read, and which contacts are down as far as it was read.
struct ChannelReceiver: ~Copyable {
    let channel: TouchChannel
    private let clock: UnsafeMutablePointer<ReceivingClock>
    /// How far the ring was read; in raw memory, where the dispatch reads it too.
    let cursor: UnsafeMutablePointer<RingCursor>
    /// What was received otherwise than as frames of one sample from the ring; ``statistics`` adds those.
    private var tally = TouchPort.Statistics()
    /// Where the ring ended when the step began: what is sent meanwhile waits for the next turn (rule L19).
    private var stepEnd: UInt64 = 0
    /// Up to where samples were looked at for a time that is still to come.
    private var checked: UInt64 = 0
    /// When nothing was left to receive but the cancels of what is down, since the port is no more.
    private var abandoned: Int64?
    /// How far the senders know that the ring was read.
    private var announced: UInt64 = 0
    /// The moves that were taken out of their mailboxes and are not due yet, a bit a contact.
    private var held: UInt64 = 0
    /// The time of the newest move that came by a mailbox.
    private var newestMoveTime = Int64.min
    /// The mailboxes that may be opened in this step, once each: those that were full when it began.
    private var unopened: UInt64 = 0
    /// Whether the sender is gone, and all it sent and the cancels of what it had down have been received.
    private(set) var isFinished = false
    /// What the frame is that was peeked at.
    private var peeked: Next?
    /// The frame of these cancels.
    private var lastFrame: UnsafeMutablePointer<TouchSample>?

    /// How many samples are read before the senders are told, so that the line they share is not fought over.
    private static let announcement: UInt64 = 64

    init(_ channel: TouchChannel, _ clock: UnsafeMutablePointer<ReceivingClock>) {
        self.channel = channel
        self.clock = clock
        cursor = .allocate(capacity: 1)
        cursor.initialize(to: RingCursor(ring: channel.places, mask: channel.mask))
    }

    deinit {
        cursor.pointee.bindings.deallocate()
        cursor.pointee.begans.deallocate()
        cursor.deallocate()
        lastFrame?.deallocate()
    }

    /// What was received so far.
    var statistics: TouchPort.Statistics {
        var statistics = tally
        statistics.frames += Int(cursor.pointee.position) - cursor.pointee.surplus
        statistics.samples += Int(cursor.pointee.position)
        statistics.contacts = cursor.pointee.contacts
        statistics.mostContactsDown = cursor.pointee.mostContactsDown
        return statistics
    }

    /// Whether anything is left to receive: a frame, a move in its mailbox, or the cancels of a sender that is gone.
    var hasPending: Bool {
        isPublished || held | channel.latestMoves.pending != 0
            || (channel.isClosed.load(ordering: .acquiring) && !isFinished)
    }

    /// How far it was received.
    var progress: ChannelProgress {
        ChannelProgress(
            position: cursor.pointee.position,
            moves: held | channel.latestMoves.pending,
            sender: ContactBinding.sender(of: cursor.pointee.bindings)
        )
    }

    /// Whether anything is left to receive, or a place in the ring is reserved for a frame that is not complete yet.
    var isExpecting: Bool { channel.newestTail != cursor.pointee.position || hasPending }

    /// Whether a frame lies at the cursor.
    private var isPublished: Bool { isPublished(at: cursor.pointee.position) }

    /// Whether a frame begins at the position, and is complete.
    @inline(__always)
    private func isPublished(at position: UInt64) -> Bool {
        place(position).publication.pointee.load(ordering: .acquiring) & ~3 == Publication.frame(at: position)
    }

    /// The time of the frame that lies at the cursor; nil when there is none.
    var timeInRing: Int64? { isPublished ? place(cursor.pointee.position).pointee.time : nil }

    mutating func beginStep() {
        // In this order: a move that was left in its mailbox before its contact's end was put into the ring is seen
        // whenever the end is.
        stepEnd = channel.publishedEnd(from: cursor.pointee.position)
        unopened = channel.latestMoves.pending
        checkTimes()
        setLimit()
    }

    /// Looks for samples of a time that is still to come, among those that no step before has had.
    ///
    /// Only where the first of them is later than when the clock was last read: a look at each would cost every event.
    /// So a batch whose first frame is none of these counts as if none were.
    @inline(__always)
    private mutating func checkTimes() {
        // A late sender may have set back where the ring is known to end.
        guard Int64(bitPattern: stepEnd &- checked) > 0 else { return }
        if isPublished(at: checked), place(checked).pointee.time > clock.pointee.latest { countTimesAhead() }
        checked = stepEnd
    }

    @inline(never)
    private mutating func countTimesAhead() {
        let now = clock.pointee.read()
        var position = checked
        // Another thread may not have completed its frame yet.
        while Int64(bitPattern: stepEnd &- position) > 0, isPublished(at: position) {
            let count = Int(place(position).pointee.frameCount)
            if place(position).pointee.time > now { tally.timesAhead &+= count }
            position &+= UInt64(count)
        }
    }

    /// Receives nothing more but the cancels of what is down.
    mutating func abandon() {
        abandoned = clock.pointee.read()
        stepEnd = cursor.pointee.position
        (held, unopened) = (0, 0)
        closeCursor()
    }

    /// Whether a contact is down as far as it was received.
    var hasContactsDown: Bool { cursor.pointee.live != 0 }

    mutating func endStep() {
        announce()
        closeCursor()
    }

    /// Makes the cursor give nothing any more until a frame was asked for here.
    func closeCursor() {
        cursor.pointee.limit = cursor.pointee.position
    }

    /// How far the ring may be read without asking here.
    private mutating func setLimit() {
        let mayRun = held | unopened == 0
        let position = cursor.pointee.position
        cursor.pointee.limit = mayRun ? position &+ min(stepEnd &- position, Self.announcement) : position
    }

    /// What may come next.
    private enum Next {
        case move(Int)
        case ring
        case cancels
    }

    /// The time of the frame that comes next in this step; nil when there is none.
    mutating func nextTime() -> Int64? {
        switch next() {
        case .move(let index): channel.latestMoves.sample(index).pointee.time
        case .ring: place(cursor.pointee.position).pointee.time
        case .cancels: timeOfCancels
        case nil: nil
        }
    }

    private var timeOfCancels: Int64 { abandoned ?? newestTime }

    /// The time of the newest frame received, when the sender has nothing more to put into the ring.
    private var newestTime: Int64 {
        cursor.pointee.position == 0
            ? newestMoveTime : max(newestMoveTime, place(cursor.pointee.position &- 1).pointee.time)
    }

    /// The next frame, without taking it; nil when there is none in this step.
    mutating func peekFrame() -> TouchPortFrame? {
        if cursor.pointee.position &- announced >= Self.announcement { announce() }
        defer { setLimit() }
        peeked = next()
        switch peeked {
        case .move(let index):
            return TouchPortFrame(sample: channel.latestMoves.sample(index), bindings: cursor.pointee.bindings)
        case .ring:
            return frameInRing()
        case .cancels:
            return makeCancels()
        case nil:
            return nil
        }
    }

    /// Takes the frame that was peeked at.
    mutating func takeFrame() {
        switch peeked {
        case .move(let index):
            held &= ~(1 << UInt64(index))
            newestMoveTime = max(newestMoveTime, channel.latestMoves.sample(index).pointee.time)
            tally.frames &+= 1
            tally.samples &+= 1
        case .ring:
            account(frameInRing())
        case .cancels:
            isFinished = true
            tally.frames &+= 1
            tally.samples &+= cursor.pointee.live.nonzeroBitCount
            cursor.pointee.live = 0
        case nil:
            break
        }
        peeked = nil
        setLimit()
    }

    @inline(__always)
    private mutating func next() -> Next? {
        if held | unopened != 0, let index = dueMove() { return .move(index) }
        if cursor.pointee.position != stepEnd { return isPublished ? .ring : nil }
        guard !isFinished, abandoned != nil || isReceived else { return nil }
        // Cancels of nothing are no frame, and hold nothing up that another port has.
        if cursor.pointee.live == 0 { isFinished = true }
        return isFinished ? nil : .cancels
    }

    /// Whether the sender is gone, and all that it sent was received.
    private var isReceived: Bool {
        guard channel.isClosed.load(ordering: .acquiring) else { return false }
        // Closed, it grows no more; what came since the step began waits for the next turn.
        return cursor.pointee.position == channel.tail && held | channel.latestMoves.pending == 0
    }

    /// The contact whose move in the mailbox comes before what is next in the ring, if there is one.
    @inline(never)
    private mutating func dueMove() -> Int? {
        var candidates = held | unopened
        while candidates != 0 {
            let index = candidates.trailingZeroBitCount
            let bit: UInt64 = 1 << UInt64(index)
            candidates &= ~bit
            if held & bit == 0 {
                unopened &= ~bit
                guard channel.latestMoves.take(index) else { continue }
                if clock.pointee.isAhead(channel.latestMoves.sample(index).pointee.time) { tally.timesAhead &+= 1 }
                held |= bit
            }
            if channel.latestMoves.position(index) <= cursor.pointee.position { return index }
        }
        return nil
    }

    private func frameInRing() -> TouchPortFrame {
        let position = cursor.pointee.position
        return TouchPortFrame(
            ring: channel.places,
            capacity: channel.mask &+ 1,
            start: Int(truncatingIfNeeded: position) & channel.mask,
            count: Int(place(position).pointee.frameCount),
            bindings: cursor.pointee.bindings
        )
    }

    /// Takes a frame out of the ring, and keeps account of it.
    private mutating func account(_ frame: TouchPortFrame) {
        cursor.pointee.position &+= UInt64(frame.count)
        cursor.pointee.surplus &+= frame.count &- 1
        for place in 0..<frame.count { cursor.pointee.account(frame.sample(place)) }
    }

    /// The cancels of what is down when the sender is gone, or the port, as one frame.
    @inline(never)
    private mutating func makeCancels() -> TouchPortFrame {
        let frame = lastFrame ?? .allocate(capacity: ContactTable.capacity)
        lastFrame = frame
        var count = 0
        var remaining = cursor.pointee.live
        while remaining != 0 {
            let index = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let began = cursor.pointee.begans[index]
            // A sender that is still there may have given the place to another contact, of which nothing was received.
            let isSame = channel.table.identifier(of: index) == began.identifier
            let location = isSame ? channel.table.location(of: index) : began.location
            let contact = TouchContact(began.identifier, .cancelled, at: location)
            (frame + count).initialize(to: TouchSample())
            (frame + count)
                .fill(contact, index: UInt8(truncatingIfNeeded: index), phase: .cancelled, time: timeOfCancels)
            count += 1
        }
        return TouchPortFrame(ring: frame, capacity: count, start: 0, count: count, bindings: cursor.pointee.bindings)
    }

    private func place(_ position: UInt64) -> UnsafeMutablePointer<TouchSample> {
        channel.places + (Int(truncatingIfNeeded: position) & channel.mask)
    }

    private mutating func announce() {
        guard announced != cursor.pointee.position else { return }
        announced = cursor.pointee.position
        channel.head.pointee.store(announced, ordering: .releasing)
    }
}
