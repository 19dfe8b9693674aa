internal import ResponderEventLoop

/// A suspension that waits for background tasks (rules A20 to A23).
struct Suspension {
    /// When the time for all tasks is over.
    let deadline: MainRunLoop.Instant
    /// The timer that calls the expiration handlers, and after that the timer that ends the application.
    var timer: MainRunLoop.Timer
    /// The name of the oldest open task when the handlers were called; nil before that.
    var expiring: String?
}

extension Lifecycle {
    /// Whether the application may be suspended now; otherwise the suspension waits for its tasks.
    ///
    /// An application that holds a shared resource is ended instead (rule A32).
    func maySuspend(_ application: Application) -> Bool {
        guard tasks.closeUnlessOpen() else {
            if suspension == nil { awaitTasks(application) }
            return false
        }
        if let name = holdings.heldName { end(because: .heldResource(name), application) }
        return true
    }

    /// Starts the time of the tasks: once for each stay in the background, however many tasks begin (rule A23).
    private func awaitTasks(_ application: Application) {
        let deadline = application.runLoop.now.advanced(by: limits.backgroundTasks)
        let warning = deadline.advanced(by: .zero - limits.expirationWarning)
        let timer = application.runLoop.addTimer(at: warning, name: "background tasks") {
            [weak self, weak application] _ in
            if let self, let application { expire(application) }
        }
        suspension = Suspension(deadline: deadline, timer: timer)
    }

    /// A task has ended: suspends an application that was waiting for its last task.
    func taskDidEnd(_ application: Application) {
        guard suspension != nil, state == .background, tasks.isEmpty else { return }
        _ = try? receive(.suspend, application)
    }

    /// Calls the expiration handlers in the order in which their tasks began; a suspension waits until they have
    /// returned (rule A22).
    private func expire(_ application: Application) {
        guard suspension != nil, state == .background else { return }
        // No further task may begin (rule A18).
        tasks.admits = false
        suspension?.expiring = tasks.oldestName ?? ""
        inTransition(application) {
            for (id, handler) in tasks.takeHandlers() where tasks.isOpen(id) {
                guard reportUnlessEnded(.call(.backgroundTaskExpiration), application) else { return }
                handler()
                checkLimit(application)
            }
        }
        carryOutWaiting(application)
        guard !hasEnded, let suspension else { return }
        if tasks.isEmpty { return taskDidEnd(application) }
        // Until the deadline a task may still end, for example on another thread.
        self.suspension?.timer = application.runLoop.addTimer(at: suspension.deadline, name: "background tasks") {
            [weak self, weak application] _ in
            if let self, let application { endWithOpenTasks(application) }
        }
    }

    /// Ends the application: the time for its tasks is over.
    func endWithOpenTasks(_ application: Application) {
        guard let suspension else { return }
        end(because: .backgroundTaskOpen(tasks.oldestName ?? suspension.expiring ?? ""), application)
    }

    /// Forgets the suspension, since the application has left the background or is suspended: in the next stay in the
    /// background, tasks have their whole time again.
    func forgetSuspension() {
        guard let suspension else { return }
        suspension.timer.cancel()
        self.suspension = nil
    }

    /// Withdraws the suspension, since the host lets the application run on: neither the end of its tasks nor the end
    /// of their time affects it.
    func withdrawSuspension(_ application: Application) {
        guard suspension != nil else { return }
        forgetSuspension()
        // If the expiration handlers were called already, tasks may begin again.
        tasks.admits = state == .background && !application.exitsOnSuspend
    }

    /// The time that is left for background tasks.
    func backgroundTimeRemaining(_ application: Application) -> Duration {
        guard state == .background else { return .seconds(Int64.max) }
        guard let suspension else { return limits.backgroundTasks }
        return max(.zero, application.runLoop.now.duration(to: suspension.deadline))
    }
}
