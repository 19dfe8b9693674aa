internal import ResponderSupport
internal import ResponderTouchInput

// The touch guarantee (rule T20): each began that a view gets is followed by exactly one ended or cancelled, whatever
// happens in between. This file sends the cancels that the application decides on: a view left its window, a
// responder left a touch's chain, or the application stopped being active.
extension TouchDispatcher {
    /// Marks the touches that a change of a tree affects, and schedules a review.
    ///
    /// The review, which sends the cancels, runs when the outermost callback has returned (rule T33). The affected
    /// recipients get no further sample from now on, even in a run of the loop nested inside the callback.
    func markTreeChange() {
        guard state.pointee.touches.downOrLifted | state.pointee.pressCount != 0 else { return }
        scheduleReview()
        markLosses()
        if state.pointee.pressCount != 0 { markPressLosses() }
    }

    /// Cancels all touches and all hovering: at once, or when the outermost callback has returned.
    func cancelAll(because reason: TouchCancelReason) {
        let isFollowed = giveHoversUp()
        guard state.pointee.touches.downOrLifted != 0 || isFollowed else { return }
        if state.pointee.listeners.tracer != nil { traceCancels(reason) }
        mark(.cancelPending, state.pointee.touches.downOrLifted)
        scheduleReview()
        reviewUnlessDispatching()
    }

    /// Releases all touches, and ends all hovering, without a cancel, at once or when the outermost callback has
    /// returned.
    ///
    /// Called when the application was terminated without notice.
    func discardAll() {
        discardHovers()
        guard state.pointee.touches.downOrLifted != 0 else { return }
        for slot in slots(state.pointee.touches.downOrLifted) {
            slot.pointee.flags.insert(.cancelPending)
            slot.oweNobody()
            discardRecognition(of: slot)
        }
        scheduleReview()
        reviewUnlessDispatching()
    }

    /// Marks for a cancel each touch whose view is no longer in the touch's window.
    ///
    /// When a touch's chain has changed since the began went up, the recipients that left the chain are owed a cancel,
    /// and the responders that are now in their places get nothing.
    func markLosses() {
        for slot in slots(state.pointee.touches.downOrLifted) {
            guard let view = slot.pointee.view else { continue }
            let isTracked = state.pointee.touches.tracked & slot.pointee.bit != 0 && markLosses(ofRecognizersOf: slot)
            if view.shownWindow != slot.pointee.window, isTracked {
                markLoss(ofViewOf: slot)
            } else if view.shownWindow != slot.pointee.window {
                if state.pointee.listeners.tracer != nil { traceCancel(slot, .leftWindow) }
                slot.pointee.flags.insert(.cancelPending)
            }
            slot.detachLostRecipients(view, state.pointee.processState)
        }
    }

    /// Sends the cancels owed to recipients that left the chains of touches that go on for their views.
    func cancelLost() {
        // Handlers may end a touch.
        for slot in slots(state.pointee.touches.downOrLifted) where slot.pointee.flags.isDisjoint(with: .released) {
            guard slot.pointee.flags.intersection([.cancelOwed, .cancelPending]) == .cancelOwed,
                let view = slot.pointee.view, let window = slot.pointee.window
            else { continue }
            sendCancellation(of: slot.pointee.bit, of: view, in: window, keepsView: true)
        }
    }

    /// Sends the cancels that are owed to recipients that left the chains of these touches.
    func cancelOwed(_ touches: UInt64, _ event: Event) {
        for slot in slots(touches) {
            let contact = slot.pointee.contact
            // The recipient's handler may end the touch.
            while slot.pointee.contact == contact, let view = slot.pointee.view, let recipient = slot.popOwed() {
                event.state.pointee.isForOneRecipient = true
                if state.pointee.listeners.tracer != nil { traceCancel(slot, ofLost: recipient.takeUnretainedValue()) }
                // The view's own handler may have run the loop.
                restore(.cancelled, slot.pointee.bit)
                recipient.borrow { call(.cancelled, slot.pointee.bit, of: view, by: $0.record, event) }
                event.state.pointee.isForOneRecipient = false
                recipient.release()
            }
        }
    }

