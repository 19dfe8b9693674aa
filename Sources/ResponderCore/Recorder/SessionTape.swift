internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput

// What makes a turn the same
//
// A turn of the loop does the same twice when it begins with the same state, at the same time, with the same input. So
// a recording keeps, turn by turn, the time and the input, and the loop reads its clock once a turn (`TurnClock`). The
// bounds of a step and of a callback by time do not apply then; the watchdog has a clock of its own.
//
// - How many frames a reception of the touch port takes depends on other threads, on pacing and on nested runs, and
//   decides which moves become one event. So receptions are kept with their frames, as they were taken.
// - A call such as `Application.receive(_:)` is input when it comes outside of all runs, from a source that waits for a
//   descriptor, or while the host is asked something (`MainRunLoop.origin`). The app's own code does the same again in
//   a replay, so its calls are not input. For the same reason a replay refuses what the app's own senders send.
// - A replay is an input source of its loop. Each input comes at its place (`InputPlace`). The loop does not wait, but
//   goes through the motions of a wait where the recorded loop waited, so that the same observers are called.
// - The trace of a turn is compared byte by byte. The digest is the FNV-1a of all traces.

/// A tape of frames, messages and turns.
@MainActor
class SessionTape: ApplicationTape, TouchPortTape, NotificationPortTape {
    private(set) weak var application: Application?
    private var observers: [MainRunLoop.Observer] = []
    @exclusivity(unchecked) final var isBeforeLinks = false

    var hasFrames: Bool { false }
    var mayMoveAgain: Bool { true }

    func keep(_ frame: TouchPortFrame) {}
    func keep(mayMoveAgain: Bool) -> Bool { mayMoveAgain }
    func keep(_ update: TouchContact, from sender: UInt64) {}
    func play() {}
    func keep<Message>(_ message: Message) {}
    func keep(frame name: String, _ payload: [UInt8]) {}

    /// The loop is about to wait.
    func willWait() {}

    /// A turn of the application's loop has begun.
    func beginTurn() {
        if Self.current !== self { Self.current = self }
    }

    // MARK: The application

    /// Makes the application's input go by this tape.
    func attach(to application: Application) {
        self.application = application
        application.tape = self
        application.touchPort.setTape(self)
        application.notificationPort.tape = self
        application.dispatcherState.pointee.listeners.tape = .passUnretained(self)
        application.dispatcher.setTraceListener(application.onTouchTrace)
        application.dispatcher.makePresses().trace = trace
        application.displayLinks.onInput = { [weak application] in application?.keep($0, $1) }
        trace.hidesPlaces = { [weak application] view in
            (view as? View).map { application?.hidesPlaces(in: $0) == true } ?? false
        }
        trace.mayHidePlaces = { [weak application] in application?.mayHidePlaces == true }
        trace.hidesKeys = { [weak application] in application?.typesSecretly == true }
        ProcessState.shared.pointee.hasTapes = true
        Self.current = self
        // The loop keeps the tape. Nothing refers to the tape weakly: its retains and releases would be slow then.
        let loop = application.runLoop
        observers = [
            loop.addObserver(of: .beforeWaiting, order: .max, in: .everyMode, name: "recorder") { [self] _ in
                willWait()
            }
        ]
        if let clock = loop.turnClock {
            clock.onTurn { [self] in beginTurn() }
        } else {
            observers.append(
                loop.addObserver(of: .beforeTimers, order: .min, in: .everyMode, name: "recorder") { [self] _ in
                    beginTurn()
                }
            )
        }
    }

    func detach() {
        for observer in observers { observer.cancel() }
        observers = []
        application?.runLoop.turnClock?.onTurn(nil)
        if Self.current === self { Self.current = nil }
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
