internal import ResponderTouchInput

// From samples to touches: a contact that begins gets a slot, the slot takes the contact's later samples, and the
// changes of one frame become an event.
extension TouchDispatcher {
    /// Dispatches the frame as one event, or as several when a contact appears in the frame more than once.
    @inline(never)
    func receive(_ frame: TouchPortFrame) {
        if frame.storedCount == 1 {
            return receive(frame.first, frame.bindings + Int(frame.first.pointee.index))
        }
        prepareEvent(at: state.pointee.underWay.depth)
        let end = frame.lengthWithoutRepetition
        if end < frame.count { copySamples(of: frame, from: end) }
        let time = frame.first.pointee.time
        var changes = TouchChanges()
        for position in 0..<end {
            let sample = frame.sample(position)
            guard let slot = bind(sample, frame.bindings + Int(sample.pointee.index)) else { continue }
            changes.note(slot.pointee.bit, sample.pointee.phase)
        }
        if changes.all != 0 { dispatch(changes, at: time) }
        if state.pointee.samples.moves.others != 0 { dispatchOthers() }
        if !state.pointee.samples.waiting.isEmpty { receiveWaiting() }
    }

    /// Dispatches an event for a frame of one sample.
    @inline(never)
    func receive(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        prepareEvent(at: state.pointee.underWay.depth)
        guard let slot = bind(sample, binding) else { return dispatchOther(sample) }
        var changes = TouchChanges()
        changes.note(slot.pointee.bit, sample.pointee.phase)
        dispatch(changes, at: sample.pointee.time)
    }

    /// Copies the samples of a frame from `start` on.
    ///
    /// The samples before `start` are dispatched first, and a run of the loop nested in that dispatch may take more
    /// frames from the port. The nested run begins with the copied samples, so that no contact's samples are reordered.
    private func copySamples(of frame: TouchPortFrame, from start: Int) {
        for position in start..<frame.count {
            state.pointee.samples.waiting.append(
                WaitingSample(frame.sample(position).pointee, bindings: frame.bindings)
            )
        }
        // The port does not know of the copied samples; this task makes a nested run dispatch them.
        let application = state.pointee.lifetime.weakApplication.pointee.application
        application?.runLoop.post { [weak application] in
            guard let application else { return }
            withExtendedLifetime(application) { application.dispatcher.receiveWaiting() }
        }
    }

