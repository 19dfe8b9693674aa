internal import ResponderTouchInput

// The samples that are no touch's: of contacts that hover, of presses, and of the wheel. Those of hovering contacts and
// of presses are noted where samples are bound, perhaps in the middle of a frame. They are dispatched after the moves
// that wait, and before any later frame.
extension TouchDispatcher {
    /// Dispatches the samples of hovering contacts and of presses that were noted, each as an event.
    @inline(never)
    func dispatchOthers() {
        while state.pointee.samples.moves.others != 0 {
            if let contact = state.pointee.samples.hovering?.takeDue() {
                dispatch(contact)
            } else if let presses = state.pointee.presses, let due = presses.takeDue() {
                dispatch(due, presses)
                presses.collectSpares()
            } else {
                state.pointee.samples.moves.others = 0
            }
        }
    }

    /// Dispatches a frame of one sample that is no touch's.
    @inline(never)
    func dispatchOther(_ sample: UnsafeMutablePointer<TouchSample>) {
        guard sample.pointee.isOfWheel else { return dispatchOthers() }
        if let frame = sample.pointee.wheel { dispatch(frame) }
    }
}
