public import ResponderEventLoop
public import ResponderNotifications
public import ResponderTouchInput

/// An app: it owns its run loop, windows, touch port and notification centre, and dispatches its input.
///
/// A process usually has one application, made by the entry point (``ApplicationDelegate`` with `@main`, or
/// ``main(arguments:manifest:principalClass:delegateClass:interfaceLoader:host:)``). A test or a simulation makes as
/// many as it likes; applications share nothing.
///
/// The last reference to an application may be released on any thread. The application then releases the windows that
/// it shows: at once on the main actor, otherwise in a job of the main actor. A view of these windows that lives on is
/// then in no shown window.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class Application: Responder {
    /// The loop that the application runs on, the same one for the application's life.
    public nonisolated final let runLoop: MainRunLoop
    /// The port where touches come in: a driver or test asks the port for a sender.
    public nonisolated final let touchPort: TouchPort
    /// The centre where the application's notifications are posted and observed.
    public final let notificationCenter = TypedNotificationCenter()
    /// The queue that posts to the centre later, in turns of the application's loop.
    public final private(set) lazy var notificationQueue = TypedNotificationQueue(
        center: notificationCenter,
        loop: runLoop
    )
    /// The port where a host on another thread, or in another process, sends messages: a ``HostMessage``, a
    /// notification for the centre, or any message that has a handler there.
    ///
    /// Messages are merged with touches by time (rule L35). A refused message is an error of the port
    /// (`NotificationPort.onError`).
    ///
    /// The loop serves the port as soon as the port has made its first sender.
    public nonisolated final let notificationPort: NotificationPort

    package nonisolated(unsafe) let dispatcherState: UnsafeMutablePointer<TouchDispatcher.State>
    let portReceiver: PortReceiver
    package let lifecycle: Lifecycle
    let hostLink = HostLink()
    let motion = MotionState()
    /// The parts of the module ResponderEnvironment; nil in a program without it.
    package final var environmentParts: AnyObject?
    /// Keeps the application's input, or gives it; nil usually.
    final var tape: ApplicationTape?
    /// See ``recorder``.
    final var madeRecorder: AnyObject?
    /// See ``deviceStreams``.
    package let streams: DeviceStreams
    package final let updatePass: UpdatePass
    let interfaceRotation = InterfaceRotation()
    /// The part that shows the keyboard and other input views; nil in a program without them.
    package nonisolated let inputViewsPart = Application.observer?.makeInputViews()
    package final let displayLinks: DisplayLinks
    /// The windows that are shown.
    let windowStack = WindowStack()
    let keyWindowHolder = KeyWindowHolder()
    /// Called when the key window, or its first responder, may have changed: for traces.
    ///
    /// Nil at first.
    package final var onFirstResponderChange: (@MainActor () -> Void)? { didSet { firstResponderListenerChanges += 1 } }
    /// How often ``onFirstResponderChange`` was set.
    package final private(set) var firstResponderListenerChanges = 0
    final var mainInterface = MainInterface()
    /// The content that was cut or copied.
    ///
    /// An embedder may set another pasteboard, such as one that the system shares.
    public final var pasteboard = Pasteboard()
    /// The layout of the keyboards that the entry point opens (`RESPONDERKIT_INPUT_DEVICES`, or the manifest's
    /// ``Manifest/inputDevices``): a US keyboard unless the application is launched with another one.
    ///
    /// Set this property before the launch is over, in the delegate's launch methods at the latest: each keyboard has a
    /// copy.
    public final var keyMap: any KeyMap = USKeyMap()
    /// Called with each scan of a barcode scanner that the entry point has opened with the option `scanner`.
    ///
    /// Nil at first: scans are dropped then.
    public final var onScan: (@MainActor (_ device: InputDevice, _ text: String) -> Void)?
    /// The panels that the entry point has opened; nil without any, and until the launch is over, since a panel covers
    /// the window: see ``watchTouchPanels(_:report:)``.
    public final internal(set) weak var touchPanels: TouchPanels?
    private weak var delegateReference: (any ApplicationDelegate)?
    /// A strong reference to the delegate, unless the application is its own delegate.
    private var heldDelegate: (any ApplicationDelegate)?
    /// Whether shown windows are on the screen: true in the foreground, once the delegate's launch methods have
    /// returned.
    var showsWindows = false

    /// An application on `runLoop`, not running yet: see ``launch(options:)``.
    ///
    /// - Complexity: O(1); allocates the application, its touch port, its notification centre and the dispatch's state.
    public required init(runLoop: MainRunLoop) {
        self.runLoop = runLoop
        updatePass = UpdatePass(loop: runLoop)
        streams = DeviceStreams(runLoop)
        lifecycle = Lifecycle(endsWhenOverLimit: runLoop.isOnVirtualClock)
        dispatcherState = TouchDispatcher.makeState(for: ResponderClass.of(Self.self))
        dispatcherState.pointee.windows = ShownWindows(windowStack.record)
        let receiver = PortReceiver(dispatcherState)
        portReceiver = receiver
        touchPort = TouchPort(loop: runLoop) { port, limit in
            if let dispatcher = receiver.dispatcher { return dispatcher.receive(from: port, limit: limit) }
            return receiver.receiveWatched(from: port, limit: limit)
        }
        touchPort.onUpdate = { receiver.receiveUpdate($0, from: $1) }
        notificationPort = NotificationPort(
            loop: runLoop,
            center: notificationCenter,
            modes: .evenWhileSuspended,
            waitsForSender: true
        )
        displayLinks = DisplayLinks(runLoop, touchPort, dispatcherState)
        super.init()
        handleHostMessages()
        record.pointee.flags = [.attached, .application]
        ProcessState.shared.add(self)
    }

    deinit {
        ApplicationRemains(
            windowStack: windowStack,
            mainWindow: mainInterface.window,
            portReceiver: portReceiver,
            lifecycle: lifecycle,
            runLoop: runLoop,
            updatePass: updatePass,
            interfaceRotation: interfaceRotation,
            inputViews: inputViewsPart,
            displayLinks: displayLinks
        )
        .tearDown()
    }

    /// The delegate, if it is a ``Responder`` but not a view, view controller or application (rule R7).
    open override var next: Responder? { computeNext(delegateInChain) }

    /// Sends an event to the windows that have touches in it.
    ///
    /// Override this method to see every event of the application; call super for each event that should be delivered.
    /// If an override withholds a touch's end, the view gets a cancel instead.
    ///
    /// - Complexity: Linear in the windows of the event times the views that have touches in it, besides the work of
    ///   the handlers. Allocates at most notes of the responders that get touches, which are used again.
    open func sendEvent(_ event: Event) {
        record.pointee.type.pointee.sawBaseEntered(.applicationEvents)
        event.sendToWindows()
    }

    /// Has an object perform an action.
    ///
    /// With a target, the action goes to the target alone (rule R36). Without a target the action goes up the chain
    /// from the first responder of the key window, if there is one. If no responder there performs the action, it goes
    /// up the chain from the sender, if the sender is a responder (rule R37). Without a first responder the key
    /// window's chain comes last.
    ///
    /// ``Responder/target(forAction:withSender:)-(AnyAction,_)`` finds the responder, whose method in
    /// ``Responder/actions`` is called once.
    ///
    /// Override this method to see every action of the application; call super for each that should be performed.
    ///
    /// - Parameters:
    ///   - action: The action to perform.
    ///   - target: The responder to perform the action, without being asked whether it can. Nil for the chain.
    ///   - sender: The sender of the action.
    ///   - event: The event that caused the action, if any.
    /// - Returns: Whether an object performed the action. An action that no responder implements is no error (rule
    ///   R38).
    /// - Complexity: With a target O(1), otherwise linear in the length of the chain, besides the work of overrides and
    ///   of the action; no allocation.
    @discardableResult
    open func sendAction<Sender>(
        _ action: Action<Sender>,
        to target: Responder?,
        from sender: Sender,
        for event: Event? = nil
    ) -> Bool {
        send(action, to: target, from: sender, for: event)
    }
}

