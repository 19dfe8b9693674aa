internal import ResponderSupport

// Touches that are cancelled, and views that leave their window, while recognisers have the touches (rules G17, G18).
extension TouchDispatcher {
    /// Has the recognisers of a touch whose own view is no longer in the touch's window give up.
    ///
    /// Returns whether other recognisers go on with the touch.
    func markLosses(ofRecognizersOf slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        var goesOn = false
        for record in recognizers(of: slot) where record.pointee.touches & slot.pointee.bit != 0 {
            if record.recognizer.viewReference?.record.shownWindow == slot.pointee.window {
                if !record.isDone { goesOn = true }
            } else {
                record.recognizer.giveUp(because: .leftWindow, inReview: true)
                record.leave(slot)
            }
        }
        return goesOn
    }

    /// Marks the view of a touch for a cancel; recognisers go on with the touch.
    func markLoss(ofViewOf slot: UnsafeMutablePointer<TouchSlot>) {
        guard slot.owed != .done else { return }
        if state.pointee.listeners.tracer != nil { traceViewCancel(slot, .leftWindow) }
        slot.pointee.flags.insert(.viewCancelPending)
        state.pointee.processState.invalidatePlans()
    }

    /// Cancels the views of touches that recognisers go on with.
    func cancelViews() {
        for slot in slots(state.pointee.touches.tracked)
        where slot.pointee.flags.intersection([.viewCancelPending, .cancelPending]) == .viewCancelPending {
            guard let view = slot.pointee.view else { continue }
            if slot.owed == .end {
                dispatchInReview { event in event.borrow { cancel(slot.pointee.bit, of: view, $0) } }
            } else {
                slot.pointee.flags.remove(.viewCancelPending)
                slot.forgetBegan()
            }
            giveBackSoon()
        }
    }

    /// Whether a touch that has ended is kept, since its end is withheld from its view.
    func keepsLifted(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        guard let gestures = state.pointee.gestures else { return false }
        return gestures.pointee.endWithheld & slot.pointee.bit != 0 && slot.owed != .done
    }

    /// Forgets the attempts of the touch's recognisers without calling actions, since the application is gone.
    func discardRecognition(of slot: UnsafeMutablePointer<TouchSlot>) {
        for record in recognizers(of: slot) where record.pointee.touches & slot.pointee.bit != 0 {
            discardAttempt(of: record)
        }
    }

    /// Ends a recogniser's attempt without an action; does not call `reset()` again while it is under way.
    func discardAttempt(of record: RecognizerPointer) {
        let recognizer = record.recognizer
        let isTrying = record.pointee.isTrying
        record.pointee.flags.remove(.isTrying)
        if isTrying {
            if state.pointee.listeners.tracer != nil { traceDiscard(of: recognizer) }
            if !record.pointee.isOver { record.pointee.state = record.pointee.isUnderWay ? .cancelled : .failed }
            recognizer.reset()
        }
        record.pointee.endAttempt()
        record.stopWaiting()
        record.wakeWaiters()
    }
}
