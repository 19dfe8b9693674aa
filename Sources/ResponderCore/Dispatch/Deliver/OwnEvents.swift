internal import ResponderSupport

// Events that do not go through `sendEvent`: for a contact or a movement that is no touch, for states of recognisers,
// and for cancels.
extension TouchDispatcher {
    /// Dispatches such an event inside the present one, or as the outermost one.
    ///
    /// - Parameters:
    ///   - time: Nil stands for the present instant.
    ///   - deliver: Called with the event while the event is under way.
    @inline(__always)
    func dispatchOwn(at time: Int64? = nil, _ deliver: (Unmanaged<Event>) -> Void) {
        let depth = state.pointee.underWay.depth
        prepareEvent(at: depth)
        let event = depth == 0 ? Unmanaged.passUnretained(state.pointee.underWay.events[0]) : innerEvent()
        state.pointee.underWay.depth = depth &+ 1
        startOwn(event, at: time)
        deliver(event)
        conclude(event, at: depth)
    }

    /// Dispatches such an event in the review, which has the outermost event: the outermost callback has returned.
    ///
    /// - Parameters:
    ///   - changes: The changes of touches that the event is about.
    ///   - deliver: Called with the event while the event is under way.
    @inline(__always)
    func dispatchInReview(_ changes: TouchChanges = TouchChanges(), _ deliver: (Unmanaged<Event>) -> Void) {
        prepareEvent(at: 0)
        let event = Unmanaged.passUnretained(state.pointee.underWay.events[0])
        startOwn(event, changes)
        deliver(event)
        event.borrow { $0.state.pointee.isUnderWay = false }
    }

    private func startOwn(_ event: Unmanaged<Event>, _ changes: TouchChanges = TouchChanges(), at time: Int64? = nil) {
        let eventState = event.borrow { $0.state }
        state.pointee.underWay.unsent &+= 1
        start(eventState, at: time ?? now ?? eventState.pointee.timestamp)
        eventState.pointee.newestContact = state.pointee.touches.newestContact
        eventState.pointee.all = state.pointee.touches.down
        eventState.pointee.changes = changes
        eventState.pointee.plan.removeAll()
        eventState.pointee.isUnderWay = true
    }
}
