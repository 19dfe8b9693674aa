internal import ResponderTouchInput

extension TouchDispatcher {
    /// The state of a dispatcher, in raw memory: a part for each kind of work.
    package struct State {
        let bank: UnsafeMutablePointer<TouchSlot>
        let processState: UnsafeMutablePointer<ProcessState>
        /// The application's class, which tells whether `sendEvent` is overridden.
        let applicationClass: UnsafeMutablePointer<ResponderClass>

        package var touches = TouchesDown()
        /// Nil until a touch meets a recogniser.
        var gestures: UnsafeMutablePointer<GestureState>?
        var acceptance = TouchAcceptance()
        var taps = TapSeries()
        var statistics = Application.TouchStatistics()
        var newScreens = NewScreens()
        var samples = WaitingSamples()
        /// Nil until the first press.
        package var presses: Presses?
        /// The number of presses that are down: if it is not zero, changes of trees may end some.
        var pressCount: UInt64 = 0
        var underWay: EventsUnderWay
        var review = ReviewState()
        var listeners = Listeners()
        var windows = ShownWindows()
        /// Where presses, motion and actions without a target enter the responder chain: at the first responder of the
        /// key window, or at the key window itself (rules R26, R30).
        ///
        /// The application keeps the key window, and the window its first responder.
        var firstResponder: RecordPointer?
        package var lifetime: ApplicationLifetime
        /// Notes the user's activity, and withholds input; nil until it is asked for.
        var activity: ActivityMonitor?
    }

    /// The touches of an application, as masks of their slots.
    package struct TouchesDown {
        /// The touches that are down.
        package internal(set) var down: UInt64 = 0
        /// The touches that recognisers were given.
        var tracked: UInt64 = 0
        /// The touches whose finger is gone, but whose end is withheld from the view (rule G24).
        var lifted: UInt64 = 0
        /// The touches that changed in the newest event.
        var changed: UInt64 = 0
        /// The number of this application's newest contact, the highest in any set of touches made now.
        var newestContact: UInt64 = 0
        var freeSlots = FreeSlots()

        /// The touches that are down, or whose end is withheld.
        @inline(__always)
        package var downOrLifted: UInt64 { down | lifted }
    }

    /// Samples that were received and not dispatched yet.
    struct WaitingSamples {
        var moves = PendingMoves()
        /// The samples of pending moves that newer samples of the same touch have replaced.
        var past = PastSamples()
        /// The rest of a frame in which a contact appears more than once.
        var waiting: [WaitingSample] = []
        /// Nil until the first sample that expects an update.
        var estimates: EstimatedSamples?
        /// Nil until the first contact that hovers.
        var hovering: HoveringContacts?
    }

    /// The events that are being dispatched, one inside another, and the counters that number events.
    struct EventsUnderWay {
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
    }

    /// What the next review must do: see `Review.swift`.
    struct ReviewState {
        /// Whether a review must run when the outermost callback has returned, for example because a tree has changed.
        var isNeeded = false
        /// The `ProcessState.generation` at which a review last looked for touches that have lost their places: while
        /// it is the same, no further touch has lost its place.
        var generation: UInt64 = 0
        /// Whether changes of trees visit this application (see `ProcessState.engaged`).
        var isEngaged = false
    }

    /// How long the state lives: as long as the application, and as its own uses.
    package struct ApplicationLifetime {
        /// The application, retained during the dispatch of a batch of frames that may call its methods; otherwise nil.
        var heldApplication: Unmanaged<Application>?
        /// A weak reference to the application, for code that has only this state.
        package let weakApplication: UnsafeMutablePointer<WeakApplication>
        /// Whether the application is gone.
        var isAbandoned = false
        /// The number of receptions and dispatches that use this state, one inside another: the state is freed only
        /// after the outermost one has ended, even when the application is released before that.
        var uses = 0
    }

    /// A weak reference to an application.
    ///
    /// The reference has memory of its own: if the state had a weak reference among its fields, each read of a field
    /// would copy the whole state.
    package struct WeakApplication {
        package weak var application: Application?
    }
}

/// The moves of a turn that wait to be dispatched as one event.
struct PendingMoves {
    /// Whether the moves of one turn become one event.
    var isCoalescing = true
    /// Whether moves may wait in the port for a frame of a display link: see ``DisplayLinks``.
    var isPaced = false
    /// The touches whose moves wait: while there are any, no code of the app is called.
    var touches: UInt64 = 0
    /// Not zero while samples that belong to no touch wait: see `dispatchOthers`.
    var others: UInt64 = 0
    /// When the newest waiting move was sent.
    var time: Int64 = 0
    /// The touches that have moved in this turn (rule T36).
    var movedInTurn: UInt64 = 0

    /// Whether moves of touches, or samples that belong to no touch, wait.
    @inline(__always)
    var areWaiting: Bool { touches | others != 0 }

    /// The touches whose moves of this turn were dispatched: another move of these touches belongs to the next turn.
    @inline(__always)
    var moved: UInt64 { movedInTurn & ~touches }
}

/// The listeners of an application's dispatch.
struct Listeners {
    /// Called before each call of a touch method, for all listeners together: the hot path tests one closure.
    var trace: DeliveryTrace?
    var delivery: DeliveryTrace?
    /// Not nil while the trace has a listener.
    var tracer: TouchTracer?
    var tracesHitTests = false
    /// Whether moves are noted on the tape, and have no listener.
    var areMovesForTapeAlone = false
    /// Notes what the application does; nil usually.
    ///
    /// The loop keeps the tape, so that a turn need not retain it.
    var tape: Unmanaged<ApplicationTape>?
}
