internal import ResponderTouchInput

// One event: made of the touches that changed, sent on its way, and concluded.
extension TouchDispatcher {
    /// The usual event, apart from all others: one finger moved.
    ///
    /// Nothing begins in it and nothing ends.
    @inline(__always)
    func dispatchMove(of touch: UInt64, at time: Int64) {
        beginDispatch()
        let event = makeEvent(at: time)
        settleStationary(except: touch)
        (state.pointee.bank + touch.trailingZeroBitCount).pointee.serial = state.pointee.serial
        event.borrow {
            $0.state.pointee.changed = touch
            $0.state.pointee.began = 0
            $0.state.pointee.moved = touch
            $0.state.pointee.ended = 0
            $0.state.pointee.cancelled = 0
        }
        state.pointee.changed = touch
        state.pointee.statistics.events &+= 1
        event.borrow { event in state.pointee.application.borrow { $0.sendEvent(event) } }
        event.borrow { $0.state.pointee.dispatcher = nil }
        endDispatch()
    }

    /// Makes an event of the touches that changed and sends it on its way.
    @inline(never)
    func dispatch(_ touches: UInt64, at time: Int64) {
        beginDispatch()
        let event = makeEvent(at: time)
        var changed = touches
        settleStationary(except: changed)
        let (began, over) = sort(changed, into: event)
        if began != 0 {
            changed = bindToViews(began, of: changed, event)
            event.borrow { $0.state.pointee.changed = changed }
            // An override of hitTest may have run the loop: what changed in there becomes stationary next, too.
            state.pointee.changed |= changed
        } else {
            state.pointee.changed = changed
        }
        if changed != 0 {
            state.pointee.statistics.events &+= 1
            event.borrow { event in state.pointee.application.borrow { $0.sendEvent(event) } }
            if over | began != 0 { conclude(over: over, began: began & changed, event) }
        }
        event.borrow { $0.state.pointee.dispatcher = nil }
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

    /// The event object of the present depth, or a new one when somebody kept that.
    @inline(__always)
    func makeEvent(at time: Int64) -> Unmanaged<Event> {
        let place = state.pointee.depth &- 1
        if place < state.pointee.eventCount, isKnownUniquelyReferenced(&state.pointee.events[place]) {
            let event = Unmanaged.passUnretained(state.pointee.events[place])
            event.borrow { reset($0.state, at: time) }
            return event
        }
        return makeFreshEvent(at: time, place: place)
    }

    @inline(never)
    private func makeFreshEvent(at time: Int64, place: Int) -> Unmanaged<Event> {
        let event = Event(bank: state.pointee.bank)
        reset(event.state, at: time)
        let last = Self.keptEvents - 1
        if place < state.pointee.eventCount {
            state.pointee.events[place] = event
        } else if place <= last {
            (state.pointee.events + place).initialize(to: event)
            state.pointee.eventCount = place + 1
        } else {
            // Deeper than any app means to go: each such event lives as long as the outermost dispatch.
            state.pointee.hierarchy.keep(event)
        }
        return .passUnretained(event)
    }

    @inline(__always)
    private func reset(_ event: UnsafeMutablePointer<Event.State>, at time: Int64) {
        state.pointee.serial &+= 1
        event.pointee.timestamp = time
        event.pointee.serial = state.pointee.serial
        event.pointee.dispatcher = state
        event.pointee.newestContact = state.pointee.newestContact
        event.pointee.all = state.pointee.live
    }

    /// The touches that changed in the event before and not in this one become stationary (rule T5).
    ///
    /// Their previous location follows from that, and stays in the slot: an outer event may not have delivered them
    /// yet.
    @inline(__always)
    private func settleStationary(except changed: UInt64) {
        var still = state.pointee.changed & state.pointee.live & ~changed
        while still != 0 {
            let slot = state.pointee.bank + still.trailingZeroBitCount
            still &= still &- 1
            slot.pointee.phase = .stationary
        }
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
            if !slot.pointee.flags.contains(.began) { slot.pointee.flags.insert(.over) }
        }
        finish(over, event)
    }

    /// Frees the slots of touches that are over.
    ///
    /// One whose view got the began and, because an override of sendEvent kept it, not the end, gets a cancel for it
    /// (rule T20).
    @inline(__always)
    private func finish(_ over: UInt64, _ event: Unmanaged<Event>) {
        var remaining = over & state.pointee.live
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            // A nested dispatch may have ended it already, and begun another one in its slot.
            guard slot.pointee.serial == event.borrow({ $0.state.pointee.serial }) else { continue }
            if slot.pointee.flags.intersection([.began, .over]) == .began { cancelDirectly(slot, bit, event) }
            if slot.pointee.flags.contains(.cancelOwed) {
                // Who was taken off its chain hears of its end when the outermost callback has returned.
                slot.pointee.flags.insert(.cancelPending)
                state.pointee.needsReview = true
            } else {
                release(slot, bit)
            }
        }
    }

    /// Lets go of the touch's view and frees its slot, as the last to be used again.
    @inline(__always)
    func release(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64) {
        if let view = slot.pointee.view {
            if slot.pointee.flags.contains(.began) { view.pointee.touchCount &-= 1 }
            slot.releaseReceiver()
            slot.pointee.view = nil
            slot.pointee.window = nil
            view.pointee.object.release()
        }
        state.pointee.live &= ~bit
        let place = (state.pointee.firstFree &+ state.pointee.freeCount) & (TouchBank.capacity - 1)
        state.pointee.freeSlots[place] = UInt8(truncatingIfNeeded: bit.trailingZeroBitCount)
        state.pointee.freeCount &+= 1
    }
}
