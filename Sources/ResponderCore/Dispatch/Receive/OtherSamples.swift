internal import ResponderTouchInput

// The samples that belong to no touch: of contacts that hover, of presses, and of the wheel. Samples of hovering
// contacts and of presses are noted when the samples of their frame are bound. They are dispatched after waiting moves,
// and before any later frame.
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

    /// Dispatches a frame of one sample that belongs to no touch.
    @inline(never)
    func dispatchOther(_ sample: UnsafeMutablePointer<TouchSample>) {
        guard sample.pointee.isOfWheel else { return dispatchOthers() }
        if let frame = sample.pointee.wheel { dispatch(frame) }
    }
}
