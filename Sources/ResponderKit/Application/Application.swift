public import ResponderEventLoop
public import ResponderNotifications
public import ResponderTouchInput

/// An app: it owns its run loop, windows, touch port and notification centre, and dispatches what comes in.
///
/// An app usually has one, made by its entry point (``ApplicationDelegate`` with `@main`, or
/// ``main(arguments:manifest:principalClass:delegateClass:)``). A test or a simulation makes as many as it likes; nothing is
/// shared between them.
///
/// Its last reference may go on any thread. The windows it shows are let go then: at once on the main actor, elsewhere
/// when the main actor comes to it. A view that somebody keeps longer counts as in no window that is shown.
open class Application: Responder {
    /// The loop that the application runs on.
    ///
    /// Never another one.
    public nonisolated final let runLoop: MainRunLoop
    /// Where touches come in: whoever has some asks it for a sender.
    public nonisolated final let touchPort: TouchPort
    /// Where the application's notifications are posted and observed.
    public final let notificationCenter = TypedNotificationCenter()
    /// What posts to the centre later, in turns of the application's loop.
    public final private(set) lazy var notificationQueue = TypedNotificationQueue(
        center: notificationCenter,
        loop: runLoop
    )
    /// Where a host on another thread, or in another process, tells the application something: a ``HostMessage``, a
    /// notification for the centre, or whatever has a handler there.
    ///
    /// Messages are merged with touches by the time that both carry (rule L35). One that is refused is an error of the port
    /// (`NotificationPort.onError`).
    ///
    /// There from the first time that somebody asks for it.
    public final private(set) lazy var notificationPort = makeNotificationPort()

    nonisolated(unsafe) let dispatcherState: UnsafeMutablePointer<TouchDispatcher.State>
    private let portReceiver: PortReceiver
    let lifecycle: Lifecycle
    let hostLink = HostLink()
    /// The windows that are shown, back to front.
    var shownWindows: [Window] = []
    let keyWindowHolder = KeyWindowHolder()
    private weak var delegateReference: (any ApplicationDelegate)?
    /// The delegate again, held: unless the application is its own.
    private var heldDelegate: (any ApplicationDelegate)?
    /// Whether shown windows are on the screen: in the foreground, from the end of the launch on.
    var showsWindows = false

    /// An application on `runLoop`, not running yet: see ``launch(options:)``.
    public required init(runLoop: MainRunLoop) {
        self.runLoop = runLoop
        lifecycle = Lifecycle(endsWhenOverLimit: runLoop.isOnVirtualClock)
        dispatcherState = TouchDispatcher.makeState(for: ResponderClass.of(Self.self))
        let receiver = PortReceiver(dispatcherState)
        portReceiver = receiver
        touchPort = TouchPort(loop: runLoop) { port, limit in receiver.receive(from: port, limit: limit) }
        touchPort.onUpdate = { receiver.receiveUpdate($0, from: $1) }
        super.init()
        record.pointee.flags = [.attached, .application]
        Hierarchy.shared.add(self)
    }

    deinit {
        ApplicationRemains(windows: shownWindows, portReceiver: portReceiver, lifecycle: lifecycle, runLoop: runLoop)
            .takeApart()
    }

    /// The delegate, when it is a ``Responder`` that is no view, no view controller and not the application (rule R7).
    open override var next: Responder? { computeNext(delegateInChain) }

    /// Sends an event to the windows that have touches in it.
    ///
    /// Override it to see every event of the application; call super for those that are to go on. A view whose touch's
    /// end is kept from it gets a cancel in its place.
    open func sendEvent(_ event: Event) { event.sendToWindows(of: self) }
}

// MARK: - Delegate

extension Application {
    /// What makes an app of the application.
    ///
    /// It is kept. One that is a ``Responder`` stands at the end of the chain.
    public final var delegate: (any ApplicationDelegate)? {
        get { delegateReference }
        set {
            TreeChange.perform {
                if let former = delegateReference as? Responder { Hierarchy.shared.keep(former) }
                delegateReference = newValue
                heldDelegate = newValue === self ? nil : newValue
                record.pointee.next = delegateInChain?.record
            }
        }
    }

    private var delegateInChain: Responder? {
        guard let responder = delegateReference as? Responder, responder !== self,
            !(responder is View), !(responder is ViewController), !(responder is Application)
        else { return nil }
        return responder
    }
}

// MARK: - Touches

extension Application {
    /// What became of the touches that came in.
    public struct TouchStatistics: Hashable, Sendable {
        /// Calls of ``Application/sendEvent(_:)``.
        public var events = 0
        /// Touches that began while the application was not active, dropped for their life (rule T34).
        public var refusedWhileInactive = 0
        /// Touches that began while the application was told to ignore them, dropped for their life (rule T28).
        public var refusedWhileIgnoring = 0
        /// Touches that began where no window wanted them, dropped for their life (rule H6).
        public var missedTouches = 0
        /// Touches that began while 64 were down, dropped for their life (rule T41).
        public var excessTouches = 0
    }

    /// What became of the touches so far.
    public final var touchStatistics: TouchStatistics {
        var statistics = dispatcherState.pointee.statistics
        statistics.events = Int(dispatcherState.pointee.serial - dispatcherState.pointee.unsent)
        return statistics
    }

    /// Whether moves of a touch that arrive in one turn of the loop become one, of which the event keeps the others (see
    /// ``Event/coalescedTouches(for:)``).
    ///
    /// True at first: a touch moves at most once a turn then (rule T36). Where it is false every frame is an event of
    /// its own.
    public final var isTouchCoalescingEnabled: Bool {
        get { dispatcherState.pointee.moves.isCoalescing }
        set { dispatcherState.pointee.moves.isCoalescing = newValue }
    }

    /// Called just before each call of a touch method by the dispatch, with who gets it: for traces.
    ///
    /// Calls that a handler makes itself, as by calling super, are not reported. Nil at first, and free then. For what
    /// happens besides, and what a listener may do, see ``onTouchTrace``.
    public final var onTouchDelivery: (@MainActor (TouchDelivery) -> Void)? {
        get { dispatcherState.pointee.listeners.delivery }
        set {
            dispatcherState.pointee.listeners.delivery = newValue
            dispatcher.updateListeners()
        }
    }

    final var dispatcher: TouchDispatcher { TouchDispatcher(state: dispatcherState) }
}
