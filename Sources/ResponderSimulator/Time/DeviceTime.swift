internal import ResponderKit

// Time: all loops go through their deadlines together. At each instant the apps that have something to do get turns, in the
// order of installing, until none has; then the clock moves to the next deadline of any loop or of the device itself. So of
// two timers the earlier one always fires first, whosesoever it is, and the same script always runs the same way.
extension SimulatedDevice {
    /// Lets the apps do what there is to do now, without letting time pass.
    ///
    /// Main-actor jobs do not run meanwhile: use `await settle()` where they are wanted.
    @available(*, noasync, message: "use `await settle()`, which lets main-actor jobs run")
    public func settle() { pass(until: clock.now) }

    /// Lets the apps and the main actor's jobs do what there is to do now, without letting time pass.
    public func settle() async { await pass(until: clock.now) }

    /// Lets time pass: every timer of every app that is not suspended fires at its instant, and so does what the device does
    /// by itself.
    ///
    /// The clock stands at the target afterwards, or later where code has spent time. Main-actor jobs do not run meanwhile:
    /// use `await advance(by:)` where they are wanted.
    ///
    /// - Parameter duration: How long; where it is not positive, the clock stays.
    @available(*, noasync, message: "use `await advance(by:)`, which lets main-actor jobs run")
    public func advance(by duration: Duration) { pass(until: clock.now.advanced(by: max(.zero, duration))) }

    /// Lets time pass, as the variant without await does, and main-actor jobs settle before the clock moves on, in chains of up
    /// to `MainRunLoop.settlingBarriers` jobs.
    ///
    /// - Parameter duration: How long; where it is not positive, the clock stays.
    public func advance(by duration: Duration) async {
        await pass(until: clock.now.advanced(by: max(.zero, duration)))
    }

    private func pass(until target: MainRunLoop.Instant) {
        var passage = Passage(until: target, of: self)
        while let step = passage.next(on: self) {
            if case .run(let app) = step {
                inCode(of: app) { app.application?.runLoop.runUntilIdle() }
                forgetEnded()
            }
        }
    }

    private func pass(until target: MainRunLoop.Instant) async {
        var passage = Passage(until: target, of: self)
        while let step = passage.next(on: self) {
            switch step {
            case .run(let app):
                let outer = current
                current = app
                await app.application?.runLoop.runUntilIdle()
                current = outer
                forgetEnded()
            case .settle: await MainRunLoop.settleMainActor()
            }
        }
    }

    // MARK: What the device does by itself

    /// When the device does something by itself next; nil for never.
    var nextOwnDeadline: MainRunLoop.Instant? {
        guard isOn else { return nil }
        var next = nextIdleDeadline
        for app in apps {
            if let notification = app.scheduled.first { next = earlier(next, notification.fireDate ?? .zero) }
            if let deadline = app.wakeDeadline { next = earlier(next, deadline) }
        }
        return next
    }

    /// Does what the device does by itself at this instant: local notifications, the end of wake-ups, the idle timer.
    func performOwnDue() {
        guard isOn, current == nil, !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while let app = firstWithDueNotification, let notification = app.scheduled.first { fire(notification, of: app) }
        for app in apps {
            if let deadline = app.wakeDeadline, deadline <= clock.now { endWake(app) }
        }
        if let deadline = nextIdleDeadline, deadline <= clock.now { becomeIdle() }
        forgetEnded()
    }

    /// The app whose notification was due first, of those that are due.
    private var firstWithDueNotification: InstalledApp? {
        var first: (app: InstalledApp, date: MainRunLoop.Instant)?
        for app in apps {
            guard let notification = app.scheduled.first else { continue }
            let date = notification.fireDate ?? .zero
            if date <= clock.now, first.map({ date < $0.date }) ?? true { first = (app, date) }
        }
        return first?.app
    }

    private func earlier(_ one: MainRunLoop.Instant?, _ other: MainRunLoop.Instant) -> MainRunLoop.Instant {
        one.map { min($0, other) } ?? other
    }
}
