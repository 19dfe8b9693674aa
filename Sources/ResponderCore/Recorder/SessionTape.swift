internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput

/// What stands between an application and all that comes from outside: it keeps the input for a recording, or gives the
/// application the input of one.
///
/// Both note what the application does, turn by turn, so that a replay can be compared with its recording.
@MainActor
class SessionTape: TouchPortTape, NotificationPortTape {
    private(set) weak var application: Application?
    /// What the application has done since the turn began.
    let trace = TurnTrace()
    /// The first responder that was noted last.
    var firstResponder: ObjectIdentifier?
    private var observers: [MainRunLoop.Observer] = []

    /// The tape of the application whose turn began last, which notes what has no application of its own.
    private(set) static weak var current: SessionTape?

    var isPlaying: Bool { false }
    var hasFrames: Bool { false }
    var mayMoveAgain: Bool { true }

    func keep(_ frame: TouchPortFrame, isContinued: Bool) {}
    func keep(mayMoveAgain: Bool) -> Bool { mayMoveAgain }
    func keep(_ update: TouchContact, from sender: UInt64) {}
    func play() {}
    func keep<Message>(_ message: Message) {}
    func keep(frame name: String, _ payload: [UInt8]) {}

    /// Keeps something else from outside; `write` writes its bytes.
    func keep(_ input: SessionInput, _ write: (inout RecordWriter) -> Void) {}

    /// A call of the receiver of the touch port begins.
    func beginReception(isContinued: Bool, hasWaitingSamples: Bool) {}

    func endReception() {}

    /// The loop is about to wait.
    func willWait() {}

    /// A turn of the application's loop has begun.
    func beginTurn() { Self.current = self }

    /// The answer of the host to a question.
    func answer(_ ask: () -> Bool) -> Bool { ask() }

    /// The state that the application restores.
    func loadState(_ load: () throws(StateStoreError) -> StateValue?) throws(StateStoreError) -> StateValue? {
        try load()
    }

    // MARK: The application

    /// Makes the application's input go by this tape.
    func attach(to application: Application) {
        self.application = application
        application.tape = self
        application.touchPort.setTape(self)
        application.notificationPort.tape = self
        application.dispatcherState.pointee.listeners.tape = self
        application.dispatcher.setTraceListener(application.onTouchTrace)
        application.dispatcher.makePresses().trace = trace
        application.displayLinks.onInput = { [weak application] in application?.keep($0, $1) }
        ProcessState.shared.pointee.hasTapes = true
        Self.current = self
        observers = [
            application.runLoop.addObserver(of: .beforeTimers, order: .min, in: .everyMode, name: "recorder") {
                [weak self] _ in self?.beginTurn()
            },
            application.runLoop.addObserver(of: .beforeWaiting, order: .max, in: .everyMode, name: "recorder") {
                [weak self] _ in self?.willWait()
            },
        ]
    }

    func detach() {
        for observer in observers { observer.cancel() }
        observers = []
        guard let application, application.tape === self else { return }
        application.tape = nil
        application.touchPort.setTape(nil)
        application.notificationPort.tape = nil
        application.dispatcherState.pointee.listeners.tape = nil
        application.dispatcher.setTraceListener(application.onTouchTrace)
        application.dispatcher.makePresses().trace = nil
        application.displayLinks.onInput = nil
    }
}

/// The kinds of input that are neither frames nor messages of the notification port.
enum SessionInput: UInt8 {
    /// A message of the host, by ``Application/receive(_:)``.
    case hostMessage = 0
    /// A message of the host, by the notification port.
    case portMessage = 1
    /// A frame of the notification port: its name and its bytes.
    case portFrame = 2
    case screen = 3
    case environment = 4
    case multitasking = 5
    /// Whether the host drives the frame clock.
    case frameDriver = 6
    /// A frame of the screen: its time and the next one's.
    case frame = 7
    /// The state that the application restores, if there is one.
    case state = 8
    /// A value that the app handed over, with its input's name.
    case value = 9
    /// A text of the system's pasteboard.
    case pasteboard = 10
    /// A change of the text that is edited, by an input method outside of the process.
    case textChange = 11
}
