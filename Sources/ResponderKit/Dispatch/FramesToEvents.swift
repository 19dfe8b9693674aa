internal import ResponderTouchInput

// From the port to events: a contact gets a slot, its samples find it, and a frame becomes an event.
extension TouchDispatcher {
    /// Dispatches what the port has, up to some `limit` samples.
    ///
    /// Returns whether there was anything.
    func receive(from port: TouchPort, limit: Int) -> Bool {
        state.pointee.hierarchy.beginUse()
        // A touch moves once a turn, also where messages come in between.
        if !port.isStepContinued { state.pointee.movedInTurn = 0 }
        demoteQuickMove()
        if !state.pointee.waiting.isEmpty { receiveWaiting() }
        let remaining =
            state.pointee.isCoalescing
            ? receiveCoalescing(from: port, limit: limit) : receiveEach(from: port, limit: limit)
        tellTrace()
        state.pointee.hierarchy.endUse()
        return remaining < limit
    }

    /// Makes each frame an event; returns how many samples may still come.
    private func receiveEach(from port: TouchPort, limit: Int) -> Int {
        var remaining = limit
        while remaining > 0 {
            if let cursor = port.soleCursor { remaining = receiveSingles(from: cursor, limit: remaining) }
            guard remaining > 0, let frame = port.nextFrame() else { break }
            remaining &-= frame.count
            receive(frame)
        }
        return remaining
    }

    /// One event for the frame, or for each part of it in which no contact appears twice.
    func receive(_ frame: TouchPortFrame) {
        if frame.storedCount == 1 {
            receiveSingle(frame.first, frame.bindings + Int(frame.first.pointee.index))
        } else {
            receiveSeveral(frame)
        }
    }

    @inline(never)
    func receiveSingle(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        prepareEvent(at: state.pointee.depth)
        if let slot = bind(sample, binding) { dispatchSingle(slot, at: sample.pointee.time) }
    }

    /// One event for the whole frame, or, where a contact appears more than once in it, one up to each repetition.
    @inline(never)
    private func receiveSeveral(_ frame: TouchPortFrame) {
        prepareEvent(at: state.pointee.depth)
        var end = 0
        var seen: UInt64 = 0
        while end < frame.count {
            let contact: UInt64 = 1 << UInt64(frame.sample(end).pointee.index)
            if seen & contact != 0 { break }
            seen |= contact
            end += 1
        }
        if end < frame.count { keep(frame, from: end) }
        let time = frame.first.pointee.time
        var changed: UInt64 = 0
        for position in 0..<end {
            let sample = frame.sample(position)
            changed |= bind(sample, frame.bindings + Int(sample.pointee.index))?.pointee.bit ?? 0
        }
        if changed != 0 { dispatch(changed, at: time) }
        if !state.pointee.waiting.isEmpty { receiveWaiting() }
    }

    /// Copies the rest of a frame: what is before it is dispatched first, and a run nested in there takes frames from
    /// the port too.
    ///
    /// It begins with this rest, so that no contact's samples are reordered.
    private func keep(_ frame: TouchPortFrame, from start: Int) {
        for position in start..<frame.count {
            state.pointee.waiting.append(
                WaitingSample(frame.sample(position).pointee, bindings: frame.bindings)
            )
        }
        // The port does not know of it: this lets a nested run know.
        state.pointee.application.borrow { application in
            application.runLoop.post { [weak application] in application?.dispatcher.receiveWaiting() }
        }
    }

    /// Makes events of what was kept, each up to the next repetition of a contact.
    private func receiveWaiting() {
        demoteQuickMove()
        while !state.pointee.waiting.isEmpty {
            prepareEvent(at: state.pointee.depth)
            var changed: UInt64 = 0
            var seen: UInt64 = 0
            var count = 0
            let time = state.pointee.waiting[0].sample.time
            for index in state.pointee.waiting.indices {
                let next = state.pointee.waiting[index]
                let contact: UInt64 = 1 << UInt64(next.sample.index)
                if seen & contact != 0 { break }
                seen |= contact
                count += 1
                changed |= bind(next)?.pointee.bit ?? 0
            }
            state.pointee.waiting.removeFirst(count)
            if changed != 0 { dispatch(changed, at: time) }
        }
        tellTrace()
    }

