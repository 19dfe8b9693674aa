internal import ResponderSupport
internal import ResponderTouchInput

/// The values of a touch at its began, kept while the began is withheld from the view (rule G23).
struct TouchValues {
    fileprivate let location: Point
    fileprivate let previousLocation: Point
    fileprivate let timestamp: Int64
    fileprivate let previousTimestamp: Int64
    fileprivate let force: Float
    fileprivate let majorRadius: Float
    fileprivate let majorRadiusTolerance: Float
    fileprivate let phase: Touch.Phase

    fileprivate init(_ slot: UnsafeMutablePointer<TouchSlot>) {
        location = slot.pointee.location
        previousLocation = slot.pointee.previousLocation
        timestamp = slot.pointee.timestamp
        previousTimestamp = slot.pointee.previousTimestamp
        force = slot.pointee.force
        majorRadius = slot.pointee.majorRadius
        majorRadiusTolerance = slot.pointee.majorRadiusTolerance
        phase = slot.pointee.phase
    }

    fileprivate func write(to slot: UnsafeMutablePointer<TouchSlot>) {
        slot.pointee.location = location
        slot.pointee.previousLocation = previousLocation
        slot.pointee.timestamp = timestamp
        slot.pointee.previousTimestamp = previousTimestamp
        slot.pointee.force = force
        slot.pointee.majorRadius = majorRadius
        slot.pointee.majorRadiusTolerance = majorRadiusTolerance
        slot.pointee.phase = phase
    }
}

// Begans and ends that are withheld from views while recognisers may still succeed (rules G23 to G25).
extension TouchDispatcher {
    /// Returns the touches whose began the view gets now; the begans of the others are withheld, but the touches keep
    /// their place in the view (rule T15).
    func withholdBegan(_ touches: UInt64, of view: RecordPointer, _ event: Event) -> UInt64 {
        var remaining = touches
        for slot in slots(touches & state.pointee.touches.tracked)
        where isCurrent(slot, view, event) && slot.owed == .nothing && isWithheld(slot, .delaysBegan) {
            remaining &= ~slot.pointee.bit
            if refusesAnother(view) {
                if state.pointee.listeners.tracer != nil { traceRefusal(slot, .singleTouch) }
                slot.oweViewNothing()
                continue
            }
            if state.pointee.listeners.tracer != nil { traceWithheld(.began, slot) }
            gestures.pointee.began[Int(slot.pointee.index)] = TouchValues(slot)
            slot.pointee.flags.formUnion([.beganWithheld, .held])
            view.pointee.touchCount &+= 1
            state.pointee.processState.invalidatePlans()
        }
        return remaining
    }

    /// Returns the touches whose end the view gets now; the ends of the others are withheld.
    func withholdEnded(_ touches: UInt64, of view: RecordPointer, _ event: Event) -> UInt64 {
        var remaining = touches
        for slot in slots(touches & state.pointee.touches.tracked)
        where slot.pointee.serial == event.state.pointee.serial {
            let isOwed = slot.owed == .end || slot.pointee.flags.contains(.beganWithheld)
            guard isOwed, slot.pointee.flags.isDisjoint(with: [.cancelPending, .viewCancelPending]),
                isWithheld(slot, .delaysEnded) || slot.pointee.flags.contains(.beganWithheld)
            else { continue }
            remaining &= ~slot.pointee.bit
            if state.pointee.listeners.tracer != nil { traceWithheld(.ended, slot) }
            gestures.pointee.endWithheld |= slot.pointee.bit
            state.pointee.processState.invalidatePlans()
        }
        return remaining
    }

    /// Whether a recogniser that delays messages may still succeed with the touch.
    private func isWithheld(_ slot: UnsafeMutablePointer<TouchSlot>, _ flag: RecognizerRecord.Flags) -> Bool {
        guard slot.pointee.flags.contains(.tracked), let gestures = state.pointee.gestures else { return false }
        let list = gestures.pointee.recognizers + Int(slot.pointee.index)
        return list.pointee.contains { $0.withholds(flag, from: slot) }
    }

    /// Keeps a touch whose finger is gone and whose end is withheld: for its view the touch is not over.
    func keepLifted(_ slot: UnsafeMutablePointer<TouchSlot>) {
        for record in recognizers(of: slot) where record.pointee.touches == slot.pointee.bit {
            record.keepPlace()
        }
        if slot.pointee.flags.contains(.held), let view = slot.pointee.view {
            slot.pointee.flags.remove(.held)
            view.pointee.touchCount &-= 1
        }
        slot.pointee.phase = .ended
        state.pointee.touches.down &= ~slot.pointee.bit
        state.pointee.touches.lifted |= slot.pointee.bit
        state.pointee.processState.invalidatePlans()
        // A run nested in a later handler of the event may have let the recognisers' requests take effect.
        if !isWithheld(slot, slot.pointee.flags.contains(.beganWithheld) ? .delaysBegan : .delaysEnded) {
            gestures.pointee.mayGiveBack = true
            scheduleReview()
        }
    }

