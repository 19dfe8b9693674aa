internal import ResponderTouchInput

// From samples to touches: a contact gets a slot, its samples find it, and what changes in one frame becomes an event.
extension TouchDispatcher {
    /// An event for the frame, or one for each part of it in which no contact appears twice.
    @inline(never)
    func receive(_ frame: TouchPortFrame) {
        if frame.storedCount == 1 {
            return receive(frame.first, frame.bindings + Int(frame.first.pointee.index))
        }
        prepareEvent(at: state.pointee.depth)
        let end = frame.lengthWithoutRepetition
        if end < frame.count { keep(frame, from: end) }
        let time = frame.first.pointee.time
        var changes = TouchChanges()
        for position in 0..<end {
            let sample = frame.sample(position)
            guard let slot = bind(sample, frame.bindings + Int(sample.pointee.index)) else { continue }
            changes.note(slot.pointee.bit, sample.pointee.phase)
        }
        if changes.all != 0 { dispatch(changes, at: time) }
        if !state.pointee.waiting.isEmpty { receiveWaiting() }
    }

    /// An event for a frame of one sample.
    @inline(never)
    func receive(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        prepareEvent(at: state.pointee.depth)
        guard let slot = bind(sample, binding) else { return }
        var changes = TouchChanges()
        changes.note(slot.pointee.bit, sample.pointee.phase)
        dispatch(changes, at: sample.pointee.time)
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
        let application = state.pointee.living.pointee.application
        application?.runLoop.post { [weak application] in
            guard let application else { return }
            withExtendedLifetime(application) { application.dispatcher.receiveWaiting() }
        }
    }

    /// Makes events of what was kept, each up to the next repetition of a contact.
    func receiveWaiting() {
        beginUse()
        while !state.pointee.waiting.isEmpty {
            prepareEvent(at: state.pointee.depth)
            var changes = TouchChanges()
            var seen: UInt64 = 0
            var count = 0
            let time = state.pointee.waiting[0].sample.time
            for index in state.pointee.waiting.indices {
                let next = state.pointee.waiting[index]
                let contact: UInt64 = 1 << UInt64(next.sample.index)
                if seen & contact != 0 { break }
                seen |= contact
                count += 1
                if let slot = bind(next) { changes.note(slot.pointee.bit, next.sample.phase) }
            }
            state.pointee.waiting.removeFirst(count)
            if changes.all != 0 { dispatch(changes, at: time) }
        }
        tellTrace()
        endUse()
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

    /// Puts a move into its touch's slot; whatever is called next is called by the event that brings it.
    @inline(__always)
    func move(_ slot: UnsafeMutablePointer<TouchSlot>, _ sample: UnsafeMutablePointer<TouchSample>) {
        slot.pointee.serial = state.pointee.serial &+ 1
        slot.pointee.previousLocation = slot.pointee.location
        slot.pointee.previousTimestamp = slot.pointee.timestamp
        slot.pointee.location = location(of: sample, in: slot.pointee.window)
        slot.pointee.timestamp = sample.pointee.time
        slot.takeShape(of: sample)
    }

    /// Whether the slot's touch goes on: it is down, and about to get no cancel.
    @inline(__always)
    func isTaken(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        slot.pointee.flags.isDisjoint(with: [.cancelPending, .released])
    }

    @inline(__always)
    private func begin(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        binding.pointee.number = 0
        guard state.pointee.acceptance.isAccepting else {
            countRefusal(sample)
            return nil
        }
        guard state.pointee.freeSlots.count > 0 else {
            state.pointee.statistics.excessTouches += 1
            traceRefusal(sample, .tooManyTouches)
            return nil
        }
        let index = state.pointee.freeSlots.take()
        let bit: UInt64 = 1 << UInt64(index)
        let contact = state.pointee.hierarchy.nextContact()
        state.pointee.newestContact = contact
        state.pointee.live |= bit
        let slot = state.pointee.bank + index
        binding.pointee.number = contact
        binding.pointee.target = UnsafeMutableRawPointer(slot)
        // Member by member: a whole slot is put together elsewhere and then copied. A touch that is over left no references.
        slot.pointee.contact = contact
        slot.pointee.serial = state.pointee.serial &+ 1
        slot.pointee.flags = []
        slot.pointee.tapCount = 0
        slot.pointee.path = 0
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

extension UnsafeMutablePointer<ContactBinding> {
    /// The slot that the contact was given; nil when it was given none, or another contact has that slot by now,
    /// because this one was cancelled while its finger stayed down.
    @inline(__always)
    var slot: UnsafeMutablePointer<TouchSlot>? {
        guard pointee.number != 0, let target = pointee.target else { return nil }
        let slot = target.assumingMemoryBound(to: TouchSlot.self)
        return slot.pointee.contact == pointee.number ? slot : nil
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// Takes over force, radius, its tolerance and phase in one piece: they lie alike in both, and so do the numbers of began
    /// and moved.
    @inline(__always)
    func takeShape(of sample: UnsafeMutablePointer<TouchSample>) {
        let shape = UnsafeMutableRawPointer(sample)
            .loadUnaligned(fromByteOffset: TouchSlot.shapeOffsetInSample, as: SIMD2<UInt64>.self)
        UnsafeMutableRawPointer(self).storeBytes(of: shape, toByteOffset: TouchSlot.shapeOffset, as: SIMD2<UInt64>.self)
    }
}

extension TouchPortFrame {
    /// How many of its samples are before the first of a contact that has one already; all of them, usually.
    var lengthWithoutRepetition: Int {
        var seen: UInt64 = 0
        for position in 0..<count {
            let contact: UInt64 = 1 << UInt64(sample(position).pointee.index)
            if seen & contact != 0 { return position }
            seen |= contact
        }
        return count
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
