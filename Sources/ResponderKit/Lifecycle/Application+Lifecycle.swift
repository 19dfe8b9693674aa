internal import ResponderEventLoop

// The life of an application: what its host tells it, and what it can see of it.
extension Application {
    /// What the application can see of its state: inactive until it has launched, background when it has ended.
    public final var applicationState: ApplicationState { lifecycle.visibleState }

    /// The state as the host sees it.
    ///
    /// While it is ``LifecycleState/suspended`` the loop serves ``notificationPort``, sources of signals in common
    /// modes and the main actor's jobs, which are the process's and not the application's alone; timers, touches, posts
    /// and all other sources wait.
    public final var lifecycleState: LifecycleState { lifecycle.state }

    /// Why the application has ended; nil while it has not.
    public final var endReason: LifecycleEvent.EndReason? { lifecycle.endReason }

    /// The status with which the entry point exits; nil while the application has not ended.
    ///
    /// After an order to end, also one that found the application suspended: what ``terminate(status:)`` was given
    /// first, or 0. After any other end: the ``LifecycleEvent/EndReason/exitStatus`` of the reason.
    public final var exitStatus: Int32? { lifecycle.exitStatus }

    /// Tells the application something, as its host does.
    ///
    /// An order goes through ``Transition/table``, row by row. What comes inside a callback of the life cycle waits until the
    /// last call of the transition in progress has returned (rule A47), and inside a touch handler until the loop's next
    /// turn (rule T33), or the next message that comes by ``notificationPort``, if that is earlier; ``HostMessage/kill`` waits
    /// for nothing. ``HostMessage/suspend`` waits for background tasks, and a ``HostMessage/change(_:)`` while the application
    /// is suspended for its resume.
    ///
    /// - Throws: ``HostMessage/Refusal`` where the message is out of place in this state. One that waited and is out of place
    ///   when its turn comes is dropped; ``onLifecycleEvent`` is told.
    @discardableResult
    public final func receive(_ message: HostMessage) throws(HostMessage.Refusal) -> HostMessage.Reception {
        try lifecycle.receive(message, self)
    }

    /// Launches the application to the foreground: not running, inactive, active, with the delegate's calls and the
    /// notifications of a launch, in order.
    ///
    /// Does nothing when it was launched before, also when it has ended since; ``receive(_:)`` says so.
    ///
    /// The entry point does this; who makes an application by hand does it before running the loop.
    public final func launch(options: LaunchOptions = LaunchOptions()) {
        _ = try? receive(.launch(options))
    }

    /// Ends the application: will resign active, live touches cancelled, did enter background, will terminate (rule
    /// A3); then all runs of its loop are stopped.
    ///
    /// While it is suspended it ends without a call, as killed.
    ///
    /// Does nothing when the application is not running.
    ///
    /// Asked for inside a callback of the life cycle, it waits until the last call of the transition in progress has
    /// returned (rule A47); inside a touch handler, until the loop's next turn.
    ///
    /// - Parameter status: What the entry point's process exits with, 0 for a success, so that who started the process,
    ///   as systemd with `Restart=on-failure`, knows what to do. The first call counts. A status that a process cannot
    ///   have, below 0 or above 255, becomes 255.
    public final func terminate(status: Int32 = 0) {
        lifecycle.order(status)
        _ = try? receive(.terminate)
    }

    /// Whether the application was launched and has not ended.
    package final var isRunning: Bool { lifecycle.isRunning }

    /// Called with each thing that happens in the application's life, just before it does: for traces and hosts.
    ///
    /// Also for an application without a delegate. Nil at first.
    public final var onLifecycleEvent: (@MainActor (LifecycleEvent) -> Void)? {
        get { lifecycle.listener }
        set { lifecycle.listener = newValue }
    }
}

// MARK: - Limits

extension Application {
    /// How long the application may take for what it is told.
    ///
    /// What is set counts for what begins after that.
    public final var timeLimits: TimeLimits {
        get { lifecycle.limits }
        set { lifecycle.limits = newValue }
    }

    /// Whether the application ends when it has taken longer than its limit: at once, without being told, and nothing that
    /// the callback still does has an effect.
    ///
    /// True at first where the loop is on a virtual clock: there a callback takes time only by saying so. False on the
    /// system's clock, where a machine may be slow: see ``startWatchdog(endsProcess:report:)``.
    public final var endsWhenOverLimit: Bool {
        get { lifecycle.endsWhenOverLimit }
        set { lifecycle.endsWhenOverLimit = newValue }
    }

