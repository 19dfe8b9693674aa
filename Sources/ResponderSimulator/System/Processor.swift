internal import ResponderKit

// Time that code takes: in virtual time, code takes only the time that it declares here (rules A16, A44).
extension SimulatedDevice {
    /// Declares that the code that is being run takes `duration`, and moves the clock.
    ///
    /// The app whose code runs ends where the time exceeds the limit of the callback, or the processor budget of an app
    /// in the background. It ends silently, at the instant at which the limit is reached; the rest of its code has no
    /// effect, and takes no time. A call from outside of any app's code, as from a test, counts as code of the app in
    /// front; where no app is in front, the clock moves and nothing else happens.
    ///
    /// - Complexity: O(1); in the background O(number of such calls within the budget's period), which it records in an
    ///   array. Where the app ends, the end's own cost comes on top.
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

/// How much processor time an app has used in the background recently.
struct ProcessorMeter {
    private var spans: [(start: MainRunLoop.Instant, end: MainRunLoop.Instant)] = []

    mutating func spend(from start: MainRunLoop.Instant, to end: MainRunLoop.Instant) {
        if end > start { spans.append((start, end)) }
    }

    /// How much more processor time the app may use from `now` on, without a pause.
    ///
    /// The period moves on while the app uses time: time that was used at its beginning leaves the period.
    mutating func allowance(at now: MainRunLoop.Instant, of budget: ProcessorBudget) -> Duration {
        let begin = now.advanced(by: .zero - budget.period)
        spans.removeAll { $0.end <= begin }
        var left = budget.time - spans.reduce(.zero) { $0 + max($1.start, begin).duration(to: $1.end) }
        guard left >= .zero else { return .zero }
        // While the period's beginning moves over used time, the budget that is left stays the same; it shrinks only
        // while the beginning moves over a pause.
        var reached = begin
        for span in spans {
            let pause = reached.duration(to: max(span.start, begin))
            if pause > left { return begin.duration(to: reached) + left }
            left -= pause
            reached = span.end
        }
        let pause = reached.duration(to: now)
        // The budget covers a whole period, so the app may go on for ever.
        if pause <= left { return .seconds(Int64.max) }
        return begin.duration(to: reached) + left
    }
}

extension ProcessorBudget: CustomStringConvertible {
    /// The budget in words, such as `48.0 seconds in 60.0 seconds`.
    public var description: String { "\(time) in \(period)" }
}
