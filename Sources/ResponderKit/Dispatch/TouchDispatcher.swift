internal import ResponderEventLoop
internal import ResponderTouchInput

/// Where an application's touches are kept and dispatched from: the hot path from the port to the responder.
///
/// In the steady state an event on this way makes no allocation, takes no lock, hashes nothing, and makes no exclusivity
/// or isolation check; a contact costs one retain and one release for the view it keeps from its began to its end, and
/// where its began is passed on up the chain, another for who got it.
///
/// A value of one pointer: all state is in raw memory (see `ResponderRecord`). `FrameReceiving.swift` takes frames from the
/// port, `SampleBinding.swift` makes touches of their contacts, `EventDispatch.swift` events of touches,
/// `TouchBinding.swift` finds a touch's view, `EventPlanning.swift` says who gets what, `EventDelivery.swift` calls them,
/// and `TouchCancellation.swift` takes touches away again.
@MainActor
struct TouchDispatcher {
    struct State {
        let bank: UnsafeMutablePointer<TouchSlot>
        let hierarchy: UnsafeMutablePointer<Hierarchy>
        /// The application's class: whether it overrides `sendEvent`.
        let applicationClass: UnsafeMutablePointer<ResponderClass>

        // MARK: Touches

        /// The touches that are down.
        var live: UInt64 = 0
        /// The touches that changed in the newest event.
        var changed: UInt64 = 0
        /// The newest contact's number among this application's: what makes a set of touches old.
        var newestContact: UInt64 = 0
        var freeSlots = FreeSlots()
        var acceptance = TouchAcceptance()
        var taps = TapSeries()
        var statistics = Application.TouchStatistics()

        // MARK: Samples that wait

        var moves = PendingMoves()
        /// The samples of pending moves that newer ones of the same touch have replaced.
        var past = PastSamples()
        /// The rest of a frame in which a contact appears more than once.
        var waiting: [WaitingSample] = []
        /// Made for the first sample that expects an update.
        var estimates: EstimatedSamples?

        // MARK: Events

        /// The event of each depth, used again while nobody keeps it.
        let events: UnsafeMutablePointer<Event>
        var eventCount = 0
        /// How many events are being dispatched, one inside another.
        var depth = 0
        /// The innermost of them.
        var innermost: UnsafeMutablePointer<Event.State>?
        /// The number of the newest event.
        var serial: UInt64 = 0
        /// How many numbers of events were given to what never went through `sendEvent`.
        var unsent: UInt64 = 0
        /// Whether a tree changed inside a callback, so that the touches must be looked after when it has returned.
        var needsReview = false
        var listeners = Listeners()

        // MARK: The application

        var windows = ShownWindows()
        /// The application while it is held, since its class has methods that the dispatch calls.
        var heldApplication: Unmanaged<Application>?
        /// The application until its last reference goes: for who finds this state in another way than by it.
        let living: UnsafeMutablePointer<WeakApplication>
        /// Whether the application is gone.
        var isAbandoned = false
        /// How many receptions and dispatches use this state, one inside another: it is not freed before the outermost has
        /// ended, though its application may go in the middle of one.
        var uses = 0
    }

    /// A weak reference to an application.
    ///
    /// In memory of its own: with a weak reference among its fields, whoever reads a field of the state copies all of it.
    struct WeakApplication {
        weak var application: Application?
    }

    /// Events of greater depth than this are made for the one use.
    static let keptEvents = 8

    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    @inline(__always)
    nonisolated init(state: UnsafeMutablePointer<State>) {
        self.state = state
    }

    /// The state for an application that is being made.
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

    /// The application is gone: accepts no touch any more, and frees what there is here, now or when the use that is under
    /// way has ended.
    func abandon() {
        state.pointee.isAbandoned = true
        state.pointee.acceptance.isActive = false
        state.pointee.windows.removeAll()
        for slot in slots(state.pointee.live) { slot.settleApplication() }
        if state.pointee.uses == 0 { destroy() }
    }

    /// Begins a use of this state and of the trees.
    @inline(__always)
    func beginUse() {
        state.pointee.uses &+= 1
        state.pointee.hierarchy.beginUse()
    }

    /// Ends it: nothing here may be looked at afterwards.
    @inline(__always)
    func endUse() {
        state.pointee.hierarchy.endUse()
        state.pointee.uses &-= 1
        if state.pointee.isAbandoned && state.pointee.uses == 0 { destroy() }
    }

    /// Frees what the application held here.
    private func destroy() {
        state.pointee.hierarchy.removeApplication(with: state)
        letGoOfTouches()
        TouchBank.retire(state.pointee.bank)
        state.pointee.windows.deallocate()
        state.pointee.past.deallocate()
        for place in 0..<state.pointee.eventCount { state.pointee.events[place].settle() }
        state.pointee.events.deinitialize(count: state.pointee.eventCount).deallocate()
        state.pointee.freeSlots.deallocate()
        state.pointee.living.deinitialize(count: 1).deallocate()
        state.pointee.taps.destroy()
        state.deinitialize(count: 1).deallocate()
    }

    /// Lets go of the touches that are still down.
    ///
    /// Nobody is told: whoever could ask is gone.
    private func letGoOfTouches() {
        for slot in slots(state.pointee.live) {
            state.pointee.live &= ~slot.pointee.bit
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
    /// What time it is on the application's loop; nil when the application is gone.
    var now: Int64? { state.pointee.living.pointee.application?.runLoop.now.nanoseconds }

    /// Whether an event or a cancel is being dispatched.
    var isDispatching: Bool { state.pointee.depth > 0 }

    /// Notes the windows that are shown, back to front.
    func setWindows(_ windows: [Window]) { state.pointee.windows.set(windows) }
}
