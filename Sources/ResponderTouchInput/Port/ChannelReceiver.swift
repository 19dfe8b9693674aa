internal import ResponderEventLoop
internal import Synchronization

/// The receiving side of one channel: how far the channel has been read, and which contacts are down at that point.
struct ChannelReceiver: ~Copyable {
    let channel: TouchChannel
    private let clock: UnsafeMutablePointer<ReceivingClock>
    /// How far the ring has been read; in raw memory, since the dispatch reads the cursor directly.
    let cursor: UnsafeMutablePointer<RingCursor>
    /// The counts that the cursor does not keep; ``statistics`` adds the counts of the cursor.
    private var tally = TouchPort.Statistics()
    /// The end of the ring when the step began: samples sent during the step wait for the next turn (rule L19).
    private var stepEnd: UInt64 = 0
    /// The position up to which samples have been checked for times in the future.
    private var checked: UInt64 = 0
    /// The time at which the port was invalidated; nil before.
    ///
    /// From then on only the cancels of contacts that are down are received.
    private var abandoned: Int64?
    /// The read position that was last announced to the senders.
    private var announced: UInt64 = 0
    /// The moves that were taken out of their mailboxes and are not due yet, one bit per contact.
    private var held: UInt64 = 0
    /// The time of the newest move that came through a mailbox.
    private var newestMoveTime = Int64.min
    /// The mailboxes that may still be opened in this step; a mailbox that was full when the step began is opened at
    /// most once.
    private var unopened: UInt64 = 0
    /// How far the ring was searched for frames that are not of moves alone, and where the last one found ends.
    private var searched: UInt64 = 0
    private var endOfOther: UInt64 = 0
    /// Whether the sender is gone, and all its samples and the cancels of its contacts have been received.
    private(set) var isFinished = false
    /// The kind of the frame that was peeked at.
    private var peeked: Next?
    /// The memory for the last frame, which cancels the contacts that are down; nil until that frame is made.
    private var lastFrame: UnsafeMutablePointer<TouchSample>?

    /// The number of samples that are read between two announcements to the senders: fewer announcements mean less
    /// contention for the shared cache line.
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

    /// The numbers of frames, samples and contacts received so far.
    var statistics: TouchPort.Statistics {
        var statistics = tally
        statistics.frames += Int(cursor.pointee.position) - cursor.pointee.surplus
        statistics.samples += Int(cursor.pointee.position)
        statistics.contacts = cursor.pointee.contacts
        statistics.mostContactsDown = cursor.pointee.mostContactsDown
        statistics.presses = cursor.pointee.pressCount
        return statistics
    }

    /// Whether anything is left to receive: a frame, a move in a mailbox, or the cancels of a sender that is gone.
    var hasPending: Bool {
        isPublished || held | channel.latestMoves.pending != 0
            || (channel.isClosed.load(ordering: .acquiring) && !isFinished)
    }

    /// How far the channel has been received.
    var progress: ChannelProgress {
        ChannelProgress(
            position: cursor.pointee.position,
            moves: held | channel.latestMoves.pending,
            sender: ContactBinding.sender(of: cursor.pointee.bindings)
        )
    }

    /// Whether anything is left to receive, or a place in the ring is reserved for a frame that is not complete yet.
    var isExpecting: Bool { channel.newestTail != cursor.pointee.position || hasPending }

    /// Whether the ring is more than half full, or was full, so that moves lie in mailboxes.
    var isCrowded: Bool {
        held | channel.latestMoves.pending != 0
            || channel.tail &- cursor.pointee.position > UInt64(channel.mask &+ 1) / 2
    }

    /// Whether anything but moves is left to receive: another frame, or the cancels of a sender that is gone.
    ///
    /// Each sample is looked at once.
    mutating func findOtherThanMoves() -> Bool {
        if isEnding { return true }
        let position = cursor.pointee.position
        if Int64(bitPattern: position &- searched) > 0 { searched = position }
        while isPublished(at: searched) {
            let end = searched &+ UInt64(place(searched).pointee.frameCount)
            if !isOfMoves(from: searched, to: end) { endOfOther = end }
            searched = end
        }
        return Int64(bitPattern: endOfOther &- position) > 0
    }

    /// Whether anything but moves is left to receive, or a place is reserved for a frame that is not complete yet.
    mutating func isExpectingOtherThanMoves() -> Bool {
        let tail = channel.newestTail
        return findOtherThanMoves() || Int64(bitPattern: tail &- searched) > 0
    }

