/// The channels of a port, merged by the time of their frames.
struct ReceiverList: ~Copyable {
    private var receivers: UnsafeMutablePointer<ChannelReceiver>
    private var count = 0
    private var capacity = 1
    /// How many steps are under way, one inside another.
    ///
    /// A frame of an outer one may still be looked at, so channels are only taken out, and moved to larger storage,
    /// when there is none.
    private var depth = 0
    private var added: [TouchChannel] = []
    private var former = TouchPort.Statistics()

    init() {
        receivers = .allocate(capacity: capacity)
    }

    deinit {
        receivers.deinitialize(count: count)
        receivers.deallocate()
    }

    var hasPending: Bool {
        for index in 0..<count where receivers[index].hasPending { return true }
        return false
    }

    var statistics: TouchPort.Statistics {
        var sum = former
        for index in 0..<count { sum.add(receivers[index]) }
        return sum
    }

    mutating func append(_ channel: TouchChannel) {
        added.append(channel)
        if depth == 0 { settle() }
    }

    mutating func beginStep() {
        depth += 1
        for index in 0..<count { receivers[index].beginStep() }
    }

    mutating func endStep() {
        depth -= 1
        for index in 0..<count { receivers[index].endStep() }
        if depth == 0 { settle() }
    }

    @inline(__always)
    mutating func nextFrame() -> TouchPortFrame? {
        count == 1 ? receivers[0].nextFrame() : nextFrameByTime()
    }

    @inline(never)
    private mutating func nextFrameByTime() -> TouchPortFrame? {
        var earliest: (time: Int64, index: Int)?
        for index in 0..<count {
            guard let time = receivers[index].nextTime() else { continue }
            if let known = earliest, known.time <= time { continue }
            earliest = (time, index)
        }
        guard let earliest else { return nil }
        // Cancels of nothing are no frame; then another channel may have one.
        return receivers[earliest.index].nextFrame() ?? nextFrame()
    }

    /// Takes out the channels that will never carry anything more, and takes in those that were made meanwhile.
    private mutating func settle() {
        var index = 0
        while index < count {
            guard receivers[index].isFinished else {
                index += 1
                continue
            }
            former.add(receivers[index])
            count -= 1
            let finished = (receivers + index).move()
            if index < count { (receivers + index).moveInitialize(from: receivers + index + 1, count: count - index) }
            _ = consume finished
        }
        for channel in added {
            if count == capacity { grow() }
            (receivers + count).initialize(to: ChannelReceiver(channel))
            count += 1
        }
        added.removeAll()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<ChannelReceiver>.allocate(capacity: capacity * 2)
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
        droppedBegans += receiver.channel.losses[.droppedBegan]
        coalescedMoves += receiver.channel.losses[.coalescedMove]
        unknownContacts += receiver.channel.losses[.unknownContact]
        invalidLocations += receiver.channel.losses[.invalidLocation]
        repeatedBegans += receiver.channel.losses[.repeatedBegan]
        excessContacts += receiver.channel.losses[.excessContact]
    }
}
