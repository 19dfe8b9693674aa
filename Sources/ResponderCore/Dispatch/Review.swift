// When the outermost callback has returned, a review handles the changes that callbacks have made (rule T33): touches
// whose place is gone, states of recognisers, messages that are no longer withheld, and cancels.
extension TouchDispatcher {
    /// Schedules a review of the touches, to run when the outermost callback has returned.
    func scheduleReview() {
        state.pointee.review.isNeeded = true
        state.pointee.processState.engage(state)
        state.pointee.processState.invalidatePlans()
    }

    /// Sends the cancels that are due.
    ///
    /// Handlers of cancels may change the tree again, so the review is repeated until no cancel is due.
    @inline(never)
    func review() {
        while state.pointee.review.isNeeded {
            state.pointee.review.isNeeded = false
            let generation = state.pointee.processState.pointee.generation
            if state.pointee.review.generation != generation { markLosses() }
            state.pointee.review.generation = generation
            if state.pointee.gestures != nil { resolveInReview() }
            cancelLost()
            if state.pointee.touches.tracked != 0 { cancelViews() }
            cancelPending()
            if state.pointee.pressCount != 0 { reviewPresses() }
            // Listeners may change a tree, too.
            reportTrace()
        }
        for slot in slots(state.pointee.touches.freeSlots.deferredFrees) {
            state.pointee.touches.freeSlots.add(slot.pointee.bit)
        }
        state.pointee.touches.freeSlots.deferredFrees = 0
    }

    /// Frees a slot only when the outermost dispatch has ended.
    func deferFree(_ bit: UInt64) {
        state.pointee.touches.freeSlots.deferredFrees |= bit
        // The review frees the slot.
        scheduleReview()
    }

    /// Runs a scheduled review at once, unless a callback is running: then the review runs when the outermost
    /// callback has returned.
    func reviewUnlessDispatching() {
        guard state.pointee.review.isNeeded, state.pointee.underWay.depth == 0 else { return }
        beginDispatch()
        endDispatch()
    }
}
