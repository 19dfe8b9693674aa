internal import ResponderSupport

// Delivers the rows of recognisers.
extension TouchDispatcher {
    /// Checks the row of a recogniser, touch by touch, and calls the recogniser.
    @inline(never)
    func deliverToRecognizer(_ row: UnsafePointer<EventPlan.Row>, _ event: Event) {
        let record = row.pointee.recognizer
        // A touch that is over, or was taken from the recogniser, may have released the recogniser: then the touch's
        // bit is gone, and the record is not read further. Until their release the plan's touches keep their
        // recognisers alive.
        let touches = current(row.pointee.touches, event)
        guard touches != 0, touches & record.pointee.touches != 0 else { return }
        record.borrow { deliver(row, touches, to: $0, event) }
    }

    private func deliver(
        _ row: UnsafePointer<EventPlan.Row>,
        _ touches: UInt64,
        to recognizer: GestureRecognizer,
        _ event: Event
    ) {
        let record = row.pointee.recognizer
        let message = row.pointee.message
        event.state.pointee.willResolve = true
        // A nested event may come before the event with the began was delivered.
        let late = touches & record.pointee.touches & ~record.pointee.offered
        if late != 0 { offer(late, recognizer, event) }
        if message == .ended, record.isDone {
            // A recogniser whose attempt is done gets no end, so none is owed.
            record.pointee.owedEnd &= ~touches
            state.pointee.processState.invalidatePlans()
        }
        guard message != .began, !record.isDone else { return }
        let begun = current(touches, event) & record.pointee.owedEnd & record.pointee.touches
        guard begun != 0 else { return }
        if message != .moved {
            record.pointee.owedEnd &= ~begun
            state.pointee.processState.invalidatePlans()
        }
        restore(Touch.Phase(message), begun)
        let set = event.state.pointee.touches(begun)
        switch message {
        case .began: break
        case .moved: recognizer.touchesMoved(set, with: event)
        case .ended: recognizer.touchesEnded(set, with: event)
        case .cancelled: cancel(set, recognizer, event)
        }
    }

    /// Returns the touches whose newest sample is the event's.
    private func current(_ touches: UInt64, _ event: Event) -> UInt64 {
        var current: UInt64 = 0
        for slot in slots(touches & state.pointee.touches.tracked)
        where slot.pointee.serial == event.state.pointee.serial && !slot.pointee.flags.contains(.released) {
            current |= slot.pointee.bit
        }
        return current
    }

    /// Tells a recogniser of a cancel, which ends its attempt in any case (rule G17).
    func cancel(_ touches: TouchSet, _ recognizer: GestureRecognizer, _ event: Event) {
        if state.pointee.listeners.tracer != nil { traceCancel(touches) }
        recognizer.record.pointee.interruption = .touchCancelled
        recognizer.touchesCancelled(touches, with: event)
        recognizer.giveUp(because: .touchCancelled)
    }

    /// Gives touches that began to a recogniser that takes them (rules G11, G12).
    private func offer(_ touches: UInt64, _ recognizer: GestureRecognizer, _ event: Event) {
        let record = recognizer.record
        var accepted: UInt64 = 0
        let isTraced = state.pointee.listeners.tracer != nil
        // Set before the question, so that a delegate that runs the loop is asked only once.
        record.pointee.offered |= touches
        if !record.isDone && receives(event, recognizer) {
            for slot in slots(touches) where record.pointee.touches & slot.pointee.bit != 0 {
                let kind = slot.pointee.kind
                if record.pointee.flags.contains(.exclusiveType), let first = record.pointee.kind, first != kind {
                    if isTraced { traceRefusal(slot, .otherTouchType, recognizer) }
                    continue
                }
                let contact = slot.pointee.contact
                let touch = Touch(slot: slot, contact: contact)
                let isWanted = recognizer.delegateReference?.gestureRecognizer(recognizer, shouldReceive: touch)
                guard slot.pointee.contact == contact, record.pointee.touches & slot.pointee.bit != 0 else { continue }
                guard isWanted ?? true else {
                    if isTraced { traceRefusal(slot, .shouldReceiveTouch, recognizer) }
                    continue
                }
                record.pointee.kind = kind
                accepted |= slot.pointee.bit
            }
        } else if isTraced {
            traceRefusals(touches, recognizer)
        }
        // A finger may have gone while a delegate was asked.
        accepted &= state.pointee.touches.down
        record.pointee.touches &= ~(touches & ~accepted)
        accepted &= record.pointee.touches
        state.pointee.processState.invalidatePlans()
        guard accepted != 0, !record.isDone else { return }
        record.pointee.owedEnd |= accepted
        // A recogniser that waits without a touch now has one: recognisers without a touch in common no longer hold it
        // up.
        if record.pointee.history == 0 { record.wake() }
        for slot in slots(accepted) { record.pointee.history |= 1 << (slot.pointee.contact & 63) }
        record.pointee.flags.insert(.isTrying)
        if isTraced { trace(.given, of: recognizer, accepted) }
        let wasUnderWay = record.pointee.isUnderWay
        recognizer.touchesBegan(event.state.pointee.touches(accepted), with: event)
        // Once the gesture has begun, further touches go to the recogniser alone (rule G28), unless it ignores them
        // (rule G15).
        if wasUnderWay, record.pointee.isUnderWay {
            claim(accepted & record.pointee.touches, for: recognizer, event)
        }
    }

    /// Whether a recogniser gets the touches that begin in the event, which is asked once.
    private func receives(_ event: Event, _ recognizer: GestureRecognizer) -> Bool {
        let record = recognizer.record
        if record.pointee.askedEvent != event.state.pointee.serial {
            let isWanted =
                (recognizer.delegateReference?.gestureRecognizer(recognizer, shouldReceive: event) ?? true)
                && recognizer.shouldReceive(event)
            record.pointee.askedEvent = event.state.pointee.serial
            if isWanted {
                record.pointee.flags.remove(.refusesEvent)
            } else {
                record.pointee.flags.insert(.refusesEvent)
            }
        }
        return !record.pointee.flags.contains(.refusesEvent)
    }
}

extension GestureRecognizer {
    /// Gives up a touch: the recogniser gets no further message of the touch, and its success does not take the touch
    /// from the view (rule G15).
    ///
    /// Does nothing when the touch is not the recogniser's.
    public final func ignore(_ touch: Touch, for event: Event) {
        guard touches.contains(touch) else { return }
        let dispatcher = TouchDispatcher(state: event.state.pointee.dispatcher)
        if dispatcher.state.pointee.listeners.tracer != nil {
            dispatcher.trace(.ignored, of: self, touch.slot.pointee.bit)
        }
        record.pointee.touches &= ~touch.slot.pointee.bit
        record.pointee.owedEnd &= ~touch.slot.pointee.bit
        ProcessState.shared.invalidatePlans()
        dispatcher.giveBackSoon()
        // A recogniser that has ignored all of its touches would get no message that could end its attempt.
        if record.pointee.touches == 0 { giveUp(because: .ignoredTouches) }
    }
}
