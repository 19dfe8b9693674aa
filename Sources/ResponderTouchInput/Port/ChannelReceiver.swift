internal import ResponderEventLoop
internal import Synchronization

/// The receiving side of one channel: how far it has been read, and which contacts are down as far as it was read.
struct ChannelReceiver: ~Copyable {
    let channel: TouchChannel
    private(set) var statistics = TouchPort.Statistics()
    private var cursor: UInt64 = 0
    /// Where the ring ended when the step began: what is sent meanwhile waits for the next turn (rule L19).
    private var stepEnd: UInt64 = 0
    /// How far the senders know that the ring was read.
    private var announced: UInt64 = 0
    /// The contacts that are down, by their index.
    private var live: UInt64 = 0
    /// The identifier and the newest location of each contact, by its index: what an end without a location ends at.
    private let known: UnsafeMutablePointer<(identifier: Int, location: Point)>
    private let bindings: UnsafeMutablePointer<UInt64>
    /// The moves that were taken out of their mailboxes and are not due yet, a bit a contact.
    private var held: UInt64 = 0
    /// The mailboxes that may be opened in this step, once each: those that were full when it began.
    private var unopened: UInt64 = 0
    /// The time of the newest frame received.
    private var newestTime = Int64.min
    /// Whether the sender is gone, and all it sent and the cancels of what it had down have been received.
    private(set) var isFinished = false
    /// The frame of these cancels.
    private var lastFrame: UnsafeMutablePointer<TouchSample>?

    /// How many samples are read before the senders are told, so that the line they share is not fought over.
    private static let announcement: UInt64 = 64

    init(_ channel: TouchChannel) {
        self.channel = channel
        bindings = .allocate(capacity: ContactTable.capacity)
        bindings.initialize(repeating: 0, count: ContactTable.capacity)
        known = .allocate(capacity: ContactTable.capacity)
        known.initialize(repeating: (0, .zero), count: ContactTable.capacity)
    }

    deinit {
        bindings.deallocate()
        known.deallocate()
        lastFrame?.deallocate()
    }

    /// Whether anything is left to receive: a frame, a move in its mailbox, or the cancels of a sender that is gone.
    var hasPending: Bool {
        isPublished || held | channel.latestMoves.pending != 0
            || (channel.isClosed.load(ordering: .acquiring) && !isFinished)
    }

    private var isPublished: Bool {
        channel.published[place(cursor)].load(ordering: .acquiring) == cursor &+ 1
    }

    mutating func beginStep() {
        // In this order: a move that was left in its mailbox before its contact's end was put into the ring is seen
        // whenever the end is.
        stepEnd = channel.tail
        unopened = channel.latestMoves.pending
    }

    mutating func endStep() {
        announce()
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
        case .ring: channel.places[place(cursor)].time
        case .cancels: newestTime
        case nil: nil
        }
    }

    @inline(__always)
    mutating func nextFrame() -> TouchPortFrame? {
        // The usual frame, apart from all others: a move of one finger while nothing else is to be looked after.
        if cursor != stepEnd, isPublished, held | unopened == 0, cursor &- announced < Self.announcement {
            let start = place(cursor)
            let sample = channel.places + start
            if sample.pointee.frameCount == 1 && sample.pointee.phase == .moved {
                cursor &+= 1
                statistics.frames &+= 1
                statistics.samples &+= 1
                newestTime = max(newestTime, sample.pointee.time)
                known[Int(sample.pointee.index)].location = sample.pointee.location
                return TouchPortFrame(
                    ring: channel.places,
                    capacity: channel.mask &+ 1,
                    start: start,
                    count: 1,
                    bindings: bindings
                )
            }
        }
        return nextFrameOfAnyKind()
    }

    @inline(never)
    private mutating func nextFrameOfAnyKind() -> TouchPortFrame? {
        if cursor &- announced >= Self.announcement { announce() }
        switch next() {
        case .move(let index):
            held &= ~(1 << UInt64(index))
            let move = channel.latestMoves.sample(index)
            return account(TouchPortFrame(ring: move, capacity: 1, start: 0, count: 1, bindings: bindings))
        case .ring:
            let start = place(cursor)
            let count = Int(channel.places[start].frameCount)
            cursor &+= UInt64(count)
            return account(
                TouchPortFrame(
                    ring: channel.places,
                    capacity: channel.mask &+ 1,
                    start: start,
                    count: count,
                    bindings: bindings
                )
            )
        case .cancels:
            isFinished = true
            return cancelAll()
        case nil:
            return nil
        }
    }

    @inline(__always)
    private mutating func next() -> Next? {
        if held | unopened != 0, let index = dueMove() { return .move(index) }
        if cursor != stepEnd { return isPublished ? .ring : nil }
        guard !isFinished, channel.isClosed.load(ordering: .acquiring) else { return nil }
        // Closed, it grows no more; what came since the step began waits for the next turn.
        guard cursor == channel.tail, held | channel.latestMoves.pending == 0 else { return nil }
        return .cancels
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
                held |= bit
            }
            if channel.latestMoves.position(index) <= cursor { return index }
        }
        return nil
    }

    /// The cancels of what a sender that is gone had down, as one frame; nil when it had nothing down.
    @inline(never)
    private mutating func cancelAll() -> TouchPortFrame? {
        guard live != 0 else { return nil }
        let frame = UnsafeMutablePointer<TouchSample>.allocate(capacity: ContactTable.capacity)
        lastFrame = frame
        var count = 0
        var remaining = live
        while remaining != 0 {
            let index = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let contact = TouchContact(known[index].identifier, .cancelled, at: known[index].location)
            (frame + count).initialize(
                to: TouchSample(contact, index: UInt8(truncatingIfNeeded: index), phase: .cancelled, time: newestTime)
            )
            count += 1
        }
        return account(TouchPortFrame(ring: frame, capacity: count, start: 0, count: count, bindings: bindings))
    }

    /// Keeps account of a frame, and gives an end without a location its contact's last one.
    private mutating func account(_ frame: TouchPortFrame) -> TouchPortFrame {
        statistics.frames &+= 1
        statistics.samples &+= frame.count
        newestTime = max(newestTime, frame.first.pointee.time)
        var position = 0
        while position < frame.count {
            let sample = position == 0 ? frame.first : frame.sample(position)
            let index = Int(sample.pointee.index)
            let bit: UInt64 = 1 << UInt64(index)
            switch sample.pointee.phase {
            case .began:
                live |= bit
                known[index] = (sample.pointee.identifier, sample.pointee.location)
                statistics.contacts &+= 1
                statistics.mostContactsDown = max(statistics.mostContactsDown, live.nonzeroBitCount)
            case .moved:
                known[index].location = sample.pointee.location
            case .ended, .cancelled:
                live &= ~bit
                if !sample.pointee.location.isFinite { sample.pointee.location = known[index].location }
            }
            position &+= 1
        }
        return frame
    }

    private func place(_ position: UInt64) -> Int {
        Int(truncatingIfNeeded: position) & channel.mask
    }

    private mutating func announce() {
        guard announced != cursor else { return }
        announced = cursor
        channel.head.pointee.store(cursor, ordering: .releasing)
    }
}