    /// Gives views the messages that are no longer withheld, and releases the touches that are over.
    func giveBack(_ event: Unmanaged<Event>) {
        var remaining = state.pointee.touches.tracked
        while let bit = firstContact(of: remaining) {
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            let contact = slot.pointee.contact
            guard state.pointee.touches.tracked & bit != 0, !slot.pointee.flags.contains(.released) else { continue }
            if slot.pointee.flags.contains(.beganWithheld), !isWithheld(slot, .delaysBegan) {
                giveBackBegan(slot, event)
            }
            guard slot.pointee.contact == contact, !slot.pointee.flags.contains(.released),
                state.pointee.touches.lifted & slot.pointee.bit != 0,
                slot.pointee.flags.isDisjoint(with: [.beganWithheld, .cancelPending, .viewCancelPending])
            else { continue }
            if slot.owed == .end {
                guard !isWithheld(slot, .delaysEnded), gestures.pointee.claimed & bit == 0 else { continue }
                giveBackEnded(slot, event)
            }
            if slot.pointee.contact == contact, slot.owed == .done, !slot.pointee.flags.contains(.released) {
                releaseOrCancelLost(slot, slot.pointee.bit)
            }
        }
    }

    /// Delivers a began that was withheld, with the values that the touch had then, and a move if the finger is
    /// elsewhere by now.
    private func giveBackBegan(_ slot: UnsafeMutablePointer<TouchSlot>, _ event: Unmanaged<Event>) {
        // The view gets nothing of a touch that is cancelled in the present event.
        if slot.pointee.phase == .cancelled { return slot.forgetBegan() }
        slot.pointee.flags.remove(.beganWithheld)
        guard let view = slot.pointee.view, let values = gestures.pointee.began[Int(slot.pointee.index)] else { return }
        gestures.pointee.began[Int(slot.pointee.index)] = nil
        // The view accepts the touch anew, in the place that the touch has kept.
        if slot.pointee.flags.contains(.held) {
            slot.pointee.flags.remove(.held)
            view.pointee.touchCount &-= 1
        }
        // The newest sample may still be due in this event, or in an event whose dispatch has not returned yet.
        let isInEvent = isUnderWay(slot, event)
        let newest = slot.pointee.serial
        let present = TouchValues(slot)
        values.write(to: slot)
        if state.pointee.listeners.tracer != nil { traceGivenBack(.began, slot) }
        deliver(.began, slot, view, event)
        // A newer sample may have come in a run of the loop nested in the handler.
        let serial = event.borrow { $0.state.pointee.serial }
        guard slot.pointee.serial == serial, !slot.pointee.flags.contains(.released) else { return }
        present.write(to: slot)
        let isElsewhere = present.location != values.location
        let isOver = state.pointee.touches.lifted & slot.pointee.bit != 0
        if isElsewhere, !isInEvent || isOver {
            slot.pointee.previousLocation = values.location
            // Responders that pass the move on must find the touch in the phase moved.
            event.borrow { $0.state.pointee.changes.moved |= slot.pointee.bit }
            deliver(.moved, slot, view, event)
            guard slot.pointee.serial == serial, !slot.pointee.flags.contains(.released) else { return }
            slot.pointee.phase = present.phase
        }
        if isInEvent { slot.pointee.serial = newest }
        // If the touch's end has come meanwhile, the touch takes no place in the view any more.
        if isOver, slot.pointee.flags.contains(.held) {
            slot.pointee.flags.remove(.held)
            view.pointee.touchCount &-= 1
        }
    }

    /// Whether the touch's newest sample belongs to the event, or to an event whose dispatch is under way further out.
    private func isUnderWay(_ slot: UnsafeMutablePointer<TouchSlot>, _ event: Unmanaged<Event>) -> Bool {
        var current: UnsafeMutablePointer<Event.State>? = event.borrow { $0.state }
        while let event = current {
            if event.pointee.serial == slot.pointee.serial { return true }
            current = event.pointee.outer
        }
        return false
    }

    /// Delivers an end that was withheld, together with the ends of the view's other touches that are no longer
    /// withheld or end in the present event (rule G26).
    private func giveBackEnded(_ slot: UnsafeMutablePointer<TouchSlot>, _ event: Unmanaged<Event>) {
        guard let view = slot.pointee.view else { return }
        let eventState = event.borrow { $0.state }
        var ends = slot.pointee.bit
        for other in slots(state.pointee.touches.tracked & ~ends) where other.pointee.view == view && other.owed == .end
        {
            let isEnding = eventState.pointee.changes.ended & other.pointee.bit != 0
            guard
                state.pointee.touches.lifted & other.pointee.bit != 0
                    || isEnding && other.pointee.serial == eventState.pointee.serial,
                other.pointee.flags.isDisjoint(with: [.beganWithheld, .cancelPending, .viewCancelPending, .released]),
                gestures.pointee.claimed & other.pointee.bit == 0, !isWithheld(other, .delaysEnded)
            else { continue }
            ends |= other.pointee.bit
        }
        for other in slots(ends) where state.pointee.touches.lifted & other.pointee.bit != 0 {
            gestures.pointee.endWithheld &= ~other.pointee.bit
            if state.pointee.listeners.tracer != nil { traceGivenBack(.ended, other) }
            other.pointee.serial = eventState.pointee.serial
        }
        event.borrow { deliver(.view, .ended, ends, of: view, $0) }
    }

    /// Delivers a withheld message about one touch to its view.
    private func deliver(
        _ message: TouchMessage,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ view: RecordPointer,
        _ event: Unmanaged<Event>
    ) {
        slot.pointee.serial = event.borrow { $0.state.pointee.serial }
        event.borrow { deliver(.view, message, slot.pointee.bit, of: view, $0) }
    }
}

extension RecognizerPointer {
    /// Whether the recogniser may still succeed with the touch, and delays the message of the flag.
    func withholds(_ flag: RecognizerRecord.Flags, from slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        pointee.touches & slot.pointee.bit != 0 && pointee.flags.contains(flag) && pointee.flags.contains(.isTrying)
            && pointee.state == .possible
    }
}
