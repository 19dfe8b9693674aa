internal import ResponderEventLoop

// The life of an application: the messages of its host, and the states.
extension Application {
    /// The state as the application sees it: inactive before the launch, background after the end.
    public final var applicationState: ApplicationState { lifecycle.visibleState }

    /// The state as the host sees it.
    ///
    /// While the application is ``LifecycleState/suspended``, the loop serves ``notificationPort``, sources of signals
    /// in common modes, and the main actor's jobs, which belong to the process and not to the application alone.
    /// Timers, touches, posts and all other sources wait.
    public final var lifecycleState: LifecycleState { lifecycle.state }

    /// The reason why the application has ended; nil while it has not ended.
    public final var endReason: LifecycleEvent.EndReason? { lifecycle.endReason }

    /// Called at once when ``lifecycleState`` or ``endReason`` was set, for hosts, which then call no app code.
    package final var onStateChange: (@MainActor () -> Void)? {
        get { lifecycle.stateObserver }
        set { lifecycle.stateObserver = newValue }
    }

    /// Called when the application is suspended, to write what waits; it may call no app code.
    package final var onSuspension: (@MainActor () -> Void)? {
        get { lifecycle.suspensionObserver }
        set { lifecycle.suspensionObserver = newValue }
    }

    /// Called when an order to end begins to be carried out, before the calls of the end; it may call no app code.
    package final var onTermination: (@MainActor () -> Void)? {
        get { lifecycle.terminationObserver }
        set { lifecycle.terminationObserver = newValue }
    }

    /// The status with which the entry point exits; nil while the application has not ended.
    ///
    /// After an order to end, even one to a suspended application, the status is that of the first
    /// ``terminate(status:)``, or 0. After any other end it is the ``LifecycleEvent/EndReason/exitStatus`` of the
    /// reason.
    public final var exitStatus: Int32? { lifecycle.exitStatus }

    /// Carries out a message of the host.
    ///
    /// An order is carried out row by row of ``Transition/table``. Some messages wait:
    ///
    /// - inside a callback of the life cycle, until the transition in progress has made its last call (rule A47);
    /// - inside a touch handler, until the loop's next turn (rule T33), or until the next message of
    ///   ``notificationPort``, if that is earlier;
    /// - ``HostMessage/suspend``, until background tasks have ended;
    /// - ``HostMessage/change(_:)`` to a suspended application, until its resume.
    ///
    /// ``HostMessage/kill`` never waits.
    ///
    /// - Returns: Whether the message was carried out, or waits.
    /// - Throws: ``HostMessage/Refusal`` if the message is out of place in this state. A message that waited and is
    ///   out of place when its turn comes is dropped, and reported to ``onLifecycleEvent``.
    /// - Complexity: Linear in the table's rows and the steps of the transition, besides the work of callbacks,
    ///   observers and handlers; allocates a few small arrays.
    @discardableResult
    public final func receive(_ message: HostMessage) throws(HostMessage.Refusal) -> HostMessage.Reception {
        keep(.hostMessage) { $0.append(message) }
        let outer = beginOwnWork()
        defer { endOwnWork(outer) }
        return try lifecycle.receive(message, self)
    }

    /// Launches the application to the foreground: from not running through inactive to active, with the delegate's
    /// calls and the notifications of a launch, in order.
    ///
    /// Does nothing if the application was launched before, even if it has ended since; in that case ``receive(_:)``
    /// throws.
    ///
    /// The entry point calls this method. A program that makes its own application calls it before it runs the loop.
    ///
    /// - Complexity: That of ``receive(_:)``.
    public final func launch(options: LaunchOptions = LaunchOptions()) {
        _ = try? receive(.launch(options))
    }

    /// Ends the application, and then stops all runs of its loop.
    ///
    /// An active application gets will resign active, the cancels of its touches, did enter background and will
    /// terminate, in this order; an application in another state gets the rest of these calls (rule A3). A suspended
    /// application ends without a call, as if killed.
    ///
    /// Does nothing when the application is not running.
    ///
    /// Inside a callback of the life cycle, the end waits until the last call of the transition in progress has
    /// returned (rule A47); inside a touch handler, until the loop's next turn.
    ///
    /// - Parameter status: The status with which the entry point exits, 0 for a success. The program that started the
    ///   process may act on the status, as systemd does with `Restart=on-failure`. Only the status of the first call
    ///   counts. A status below 0 or above 255, which a process cannot have, becomes 255.
    /// - Complexity: That of ``receive(_:)``.
    public final func terminate(status: Int32 = 0) {
        lifecycle.order(status)
        _ = try? receive(.terminate)
    }

    /// Whether the application was launched and has not ended.
    package final var isRunning: Bool { lifecycle.isRunning }

    /// Called for each event of the application's life: just before a call or a post, and just after a change of state.
    ///
    /// For traces and hosts. Called even for an application without a delegate. Nil at first.
    public final var onLifecycleEvent: (@MainActor (LifecycleEvent) -> Void)? {
        get { lifecycle.listener }
        set { lifecycle.listener = newValue }
    }

    /// How often ``onLifecycleEvent`` was set.
    package final var lifecycleListenerChanges: Int { lifecycle.listenerChanges }
}

// MARK: - Limits

extension Application {
    /// How long the application may take for its callbacks.
    ///
    /// A change applies to callbacks that begin after it.
    public final var timeLimits: TimeLimits {
        get { lifecycle.limits }
        set { lifecycle.limits = newValue }
    }

