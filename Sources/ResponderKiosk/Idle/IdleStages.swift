public import ResponderCore
internal import ResponderEventLoop
internal import ResponderNotifications

/// What a kiosk does, one after the other, while nobody uses it: it warns, goes back to the first screen, dims, and
/// switches its display off.
///
///     let idle = IdleStages(application, [
///         .warning(after: .seconds(50)) { left in banner.show(left) },
///         .reset(after: .seconds(60)),
///         .dimmed(after: .seconds(300), to: 0.2) { try? backlight?.set($0) },
///     ])
///
/// Input of any kind counts as use (`Application.lastActivity`), and ends all stages at once. What ends a dimmed stage
/// or one without display is withheld whole: no tap acts on what its user did not see (rules K8, K9).
///
/// There is one timer of the loop. Input does not move it: when it fires, it looks when the newest input was. In the
/// background nothing happens, and the delays begin anew at the return.
///
/// The app keeps the object, and the application while a stage is under way; a released one does nothing more.
///
/// - Complexity: Each member is O(stages), besides the work of the closures, and allocates a timer at most.
@MainActor
public final class IdleStages {
    private weak var application: Application?
    /// The stages in their order.
    public let stages: [IdleStage]
    /// How many stages have begun since the newest input; the delay of the last of them has passed.
    public private(set) var begun = 0
    private var timer: MainRunLoop.Timer?
    private var countdown: MainRunLoop.Timer?
    /// The delays count from here, unless there was input later.
    private var start: MainRunLoop.Instant
    private var pauses = 0
    private var isInBackground: Bool
    private var isStopped = false
    private var listener: Int?
    private var withholds = false
    /// How often all stages were ended, by input or by the app: its closures may do so.
    private var endings = 0
    /// Tells of the warning that is under way.
    private var showWarning: (@MainActor (Duration?) -> Void)?
    private var tokens: [ObservationToken] = []

    /// Begins to count the delays.
    ///
    /// - Parameters:
    ///   - application: The application whose input counts.
    ///   - stages: The stages; each begins once nobody has done anything for its delay.
    /// - Precondition: The delays are positive, and each is greater than the one before.
    public init(_ application: Application, _ stages: [IdleStage]) {
        var former = Duration.zero
        for stage in stages {
            guard stage.delay > former else {
                fatalError(
                    "the stage after \(stage.delay) does not come behind the one after \(former); give the idle stages "
                        + "positive delays, each greater than the one before"
                )
            }
            former = stage.delay
        }
        self.application = application
        self.stages = stages
        isInBackground = application.applicationState == .background
        start = max(application.lastActivity, application.runLoop.now)
        let center = application.notificationCenter
        tokens = [
            center.observe(Application.DidEnterBackground.self) { [weak self] _ in self?.enterBackground() },
            center.observe(Application.WillEnterForeground.self) { [weak self] _ in self?.leaveBackground() },
        ]
        arm()
    }

    /// Whether the delays are not counted, since ``pause()`` was called more often than ``resume()``.
    public var isPaused: Bool { pauses > 0 }

    /// Ends all stages and counts no delays until ``resume()`` was called as often: a video plays, for example.
    public func pause() {
        pauses += 1
        wake()
    }

    /// Undoes one call of ``pause()``; after the last the delays begin anew.
    ///
    /// - Precondition: ``pause()`` was called more often than this method; otherwise the process stops with a message.
    public func resume() {
        guard pauses > 0 else {
            fatalError("IdleStages.resume() was called once more than pause(); each resume needs a pause before it")
        }
        pauses -= 1
        restart()
    }

    /// Ends all stages at once, as input does; the delays begin anew.
    public func wake() {
        endStages()
        restart()
    }

    /// Ends all stages, and counts no delays any more.
    public func stop() {
        isStopped = true
        tokens = []
        wake()
    }

    // MARK: Time

    private func restart() {
        if let application { start = application.runLoop.now }
        arm()
    }

    private func enterBackground() {
        isInBackground = true
        wake()
    }

    private func leaveBackground() {
        isInBackground = false
        restart()
    }

    /// When the stage begins unless there is input before.
    private func instant(of stage: IdleStage, _ application: Application) -> MainRunLoop.Instant {
        max(start, application.lastActivity).advanced(by: stage.delay)
    }

    /// Sets the timer to the next stage.
    private func arm() {
        timer?.cancel()
        timer = nil
        guard let application, begun < stages.count, pauses == 0, !isInBackground, !isStopped else { return }
        timer = application.runLoop.addTimer(at: instant(of: stages[begun], application), name: "idle stages") {
            [weak self] _ in self?.lookAtTime()
        }
    }

    private func lookAtTime() {
        guard let application, begun < stages.count else { return }
        if instant(of: stages[begun], application) <= application.runLoop.now { beginStage(application) }
        arm()
    }

    // MARK: Stages

    private func beginStage(_ application: Application) {
        let stage = stages[begun]
        let former = endings
        endWarning()
        // The closure may have woken the stages.
        guard endings == former else { return }
        begun += 1
        if listener == nil {
            listener = application.activityMonitor.addListener { [self] in wake() }
        }
        if stage.withholdsInput, !withholds {
            withholds = true
            application.beginWithholdingInput()
            // So may the handler of a touch that was cancelled.
            guard endings == former else { return }
        }
        switch stage.kind {
        case .warning(let show): beginWarning(show, application)
        case .reset(let reset):
            application.returnToFirstScreen()
            reset?()
        case .dimmed(let level, let set): set(level)
        case .displayOff(_, let set): set(false)
        }
    }

    /// Ends the stages that have begun, the newest first.
    private func endStages() {
        endings += 1
        guard begun > 0 else { return }
        let ended = stages[..<begun]
        begun = 0
        if let listener { application?.activityMonitor.removeListener(listener) }
        listener = nil
        // A closure may run the loop until a stage begins anew, which withholds input for itself.
        let withheld = withholds
        withholds = false
        var wakeDelay = Duration.zero
        for stage in ended.reversed() {
            switch stage.kind {
            case .warning, .reset: break
            case .dimmed(_, let set): set(1)
            case .displayOff(let delay, let set):
                wakeDelay = max(wakeDelay, delay)
                set(true)
            }
        }
        endWarning()
        if withheld { application?.endWithholdingInput(after: wakeDelay) }
    }

    private func beginWarning(_ show: @escaping @MainActor (Duration?) -> Void, _ application: Application) {
        showWarning = show
        guard begun < stages.count else { return show(.zero) }
        let end = instant(of: stages[begun], application)
        countdown = application.runLoop.addTimer(after: .seconds(1), every: .seconds(1), name: "idle warning") {
            [weak application] _ in
            guard let application else { return }
            let left = application.runLoop.now.duration(to: end)
            if left > .zero { show(left) }
        }
        show(application.runLoop.now.duration(to: end))
    }

    private func endWarning() {
        guard let show = showWarning else { return }
        showWarning = nil
        countdown?.cancel()
        countdown = nil
        show(nil)
    }
}
