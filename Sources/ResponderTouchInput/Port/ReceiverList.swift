internal import ResponderSupport

/// The channels of a port, merged by the time of their frames.
struct ReceiverList: ~Copyable {
    typealias Receiver = UnsafeMutablePointer<ChannelReceiver>

    /// Each receiver stays at its own address, since a handler may add receivers while a frame is being read.
    private var receivers = RawList<Receiver>(capacity: 4)
    /// The receiver where there is only one, which is the usual case.
    private var sole: Receiver?
    /// The number of nested steps under way.
    ///
    /// A frame of an outer step may still be in use, so channels are removed only when no step is under way.
    private var depth = 0
    private var removedStatistics = TouchPort.Statistics()
    private let clock: UnsafeMutablePointer<ReceivingClock>
    /// The latest time of a frame that may be taken now.
    var bound = Int64.max
    /// The bound of a step without one; while frames are recorded it is not the greatest number, so that no cursor is
    /// used.
    private(set) var openBound = Int64.max
    /// Whether a tape keeps the frames that are taken.
    var isRecorded = false { didSet { openBound = isRecorded ? .max - 1 : .max } }
    /// The nested steps that have been served in part, one bit each; the innermost step's bit is the lowest.
    private var continuedSteps: UInt64 = 0
    /// Whether a part of the innermost step has been served.
    var isStepContinued: Bool { continuedSteps & 1 != 0 }
    /// The receiver whose frame was peeked at.
    private var peeked: Receiver?
    /// Whether moves may wait for a display frame: see `TouchPacing`.
    var isPaced = false
    /// The display frame for which moves were received last.
    var servedFrame: Int64?
    /// The display frame until whose links were called nothing more is received.
    var blockedFrame: Int64?
    /// The number of timer steps before the last reception.
    var servedStep: UInt64 = 0
    /// Whether the port is served a second time in a turn, before display links are called.
    var isBeforeLinks = false

    init(clock: ReceivingClock) {
        self.clock = .allocate(capacity: 1)
        self.clock.initialize(to: clock)
    }

    deinit {
        for index in 0..<count { Self.free(receivers[index]) }
        clock.deallocate()
    }

    private var count: Int {
        @inline(__always) get { receivers.count }
    }

    /// Whether a contact is down according to the samples received.
    var hasContactsDown: Bool {
        for index in 0..<count where receivers[index].pointee.hasContactsDown { return true }
        return false
    }

    var hasPending: Bool {
        for index in 0..<count where receivers[index].pointee.hasPending { return true }
        return false
    }

    var isExpecting: Bool {
        for index in 0..<count where receivers[index].pointee.isExpecting { return true }
        return false
    }

    /// The earliest time of the frames that lie next in their rings.
    var oldestTime: Int64? {
        var oldest: Int64?
        for index in 0..<count {
            guard let time = receivers[index].pointee.timeInRing else { continue }
            oldest = min(oldest ?? time, time)
        }
        return oldest
    }

    /// The earliest of the times of the receivers' last frames that are not of moves alone; nil when there are none.
    var oldestTimeOfOther: Int64? {
        var oldest: Int64?
        for index in 0..<count {
            guard let time = receivers[index].pointee.timeOfOther() else { continue }
            oldest = min(oldest ?? time, time)
        }
        return oldest
    }

    /// Whether a receiver has something that must not wait, though moves may.
    var hasOtherThanMoves: Bool {
        for index in 0..<count where receivers[index].pointee.findOtherThanMoves() { return true }
        return false
    }

    /// Whether a receiver has, or may soon have, something that must not wait, though moves may.
    var isExpectingOtherThanMoves: Bool {
        for index in 0..<count where receivers[index].pointee.isExpectingOtherThanMoves() { return true }
        return false
    }

    /// Whether so many moves wait that later begans might find no room.
    var isCrowded: Bool {
        for index in 0..<count where receivers[index].pointee.isCrowded { return true }
        return false
    }

    /// Leaves the moves that are later than the last other frame to a later step.
    ///
    /// Each sample that is looked at is received in this step. Nothing is left when a sender is gone.
    func leaveLastMoves() {
        var last = Int64.min
        for index in 0..<count {
            if receivers[index].pointee.isEnding { return }
            if let time = receivers[index].pointee.timeOfOther() { last = max(last, time) }
        }
        // With a single channel, moves behind the frame wait even if their time is not later.
        if count == 1 { last = .min }
        for index in 0..<count { receivers[index].pointee.leaveMoves(after: last) }
    }

    var statistics: TouchPort.Statistics {
        var sum = removedStatistics
        for index in 0..<count { sum.add(receivers[index].pointee) }
        return sum
    }

