internal import ResponderTouchInput

// The touch guarantee (rule T20): each began that a view gets is followed by exactly one ended or cancelled, whatever
// happens in between. What is cancelled here is cancelled by the application: a view left its window, a responder left
// a touch's chain, or the application stopped being active.
extension TouchDispatcher {
    /// A tree changed: the touches that are down are looked after, at once, or when the outermost callback has returned
    /// (rule T33).
    func treeDidChange() {
        guard state.pointee.live != 0 else { return }
        state.pointee.needsReview = true
        // Those concerned get no further sample until then, also in a run nested inside the callback.
        markLosses()
        guard state.pointee.depth == 0 else { return }
        beginDispatch()
        endDispatch()
    }

    /// Cancels all touches, at once, or when the outermost callback has returned.
    func cancelAll() {
        guard state.pointee.live != 0 else { return }
        mark(.cancelPending, state.pointee.live)
        state.pointee.needsReview = true
        guard state.pointee.depth == 0 else { return }
        beginDispatch()
        endDispatch()
    }

    /// Marks the touches whose view is in no window any more, or in another one, for a cancel; and those whose chain is
    /// another than when their began went up it: who got it there is owed a cancel, and who stands there now gets nothing.
    private func markLosses() {
        var remaining = state.pointee.live
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            guard let view = slot.pointee.view else { continue }
            if view.shownWindow != slot.pointee.window { slot.pointee.flags.insert(.cancelPending) }
            guard slot.pointee.flags.intersection([.began, .over, .chainBroken]) == .began else { continue }
            if slot.pointee.chain != view.chain(state.pointee.hierarchy) { slot.pointee.flags.insert(.capped) }
            if slot.pointee.receiver != view, !slot.hasSamePath(from: view) {
                slot.pointee.flags.insert(.chainBroken)
                if slot.pointee.receiver != nil { slot.pointee.flags.insert(.cancelOwed) }
            }
        }
    }

    /// Sends the cancels that are due.
    ///
    /// Their handlers may change the tree again, so it goes on until nothing is left.
    @inline(never)
    func review() {
        while state.pointee.needsReview {
            state.pointee.needsReview = false
            markLosses()
            cancelLostReceivers()
            cancelPending()
        }
    }

    /// Responders that got the began by default forwarding, and are no longer on the touch's chain, get a cancel while
    /// the touch goes on for its view.
    private func cancelLostReceivers() {
        var remaining = state.pointee.live
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit & state.pointee.live
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            guard slot.pointee.flags.intersection([.cancelOwed, .cancelPending]) == .cancelOwed else { continue }
            let event = makeCancellation(of: bit)
            event.borrow { cancelForReceivers(bit, $0) }
            event.borrow { $0.state.pointee.dispatcher = nil }
        }
    }

    /// Sends the cancels that receivers are owed for these touches.
    private func cancelForReceivers(_ touches: UInt64, _ event: Event) {
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            guard slot.pointee.flags.contains(.cancelOwed), let receiver = slot.pointee.receiver,
                let view = slot.pointee.view
            else { continue }
            slot.pointee.flags.remove(.cancelOwed)
            // Alive meanwhile: the slot lets go of it at the touch's end, which its handler may bring about.
            let held = receiver.pointee.object.retain()
            perform(.cancelled, bit, of: view, by: receiver, event)
            held.release()
        }
    }

    /// Cancels what is marked for it, view by view.
    private func cancelPending() {
        var remaining = state.pointee.live
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit & state.pointee.live
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            guard slot.pointee.flags.contains(.cancelPending) else { continue }
            guard let view = slot.pointee.view else {
                release(slot, bit)
                continue
            }
            let group = pendingTouches(of: view)
            remaining &= ~group
            let event = makeCancellation(of: group)
            cancel(group, of: view, event)
            event.borrow { $0.state.pointee.dispatcher = nil }
            releaseAll(group)
        }
    }

    private func pendingTouches(of view: RecordPointer) -> UInt64 {
        var group: UInt64 = 0
        var remaining = state.pointee.live
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            if slot.pointee.view == view, slot.pointee.flags.contains(.cancelPending) { group |= bit }
        }
        return group
    }

    /// An event in which the touches are cancelled.
    ///
    /// It does not pass `sendEvent`: nothing came from the port.
    private func makeCancellation(of touches: UInt64) -> Unmanaged<Event> {
        let event = makeEvent(at: state.pointee.application.borrow { $0.runLoop.now.nanoseconds })
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            slot.pointee.phase = .cancelled
            slot.pointee.serial = state.pointee.serial
            slot.pointee.timestamp = event.borrow { $0.state.pointee.timestamp }
            slot.pointee.previousLocation = slot.pointee.location
        }
        event.borrow {
            $0.state.pointee.changed = touches
            $0.state.pointee.began = 0
            $0.state.pointee.moved = 0
            $0.state.pointee.ended = 0
            $0.state.pointee.cancelled = touches
        }
        // One that goes on for its view is stationary in the next event.
        state.pointee.changed |= touches
        return event
    }

    /// Sends a view the cancel of touches whose began it got: the view first, or who handles it up the chain, then
    /// those that the chain does not come to any more.
    private func cancel(_ group: UInt64, of view: RecordPointer, _ event: Unmanaged<Event>) {
        var own: UInt64 = 0
        var remaining = group
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            guard slot.pointee.flags.intersection([.began, .over]) == .began else { continue }
            slot.pointee.flags.insert(.over)
            own |= bit
        }
        if own != 0 { event.borrow { call(.cancelled, own, of: view, $0) } }
        event.borrow { cancelForReceivers(group, $0) }
    }

    private func releaseAll(_ group: UInt64) {
        var remaining = group & state.pointee.live
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            release(state.pointee.bank + bit.trailingZeroBitCount, bit)
        }
    }

    /// Cancels a touch whose end an override of `sendEvent` kept from its view.
    @inline(never)
    func cancelDirectly(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64, _ event: Unmanaged<Event>) {
        guard let view = slot.pointee.view else { return }
        slot.pointee.phase = .cancelled
        event.borrow {
            $0.state.pointee.ended &= ~bit
            $0.state.pointee.cancelled |= bit
        }
        cancel(bit, of: view, event)
    }
}
