internal import ResponderEventLoop

/// What the callbacks that are under way may take, and since when they do.
struct CallbackSpan {
    let limit: TimeLimit
    /// The last instant that is within the limit.
    let deadline: MainRunLoop.Instant
}

// The limits in time (rules A13 to A17).
//
// Under virtual time a callback spends time by saying so, and the limit is looked at then and when it returns (rule A16). On
// the system's clock a thread of its own watches, since a blocked loop fires no timer: see `Watchdog`.
extension Lifecycle {
    /// Starts the time for a limit; one that is under way already goes on, so that several rows may share it.
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

    /// The last instant that is within the limit of what is under way; nil where it has none.
    private var deadline: MainRunLoop.Instant? {
        guard endsWhenOverLimit else { return nil }
        if let span { return span.deadline }
        return suspension.flatMap { $0.expiring == nil ? nil : $0.deadline }
    }

    /// Ends the application where it is over its limit.
    func lookAtLimit(_ application: Application) {
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