    /// How far the channel has been received; nil when the channel will carry nothing more.
    func progress(of channel: TouchChannel) -> ChannelProgress? {
        for index in 0..<count where receivers[index].pointee.channel === channel {
            return receivers[index].pointee.progress
        }
        return nil
    }

    /// Adds a channel at once, so that a run nested in the handler that made the channel serves it.
    ///
    /// The step that is under way does not serve the channel: for that step the channel is empty (rule L19).
    mutating func append(_ channel: TouchChannel) {
        let receiver = Receiver.allocate(capacity: 1)
        receiver.initialize(to: ChannelReceiver(channel, clock))
        receivers.append(receiver)
        sole = count == 1 ? receiver : nil
        // A reader of the only cursor must notice that there is a second channel now.
        closeCursors()
    }

    mutating func beginStep() {
        depth += 1
        continuedSteps <<= 1
        for index in 0..<count { receivers[index].pointee.beginStep() }
    }

    /// Begins the last step, which has only the cancels of contacts that are down.
    mutating func beginLastStep() {
        depth += 1
        continuedSteps <<= 1
        for index in 0..<count { receivers[index].pointee.abandon() }
    }

    mutating func endStep() {
        depth -= 1
        continuedSteps >>= 1
        var isAnyFinished = false
        for index in 0..<count {
            receivers[index].pointee.endStep()
            if receivers[index].pointee.isFinished { isAnyFinished = true }
        }
        if depth == 0 && isAnyFinished { removeFinished() }
    }

    /// Records that a part of the step has been served.
    mutating func notePart() { continuedSteps |= 1 }

    /// The cursor of the only channel; nil unless there is exactly one.
    var soleCursor: UnsafeMutablePointer<RingCursor>? { sole?.pointee.cursor }

    /// Makes every cursor give nothing until the port is asked for a frame.
    func closeCursors() {
        for index in 0..<count { receivers[index].pointee.closeCursor() }
    }

    /// The next frame, without taking it; nil when there is none in this step.
    mutating func peekFrame() -> TouchPortFrame? {
        peeked = sole ?? earliest
        guard let receiver = peeked else { return nil }
        if bound != .max, let time = mergingTime(of: receiver), time > bound { return nil }
        return receiver.pointee.peekFrame()
    }

    /// The time by which the next frame in this step is merged with the frames of other ports; nil when there is no
    /// frame.
    var nextTime: Int64? { (sole ?? earliest).flatMap { mergingTime(of: $0) } }

    /// The time of the receiver's next frame; a time in the future counts as the present time.
    private func mergingTime(of receiver: Receiver) -> Int64? {
        receiver.pointee.nextTime().map { clock.pointee.isAhead($0) ? clock.pointee.latest : $0 }
    }

    /// Takes the frame that was peeked at.
    mutating func takeFrame() {
        peeked?.pointee.takeFrame()
    }

    /// The receiver whose next frame in this step has the earliest time.
    private var earliest: Receiver? {
        var earliest: (time: Int64, receiver: Receiver)?
        for index in 0..<count {
            guard let time = receivers[index].pointee.nextTime() else { continue }
            if let known = earliest, known.time <= time { continue }
            earliest = (time, receivers[index])
        }
        return earliest?.receiver
    }

    /// Removes the channels that will carry nothing more.
    private mutating func removeFinished() {
        var kept = 0
        for index in 0..<count {
            let receiver = receivers[index]
            if receiver.pointee.isFinished {
                removedStatistics.add(receiver.pointee)
                Self.free(receiver)
            } else {
                receivers[kept] = receiver
                kept += 1
            }
        }
        guard kept < count else { return }
        receivers.truncate(to: kept)
        sole = count == 1 ? receivers[0] : nil
    }

    private static func free(_ receiver: Receiver) {
        receiver.deinitialize(count: 1)
        receiver.deallocate()
    }
}

extension TouchPort.Statistics {
    fileprivate mutating func add(_ receiver: borrowing ChannelReceiver) {
        frames += receiver.statistics.frames
        samples += receiver.statistics.samples
        contacts += receiver.statistics.contacts
        mostContactsDown = max(mostContactsDown, receiver.statistics.mostContactsDown)
        presses += receiver.statistics.presses
        timesAhead += receiver.statistics.timesAhead
        droppedBegans += receiver.channel.losses[.droppedBegan]
        coalescedMoves += receiver.channel.losses[.coalescedMove]
        unknownContacts += receiver.channel.losses[.unknownContact]
        invalidLocations += receiver.channel.losses[.invalidLocation]
        repeatedBegans += receiver.channel.losses[.repeatedBegan]
        excessContacts += receiver.channel.losses[.excessContact]
        droppedWheelFrames += receiver.channel.losses[.droppedWheelFrame]
        cutTexts += receiver.channel.losses[.cutText]
    }
}