// MARK: - Delegate

extension Application {
    /// The object that gets the calls of the application's life cycle.
    ///
    /// The application keeps its delegate. A delegate that is a ``Responder`` stands at the end of the responder chain.
    ///
    /// - Complexity: Reading is O(1); setting is linear in the touches that are down, with their chains. Allocates a
    ///   delegate's first weak reference.
    public final var delegate: (any ApplicationDelegate)? {
        get { delegateReference }
        set {
            TreeChange.make {
                if let former = delegateReference as? Responder { ProcessState.shared.keepAlive(former) }
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
    /// Counts of the events that were sent and of the touches that were dropped.
    public struct TouchStatistics: Hashable, Sendable {
        /// Calls of ``Application/sendEvent(_:)``.
        public var events = 0
        /// Touches that began while the application was not active, dropped for their life (rule T34).
        public var refusedWhileInactive = 0
        /// Touches that began while the application ignored touches, dropped for their life (rule T28).
        public var refusedWhileIgnoring = 0
        /// Touches that began while the application withheld input, dropped for their life (rule K4).
        public var withheldTouches = 0
        /// Touches that began on a new screen, dropped for their life (``Application/newScreenDelay``).
        public var refusedOnNewScreen = 0
        /// Touches that began where no window took them, dropped for their life (rule H6).
        public var missedTouches = 0
        /// Touches that began while 64 were down, dropped for their life (rule T41).
        public var excessTouches = 0
    }

    /// The counts so far.
    public final var touchStatistics: TouchStatistics {
        var statistics = dispatcherState.pointee.statistics
        statistics.events = dispatcherState.pointee.underWay.sent
        return statistics
    }

    /// Whether several moves of a touch in one turn of the loop become one move, whose event keeps them all (see
    /// ``Event/coalescedTouches(for:)``).
    ///
    /// True at first. If true, a touch moves at most once a turn, and while a ``DisplayLink`` runs at most once a frame
    /// of the display (rule T36); if false, every frame is an event of its own.
    public final var isTouchCoalescingEnabled: Bool {
        get { dispatcherState.pointee.samples.moves.isCoalescing }
        set {
            dispatcherState.pointee.samples.moves.isCoalescing = newValue
            displayLinks.wakeForMoves()
        }
    }

    /// Called just before the dispatch calls a touch method, with the responder that it calls: for traces.
    ///
    /// Calls that a handler makes itself, such as calls of super, are not reported. Nil at first, which costs nothing.
    /// See ``onTouchTrace`` for other events, and for the actions that a listener may take.
    public final var onTouchDelivery: (@MainActor (TouchDelivery) -> Void)? {
        get { dispatcherState.pointee.listeners.delivery }
        set {
            dispatcherState.pointee.listeners.delivery = newValue
            dispatcher.updateListeners()
        }
    }

    package final var dispatcher: TouchDispatcher { TouchDispatcher(state: dispatcherState) }
}
