internal import ResponderKit

// Time: all loops go through their deadlines together. At each instant the apps that have something to do get turns, in
// the order of installing, until no app has anything left to do; then the clock moves to the next deadline of any loop
// or of the device. So timers fire in the order of their deadlines, whichever app they belong to, and the same script
// always runs the same way.
extension SimulatedDevice {
    /// Lets the apps do the work that is due now, without letting time pass.
    ///
    /// Main-actor jobs do not run meanwhile: use `await settle()` where they must.
    ///
    /// - Complexity: O(apps awake) for each round of turns, plus the apps' code; allocates an array for each round
    ///   but the first.
    @available(*, noasync, message: "use `await settle()`, which lets main-actor jobs run")
    public func settle() { pass(until: clock.now) }

    /// Lets the apps and the main actor's jobs do the work that is due now, without letting time pass.
    ///
    /// - Precondition: No other task lets time pass on this device meanwhile.
    /// - Complexity: O(apps awake) for each round of turns, plus the apps' code and the jobs; allocates an array
    ///   for each round but the first, and `MainRunLoop.settlingBarriers` blocks for the jobs.
    public func settle() async { await pass(until: clock.now) }

    /// Lets time pass.
    ///
    /// Every timer of every app that is not suspended fires at its instant. Local notifications, the ends of wake-ups,
    /// warnings of memory and the idle timer come at their instants too. The clock stands at the target afterwards, or
    /// later where code has spent time. Main-actor jobs do not run meanwhile: use `await advance(by:)` where they must.
    ///
    /// - Parameter duration: How much time passes; where it is not positive, the clock stays.
    /// - Complexity: O(apps awake) for each round of turns and each move of the clock, plus the apps' code;
    ///   allocates an array for each round.
    @available(*, noasync, message: "use `await advance(by:)`, which lets main-actor jobs run")
    public func advance(by duration: Duration) { pass(until: clock.now.advanced(by: max(.zero, duration))) }

    /// Lets time pass like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// Chains of up to `MainRunLoop.settlingBarriers` jobs settle.
    ///
    /// - Parameter duration: How much time passes; where it is not positive, the clock stays.
    /// - Precondition: No other task lets time pass on this device meanwhile.
    /// - Complexity: O(apps awake) for each round of turns and each move of the clock, plus the apps' code and the
    ///   jobs; allocates an array for each round, and `MainRunLoop.settlingBarriers` blocks before each move.
    public func advance(by duration: Duration) async {
        await pass(until: clock.now.advanced(by: max(.zero, duration)))
    }

    private func pass(until target: MainRunLoop.Instant) {
        var passage = Passage(until: target, of: self)
        carryOut(&passage, freeStandstillWatch)
    }

    private func carryOut(_ passage: inout Passage, _ watch: (any PassageWatch)? = nil) {
        checkTimeMayPass()
        while watch?.isStandstill != true, let step = passage.next(on: self) {
            if case .run(let app) = step {
                watch?.willRun(app)
                inCode(of: app) { app.application?.runLoop.runUntilIdle() }
                watch?.didRun()
                forgetEnded()
            }
        }
    }

    private func pass(until target: MainRunLoop.Instant) async {
        var passage = Passage(until: target, of: self)
        await carryOut(&passage, freeStandstillWatch)
    }

    private func carryOut(_ passage: inout Passage, _ watch: (any PassageWatch)? = nil) async {
        checkTimeMayPass()
        guard !isPassingInTask else {
            fatalError(
                "time cannot pass in two tasks at once: `await device.advance(by:)` or `await device.settle()` was "
                    + "called while another such call on the same device is under way; await one after the other"
            )
        }
        isPassingInTask = true
        defer { isPassingInTask = false }
        // Jobs that settle count as code of the app that ran last.
        var last: InstalledApp?
        while watch?.isStandstill != true, let step = passage.next(on: self) {
            let outer = current
            switch step {
            case .run(let app):
                (current, last) = (app, app)
                watch?.willRun(app)
                await app.application?.runLoop.runUntilIdleBetweenSettlings()
                watch?.didRun()
                current = outer
                forgetEnded()
            case .settle:
                // Main-actor jobs settle for all apps at once, since that costs far more than a turn.
                current = last ?? outer
                await MainRunLoop.settleMainActor()
                current = outer
                forgetEnded()
                // A job may have made a descriptor ready, which a loop sees only when it looks.
                for app in awake.apps { app.application?.runLoop.pollDescriptors() }
            }
        }
    }

