internal import ResponderTouchInput

// From the port to the dispatch. Moves may arrive faster than the app handles them: a touch moves once a turn (rule
// T36), and the event keeps the samples in between. Samples are never reordered: waiting moves are dispatched before
// any frame that is not a move, and a frame that would move a touch a second time stays in the port until the next
// turn. While a display link runs, moves stay in the port until its next frame (see TouchPacing.swift). Without
// coalescing no move waits: the moves of each frame are dispatched at once.
extension TouchDispatcher {
    /// Dispatches the frames of the port, up to about `limit` samples.
    ///
    /// Returns whether there were any frames.
    func receive(from port: TouchPort, limit: Int) -> Bool {
        beginUse()
        if state.pointee.listeners.tracer != nil { noteReception(port, begins: true) }
        let held = callsApplication && state.pointee.lifetime.heldApplication == nil ? holdApplication() : nil
        // A touch moves once a turn, even when the turn's input step is served in parts, with messages in between.
        if !port.isStepContinued && mayMoveAgain(port) { state.pointee.samples.moves.movedInTurn = 0 }
        if !state.pointee.samples.waiting.isEmpty { receiveWaiting() }
        let remaining = receiveFrames(from: port, limit: limit, coalescing: state.pointee.samples.moves.isCoalescing)
        reportTrace()
        if state.pointee.listeners.tracer != nil { noteReception(port, begins: false) }
        if let held {
            state.pointee.lifetime.heldApplication = nil
            held.release()
        }
        endUse()
        return remaining < limit
    }

    /// Whether events call methods of the application: its `sendEvent`, or its touch methods and `next`.
    @inline(__always)
    private var callsApplication: Bool {
        let applicationClass = state.pointee.applicationClass
        return applicationClass.pointee.mustCall.contains(.applicationEvents)
            || !applicationClass.pointee.overrides.isDisjoint(with: [.handlers, .next])
    }

    /// Retains the application, whose last other reference may be released while frames are received; nil when it is
    /// gone.
    ///
    /// The caller releases it.
    @inline(never)
    private func holdApplication() -> Unmanaged<Application>? {
        guard let application = state.pointee.lifetime.weakApplication.pointee.application else { return nil }
        let held = Unmanaged.passRetained(application)
        state.pointee.lifetime.heldApplication = held
        return held
    }

    /// Whether touches that have moved may move again in this reception.
    @inline(__always)
    private func mayMoveAgain(_ port: TouchPort) -> Bool { !state.pointee.samples.moves.isPaced || port.mayMoveAgain() }

    /// In a turn with a display frame, leaves frames in the port until display links were called.
    @inline(__always)
    private func keepForLinks(_ port: TouchPort) {
        if state.pointee.samples.moves.isPaced { port.waitForLinks() }
    }

    /// Dispatches the waiting moves as one event, or without coalescing as one event for each frame, and every other
    /// frame as an event of its own.
    ///
    /// Returns how many more samples may be received.
    private func receiveFrames(from port: TouchPort, limit: Int, coalescing: Bool) -> Int {
        var remaining = limit
        while remaining > 0 {
            if let cursor = port.soleCursor {
                let received = receiveFrames(from: cursor, limit: remaining, coalescing: coalescing)
                remaining = received.remaining
                guard received.mayGoOn else {
                    keepForLinks(port)
                    break
                }
            }
            guard remaining > 0, let frame = port.peekFrame() else { break }
            let moves = coalescing ? moves(of: frame) : 0
            if moves & state.pointee.samples.moves.moved != 0 {
                keepForLinks(port)
                break
            }
            if coalescing && frame.containsOnlyMoves {
                port.takeFrame()
                remaining &-= frame.count
                for place in 0..<frame.count {
                    let sample = frame.sample(place)
                    collect(sample, frame.bindings + Int(sample.pointee.index))
                }
            } else if state.pointee.samples.moves.areWaiting {
                // The frame is peeked at again afterwards: a run nested in a handler may have taken it.
                dispatchPending()
            } else {
                port.takeFrame()
                remaining &-= frame.count
                state.pointee.samples.moves.movedInTurn |= moves
                receive(frame)
            }
        }
        dispatchPending()
        if state.pointee.samples.moves.others != 0 { dispatchOthers() }
        return remaining
    }

