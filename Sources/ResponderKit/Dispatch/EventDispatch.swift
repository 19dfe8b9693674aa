internal import ResponderTouchInput

// One event: made of the touches that changed, sent on its way, and concluded.
extension TouchDispatcher {
    /// Makes an event of the touches that changed and sends it on its way.
    @inline(never)
    func dispatch(_ touches: UInt64, at time: Int64) {
        beginDispatch()
        let event = makeEvent(at: time)
        var changed = touches
        settleStationary(except: changed)
        let (began, over) = sort(changed, into: event)
        if over != 0 { endTaps(over) }
        if began != 0 {
            changed = bindToViews(began, of: changed, event)
            // An override of hitTest may have run the loop: what changed in there becomes stationary next, too.
            state.pointee.changed |= changed
        }
        if changed != 0 {
            event.borrow { event in
                event.state.pointee.changed = changed
                event.state.pointee.stage = .several
            }
            sendByApplication(event)
            if over | began != 0 { conclude(over: over, began: began & changed, event) }
        } else {
            state.pointee.unsent &+= 1
        }
        event.borrow { $0.state.pointee.stage = .over }
        if state.pointee.depth > 1 { settleNested(event) }
        endDispatch()
    }

    @inline(__always)
    func beginDispatch() {
        state.pointee.depth &+= 1
        state.pointee.hierarchy.beginUse()
    }

    /// Ends a dispatch; the outermost one looks after what its callbacks did to the tree before anything else comes.
    @inline(__always)
    func endDispatch() {
        if state.pointee.depth == 1 && state.pointee.needsReview { review() }
        state.pointee.depth &-= 1
        state.pointee.hierarchy.endUse()
    }

    /// To be called before any touch changes: what somebody keeps of the events so far stays as it is now, and the place
    /// has an event that nobody keeps.
    @inline(__always)
    func prepareEvent(at place: Int) {
        if place == 0, state.pointee.depth == 0, state.pointee.eventCount > 0,
            EventReuse.isSole(state.pointee.events, state.pointee.soleWord)
        {
            return
        }
        prepareEventSlowly(at: place)
    }

    @inline(never)
    private func prepareEventSlowly(at place: Int) {
        // The outermost event may be another one now, which is prepared for nobody's moves.
        state.pointee.quickBinding = 0
        for place in 0...min(state.pointee.depth, Self.keptEvents) where place < state.pointee.eventCount {
            state.pointee.events[place].state.demote()
            state.pointee.events[place].settle()
        }
        state.pointee.deepEvent?.settle()
        if place < state.pointee.eventCount {
            if !isKnownUniquelyReferenced(&state.pointee.events[place]) { state.pointee.events[place] = Event(state) }
        } else if place < Self.keptEvents {
            (state.pointee.events + place).initialize(to: Event(state))
            state.pointee.eventCount = place + 1
        }
        if place == 0 { state.pointee.soleWord = EventReuse.soleWord(of: &state.pointee.events[0]) }
    }

    /// The event of the present depth, which was prepared.
    @inline(__always)
    func makeEvent(at time: Int64) -> Unmanaged<Event> {
        let place = state.pointee.depth &- 1
        let event = place < Self.keptEvents ? Unmanaged.passUnretained(state.pointee.events[place]) : makeDeepEvent()
        event.borrow { reset($0.state, at: time) }
        return event
    }

    /// Deeper than any app means to go: each such event lives as long as the outermost dispatch.
    @inline(never)
    private func makeDeepEvent() -> Unmanaged<Event> {
        let event = Event(state)
        state.pointee.hierarchy.keep(event)
        state.pointee.deepEvent = event.state
        return .passUnretained(event)
    }

    /// Of an event inside another one, when it is over: should somebody keep it, the next outermost event, which looks
    /// after its own place only, leaves it as it is.
    @inline(never)
    func settleNested(_ event: Unmanaged<Event>) {
        event.borrow { $0.settle() }
        state.pointee.deepEvent = nil
    }

    @inline(__always)
    private func reset(_ event: UnsafeMutablePointer<Event.State>, at time: Int64) {
        state.pointee.serial &+= 1
        state.pointee.quickBinding = 0
        event.pointee.stage = .over
        event.pointee.ownTimestamp = time
        event.pointee.serial = state.pointee.serial
        event.pointee.newestContact = state.pointee.newestContact
        event.pointee.all = state.pointee.live
        if !event.pointee.past.isEmpty { event.pointee.past.removeAll() }
        if !state.pointee.past.isEmpty { swap(&event.pointee.past, &state.pointee.past) }
    }

