internal import ResponderEventLoop
internal import ResponderTouchInput

/// Keeps and dispatches an application's touches: the hot path from the port to the responder.
///
/// In the steady state an event on this path makes no allocation, takes no lock, computes no hash, and makes no
/// exclusivity or isolation check. A contact costs one retain and one release of its view, and of each responder to
/// which its began is passed on.
///
/// A dispatcher is a value of one pointer: all state is in raw memory (see `ResponderRecord`). `FrameReceiving.swift`
/// takes frames from the port, `SampleBinding.swift` stores their samples in touch slots, `EventDispatch.swift` makes
/// events of touches, `TouchBinding.swift` finds a touch's view, `EventPlanning.swift` plans the deliveries,
/// `EventDelivery.swift` calls the responders, and `TouchCancellation.swift` cancels touches.
@MainActor
package struct TouchDispatcher {
    /// Events at this depth or deeper are made anew each time.
    static let keptEvents = 8

    package nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    @inline(__always)
    nonisolated init(state: UnsafeMutablePointer<State>) {
        self.state = state
    }

    /// Makes the state for a new application.
    static func makeState(for applicationClass: UnsafeMutablePointer<ResponderClass>) -> UnsafeMutablePointer<State> {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(
            to: State(
                bank: TouchBank.make(),
                processState: ProcessState.shared,
                applicationClass: applicationClass,
                underWay: EventsUnderWay(events: .allocate(capacity: keptEvents)),
                lifetime: ApplicationLifetime(weakApplication: .allocate(capacity: 1))
            )
        )
        state.pointee.lifetime.weakApplication.initialize(to: WeakApplication())
        state.pointee.underWay.events.initialize(to: Event(state))
        state.pointee.underWay.eventCount = 1
        return state
    }

    /// Stops accepting touches for an application that is gone, and frees the state, now or when the outermost use has
    /// ended.
    func abandon() {
        state.pointee.lifetime.isAbandoned = true
        state.pointee.acceptance.isActive = false
        state.pointee.windows.removeAll()
        state.pointee.firstResponder = nil
        state.pointee.newScreens.removeAll()
        for slot in slots(state.pointee.touches.downOrLifted) { slot.oweApplicationNothing() }
        discardPresses()
        if state.pointee.lifetime.uses == 0 { destroy() }
    }

    /// Begins a use of this state and of the trees.
    @inline(__always)
    func beginUse() {
        state.pointee.lifetime.uses &+= 1
        state.pointee.processState.beginUse()
    }

    /// Ends a use; the state must not be read afterwards.
    @inline(__always)
    func endUse() {
        state.pointee.processState.endUse()
        state.pointee.lifetime.uses &-= 1
        if state.pointee.lifetime.isAbandoned && state.pointee.lifetime.uses == 0 { destroy() }
    }

    /// Frees the state and everything that the application held in it.
    private func destroy() {
        state.pointee.processState.removeApplication(with: state)
        discardHovers()
        releaseTouches()
        TouchBank.retire(state.pointee.bank)
        state.pointee.samples.past.deallocate()
        for place in 0..<state.pointee.underWay.eventCount { state.pointee.underWay.events[place].keepSamples() }
        state.pointee.underWay.events.deinitialize(count: state.pointee.underWay.eventCount).deallocate()
        state.pointee.touches.freeSlots.deallocate()
        state.pointee.lifetime.weakApplication.deinitialize(count: 1).deallocate()
        state.pointee.taps.destroy()
        destroyGestures()
        state.deinitialize(count: 1).deallocate()
    }

    /// Releases the touches that are still down.
    ///
    /// No recipient is called: the application is gone.
    private func releaseTouches() {
        for slot in slots(state.pointee.touches.downOrLifted) {
            discardRecognition(of: slot)
            state.pointee.touches.down &= ~slot.pointee.bit
            state.pointee.touches.lifted &= ~slot.pointee.bit
            slot.pointee.window = nil
            slot.endRoute()
            guard let view = slot.pointee.view else { continue }
            slot.pointee.view = nil
            view.pointee.object.release()
        }
    }
}

// MARK: - From the application

extension TouchDispatcher {
    /// The time of the application's loop; nil when the application is gone.
    var now: Int64? { state.pointee.lifetime.weakApplication.pointee.application?.runLoop.now.nanoseconds }

    /// Whether an event or a cancel is being dispatched.
    var isDispatching: Bool { state.pointee.underWay.depth > 0 }
}
