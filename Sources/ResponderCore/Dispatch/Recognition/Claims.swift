// A recogniser that succeeds takes its touches from their views (rules G20 to G22).
extension TouchDispatcher {
    /// Takes touches from their views: views that got the began get a cancel, other views get nothing of the touches.
    ///
    /// While a view's touch method runs further out on the stack, the cancel waits until the method has returned (rule
    /// T33).
    func claim(_ touches: UInt64, for recognizer: GestureRecognizer, _ event: Event) {
        guard recognizer.record.pointee.flags.contains(.cancelsTouches) else { return }
        let claimed = touches & state.pointee.touches.tracked & ~gestures.pointee.claimed
        guard claimed != 0 else { return }
        gestures.pointee.claimed |= claimed
        gestures.pointee.mayGiveBack = true
        state.pointee.processState.invalidatePlans()
        let (isInHandler, newest) = (event.isInsideHandler, state.pointee.touches.newestContact)
        var remaining = claimed
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            var group: UInt64 = 0
            for other in slots(remaining) where other.pointee.view == slot.pointee.view { group |= other.pointee.bit }
            remaining &= ~group
            // The cancel of a former view may have run the loop: a slot with a newer contact belongs to another touch
            // by now.
            for other in slots(group)
            where other.pointee.contact > newest || other.pointee.flags.contains(.released) {
                group &= ~other.pointee.bit
            }
            guard group != 0 else { continue }
            claim(group, of: slot.pointee.view, for: recognizer, isInHandler: isInHandler, event)
        }
    }

    private func claim(
        _ touches: UInt64,
        of view: RecordPointer?,
        for recognizer: GestureRecognizer,
        isInHandler: Bool,
        _ event: Event
    ) {
        var owed: UInt64 = 0
        for slot in slots(touches) {
            if state.pointee.listeners.tracer != nil { traceClaim(slot, by: recognizer) }
            if slot.owed == .end { owed |= slot.pointee.bit } else { slot.forgetBegan() }
        }
        guard owed != 0, let view else { return }
        if isInHandler {
            mark(.viewCancelPending, owed)
            return scheduleReview()
        }
        cancel(owed, of: view, event)
    }

    /// Sends the cancel of touches, which recognisers go on with, to a view and the responders that got the touches
    /// from it.
    ///
    /// During the call the touches' phase is cancelled; afterwards the former phase is restored (rules T30, T31).
    func cancel(_ touches: UInt64, of view: RecordPointer, _ event: Event) {
        let (former, newest) = (TouchChanges(phasesOf: slots(touches)), state.pointee.touches.newestContact)
        for slot in slots(touches) { slot.pointee.flags.remove(.viewCancelPending) }
        deliver(.cancel, .cancelled, touches, of: view, event)
        deliver(.owed, .cancelled, touches, of: view, event)
        // A slot with a newer contact belongs to another touch by now, and a touch that is over keeps its phase.
        for slot in slots(touches)
        where slot.pointee.contact <= newest && slot.pointee.phase == .cancelled
            && slot.pointee.flags.isDisjoint(with: .released)
        {
            slot.pointee.phase = former.phase(of: slot.pointee.bit)
        }
    }
}

extension TouchChanges {
    /// The touches of these slots, grouped by their present phases; stationary touches are in no group.
    @MainActor
    fileprivate init(phasesOf slots: TouchSlots) {
        for slot in slots {
            switch slot.pointee.phase {
            case .began: began |= slot.pointee.bit
            case .moved: moved |= slot.pointee.bit
            case .stationary: break
            case .ended: ended |= slot.pointee.bit
            case .cancelled: cancelled |= slot.pointee.bit
            }
        }
    }

    /// The phase of the touch's group; stationary for a touch that is in no group.
    fileprivate func phase(of touch: UInt64) -> Touch.Phase {
        if began & touch != 0 { return .began }
        if moved & touch != 0 { return .moved }
        if ended & touch != 0 { return .ended }
        return cancelled & touch != 0 ? .cancelled : .stationary
    }
}

extension TouchDispatcher {
    /// Delivers a message about touches to their view, outside of the event's plan.
    func deliver(
        _ kind: EventPlan.Kind,
        _ message: TouchMessage,
        _ touches: UInt64,
        of view: RecordPointer,
        _ event: Event
    ) {
        // The row is in no plan, so its window is not read.
        var row = EventPlan.Row(
            kind: kind,
            message: message,
            touches: touches,
            view: view,
            window: view,
            recipient: view.pointee.object.toOpaque()
        )
        // A run nested in a method of a recogniser may have brought newer touches than the event's.
        event.state.pointee.newestContact = state.pointee.touches.newestContact
        event.state.pointee.all |= touches
        // During the delivery, a view's touch method counts as running.
        let (willResolve, isInAction) = (event.state.pointee.willResolve, event.state.pointee.isInAction)
        event.state.pointee.willResolve = false
        event.state.pointee.isInAction = false
        checkAndDeliver(&row, event)
        event.state.pointee.willResolve = willResolve
        event.state.pointee.isInAction = isInAction
    }
}

extension Event {
    /// Whether a view's touch method is running in an outer event, rather than a method or an action of a recogniser.
    fileprivate var isInsideHandler: Bool {
        var outer = state.pointee.outer
        while let event = outer {
            if !event.pointee.isInAction, !event.pointee.willResolve { return true }
            outer = event.pointee.outer
        }
        return false
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// Records that the view gets nothing of the touch.
    @MainActor
    func forgetBegan() {
        pointee.flags.remove(.beganWithheld)
        oweViewNothing()
    }
}