    /// Whether an application that exceeds a limit ends.
    ///
    /// The end comes at once, without a further call; the rest of the running callback has no effect.
    ///
    /// True at first on a virtual clock, where only simulated work takes time. False at first on the system's clock,
    /// since a machine may be slow: see ``startWatchdog(endsProcess:report:)``.
    public final var endsWhenOverLimit: Bool {
        get { lifecycle.endsWhenOverLimit }
        set { lifecycle.endsWhenOverLimit = newValue }
    }

    /// Simulates that the running code takes the time `duration`, by advancing the loop's clock (rule A16).
    ///
    /// If the deadline of the callback is earlier, the clock advances only to the deadline, and the application ends.
    /// The code of an application that has ended takes no time.
    package final func spendTime(_ duration: Duration, on clock: VirtualClock) {
        lifecycle.spendTime(duration, on: clock, self)
    }

    /// Starts a thread that watches the limits, since a blocked loop notices nothing (rule A16).
    ///
    /// The watchdog is for a loop on the system's clock. The entry point starts a watchdog that reports to the standard
    /// error; a further call replaces the watchdog.
    ///
    /// - Parameters:
    ///   - endsProcess: Whether the process ends, with status 70 (`EX_SOFTWARE`), after the report.
    ///   - report: Called on the watchdog's thread, once for each exceeded limit, while the callback is still running.
    /// - Complexity: O(1); starts a thread, and allocates the thread's state.
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
    /// Asks for time to finish work in the background: as long as a task is open, the application is not suspended.
    ///
    /// This method may be called at any time, even in the foreground, and on any thread. Each task needs its own end.
    ///
    /// All tasks together have the time ``TimeLimits/backgroundTasks``, counted from the moment when a suspension
    /// begins to wait for them; a further task does not renew that time. Shortly before the time is over, the
    /// expiration handlers are called on the main actor, in the order in which the tasks began. If a task is still open
    /// when the time is over, the application ends without a further call.
    ///
    /// - Parameters:
    ///   - name: The name of the task in reports.
    ///   - expirationHandler: Puts the task's work in order, and then ends the task.
    /// - Returns: The task; ``BackgroundTaskIdentifier/invalid`` if the application is not running, is suspended, exits
    ///   on suspend or gets will terminate, or if the expiration handlers were called already.
    /// - Complexity: Amortised O(1), with one short lock; allocates as the list of open tasks grows.
    public nonisolated final func beginBackgroundTask(
        name: String = "",
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> BackgroundTaskIdentifier {
        lifecycle.tasks.begin(name: name, handler: expirationHandler)
    }

    /// Ends a task; safe on any thread.
    ///
    /// When the last task has ended, an application that waits for its suspension is suspended in the loop's next turn.
    /// Ending ``BackgroundTaskIdentifier/invalid``, or a task that has ended already, does nothing (rule A19).
    ///
    /// - Complexity: Linear in the open tasks, under a short lock; the end of the last one allocates a post to the
    ///   loop.
    public nonisolated final func endBackgroundTask(_ task: BackgroundTaskIdentifier) {
        guard lifecycle.tasks.end(task), lifecycle.tasks.isEmpty else { return }
        runLoop.poster.post(name: "end of background tasks") { [weak self] in
            if let self { lifecycle.taskDidEnd(self) }
        }
    }

    /// Withdraws a ``HostMessage/suspend`` that waits for background tasks, for a host that has more work for the
    /// application; does nothing if no suspension waits.
    package final func withdrawSuspension() { lifecycle.withdrawSuspension(self) }

    /// How long tasks can still keep the application from being suspended: meaningful in the background only (rule
    /// A21).
    ///
    /// In any other state the value is huge.
    public final var backgroundTimeRemaining: Duration { lifecycle.backgroundTimeRemaining(self) }
}

// MARK: - Shared resources

extension Application {
    /// Declares that the app holds a resource that all apps share, such as a database of the system.
    ///
    /// An app that is suspended while it holds a shared resource is ended at once (rule A32).
    ///
    /// - Complexity: Amortised O(1); allocates as the list of held resources grows.
    public final func beginHoldingSharedResource(_ name: String) { lifecycle.holdings.hold(name) }

    /// Declares that the app has released a shared resource; does nothing if the app did not hold the resource.
    ///
    /// - Complexity: Linear in the held resources; no allocation.
    public final func endHoldingSharedResource(_ name: String) { lifecycle.holdings.release(name) }

    /// Registers a socket that is shut down, in both directions, when the app is suspended (rule A31).
    ///
    /// The next read or write of the socket then finds its end. The descriptor stays open, and is still the caller's.
    ///
    /// - Complexity: Linear in the registered sockets; allocates as their list grows.
    public final func shutDownAtSuspension(_ socket: Int32) { lifecycle.holdings.add(socket: socket) }

    /// Undoes ``shutDownAtSuspension(_:)`` for a socket, for example before the socket is closed.
    ///
    /// - Complexity: Linear in the registered sockets; no allocation.
    public final func keepAtSuspension(_ socket: Int32) { lifecycle.holdings.remove(socket: socket) }

    /// Declares that the app is about to draw with the graphics processor.
    ///
    /// An app that draws in the background is ended at once (rule A32).
    ///
    /// - Complexity: O(1) and no allocation, unless it ends the app.
    public final func willUseGraphics() {
        if lifecycle.state == .background { lifecycle.end(because: .drewInBackground, self) }
    }
}