    /// The touches that changed in the event before and not in this one become stationary (rule T5).
    ///
    /// Their previous location follows from that, and stays in the slot: an outer event may not have delivered them
    /// yet.
    @inline(never)
    func settleStationary(except changed: UInt64) {
        var still = state.pointee.changed & state.pointee.live & ~changed
        while still != 0 {
            let slot = state.pointee.bank + still.trailingZeroBitCount
            still &= still &- 1
            // One that an event further out ends stays ended.
            if !slot.pointee.flags.contains(.over) { slot.pointee.phase = .stationary }
        }
        state.pointee.changed = changed
    }

    /// Notes in the event what each touch does.
    ///
    /// Returns those that began and those that are over.
    @inline(__always)
    private func sort(_ changed: UInt64, into event: Unmanaged<Event>) -> (began: UInt64, over: UInt64) {
        var (began, moved, ended, cancelled) = (UInt64.zero, UInt64.zero, UInt64.zero, UInt64.zero)
        var remaining = changed
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            slot.pointee.serial = state.pointee.serial
            switch slot.pointee.phase {
            case .began: began |= bit
            case .moved: moved |= bit
            case .ended: ended |= bit
            case .cancelled: cancelled |= bit
            case .stationary: break
            }
        }
        event.borrow {
            $0.state.pointee.changed = changed
            $0.state.pointee.began = began
            $0.state.pointee.moved = moved
            $0.state.pointee.ended = ended
            $0.state.pointee.cancelled = cancelled
        }
        return (began, ended | cancelled)
    }

    /// Ends the touches that ended, and settles those whose began nobody passed on.
    @inline(never)
    private func conclude(over: UInt64, began: UInt64, _ event: Unmanaged<Event>) {
        var remaining = began & ~over
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            // An override of sendEvent kept the began to itself: the view gets nothing of this touch.
            if !slot.pointee.flags.contains(.began) {
                if state.pointee.tracer != nil { traceUnsent(slot) }
                slot.pointee.flags.insert(.over)
            }
        }
        finish(over, event)
    }

    /// Frees the slots of touches that are over.
    @inline(__always)
    private func finish(_ over: UInt64, _ event: Unmanaged<Event>) {
        var remaining = over & state.pointee.live
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            // A nested dispatch may have ended it already, and begun another one in its slot.
            guard slot.pointee.serial == event.borrow({ $0.state.pointee.serial }) else { continue }
            finish(slot, bit, event)
        }
    }

    /// Frees the slot of a touch that is over.
    ///
    /// If its view got the began and, because an override of sendEvent kept it, not the end, it gets a cancel for it
    /// (rule T20).
    @inline(__always)
    func finish(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64, _ event: Unmanaged<Event>) {
        if slot.pointee.flags.intersection([.began, .over]) == .began { cancelDirectly(slot, bit, event) }
        if slot.pointee.flags.contains(.cancelOwed) {
            // Who was taken off its chain hears of its end when the outermost callback has returned.
            slot.pointee.flags.insert(.cancelPending)
            state.pointee.needsReview = true
        } else {
            release(slot, bit)
        }
    }

    /// Lets go of the touch's view and frees its slot, as the last to be used again.
    ///
    /// Inside of a dispatch whose event has the touch too, it is only freed when the outermost one has ended: that event
    /// stays as it was.
    @inline(__always)
    func release(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64) {
        if let view = slot.pointee.view {
            if state.pointee.tracer != nil { traceEnd(slot) }
            if slot.pointee.flags.contains(.began) { view.pointee.touchCount &-= 1 }
            slot.releaseReceivers()
            slot.pointee.view = nil
            slot.pointee.window = nil
            view.pointee.object.release()
        }
        state.pointee.live &= ~bit
        if state.pointee.depth > 1 && isHeldFurtherOut(bit) { return holdBack(bit) }
        free(bit)
    }

    /// Lets the slot be used again, after all that are free by now.
    @inline(__always)
    func free(_ bit: UInt64) {
        let place = (state.pointee.firstFree &+ state.pointee.freeCount) & (TouchBank.capacity - 1)
        state.pointee.freeSlots[place] = UInt8(truncatingIfNeeded: bit.trailingZeroBitCount)
        state.pointee.freeCount &+= 1
    }
}
