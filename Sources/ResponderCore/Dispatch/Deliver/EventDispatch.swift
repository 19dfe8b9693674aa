internal import ResponderSupport
internal import ResponderTouchInput

// The path of every event: it is made of the touches that changed, sent, and concluded.
extension TouchDispatcher {
    /// Makes an event of touches that changed, whose newest samples are in their slots, and sends it.
    @inline(__always)
    func dispatch(_ changes: TouchChanges, at time: Int64) {
        let depth = state.pointee.underWay.depth
        let event = depth == 0 ? Unmanaged.passUnretained(state.pointee.underWay.events[0]) : innerEvent()
        let eventState = event.borrow { $0.state }
        state.pointee.underWay.depth = depth &+ 1
        start(eventState, at: time)
        if state.pointee.touches.changed != changes.all { makeStationary(except: changes.all) }
        if changes.areMoves && isPlanned(changes.moved, eventState) {
            assert(isAsMadeAnew(eventState), "a plan is used again that something has changed")
        } else if !plan(changes, event) {
            state.pointee.underWay.unsent &+= 1
            return conclude(event, at: depth)
        }
        eventState.pointee.isUnderWay = true
        if eventState.pointee.plan.way == .views {
            event.borrow { $0.deliverToViews() }
        } else {
            send(event)
        }
        // An unchanged epoch means that nothing was dispatched inside the event, no review is due, and nothing was
        // removed from a tree.
        if !changes.areMoves || depth > 0 || eventState.pointee.plan.epoch != state.pointee.processState.pointee.epoch {
            return conclude(event, at: depth)
        }
        assert(!state.pointee.review.isNeeded, "a review is due that did not count the epoch")
        eventState.pointee.isUnderWay = false
        state.pointee.underWay.innermost = nil
        state.pointee.underWay.depth = 0
    }

    /// Sets an event's time, its number, and the samples that newer samples have replaced.
    @inline(__always)
    func start(_ event: UnsafeMutablePointer<Event.State>, at time: Int64) {
        state.pointee.underWay.innermost = event
        state.pointee.underWay.serial &+= 1
        event.pointee.serial = state.pointee.underWay.serial
        event.pointee.timestamp = time
        if event.pointee.past.count | state.pointee.samples.past.count != 0 { takePastSamples(event) }
    }

    @inline(never)
    private func takePastSamples(_ event: UnsafeMutablePointer<Event.State>) {
        event.pointee.past.removeAll()
        swap(&event.pointee.past, &state.pointee.samples.past)
    }

    /// Returns the prepared event for a dispatch inside another one.
    @inline(never)
    func innerEvent() -> Unmanaged<Event> {
        let depth = state.pointee.underWay.depth
        let event = depth < Self.keptEvents ? state.pointee.underWay.events[depth] : Event(state)
        // Only a runaway recursion gets this deep: each event made here lives as long as the outermost dispatch.
        if depth >= Self.keptEvents { state.pointee.processState.keepAlive(event) }
        if let outer = state.pointee.underWay.innermost {
            event.state.pointee.outer = outer
            event.state.pointee.outerTouches = outer.pointee.all | outer.pointee.outerTouches
            // The outer event checks each of its remaining rows.
            outer.pointee.plan.epoch = 0
        }
        return .passUnretained(event)
    }

    /// Has events that the app may keep copy their samples, so that they stay as they are now, and makes the event at
    /// `place` one that the app does not keep.
    ///
    /// Must be called before any touch changes.
    @inline(__always)
    func prepareEvent(at place: Int) {
        if place == 0, state.pointee.underWay.depth == 0, isKnownUniquelyReferenced(&state.pointee.underWay.events[0]) {
            return
        }
        prepareEventSlowly(at: place)
    }

    @inline(never)
    private func prepareEventSlowly(at place: Int) {
        var underWay = state.pointee.underWay.innermost
        // The events outside an event that has kept its samples have kept theirs already.
        while let event = underWay, !event.pointee.past.isComplete {
            event.keepSamples()
            underWay = event.pointee.outer
        }
        if place < state.pointee.underWay.eventCount {
            state.pointee.underWay.events[place].keepSamples()
            guard !isKnownUniquelyReferenced(&state.pointee.underWay.events[place]) else { return }
            let kept = state.pointee.underWay.events[place]
            state.pointee.underWay.events[place] = Event(state)
            // The kept event is never dispatched again and needs no room for rows.
            state.pointee.underWay.events[place].state.pointee.plan.exchangeMemory(with: &kept.state.pointee.plan)
        } else if place < Self.keptEvents {
            (state.pointee.underWay.events + place).initialize(to: Event(state))
            state.pointee.underWay.eventCount = place + 1
        }
    }

    /// Makes stationary the touches that changed in the previous event but not in this one (rule T5).
    ///
    /// Their previous location then follows from the phase (`locationBefore`). The slot keeps its stored previous
    /// location, since an outer event may not have delivered the touches yet.
    @inline(never)
    func makeStationary(except changed: UInt64) {
        for slot in slots(state.pointee.touches.changed & state.pointee.touches.down & ~changed) {
            // A touch that an outer event ends stays ended.
            let isOver = slot.pointee.phase == .ended || slot.pointee.phase == .cancelled
            if !isOver || slot.owed != .done { slot.pointee.phase = .stationary }
        }
        state.pointee.touches.changed = changed
    }