    /// Cancels the touches that are marked for a cancel, view by view.
    func cancelPending() {
        for slot in slots(state.pointee.touches.downOrLifted) where isPending(slot) {
            guard let view = slot.pointee.view, let window = slot.pointee.window else {
                release(slot, slot.pointee.bit)
                continue
            }
            var (group, ended) = (UInt64.zero, UInt64.zero)
            for other in slots(state.pointee.touches.downOrLifted) where other.pointee.view == view && isPending(other)
            {
                group |= other.pointee.bit
                if other.isEnding { ended |= other.pointee.bit }
            }
            sendCancellation(of: group, of: view, in: window, keepsView: false)
            for other in slots(group & state.pointee.touches.downOrLifted)
            where other.pointee.flags.isDisjoint(with: .released) {
                // The view itself got the end; only other recipients of the began were cancelled.
                if ended & other.pointee.bit != 0 { other.pointee.phase = .ended }
                release(other, other.pointee.bit)
            }
        }
    }

    /// Whether the touch is not yet released and is marked for a cancel.
    private func isPending(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        slot.pointee.flags.intersection([.cancelPending, .released]) == .cancelPending
    }

    /// Sends an event that cancels touches of a view, for the recipients that left their chains and, unless `keepsView`
    /// is true, for the view.
    ///
    /// The event does not go through `sendEvent`, since no source sent it.
    func sendCancellation(
        of touches: UInt64,
        of view: RecordPointer,
        in window: RecordPointer,
        keepsView: Bool
    ) {
        dispatchInReview(TouchChanges(cancelled: touches)) { event in
            let eventState = event.borrow { $0.state }
            for slot in slots(touches) {
                slot.pointee.phase = .cancelled
                slot.pointee.serial = eventState.pointee.serial
                slot.pointee.timestamp = eventState.pointee.timestamp
                slot.pointee.previousLocation = slot.pointee.location
            }
            // A touch that goes on for its view is stationary in the next event.
            state.pointee.touches.changed |= touches
            deliverCancels(of: touches, of: view, in: window, keepsView: keepsView, event)
        }
    }

    /// Delivers cancels of touches of a view: first, unless `keepsView` is true, to the view or the responder up the
    /// chain that handles cancels, then to the recipients that left the chain.
    private func deliverCancels(
        of touches: UInt64,
        of view: RecordPointer,
        in window: RecordPointer,
        keepsView: Bool = false,
        _ event: Unmanaged<Event>
    ) {
        let plan = event.borrow { $0.state.plan }
        plan.pointee.removeAll()
        func append(_ kind: EventPlan.Kind) {
            plan.pointee.append(
                EventPlan.Row(
                    kind: kind,
                    message: .cancelled,
                    touches: touches,
                    view: view,
                    window: window,
                    recipient: view.pointee.object.toOpaque()
                )
            )
        }
        if !keepsView {
            if touches & state.pointee.touches.tracked != 0 {
                appendRecognizerRows(touches, in: window, TouchChanges(cancelled: touches), to: plan)
                event.borrow { $0.state.pointee.willResolve = true }
            }
            append(.cancel)
        }
        append(.owed)
        event.borrow { $0.deliver() }
    }

    /// Cancels a touch whose end an override of `sendEvent` did not pass on.
    @inline(never)
    func cancelDirectly(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64, _ event: Unmanaged<Event>) {
        guard let view = slot.pointee.view else { return }
        if state.pointee.listeners.tracer != nil { traceCancel(slot, .endNotSent) }
        slot.pointee.phase = .cancelled
        event.borrow { $0.state.pointee.cancelInstead(bit) }
        deliverCancels(of: bit, of: view, in: slot.pointee.window ?? view, event)
    }
}
