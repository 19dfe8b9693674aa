internal import ResponderEventLoop

/// The limit of the callbacks that are under way, and its deadline.
struct CallbackSpan {
    let limit: TimeLimit
    /// The last instant that is within the limit.
    let deadline: MainRunLoop.Instant
}

// The time limits (rules A13 to A17).
//
// On a virtual clock only simulated work takes time; the limit is checked during that work and when a callback returns
// (rule A16). On the system's clock a thread watches, since a blocked loop fires no timer: see `Watchdog`.
extension Lifecycle {
    /// Starts to measure the time for `limit`; nil ends the measurement.
    ///
    /// A limit that is already running goes on, since several rows of the table of transitions may share it.
    func beginSpan(_ limit: TimeLimit?, _ application: Application) {
        guard let limit, !hasEnded else { return endSpan() }
        guard limit != span?.limit else { return }
        let deadline = application.runLoop.now.advanced(by: limits[limit])
        span = CallbackSpan(limit: limit, deadline: deadline)
        watchdog?.watch(limit, until: deadline)
    }

    func endSpan() {
        guard span != nil else { return }
        span = nil
        watchdog?.rest()
    }

    /// The last instant within the limit of the callbacks under way, or of the tasks that expire; nil without a limit.
    private var deadline: MainRunLoop.Instant? {
        guard endsWhenOverLimit else { return nil }
        if let span { return span.deadline }
        return suspension.flatMap { $0.expiring == nil ? nil : $0.deadline }
    }

    /// Ends the application if the deadline has passed.
    func checkLimit(_ application: Application) {
        guard let deadline, application.runLoop.now > deadline else { return }
        endOverLimit(application)
    }

    func spendTime(_ duration: Duration, on clock: VirtualClock, _ application: Application) {
        guard !hasEnded else { return }
        let target = clock.now.advanced(by: duration)
        clock.advance(to: min(target, deadline ?? target))
        if let deadline, target > deadline { endOverLimit(application) }
    }

    private func endOverLimit(_ application: Application) {
        if let span { return end(because: .overLimit(span.limit), application) }
        endWithOpenTasks(application)
    }
}
