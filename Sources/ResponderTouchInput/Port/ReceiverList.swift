/// The channels of a port, merged by the time of their frames.
struct ReceiverList: ~Copyable {
    typealias Receiver = UnsafeMutablePointer<ChannelReceiver>

    /// Each in a place of its own, which it keeps: a handler may make more while a frame is looked at.
    private var receivers: UnsafeMutablePointer<Receiver>
    private var count = 0
    private var capacity = 4
    /// The only one there is, the usual case.
    private var sole: Receiver?
    /// How many steps are under way, one inside another.
    ///
    /// A frame of an outer one may still be looked at, so channels are only taken out when there is none.
    private var depth = 0
    private var former = TouchPort.Statistics()
    private let clock: UnsafeMutablePointer<ReceivingClock>
    /// The time of the latest frame that may be taken now.
    var bound = Int64.max
    /// Of which of the steps under way a part was served already: the innermost one's bit is the lowest.
    private var continuedSteps: UInt64 = 0
    /// Whether a part of the innermost step under way was served already.
    var isStepContinued: Bool { continuedSteps & 1 != 0 }
    /// Whose frame was peeked at.
    private var peeked: Receiver?

    init(clock: ReceivingClock) {
        self.clock = .allocate(capacity: 1)
        self.clock.initialize(to: clock)
        receivers = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<count { Self.free(receivers[index]) }
        receivers.deallocate()
        clock.deallocate()
    }

    /// Whether a contact is down as far as it was received.
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

    /// The earliest time that a frame carries which lies next in a ring.
    var oldestTime: Int64? {
        var oldest: Int64?
        for index in 0..<count {
            guard let time = receivers[index].pointee.timeInRing else { continue }
            oldest = min(oldest ?? time, time)
        }
        return oldest
    }

    var statistics: TouchPort.Statistics {
        var sum = former
        for index in 0..<count { sum.add(receivers[index].pointee) }
        return sum
    }

    /// How far the channel was received; nil when it carries nothing any more.
    func progress(of channel: TouchChannel) -> ChannelProgress? {
        for index in 0..<count where receivers[index].pointee.channel === channel {
            return receivers[index].pointee.progress
        }
        return nil
    }

    /// Takes a channel in, at once: a run nested in the handler that made it serves it.
    ///
    /// The step that is under way does not: for that one the channel ends where it begins (rule L19).
    mutating func append(_ channel: TouchChannel) {
        if count == capacity { grow() }
        let receiver = Receiver.allocate(capacity: 1)
        receiver.initialize(to: ChannelReceiver(channel, clock))
        (receivers + count).initialize(to: receiver)
        count += 1
        sole = count == 1 ? receiver : nil
        // Who reads by the only cursor must see that there is another one.
        closeCursors()
    }

    mutating func beginStep() {
        depth += 1
        continuedSteps <<= 1
        for index in 0..<count { receivers[index].pointee.beginStep() }
    }

    /// Begins a step that has nothing but the cancels of what is down, after which there is none.
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
        if depth == 0 && isAnyFinished { takeOutFinished() }
    }

    /// A part of the step was served.
    mutating func notePart() { continuedSteps |= 1 }

    /// The cursor of the only channel; nil when there are several.
    var soleCursor: UnsafeMutablePointer<RingCursor>? { sole?.pointee.cursor }

    /// Makes every cursor give nothing any more until the port was asked for a frame.
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

    /// The time by which the frame that is next in this step is merged with what other ports have; nil when there is
    /// none.
    var nextTime: Int64? { (sole ?? earliest).flatMap { mergingTime(of: $0) } }

    /// A time that is still to come counts as the present one.
    private func mergingTime(of receiver: Receiver) -> Int64? {
        receiver.pointee.nextTime().map { clock.pointee.isAhead($0) ? clock.pointee.latest : $0 }
    }

    /// Takes the frame that was peeked at.
    mutating func takeFrame() {
        peeked?.pointee.takeFrame()
    }

    /// The channel whose next frame in this step is the earliest by its time.
    private var earliest: Receiver? {
        var earliest: (time: Int64, receiver: Receiver)?
        for index in 0..<count {
            guard let time = receivers[index].pointee.nextTime() else { continue }
            if let known = earliest, known.time <= time { continue }
            earliest = (time, receivers[index])
        }
        return earliest?.receiver
    }

    /// Takes out the channels that will never carry anything more.
    private mutating func takeOutFinished() {
        var kept = 0
        for index in 0..<count {
            let receiver = receivers[index]
            if receiver.pointee.isFinished {
                former.add(receiver.pointee)
                Self.free(receiver)
            } else {
                receivers[kept] = receiver
                kept += 1
            }
        }
        guard kept < count else { return }
        count = kept
        sole = count == 1 ? receivers[0] : nil
    }

    private static func free(_ receiver: Receiver) {
        receiver.deinitialize(count: 1)
        receiver.deallocate()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Receiver>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: receivers, count: count)
        receivers.deallocate()
        receivers = larger
        capacity *= 2
    }
}

extension TouchPort.Statistics {
    fileprivate mutating func add(_ receiver: borrowing ChannelReceiver) {
        frames += receiver.statistics.frames
        samples += receiver.statistics.samples
        contacts += receiver.statistics.contacts
        mostContactsDown = max(mostContactsDown, receiver.statistics.mostContactsDown)
        timesAhead += receiver.statistics.timesAhead
        droppedBegans += receiver.channel.losses[.droppedBegan]
        coalescedMoves += receiver.channel.losses[.coalescedMove]
        unknownContacts += receiver.channel.losses[.unknownContact]
        invalidLocations += receiver.channel.losses[.invalidLocation]
        repeatedBegans += receiver.channel.losses[.repeatedBegan]
        excessContacts += receiver.channel.losses[.excessContact]
    }
}
