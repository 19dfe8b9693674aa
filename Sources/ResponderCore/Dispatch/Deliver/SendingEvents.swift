internal import ResponderSupport

// Unless they are overridden, `Application.sendEvent` and `Window.sendEvent` only pass an event on. When the override
// table says that neither is overridden, and calls have confirmed this, an event goes to the views without them.
extension TouchDispatcher {
    /// Whether an event of touches in that window may go to its views without a call of either `sendEvent`.
    @inline(__always)
    func goesDirectly(to window: RecordPointer) -> Bool {
        !state.pointee.applicationClass.pointee.mustCall.contains(.applicationEvents)
            && !window.pointee.type.pointee.mustCall.contains(.windowEvents)
    }

    /// Sends an event that does not go to views alone: to recognisers and views, or through the application.
    ///
    /// The first call of the application's `sendEvent` also checks the override table for its class.
    @inline(never)
    func send(_ event: Unmanaged<Event>) {
        if event.borrow({ $0.state.pointee.plan.way == .recognizersAndViews }) {
            return event.borrow { $0.deliver() }
        }
        guard state.pointee.applicationClass.pointee.mustCall.contains(.applicationEvents) else {
            return event.borrow { $0.sendToWindows() }
        }
        let wasUnverified = state.pointee.applicationClass.pointee.isUnverified(.applicationEvents)
        if let application = state.pointee.lifetime.heldApplication {
            event.borrow { event in application.borrow { $0.sendEvent(event) } }
        } else if let application = state.pointee.lifetime.weakApplication.pointee.application {
            event.borrow { application.sendEvent($0) }
        }
        if wasUnverified && state.pointee.applicationClass.pointee.isUnverified(.applicationEvents) {
            OverrideTable.giveUp(because: state.pointee.applicationClass.pointee.type)
        }
    }
}