    /// Says that the code that is being run takes that long: moves the clock, which is the loop's, to the end of the time, or
    /// to the end of the callback's limit, where the application ends (rule A16).
    ///
    /// The code of an application that has ended takes no time.
    package final func spendTime(_ duration: Duration, on clock: VirtualClock) {
        lifecycle.spendTime(duration, on: clock, self)
    }

    /// Has a thread of its own watch the limits, since a loop that is blocked notices nothing (rule A16).
    ///
    /// For a loop on the system's clock. The entry point starts one that reports to the standard error; another call puts its
    /// own in place of that.
    ///
    /// - Parameters:
    ///   - endsProcess: Whether the process ends, with status 70 (`EX_SOFTWARE`), after the report.
    ///   - report: Called on that thread, once for each limit that is overstepped, while the callback is still under way.
    public final func startWatchdog(
        endsProcess: Bool = false,
        report: @escaping @Sendable (TimeLimit) -> Void
    ) {
        lifecycle.watchdog = Watchdog(endsProcess: endsProcess, report: report)
        if let span = lifecycle.span { lifecycle.watchdog?.watch(span.limit, until: span.deadline) }
    }
}

// MARK: - Background tasks

extension Application {
    /// Asks for time to finish something in the background: as long as a task is open the application is not suspended.
    ///
    /// May be called at any time, also in the foreground, and on any thread; each task needs an end of its own. All tasks
    /// together have ``TimeLimits/backgroundTasks``, from when the application is to be suspended; another begin does not
    /// renew it. Shortly before the end of it the expiration handlers are called, on the main actor, in the order of the
    /// begins. What is open at the end of it ends the application, without a further call.
    ///
    /// - Parameters:
    ///   - name: What reports call the task.
    ///   - expirationHandler: Ends the task, after putting its work in order.
    /// - Returns: The task; ``BackgroundTaskIdentifier/invalid`` when no time can be had: in an application that does not run,
    ///   exits on suspend, is being ended, or whose time is over.
    public nonisolated final func beginBackgroundTask(
        name: String = "",
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> BackgroundTaskIdentifier {
        lifecycle.tasks.begin(name: name, handler: expirationHandler)
    }

    /// Ends a task; safe on any thread.
    ///
    /// After the last one an application that is to be suspended is, in the loop's next turn. Ending one that has ended, or
    /// ``BackgroundTaskIdentifier/invalid``, does nothing (rule A19).
    public nonisolated final func endBackgroundTask(_ task: BackgroundTaskIdentifier) {
        guard lifecycle.tasks.end(task), lifecycle.tasks.isEmpty else { return }
        runLoop.poster.post(name: "end of background tasks") { [weak self] in
            if let self { lifecycle.taskDidEnd(self) }
        }
    }

    /// Takes back a ``HostMessage/suspend`` that waits for background tasks, for a host that has found something else for the
    /// application to do; does nothing where none waits.
    package final func withdrawSuspension() { lifecycle.withdrawSuspension(self) }

    /// How long tasks can still keep the application from being suspended: meaningful in the background only (rule A21).
    ///
    /// In the foreground it is huge.
    public final var backgroundTimeRemaining: Duration { lifecycle.backgroundTimeRemaining(self) }
}

// MARK: - What the system minds

extension Application {
    /// Says that the app holds something that all apps share, as a database of the system: one that is suspended with it is
    /// ended at once (rule A32).
    public final func beginHoldingSharedResource(_ name: String) { lifecycle.holdings.hold(name) }

    /// Says that the app has let go of it; does nothing where it did not hold it.
    public final func endHoldingSharedResource(_ name: String) { lifecycle.holdings.letGo(name) }

    /// Says that a socket goes with the app's suspension: it is shut down then, both ways, and whoever uses it next sees the
    /// end of it (rule A31).
    ///
    /// It stays open and the caller's.
    public final func shutDownAtSuspension(_ socket: Int32) { lifecycle.holdings.add(socket: socket) }

    /// Takes that back, as before the socket is closed.
    public final func keepAtSuspension(_ socket: Int32) { lifecycle.holdings.remove(socket: socket) }

    /// Says that the app is about to draw by the graphics processor: one that does so in the background is ended at once (rule
    /// A32).
    public final func willUseGraphics() {
        if lifecycle.state == .background { lifecycle.end(because: .drewInBackground, self) }
    }
}
