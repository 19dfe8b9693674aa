internal import ResponderTouchInput

// From the port to events: a contact gets a slot, its samples find it, and a frame becomes an event.
extension TouchDispatcher {
    /// Dispatches what the port has, up to some `limit` samples.
    ///
    /// Returns whether there was anything.
    func receive(from port: TouchPort, limit: Int) -> Bool {
        if !state.pointee.waiting.isEmpty { receiveWaiting() }
        var remaining = limit
        while remaining > 0, let frame = port.nextFrame() {
            remaining &-= Int(frame.storedCount)
            receive(frame)
        }
        return remaining < limit
    }

    @inline(__always)
    private func receive(_ frame: TouchPortFrame) {
        if frame.storedCount == 1 {
            let sample = frame.first
            let bit = bind(sample, frame.bindings)
            guard bit != 0 else { return }
            if sample.pointee.phase == .moved {
                dispatchMove(of: bit, at: sample.pointee.time)
            } else {
                dispatch(bit, at: sample.pointee.time)
            }
        } else {
            receiveSeveral(frame)
        }
    }

    /// One event for the whole frame, or, where a contact appears more than once in it, one up to each repetition.
    @inline(never)
    private func receiveSeveral(_ frame: TouchPortFrame) {
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
        for position in 0..<end { changed |= bind(frame.sample(position), frame.bindings) }
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
                WaitingSample(sample: frame.sample(position).pointee, bindings: frame.bindings)
            )
        }
        // The port does not know of it: this lets a nested run know.
        state.pointee.application.borrow { application in
            application.runLoop.post { [weak application] in application?.dispatcher.receiveWaiting() }
        }
    }

    /// Makes events of what was kept, each up to the next repetition of a contact.
    private func receiveWaiting() {
        while !state.pointee.waiting.isEmpty {
            var changed: UInt64 = 0
            var seen: UInt64 = 0
            var count = 0
            let time = state.pointee.waiting[0].sample.time
            for index in state.pointee.waiting.indices {
                var next = state.pointee.waiting[index]
                let contact: UInt64 = 1 << UInt64(next.sample.index)
                if seen & contact != 0 { break }
                seen |= contact
                count += 1
                changed |= bind(&next.sample, next.bindings)
            }
            state.pointee.waiting.removeFirst(count)
            if changed != 0 { dispatch(changed, at: time) }
        }
    }

    /// Puts a sample into its contact's slot.
    ///
    /// Returns the slot's bit, or 0 when the sample is dropped.
    @inline(__always)
    private func bind(_ sample: UnsafeMutablePointer<TouchSample>, _ bindings: UnsafeMutablePointer<UInt64>) -> UInt64 {
        let binding = bindings + Int(sample.pointee.index)
        if sample.pointee.phase == .began { return begin(sample, binding) }
        // The word names the slot and the contact that it was given to: a slot that has gone to another contact since,
        // because this one was cancelled while its finger stayed down, does not match.
        let word = binding.pointee
        let index = Int(word & 63)
        let slot = state.pointee.bank + index
        let bit: UInt64 = 1 << UInt64(index)
        guard word != 0, slot.pointee.contact == word >> 6, state.pointee.live & bit != 0,
            !slot.pointee.flags.contains(.cancelPending)
        else { return 0 }
        slot.pointee.previousLocation = slot.pointee.location
        slot.pointee.location = location(of: sample, in: slot.pointee.window)
        slot.pointee.timestamp = sample.pointee.time
        slot.pointee.force = sample.pointee.force
        slot.pointee.majorRadius = sample.pointee.majorRadius
        slot.pointee.majorRadiusTolerance = sample.pointee.majorRadiusTolerance
        slot.pointee.phase = Touch.Phase(sample.pointee.phase)
        return bit
    }

    @inline(never)
    private func begin(_ sample: UnsafeMutablePointer<TouchSample>, _ binding: UnsafeMutablePointer<UInt64>) -> UInt64 {
        binding.pointee = 0
        guard state.pointee.isAccepting else {
            state.pointee.statistics.refusedWhileInactive += 1
            return 0
        }
        guard state.pointee.freeCount > 0 else {
            state.pointee.statistics.excessTouches += 1
            return 0
        }
        let index = Int(state.pointee.freeSlots[state.pointee.firstFree])
        state.pointee.firstFree = (state.pointee.firstFree &+ 1) & (TouchBank.capacity - 1)
        state.pointee.freeCount &-= 1
        let bit: UInt64 = 1 << UInt64(index)
        Self.contacts.pointee &+= 1
        let contact = Self.contacts.pointee
        state.pointee.newestContact = contact
        state.pointee.live |= bit
        binding.pointee = contact << 6 | UInt64(index)
        let slot = state.pointee.bank + index
        slot.pointee = TouchSlot()
        slot.pointee.contact = contact
        slot.pointee.phase = .began
        slot.pointee.kind = sample.pointee.kind
        slot.pointee.location = sample.pointee.location
        slot.pointee.previousLocation = sample.pointee.location
        slot.pointee.timestamp = sample.pointee.time
        slot.pointee.force = sample.pointee.force
        slot.pointee.majorRadius = sample.pointee.majorRadius
        slot.pointee.majorRadiusTolerance = sample.pointee.majorRadiusTolerance
        return bit
    }

    /// The sample's location in the coordinates of the touch's window; in those of the screen while it has none.
    @inline(__always)
    private func location(of sample: UnsafeMutablePointer<TouchSample>, in window: RecordPointer?) -> Point {
        guard let window else { return sample.pointee.location }
        return window.convertFromScreen(sample.pointee.location)
    }
}

extension RecordPointer {
    /// The position in a window's coordinates of a position on the screen.
    @inline(__always)
    func convertFromScreen(_ point: Point) -> Point {
        Point(
            point.x - pointee.position.x + pointee.bounds.origin.x,
            point.y - pointee.position.y + pointee.bounds.origin.y
        )
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
    var sample: TouchSample
    let bindings: UnsafeMutablePointer<UInt64>
}