    /// Whether the sender is gone, and something of it is left to receive.
    var isEnding: Bool { channel.isClosed.load(ordering: .acquiring) && !isFinished }

    /// The time of the last frame in the ring that is not of moves alone; nil when there is none.
    mutating func timeOfOther() -> Int64? {
        findOtherThanMoves() && !isEnding ? place(endOfOther &- 1).pointee.time : nil
    }

    /// Ends the step before the moves that are later than `time` and than the last frame that is not of moves alone.
    mutating func leaveMoves(after time: Int64) {
        let position = cursor.pointee.position
        var end = Int64(bitPattern: endOfOther &- position) > 0 ? endOfOther : position
        while Int64(bitPattern: stepEnd &- end) > 0, isPublished(at: end), place(end).pointee.time <= time {
            end &+= UInt64(place(end).pointee.frameCount)
        }
        if Int64(bitPattern: stepEnd &- end) > 0 { stepEnd = end }
        setLimit()
    }

    private func isOfMoves(from start: UInt64, to end: UInt64) -> Bool {
        var position = start
        while position != end {
            if place(position).pointee.phase != .moved { return false }
            position &+= 1
        }
        return true
    }

    /// Whether a frame lies at the cursor.
    private var isPublished: Bool { isPublished(at: cursor.pointee.position) }

    /// Whether a complete frame begins at the position.
    @inline(__always)
    private func isPublished(at position: UInt64) -> Bool {
        place(position).publication.pointee.load(ordering: .acquiring) & ~3 == Publication.frame(at: position)
    }

    /// The time of the frame that lies at the cursor; nil when there is none.
    var timeInRing: Int64? { isPublished ? place(cursor.pointee.position).pointee.time : nil }

    mutating func beginStep() {
        // The order matters: when the step sees a contact's end in the ring, it also sees a move that was left in the
        // mailbox before that end.
        stepEnd = channel.publishedEnd(from: cursor.pointee.position)
        unopened = channel.latestMoves.pending
        checkTimes()
        setLimit()
    }

    /// Counts the samples that no earlier step has checked and whose time is in the future.
    ///
    /// To save a check per event, the samples are counted only where the first of them is later than the last reading
    /// of the clock. A batch whose first frame is not in the future therefore counts nothing.
    @inline(__always)
    private mutating func checkTimes() {
        // A late sender may have set back the known end of the ring.
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

    /// Drops everything that is left to receive except the cancels of contacts that are down.
    mutating func abandon() {
        abandoned = clock.pointee.read()
        stepEnd = cursor.pointee.position
        (held, unopened) = (0, 0)
        closeCursor()
    }

    /// Whether a contact is down according to the samples received.
    var hasContactsDown: Bool { cursor.pointee.live != 0 }

    mutating func endStep() {
        announce()
        closeCursor()
    }

    /// Makes the cursor give nothing until the receiver is asked for a frame.
    func closeCursor() {
        cursor.pointee.limit = cursor.pointee.position
    }

    /// Sets how far the ring may be read by the cursor alone.
    private mutating func setLimit() {
        let mayRun = held | unopened == 0
        let position = cursor.pointee.position
        cursor.pointee.limit = mayRun ? position &+ min(stepEnd &- position, Self.announcement) : position
    }

    /// The kind of the next frame.
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

    /// The time of the newest frame received; valid once the sender puts nothing more into the ring.
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
        // Without contacts down there is no frame of cancels, so frames of other ports are not held up.
        if cursor.pointee.live == 0 { isFinished = true }
        return isFinished ? nil : .cancels
    }

    /// Whether the sender is gone and all its samples have been received.
    private var isReceived: Bool {
        guard channel.isClosed.load(ordering: .acquiring) else { return false }
        // A closed channel gets no further samples; samples that came since the step began wait for the next turn.
        return cursor.pointee.position == channel.tail && held | channel.latestMoves.pending == 0
    }

    /// The contact whose move in the mailbox comes before the next frame in the ring, if there is one.
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

    /// Takes a frame out of the ring and updates the counts.
    private mutating func account(_ frame: TouchPortFrame) {
        cursor.pointee.position &+= UInt64(frame.count)
        cursor.pointee.surplus &+= frame.count &- 1
        for place in 0..<frame.count { cursor.pointee.account(frame.sample(place)) }
    }

    /// The cancels of all contacts that are down when the sender or the port is gone, as one frame.
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
            // A sender that still exists may have given the place to another contact whose began was never received.
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
