// The guarantee of presses (rule R29): each began is followed by exactly one end or cancel. As for touches, presses and
// recipients that a change affects are marked at once, and get no further sample. The cancels are sent when the
// outermost callback has returned.
extension TouchDispatcher {
    /// Marks the presses whose responder has left its window, and the recipients that have left a press's chain.
    func markPressLosses() {
        guard let presses = state.pointee.presses else { return }
        for press in presses.down {
            guard let responder = press.responder else { continue }
            if !press.isInWindow { press.route.isCancelPending = true }
            // An override of `next` may run the loop.
            let path = presses.path(from: responder)
            if press.route.isUnfinished { press.route.detachLost(path) }
        }
    }

    /// Cancels all touches, hovering and presses: at once, or when the outermost callback has returned.
    func cancelTouchesAndPresses(because reason: TouchCancelReason) {
        // All presses are marked before the first cancel, since its handler may run the loop.
        for press in state.pointee.presses?.down ?? [] { press.route.isCancelPending = true }
        state.pointee.presses?.commandKeys.removeAll()
        if state.pointee.pressCount != 0 { scheduleReview() }
        cancelAll(because: reason)
        reviewUnlessDispatching()
    }

    /// Ends all presses without a message: the application was terminated without notice, or is gone.
    func discardPresses() {
        guard let presses = state.pointee.presses else { return }
        for press in presses.down { press.route.oweNobody() }
        presses.removeAll()
        updatePressCount(presses)
    }

    /// Sends the cancels of presses that are due.
    func reviewPresses() {
        guard let presses = state.pointee.presses else { return }
        sendCancels(presses)
        presses.collectSpares()
    }

    private func sendCancels(_ presses: Presses) {
        markPressLosses()
        for press in presses.down where !press.route.isCancelPending { cancelLost(press, presses) }
        for press in presses.down where press.route.isCancelPending && presses.isDown(press) {
            cancel(with: press, presses)
        }
    }

    /// Cancels the press, and all other presses that are marked for a cancel and bound to the same responder.
    private func cancel(with press: Press, _ presses: Presses) {
        guard let responder = press.responder else { return }
        let group = presses.down.filter { $0.responder === responder && $0.route.isCancelPending }
        let owed = group.filter { $0.route.isOwed }
        if !owed.isEmpty {
            let event = beginCancels(of: owed, presses)
            for press in owed { press.route.isOwed = false }
            call(.cancelled, PressSet(owed), responder, event)
            presses.end(event)
        }
        for press in group {
            cancelLost(press, presses)
            presses.remove(press)
        }
        updatePressCount(presses)
    }

    /// Sends the cancels owed to recipients that left the press's chain.
    private func cancelLost(_ press: Press, _ presses: Presses) {
        while let recipient = press.route.popLost() {
            guard let responder = recipient.object ?? state.pointee.lifetime.weakApplication.pointee.application else {
                continue
            }
            let (phase, timestamp) = (press.phase, press.timestamp)
            let event = beginCancels(of: [press], presses)
            event.isForOneRecipient = true
            event.report(.cancelled, PressSet(press), by: responder)
            PressMessage.cancelled.call(responder, PressSet(press), event)
            presses.end(event)
            // For the bound responder the press goes on, or has already ended.
            (press.phase, press.timestamp) = (phase, timestamp)
        }
    }

    private func beginCancels(of cancelled: [Press], _ presses: Presses) -> PressesEvent {
        let time = MainRunLoop.Instant(nanoseconds: now ?? 0)
        for press in cancelled {
            press.phase = .cancelled
            press.timestamp = time
        }
        return presses.beginEvent(at: time, cancelled.last?.key.modifiers ?? [])
    }
}
