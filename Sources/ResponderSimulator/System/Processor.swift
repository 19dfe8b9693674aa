internal import ResponderKit

// Time that code takes: nothing does by itself in virtual time, so code says so (rules A16, A44).
extension SimulatedDevice {
    /// Says that the code that is being run takes that long: the clock moves, and the app whose code it is ends where that is
    /// over the limit of its callback, or over what an app in the background may use.
    ///
    /// It ends at the very instant of that, silently; nothing that its code does afterwards has an effect, and it takes no
    /// time. Called outside of any app's code, as by a test, it counts as the code of the app in front; with none in front
    /// time passes, and that is all.
    public func spendTime(_ duration: Duration) {
        guard duration > .zero else { return }
        guard let app = current ?? front, let application = app.application else {
            return clock.advance(to: clock.now.advanced(by: duration))
        }
        guard app.state == .background, let budget = processorBudget else {
            return application.spendTime(duration, on: clock)
        }
        let start = clock.now
        let allowed = app.processor.allowance(at: start, of: budget)
        application.spendTime(min(duration, allowed), on: clock)
        app.processor.spend(from: start, to: clock.now)
        guard duration > allowed, app.runningApplication != nil else { return }
        record(.note("ended: it has used more processor time than \(budget)"), app)
        _ = try? application.receive(.kill)
    }
}

/// How much processor time an app has used in the background of late.
struct ProcessorMeter {
    private var spans: [(start: MainRunLoop.Instant, end: MainRunLoop.Instant)] = []

    mutating func spend(from start: MainRunLoop.Instant, to end: MainRunLoop.Instant) {
        if end > start { spans.append((start, end)) }
    }

    /// How much more it may use from `now` on, without a pause.
    ///
    /// The period goes along meanwhile: what was used at its beginning leaves it as fast as more is used.
    mutating func allowance(at now: MainRunLoop.Instant, of budget: ProcessorBudget) -> Duration {
        let begin = now.advanced(by: .zero - budget.period)
        spans.removeAll { $0.end <= begin }
        var left = budget.time - spans.reduce(.zero) { $0 + max($1.start, begin).duration(to: $1.end) }
        guard left >= .zero else { return .zero }
        // How far the period's beginning may go: only where nothing was used does what is left get less.
        var reached = begin
        for span in spans {
            let pause = reached.duration(to: max(span.start, begin))
            if pause > left { return begin.duration(to: reached) + left }
            left -= pause
            reached = span.end
        }
        let pause = reached.duration(to: now)
        // All of a period is no more than the budget.
        if pause <= left { return .seconds(Int64.max) }
        return begin.duration(to: reached) + left
    }
}

extension ProcessorBudget: CustomStringConvertible {
    /// The budget in words, as `48.0 seconds in 60.0 seconds`.
    public var description: String { "\(time) in \(period)" }
}