    /// Receives the frames of the only sender, as long as each has one sample or only moves touches that are down.
    ///
    /// Returns how many more samples may be received, and whether to go on in this turn, which is false when a touch
    /// would move a second time.
    @inline(never)
    private func receiveFrames(
        from cursor: UnsafeMutablePointer<RingCursor>,
        limit: Int,
        coalescing: Bool
    ) -> (remaining: Int, mayGoOn: Bool) {
        var remaining = limit
        while remaining > 0 {
            switch cursor.peek() {
            case .move(let sample):
                let binding = cursor.pointee.bindings + Int(sample.pointee.index)
                if coalescing && hasMoved(binding) { return (remaining, false) }
                cursor.consumeMove()
                remaining &-= 1
                if coalescing { collect(sample, binding) } else { receive(moveOf: binding, sample) }
            case .several(let count):
                guard let moves = moves(in: cursor.samples, count, cursor.pointee.bindings) else {
                    return (remaining, true)
                }
                if coalescing && moves & state.pointee.samples.moves.moved != 0 {
                    return (remaining, false)
                }
                for place in 0..<count {
                    let sample = cursor.samples[place]
                    collect(sample, cursor.pointee.bindings + Int(sample.pointee.index))
                }
                cursor.takeMoves(count)
                remaining &-= count
                if !coalescing { dispatchPending() }
            case .single where state.pointee.samples.moves.areWaiting:
                // The frame is peeked at again afterwards: a run nested in a handler may have taken it.
                dispatchPending()
            case .single(let sample):
                cursor.consume(sample)
                remaining &-= 1
                receive(sample, cursor.pointee.bindings + Int(sample.pointee.index))
            case .other:
                return (remaining, true)
            }
        }
        return (remaining, true)
    }

    /// Whether a move of the contact's touch was dispatched in this turn.
    @inline(__always)
    private func hasMoved(_ binding: UnsafeMutablePointer<ContactBinding>) -> Bool {
        guard let slot = binding.slot ?? binding.detailedSlot else { return false }
        return slot.pointee.bit & state.pointee.samples.moves.moved != 0
    }

    /// The touches that the frame's samples move; nil when a sample is no move or has details, or when two samples move
    /// one touch.
    @inline(__always)
    private func moves(
        in samples: RingSamples,
        _ count: Int,
        _ bindings: UnsafeMutablePointer<ContactBinding>
    ) -> UInt64? {
        var touches: UInt64 = 0
        for place in 0..<count {
            let sample = samples[place]
            guard sample.pointee.phase == .moved, let slot = (bindings + Int(sample.pointee.index)).slot,
                touches & slot.pointee.bit == 0
            else { return nil }
            touches |= slot.pointee.bit
        }
        return touches
    }

    /// Dispatches the move of one contact as an event.
    @inline(__always)
    private func receive(
        moveOf binding: UnsafeMutablePointer<ContactBinding>,
        _ sample: UnsafeMutablePointer<TouchSample>
    ) {
        guard let slot = binding.slot, isOngoing(slot) else { return receive(sample, binding) }
        prepareEvent(at: state.pointee.underWay.depth)
        move(slot, sample)
        dispatch(TouchChanges(moved: slot.pointee.bit), at: sample.pointee.time)
    }

    /// Stores a move in its touch's slot; a waiting move that it replaces is kept in `past`.
    @inline(__always)
    private func collect(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        guard let slot = binding.slot, isOngoing(slot) else { return collectUnusual(sample, binding) }
        collect(sample, slot, binding)
    }

    @inline(__always)
    func collect(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        if state.pointee.samples.moves.touches == 0 { prepareEvent(at: state.pointee.underWay.depth) }
        if state.pointee.samples.moves.touches & slot.pointee.bit == 0 {
            move(slot, sample)
            state.pointee.samples.moves.touches |= slot.pointee.bit
        } else {
            state.pointee.samples.past.append(slot)
            let (location, timestamp) = (slot.pointee.previousLocation, slot.pointee.previousTimestamp)
            move(slot, sample)
            slot.pointee.previousLocation = location
            slot.pointee.previousTimestamp = timestamp
        }
        state.pointee.samples.moves.time = sample.pointee.time
    }

    /// Dispatches the collected moves; when there are none, the samples of contacts that hover.
    @inline(never)
    private func dispatchPending() {
        let touches = state.pointee.samples.moves.touches
        guard touches != 0 else {
            if state.pointee.samples.moves.others != 0 { dispatchOthers() }
            return
        }
        state.pointee.samples.moves.touches = 0
        state.pointee.samples.moves.movedInTurn |= touches
        dispatch(TouchChanges(moved: touches), at: state.pointee.samples.moves.time)
    }

    /// The touches that move in the frame.
    private func moves(of frame: TouchPortFrame) -> UInt64 {
        var touches: UInt64 = 0
        for place in 0..<frame.count {
            let sample = frame.sample(place)
            let binding = frame.bindings + Int(sample.pointee.index)
            guard sample.pointee.phase == .moved, let slot = binding.slot ?? binding.detailedSlot else { continue }
            touches |= slot.pointee.bit
        }
        return touches
    }
}

extension TouchPortFrame {
    fileprivate var containsOnlyMoves: Bool {
        for place in 0..<count where sample(place).pointee.phase != .moved { return false }
        return true
    }
}