    /// Dispatches the copied samples, in events that each take at most one sample of a contact.
    func receiveWaiting() {
        beginUse()
        while !state.pointee.samples.waiting.isEmpty {
            prepareEvent(at: state.pointee.underWay.depth)
            var changes = TouchChanges()
            var seen: UInt64 = 0
            var count = 0
            let time = state.pointee.samples.waiting[0].sample.time
            for index in state.pointee.samples.waiting.indices {
                let next = state.pointee.samples.waiting[index]
                let contact: UInt64 = 1 << UInt64(next.sample.index)
                if seen & contact != 0 { break }
                seen |= contact
                count += 1
                if let slot = bind(next) { changes.note(slot.pointee.bit, next.sample.phase) }
            }
            state.pointee.samples.waiting.removeFirst(count)
            if changes.all != 0 { dispatch(changes, at: time) }
            dispatchOthers()
        }
        reportTrace()
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

    /// Stores a sample in its contact's slot.
    ///
    /// Returns the slot; nil when the sample is dropped.
    @inline(__always)
    private func bind(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        if sample.pointee.phase == .began { return bindBegan(sample, binding) }
        guard let slot = binding.slot, isOngoing(slot) else { return bindUnusual(sample, binding) }
        move(slot, sample)
        slot.pointee.phase = Touch.Phase(sample.pointee.phase)
        return slot
    }

    /// Stores a move in its touch's slot; calls no code of the app.
    @inline(__always)
    func move(_ slot: UnsafeMutablePointer<TouchSlot>, _ sample: UnsafeMutablePointer<TouchSample>) {
        slot.pointee.serial = state.pointee.underWay.serial &+ 1
        slot.pointee.previousLocation = slot.pointee.location
        slot.pointee.previousTimestamp = slot.pointee.timestamp
        slot.pointee.location = location(of: sample, in: slot.pointee.window)
        slot.pointee.timestamp = sample.pointee.time
        slot.copyShape(of: sample)
    }

    /// Whether the slot's touch is down and no cancel of it is due.
    @inline(__always)
    func isOngoing(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        slot.pointee.flags.isDisjoint(with: [.cancelPending, .released])
    }

    @inline(__always)
    private func bindBegan(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        if sample.pointee.kind != .direct || sample.pointee.detailsPlace != nil { return beginUnusual(sample, binding) }
        return beginTouch(sample, binding)
    }

    /// Gives a contact that begins a slot; nil when it is refused.
    @inline(__always)
    func beginTouch(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> UnsafeMutablePointer<TouchSlot>? {
        binding.pointee.number = 0
        guard state.pointee.acceptance.acceptsAtOnce || admits(sample, binding) else { return nil }
        guard state.pointee.touches.freeSlots.count > 0 else {
            state.pointee.statistics.excessTouches += 1
            traceRefusal(sample, .tooManyTouches)
            return nil
        }
        let index = state.pointee.touches.freeSlots.take()
        let bit: UInt64 = 1 << UInt64(index)
        let contact = state.pointee.processState.nextContact()
        state.pointee.touches.newestContact = contact
        state.pointee.touches.down |= bit
        state.pointee.processState.engage(state)
        let slot = state.pointee.bank + index
        binding.pointee.number = contact
        binding.pointee.target = UnsafeMutableRawPointer(slot)
        // The fields are set one by one: the compiler would build a whole slot elsewhere and then copy it. The pointers
        // are nil already: the end of the slot's last touch reset them.
        slot.pointee.contact = contact
        slot.pointee.serial = state.pointee.underWay.serial &+ 1
        slot.pointee.flags = []
        slot.pointee.tapCount = 0
        slot.pointee.path = 0
        slot.pointee.kind = sample.pointee.kind
        slot.pointee.location = sample.pointee.location
        slot.pointee.previousLocation = sample.pointee.location
        slot.pointee.timestamp = sample.pointee.time
        slot.pointee.previousTimestamp = sample.pointee.time
        slot.copyShape(of: sample)
        return slot
    }

    /// The sample's location in the coordinates of the touch's window, or in those of the screen while the touch has
    /// no window.
    @inline(__always)
    func location(of sample: UnsafeMutablePointer<TouchSample>, in window: RecordPointer?) -> Point {
        guard let window else { return sample.pointee.location }
        return window.fromSuperview(sample.pointee.location)
    }
}

extension UnsafeMutablePointer<ContactBinding> {
    /// The contact's slot; nil when the contact has none, or when another contact has the slot by now, because this
    /// contact was cancelled while its finger stayed down.
    @inline(__always)
    var slot: UnsafeMutablePointer<TouchSlot>? {
        guard pointee.number != 0, let target = pointee.target else { return nil }
        let slot = target.assumingMemoryBound(to: TouchSlot.self)
        return slot.pointee.contact == pointee.number ? slot : nil
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// Copies force, radius, tolerance and phase in one piece: these fields have the same layout in a sample and in a
    /// slot, and began and moved have the same raw values in both.
    @inline(__always)
    func copyShape(of sample: UnsafeMutablePointer<TouchSample>) {
        let shape = UnsafeMutableRawPointer(sample)
            .loadUnaligned(fromByteOffset: TouchSlot.shapeOffsetInSample, as: SIMD2<UInt64>.self)
        UnsafeMutableRawPointer(self).storeBytes(of: shape, toByteOffset: TouchSlot.shapeOffset, as: SIMD2<UInt64>.self)
    }
}

extension TouchPortFrame {
    /// The number of samples before the first repetition of a contact; usually all.
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

/// A sample copied from a frame in which a contact appears more than once, to be dispatched after the samples before
/// it.
struct WaitingSample {
    let sample: TouchSample
    /// A copy of the sample's details: the memory that the sample points to may be overwritten.
    let details: TouchContact.Details
    let bindings: UnsafeMutablePointer<ContactBinding>

    init(_ sample: TouchSample, bindings: UnsafeMutablePointer<ContactBinding>) {
        self.sample = sample
        self.bindings = bindings
        details = sample.details
    }
}
