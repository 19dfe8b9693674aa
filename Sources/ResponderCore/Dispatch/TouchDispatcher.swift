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
    package struct State {
        let bank: UnsafeMutablePointer<TouchSlot>
        let hierarchy: UnsafeMutablePointer<Hierarchy>
        /// The application's class, which tells whether `sendEvent` is overridden.
        let applicationClass: UnsafeMutablePointer<ResponderClass>

        // MARK: Touches

        /// The touches that are down.
        var live: UInt64 = 0
        /// The touches that recognisers were given.
        var tracked: UInt64 = 0
        /// The touches whose finger is gone, but whose end is withheld from the view (rule G24).
        var unsettled: UInt64 = 0
        /// Nil until a touch meets a recogniser.
        var gestures: UnsafeMutablePointer<GestureState>?
        /// The touches that changed in the newest event.
        var changed: UInt64 = 0
        /// The number of this application's newest contact, the highest in any set of touches made now.
        var newestContact: UInt64 = 0
        var freeSlots = FreeSlots()
        var acceptance = TouchAcceptance()
        var taps = TapSeries()
        var statistics = Application.TouchStatistics()
        var newScreens = NewScreens()

        // MARK: Samples that wait

        var moves = PendingMoves()
        /// The samples of pending moves that newer samples of the same touch have replaced.
        var past = PastSamples()
        /// The rest of a frame in which a contact appears more than once.
        var waiting: [WaitingSample] = []
        /// Nil until the first sample that expects an update.
        var estimates: EstimatedSamples?
        /// Nil until the first contact that hovers.
        var hovering: HoveringContacts?
        /// Nil until the first press.
        package var presses: Presses?
        /// The number of presses that are down: not zero while changes of trees may end some.
        var pressCount: UInt64 = 0

        // MARK: Events

        /// The events by depth of dispatch; each is reused unless the app keeps it.
        let events: UnsafeMutablePointer<Event>
        var eventCount = 0
        /// The number of events that are being dispatched, one inside another.
        var depth = 0
        /// The innermost event that is being dispatched.
        var innermost: UnsafeMutablePointer<Event.State>?
        /// The number of the newest event.
        var serial: UInt64 = 0
        /// How many event numbers went to events that did not go through `sendEvent`.
        var unsent: UInt64 = 0
        /// How many events went through `sendEvent`.
        var sent: Int { Int(serial - unsent) }
        /// Whether a review of the touches must run when the outermost callback has returned, for example because a
        /// tree has changed.
        var needsReview = false
        /// The `Hierarchy.generation` at which a review looked for touches that have lost their places: while it is the
        /// same, no further one has.
        var reviewedGeneration: UInt64 = 0
        /// Whether changes of trees look at this application (see `Hierarchy.engaged`).
        var isEngaged = false
        var listeners = Listeners()

        // MARK: The application

        var windows = ShownWindows()
        /// Where presses, motion and actions without a target enter the responder chain: at the first responder of the
        /// key window, or at the key window itself (rules R26, R30).
        ///
        /// The application keeps the key window, and the window its first responder.
        var entry: RecordPointer?
        /// The application, retained during the dispatch of a batch of frames that may call its methods; otherwise nil.
        var heldApplication: Unmanaged<Application>?
        /// A weak reference to the application, for code that has only this state.
        package let living: UnsafeMutablePointer<WeakApplication>
        /// Whether the application is gone.
        var isAbandoned = false
        /// The number of receptions and dispatches that use this state, one inside another: the state is freed only
        /// after the outermost one has ended, even when the application is released before that.
        var uses = 0

        /// The touches that are down, or whose end is withheld.
        @inline(__always)
        package var unfinished: UInt64 { live | unsettled }
    }

    /// A weak reference to an application.
    ///
    /// The reference has memory of its own: if the state had a weak reference among its fields, each read of a field
    /// would copy the whole state.
    package struct WeakApplication {
        package weak var application: Application?
    }

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
                hierarchy: Hierarchy.shared,
                applicationClass: applicationClass,
                events: .allocate(capacity: keptEvents),
                living: .allocate(capacity: 1)
            )
        )
        state.pointee.living.initialize(to: WeakApplication())
        state.pointee.events.initialize(to: Event(state))
        state.pointee.eventCount = 1
        return state
    }

    /// Stops accepting touches for an application that is gone, and frees the state, now or when the outermost use has
    /// ended.
    func abandon() {
        state.pointee.isAbandoned = true
        state.pointee.acceptance.isActive = false
        state.pointee.windows.removeAll()
        state.pointee.entry = nil
        state.pointee.newScreens.removeAll()
        for slot in slots(state.pointee.unfinished) { slot.settleApplication() }
        discardPresses()
        if state.pointee.uses == 0 { destroy() }
    }

    /// Begins a use of this state and of the trees.
    @inline(__always)
    func beginUse() {
        state.pointee.uses &+= 1
        state.pointee.hierarchy.beginUse()
    }

    /// Ends a use; the state must not be read afterwards.
    @inline(__always)
    func endUse() {
        state.pointee.hierarchy.endUse()
        state.pointee.uses &-= 1
        if state.pointee.isAbandoned && state.pointee.uses == 0 { destroy() }
    }

    /// Frees the state and everything that the application held in it.
    private func destroy() {
        state.pointee.hierarchy.removeApplication(with: state)
        discardHovers()
        releaseTouches()
        TouchBank.retire(state.pointee.bank)
        state.pointee.past.deallocate()
        for place in 0..<state.pointee.eventCount { state.pointee.events[place].settle() }
        state.pointee.events.deinitialize(count: state.pointee.eventCount).deallocate()
        state.pointee.freeSlots.deallocate()
        state.pointee.living.deinitialize(count: 1).deallocate()
        state.pointee.taps.destroy()
        destroyGestures()
        state.deinitialize(count: 1).deallocate()
    }

    /// Releases the touches that are still down.
    ///
    /// No recipient is called: the application is gone.
    private func releaseTouches() {
        for slot in slots(state.pointee.unfinished) {
            discardRecognition(of: slot)
            state.pointee.live &= ~slot.pointee.bit
            state.pointee.unsettled &= ~slot.pointee.bit
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
    var now: Int64? { state.pointee.living.pointee.application?.runLoop.now.nanoseconds }

    /// Whether an event or a cancel is being dispatched.
    var isDispatching: Bool { state.pointee.depth > 0 }
}
