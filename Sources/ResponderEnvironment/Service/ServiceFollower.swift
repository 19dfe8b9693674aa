internal import Glibc
internal import ResponderEventLoop
internal import ResponderKit
internal import ResponderNotifications

/// Tells the service manager of an application's life, for the application's life.
@MainActor
final class ServiceFollower {
    /// How far the application's life has come, as the manager was told.
    private enum Progress { case starting, ready, stopping }

    private weak var application: Application?
    private let notifier: ServiceNotifier
    private let variables: ServiceVariables
    private let reload: (@MainActor () -> Void)?
    private let report: @MainActor (ServiceProblem) -> Void
    private var progress = Progress.starting
    private var activation: ObservationToken?
    private var firstUpdate: MainRunLoop.UpdateHandler?
    private var firstPass: MainRunLoop.UpdateHandler?
    private var hangUps: MainRunLoop.SignalSource?

    /// Follows the application, whose launch is under way.
    ///
    /// - Parameters:
    ///   - reload: What SIGHUP asks for; nil leaves the signal its effect.
    ///   - report: Called once for each problem.
    /// - Throws: ``ServiceProblem`` where the manager cannot be reached at all.
    init(
        _ application: Application,
        _ variables: ServiceVariables,
        reload: (@MainActor () -> Void)?,
        report: @escaping @MainActor (ServiceProblem) -> Void
    ) throws(ServiceProblem) {
        self.application = application
        self.variables = variables
        self.reload = reload
        self.report = report
        notifier = ServiceNotifier(try ServiceSocket(variables.socket), on: application.runLoop, report: report)
        for problem in variables.problems { report(problem) }
        awaitFirstPass(application.runLoop)
        if reload != nil { followHangUps(application.runLoop) }
        application.onTermination = { [weak self] in self?.stop() }
        awaitFirstUpdate(application)
    }

    /// A line for people, which the manager shows.
    func tell(status: String) {
        if progress != .stopping { notifier.send(.status(status)) }
    }

    // MARK: The start

    /// Waits until the application is active, and has made its views up to date once.
    private func awaitFirstUpdate(_ application: Application) {
        guard application.applicationState == .active else {
            activation = application.notificationCenter.observe(Application.DidBecomeActive.self) { [weak self] _ in
                guard let self, let application = self.application else { return }
                activation = nil
                awaitFirstUpdate(application)
            }
            return
        }
        // After all other handlers, so that the views' update has been given to the screen.
        firstUpdate = application.runLoop.addUpdateHandler(order: .max, name: "service readiness") { [weak self] in
            guard let self else { return }
            firstUpdate?.cancel()
            firstUpdate = nil
            self.application?.whenPresented { [weak self] in self?.becomeReady() }
        }
        application.runLoop.setNeedsUpdate()
    }

    private func becomeReady() {
        guard progress == .starting else { return }
        progress = .ready
        notifier.send(ready)
    }

    /// The same after a reload: where the first message still waits for room, this one takes its place.
    private var ready: ServiceMessage { .ready(mainProcess: variables.isStartedByOther ? getpid() : nil) }

    // MARK: The watchdog

    /// Waits until the loop has made a pass of updates.
    ///
    /// The first sign of life starts the manager's watch, even before the service is ready. A launch and a first layout
    /// may take longer than the watchdog's interval, and have a limit of their own (`TimeoutStartSec=`).
    private func awaitFirstPass(_ loop: MainRunLoop) {
        guard let interval = variables.watchdogInterval else { return }
        firstPass = loop.addUpdateHandler(order: .max, name: "service watchdog") { [weak self, weak loop] in
            guard let self, let loop else { return }
            firstPass?.cancel()
            firstPass = nil
            beginPings(loop, each: interval)
        }
        loop.setNeedsUpdate()
    }

    /// Gives a sign of life at half of the interval, by a timer: a main thread that is stuck gives none.
    ///
    /// Also in every nested run, and while the application is suspended: it does what it should then.
    private func beginPings(_ loop: MainRunLoop, each interval: Duration) {
        let half = interval / 2
        // With the tolerance, a ping goes with another wake-up near it, and still comes in five eighths of the time.
        let timer = loop.addTimer(
            after: half,
            every: half,
            tolerance: half / 4,
            in: .everyMode,
            name: "service watchdog"
        ) { [weak self] timer in
            if let self { notifier.send(.alive) } else { timer.cancel() }
        }
        timer.keepsRunAlive = false
        notifier.send(.alive)
    }

    // MARK: Reloading

    private func followHangUps(_ loop: MainRunLoop) {
        do throws(MainRunLoop.Error) {
            // Not while the application is suspended: the signal waits for the resume then.
            let modes: MainRunLoop.ModeSet = [.default, .tracking]
            hangUps = try loop.addSignalSource(SIGHUP, in: modes, name: "service reload") { [weak self] _ in
                self?.performReload()
            }
            hangUps?.keepsRunAlive = false
            // Whoever started the process may have blocked the signal, and a thread inherits that.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGHUP)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        } catch {
            report(.noReload("\(error)"))
        }
    }

    private func performReload() {
        guard progress != .stopping else { return }
        // Before the start is over there is no reload to tell of, and "ready" would be too early.
        let isTold = progress == .ready
        if isTold { notifier.send(.reloading(at: MainRunLoop.Instant.now.nanoseconds)) }
        reload?()
        if isTold, progress == .ready { notifier.send(ready) }
    }

    // MARK: The end

    /// The application has begun to end.
    ///
    /// Signs of life go on, since the end may take its time; SIGHUP goes on to be taken, and does nothing, since its
    /// default effect would end the process in the midst.
    private func stop() {
        progress = .stopping
        activation = nil
        firstUpdate?.cancel()
        firstUpdate = nil
        notifier.send(.stopping)
    }
}
