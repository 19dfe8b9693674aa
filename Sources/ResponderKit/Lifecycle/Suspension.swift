internal import ResponderEventLoop

/// A suspension that waits for background tasks (rules A20 to A23).
struct Suspension {
    /// When the time for all tasks is over.
    let deadline: MainRunLoop.Instant
    /// Calls the expiration handlers, and later ends the application.
    var timer: MainRunLoop.Timer
    /// The name of the oldest task, since the handlers were called; nil before that.
    var expiring: String?
}

extension Lifecycle {
    /// Whether an application that is told to be suspended may be; otherwise it waits for its tasks.
    ///
    /// One that holds what others share is ended instead (rule A32).
    func maySuspend(_ application: Application) -> Bool {
        guard tasks.closeUnlessOpen() else {
            if suspension == nil { awaitTasks(application) }
            return false
        }
        if let name = holdings.heldName { end(because: .heldResource(name), application) }
        return true
    }

    /// Starts the time that tasks have: once a stay in the background, however many are begun (rule A23).
    private func awaitTasks(_ application: Application) {
        let deadline = application.runLoop.now.advanced(by: limits.backgroundTasks)
        let warning = deadline.advanced(by: .zero - limits.expirationWarning)
        let timer = application.runLoop.addTimer(at: warning, name: "background tasks") {
            [weak self, weak application] _ in
            if let self, let application { expire(application) }
        }
        suspension = Suspension(deadline: deadline, timer: timer)
    }

    /// A task has ended: after the last one the suspension comes.
    func taskDidEnd(_ application: Application) {
        guard suspension != nil, state == .background, tasks.isEmpty else { return }
        _ = try? receive(.suspend, application)
    }

    /// Calls the expiration handlers, in the order in which their tasks were begun; suspension waits for that (rule A22).
    private func expire(_ application: Application) {
        guard suspension != nil, state == .background else { return }
        // No time can be had any more (rule A18).
        tasks.admits = false
        suspension?.expiring = tasks.oldestName ?? ""
        inTransition(application) {
            for (id, handler) in tasks.takeHandlers() where tasks.isOpen(id) {
                guard tellUnlessEnded(.call(.backgroundTaskExpiration), application) else { return }
                handler()
                lookAtLimit(application)
            }
        }
        carryOutWaiting(application)
        guard !hasEnded, let suspension else { return }
        if tasks.isEmpty { return taskDidEnd(application) }
        // Who ends its task a moment later, as from another thread, still has until the end of the time.
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

    /// The application is not in the background any more, or is suspended: the next time it has its whole time again.
    func forgetSuspension() {
        guard let suspension else { return }
        suspension.timer.cancel()
        self.suspension = nil
    }

    /// The host lets the application run on: it is not suspended when its tasks have ended, nor ended with their time.
    func withdrawSuspension(_ application: Application) {
        guard suspension != nil else { return }
        forgetSuspension()
        // A time that was over begins anew.
        tasks.admits = state == .background && !application.exitsOnSuspend
    }

    /// How much time is left for background tasks.
    func backgroundTimeRemaining(_ application: Application) -> Duration {
        guard state == .background else { return .seconds(Int64.max) }
        guard let suspension else { return limits.backgroundTasks }
        return max(.zero, application.runLoop.now.duration(to: suspension.deadline))
    }
}