    /// From now on, loops that make ten thousand turns at one instant end every passage of time, until this is called
    /// again: see ``standstillReport``.
    package func watchForStandstill() { standstillWatch = BusyWatch(nearness: .zero, limit: nil, on: self) }

    /// Why time stands still; nil if it does not, and before ``watchForStandstill()``.
    package var standstillReport: BusyReport? {
        guard let watch = standstillWatch as? BusyWatch, watch.isStandstill else { return nil }
        return watch.report(isStandstill: true)
    }

    /// Lets time pass until no deadline is near, and returns nil; or returns why the device does not become idle.
    @available(*, noasync)
    package func passUntilIdle(nearness: Duration, limit: Duration) -> BusyReport? {
        let watch = BusyWatch(nearness: nearness, limit: limit, on: self)
        var passage = Passage(until: watch.end, whileNear: watch.nearness, of: self)
        carryOut(&passage, watch)
        return passage.isIdle ? nil : watch.report(isStandstill: passage.isStandstill)
    }

    /// As the variant without await, but lets main-actor jobs settle before each move of the clock.
    package func passUntilIdle(nearness: Duration, limit: Duration) async -> BusyReport? {
        let watch = BusyWatch(nearness: nearness, limit: limit, on: self)
        var passage = Passage(until: watch.end, whileNear: watch.nearness, of: self)
        await carryOut(&passage, watch)
        return passage.isIdle ? nil : watch.report(isStandstill: passage.isStandstill)
    }

    private func checkTimeMayPass() {
        guard isTellingHistory else { return }
        fatalError(
            "time cannot pass inside SimulatedDevice.onHistoryEntry, which is called during an action or an app's "
                + "code; let time pass after that"
        )
    }

    // MARK: The device's own events

    /// When the next of the device's own events is due; nil for never.
    var nextOwnDeadline: MainRunLoop.Instant? {
        guard isOn else { return nil }
        var next = nextIdleDeadline
        if let memoryDeadline { next = earlier(next, memoryDeadline) }
        if let keyDeadline { next = earlier(next, keyDeadline) }
        for app in timed.apps {
            if let notification = app.scheduled.first { next = earlier(next, notification.fireDate ?? .zero) }
            if let deadline = app.wakeDeadline { next = earlier(next, deadline) }
        }
        return next
    }

    /// Handles the device's own events that are due: local notifications, the end of wake-ups, repeated
    /// warnings of memory, the idle timer.
    ///
    /// Fires the notifications that are due when the call begins. A notification that an app schedules meanwhile for
    /// this instant fires in the next call.
    func performOwnDue() {
        guard isOn, isFree else { return }
        isPerforming = true
        defer { isPerforming = false }
        for (app, identifier) in dueNotifications {
            let present = app.scheduled.first { $0.identifier == identifier }
            if let present, present.fireDate ?? .zero <= clock.now { fire(present, of: app) }
        }
        for app in timed.apps {
            if let deadline = app.wakeDeadline, deadline <= clock.now { endWake(app) }
        }
        if let deadline = keyDeadline, deadline <= clock.now { dropKeys() }
        if let deadline = memoryDeadline, deadline <= clock.now { checkMemoryAgain() }
        if let deadline = nextIdleDeadline, deadline <= clock.now { becomeIdle() }
        forgetEnded()
    }

    /// Whether one of the device's own events is due at this instant, and the device is free to handle it.
    var hasOwnDue: Bool { isFree && nextOwnDeadline.map { $0 <= clock.now } ?? false }

    /// The notifications that are due, by fire date and then in the order of installing their apps.
    private var dueNotifications: [(app: InstalledApp, identifier: String)] {
        var due: [(app: InstalledApp, identifier: String, date: MainRunLoop.Instant)] = []
        for app in timed.apps {
            for notification in app.scheduled {
                let date = notification.fireDate ?? .zero
                guard date <= clock.now else { break }
                due.append((app, notification.identifier, date))
            }
        }
        // The sort is stable.
        return due.sorted { $0.date < $1.date }.map { ($0.app, $0.identifier) }
    }

    private func earlier(_ one: MainRunLoop.Instant?, _ other: MainRunLoop.Instant) -> MainRunLoop.Instant {
        one.map { min($0, other) } ?? other
    }
}