    /// Begins a dispatch without an event, such as an update of estimates.
    func beginDispatch() {
        state.pointee.underWay.depth &+= 1
        beginUse()
    }

    /// Ends a dispatch without an event; the end of the outermost dispatch runs the review that is due.
    func endDispatch() {
        if state.pointee.underWay.depth == 1 {
            if state.pointee.review.isNeeded { review() }
            // The review may have left the event of its last cancel in `innermost`.
            state.pointee.underWay.innermost = nil
        }
        state.pointee.underWay.depth &-= 1
        endUse()
    }
}

// MARK: - After the delivery

extension TouchDispatcher {
    /// Ends the touches that are over, and runs the review that is due.
    ///
    /// - Parameter depth: The number of events that were being dispatched when this one began.
    @inline(never)
    func conclude(_ event: Unmanaged<Event>, at depth: Int) {
        let eventState = event.borrow { $0.state }
        if eventState.pointee.isUnderWay { endTouches(of: event) }
        eventState.pointee.isUnderWay = false
        let outer = eventState.pointee.outer
        eventState.pointee.outer = nil
        eventState.pointee.outerTouches = 0
        if depth > 0 {
            // The app may keep this event, and the next outermost event keeps the samples only of the event at its
            // own place.
            event.borrow { $0.keepSamples() }
        } else if state.pointee.review.isNeeded {
            review()
        }
        state.pointee.underWay.innermost = outer
        state.pointee.underWay.depth = depth
        state.pointee.processState.endEvent()
    }

    /// Ends the touches that are over, and refuses those whose began was not delivered.
    @inline(__always)
    private func endTouches(of event: Unmanaged<Event>) {
        let eventState = event.borrow { $0.state }
        if eventState.pointee.plan.way == .sendEvent { refuseUnsent(eventState.pointee.changes.began) }
        let serial = eventState.pointee.serial
        // A nested dispatch may have ended some of the touches already.
        for slot in slots(eventState.pointee.changes.over & state.pointee.touches.down)
        where slot.pointee.serial == serial {
            if slot.pointee.flags.isDisjoint(with: [.released, .tracked]) {
                finish(slot, slot.pointee.bit, event)
            } else {
                finishTracked(slot, event)
            }
        }
    }

    /// Ends a touch that recognisers have, too; keeps the touch while its end is withheld from the view.
    @inline(never)
    private func finishTracked(_ slot: UnsafeMutablePointer<TouchSlot>, _ event: Unmanaged<Event>) {
        if slot.pointee.flags.contains(.released) { return }
        if slot.pointee.flags.contains(.viewCancelPending), slot.owed == .end {
            // The view gets the cancel when its handler, further out, has returned (rule T33).
            slot.pointee.flags.insert(.cancelPending)
            scheduleReview()
        } else if keepsLifted(slot) {
            keepLifted(slot)
        } else {
            finish(slot, slot.pointee.bit, event)
        }
    }

    /// Refuses the touches whose began an override of `sendEvent` did not pass on: their views get nothing of them.
    ///
    /// A began that recognisers withhold was passed on. A view that has lost its touch meanwhile gets nothing for that
    /// reason, which the trace has told.
    private func refuseUnsent(_ began: UInt64) {
        for slot in slots(began & state.pointee.touches.tracked) { dropUnsent(slot) }
        for slot in slots(began) where slot.owed == .nothing && !slot.pointee.flags.contains(.beganWithheld) {
            let isLost = !slot.pointee.flags.isDisjoint(with: [.cancelPending, .viewCancelPending])
            if state.pointee.listeners.tracer != nil, !isLost { traceRefusal(slot, .notSent) }
            slot.oweViewNothing()
        }
    }

    /// Frees the slot of a touch that is over.
    ///
    /// When an override of `sendEvent` did not pass the end on, a view that got the began gets a cancel first (rule
    /// T20).
    @inline(__always)
    private func finish(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64, _ event: Unmanaged<Event>) {
        if slot.owed == .end { cancelDirectly(slot, bit, event) }
        releaseOrCancelLost(slot, bit)
    }

    /// Releases a touch that is over for its view, unless recipients that left its chain are owed cancels: these get
    /// them when the outermost callback has returned.
    @inline(__always)
    func releaseOrCancelLost(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64) {
        if slot.pointee.flags.contains(.cancelOwed) {
            slot.pointee.flags.insert(.cancelPending)
            scheduleReview()
        } else {
            release(slot, bit)
        }
    }

    /// Releases the touch's view, and adds the slot behind all free slots.
    ///
    /// When an outer event also has the touch, the slot is freed only when the outermost dispatch has ended, so that
    /// the outer event stays as it was.
    @inline(__always)
    func release(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64) {
        if let view = slot.pointee.view {
            if state.pointee.listeners.tracer != nil { traceEnd(slot) }
            if slot.pointee.flags.contains(.tracked) { endTracking(slot) }
            slot.endRoute()
            slot.pointee.view = nil
            slot.pointee.window = nil
            view.pointee.object.release()
        }
        slot.pointee.flags.insert(.released)
        state.pointee.touches.down &= ~bit
        state.pointee.processState.invalidatePlans()
        if let event = state.pointee.underWay.innermost, event.pointee.outerTouches & bit != 0 { return deferFree(bit) }
        state.pointee.touches.freeSlots.add(bit)
    }
}
