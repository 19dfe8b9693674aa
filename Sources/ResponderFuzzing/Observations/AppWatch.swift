internal import ResponderKit
internal import ResponderKitTesting
internal import ResponderNotifications
internal import ResponderScenarios

/// An application that tells by itself what its parts get.
@MainActor
protocol Watched: AnyObject {
    var watch: AppWatch? { get set }
}

/// Watches an app by what any app may listen to; the random app tells more by itself.
@MainActor
final class AppWatch: ScenarioWatch {
    let log = ObservationLog(Checkers.all)
    /// Whether the monkey asks what is on the screen: a question that changed something would make another run.
    var isAsking = false
    /// Called when a step is over.
    var onRest: (@MainActor () -> Void)?
    private weak var application: Application?
    private var start = MainRunLoop.Instant.zero
    private var trace: EventTrace?
    private var tracedLines = 0
    /// When a touch or a recogniser did something last, since the launch.
    private var lastInput = Duration.zero
    private var tokens: [ObservationToken] = []
    private var names = NameTable()
    private var remains = Remains()
    private var touches = TouchNumbers()
    /// The touches of an app of one's own that have hit a view and are not over.
    private var hitTouches: Set<Int> = []

    func attach(to application: Application) {
        flushTrace()
        log.begin(with: Checkers.all)
        self.application = application
        names = NameTable()
        touches = TouchNumbers()
        hitTouches = []
        (tracedLines, lastInput) = (0, .zero)
        start = application.runLoop.now
        listen(to: application.notificationCenter)
        remains.add(application, "the application")
        if let application = application as? any Watched {
            application.watch = self
        } else {
            listenToTouches(of: application)
        }
        // Calls the listeners that are there.
        trace = EventTrace(of: application)
    }

    func problem(isTouched: Bool) -> String? {
        flushTrace()
        if let application, application.lifecycleState == .active {
            if start.duration(to: application.runLoop.now) - lastInput >= Self.restTime {
                log.rest(isTouched: isTouched)
            }
            checkFirstResponders(of: application)
        }
        onRest?()
        return text
    }

    func problemAtEnd() -> String? {
        flushTrace()
        trace?.end()
        (trace, tokens) = (nil, [])
        if let left = remains.first { log.fail("leaks", "\(left) is still alive after the end of the app") }
        return text
    }

    func note(_ observation: Observation) {
        flushTrace()
        log.note(observation)
    }

    /// What the random app has made, to see whether it goes.
    func add(_ object: AnyObject, _ name: String) { remains.add(object, name) }

    /// The number of a touch, from 1.
    func number(of touch: Touch) -> Int { touches.number(of: touch) }

    private var text: String? { log.problem.map { "\($0.checker): \($0.text)" } }

    /// Lines of the trace are the same in two runs, so they count for the digest.
    private func flushTrace() {
        guard let trace else { return }
        guard trace.count > tracedLines else { return }
        for line in trace.lines(from: tracedLines) {
            log.write(line.description)
            if line.kind == .touch || line.kind == .gesture { lastInput = line.time }
        }
        tracedLines = trace.count
    }

    /// How long no touch does anything before all is over: a recogniser may hold an end back for a second tap.
    private static let restTime = Duration.seconds(1)

    // MARK: Listening

    private func listen(to center: TypedNotificationCenter) {
        tokens = [
            center.observe(TextField.DidBeginEditing.self) { [weak self] in self?.editing($0.subject, true) },
            center.observe(TextField.DidEndEditing.self) { [weak self] in self?.editing($0.subject, false) },
            center.observe(TextView.DidBeginEditing.self) { [weak self] in self?.editing($0.subject, true) },
            center.observe(TextView.DidEndEditing.self) { [weak self] in self?.editing($0.subject, false) },
            center.observe(Window.KeyboardWillShow.self) { [weak self] _ in self?.note(.keyboard(.willShow)) },
            center.observe(Window.KeyboardDidShow.self) { [weak self] _ in self?.note(.keyboard(.didShow)) },
            center.observe(Window.KeyboardWillHide.self) { [weak self] _ in self?.note(.keyboard(.willHide)) },
            center.observe(Window.KeyboardDidHide.self) { [weak self] _ in self?.note(.keyboard(.didHide)) },
        ]
    }

    private func editing(_ subject: AnyObject?, _ begins: Bool) {
        guard let subject else { return }
        note(.editing(names.name(of: subject), begins: begins))
    }

    /// Follows each touch from its hit to its end: a responder need not have all four methods, and gets nothing where
    /// it inherits one, so that deliveries need not be balanced.
    private func listenToTouches(of application: Application) {
        application.onTouchTrace = { [weak self] event in
            guard let self else { return }
            for touch in event.touches {
                switch event.kind {
                case .hit:
                    hitTouches.insert(touch.number)
                    note(.touch(.began, touch.number, to: "the app"))
                case .ended where hitTouches.remove(touch.number) != nil:
                    note(.touch(.ended, touch.number, to: "the app"))
                default: break
                }
            }
        }
    }

    // MARK: The first responder

    /// The first responder of each window is in this window, and the key window is shown.
    private func checkFirstResponders(of application: Application) {
        for window in application.windows {
            guard let responder = window.firstResponder, let place = Self.window(of: responder) else { continue }
            guard place !== window else { continue }
            log.fail("first responder", "\(names.name(of: responder)) is that of a window that it is not in")
        }
        if let key = application.keyWindow, key.isHidden {
            log.fail("first responder", "the key window \(names.name(of: key)) is hidden")
        }
    }

    /// The window that a view or a controller's view is in; nil for a responder that says nothing of it.
    private static func window(of responder: Responder) -> AnyObject? {
        let view = responder as? View ?? (responder as? ViewController)?.viewIfLoaded
        guard let view else { return nil }
        return view.window ?? NoWindow.shared
    }
}

/// Stands for no window, which no window is.
@MainActor
private final class NoWindow {
    static let shared = NoWindow()
}