    @inline(never)
    private func bind(_ waiting: WaitingSample) -> UnsafeMutablePointer<TouchSlot>? {
        var (sample, details) = (waiting.sample, waiting.details)
        return withUnsafeMutablePointer(to: &details) { details in
            if sample.detailsPlace != nil { sample.detailsPlace = details }
            return bind(&sample, waiting.bindings + Int(sample.index))
        }
    }

    /// Puts a sample into its contact's slot.
    ///
    /// Returns the slot, or nil when the sample is dropped.
    @inline(__always)
    private func bind(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        if sample.pointee.phase == .began { return begin(sample, binding) }
        guard let slot = binding.slot, isTaken(slot) else { return bindUnusual(sample, binding) }
        move(slot, sample)
        slot.pointee.phase = Touch.Phase(sample.pointee.phase)
        return slot
    }

    /// Whether the slot's touch goes on: it is down, and about to get no cancel.
    @inline(__always)
    func isTaken(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        state.pointee.live & slot.pointee.bit != 0 && !slot.pointee.flags.contains(.cancelPending)
    }

    @inline(never)
    private func begin(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        binding.pointee.number = 0
        guard state.pointee.isAccepting else {
            countRefusal(sample)
            return nil
        }
        guard state.pointee.freeCount > 0 else {
            state.pointee.statistics.excessTouches += 1
            traceRefusal(sample, .tooManyTouches)
            return nil
        }
        let index = Int(state.pointee.freeSlots[state.pointee.firstFree])
        state.pointee.firstFree = (state.pointee.firstFree &+ 1) & (TouchBank.capacity - 1)
        state.pointee.freeCount &-= 1
        let bit: UInt64 = 1 << UInt64(index)
        let contact = state.pointee.hierarchy.nextContact()
        state.pointee.newestContact = contact
        state.pointee.live |= bit
        let slot = state.pointee.bank + index
        binding.pointee.number = contact
        binding.pointee.target = UnsafeMutableRawPointer(slot)
        // Member by member: a whole slot is put together elsewhere and then copied. A touch that is over left no references.
        slot.pointee.contact = contact
        slot.pointee.flags = []
        slot.pointee.tapCount = 0
        slot.pointee.chain = 0
        slot.pointee.kind = sample.pointee.kind
        slot.pointee.location = sample.pointee.location
        slot.pointee.previousLocation = sample.pointee.location
        slot.pointee.timestamp = sample.pointee.time
        slot.pointee.previousTimestamp = sample.pointee.time
        slot.takeShape(of: sample)
        if sample.pointee.kind != .direct || sample.pointee.detailsPlace != nil {
            binding.markDetailed()
            takeDetails(of: sample, slot, binding)
        }
        return slot
    }

    /// The sample's location in the coordinates of the touch's window; in those of the screen while it has none.
    @inline(__always)
    func location(of sample: UnsafeMutablePointer<TouchSample>, in window: RecordPointer?) -> Point {
        guard let window else { return sample.pointee.location }
        return window.fromSuperview(sample.pointee.location)
    }
}

extension Touch.Phase {
    @inline(__always)
    init(_ phase: TouchContact.Phase) {
        self =
            switch phase {
            case .began: .began
            case .moved: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}

/// A sample of a frame in which its contact appears more than once, while what is before it is dispatched.
struct WaitingSample {
    let sample: TouchSample
    /// The sample's, which are not where it says any more.
    let details: TouchContact.Details
    let bindings: UnsafeMutablePointer<ContactBinding>

    init(_ sample: TouchSample, bindings: UnsafeMutablePointer<ContactBinding>) {
        self.sample = sample
        self.bindings = bindings
        details = sample.details
    }
}
