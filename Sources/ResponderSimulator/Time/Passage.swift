internal import ResponderKit

/// Lets a stretch of time pass: decides which loop gets a turn next, and when the clock moves.
///
/// A passage ends at its target. One that waits for an idle device ends earlier, as soon as no deadline is near.
@MainActor
struct Passage {
    enum Step {
        /// The app's loop gets turns at this instant.
        case run(InstalledApp)
        /// Main-actor jobs may run, before the clock moves or the passage ends.
        case settle
    }

    private let target: MainRunLoop.Instant
    /// How near a deadline must lie for the device not to be idle; nil for a passage that does not wait for that.
    private let nearness: Duration?
    /// Whether no deadline is near.
    private(set) var isIdle = false
    /// Whether time stands still, in a passage that waits for an idle device; any other ends the process then.
    private(set) var isStandstill = false
    /// The apps whose loops get turns.
    private enum Round {
        /// Those of all apps that run code then, from one number to another.
        case all(after: Int, last: Int)
        case some(ArraySlice<InstalledApp>)
    }

    /// The apps that still get turns in this round.
    private var round: Round
    private var hasSettled = false
    /// How many rounds there have been since the clock last moved, and how often the device did something by itself.
    private var rounds = 0
    private var ownSteps = 0
    private var instant: MainRunLoop.Instant

    init(until target: MainRunLoop.Instant, whileNear nearness: Duration? = nil, of device: SimulatedDevice) {
        self.target = target
        self.nearness = nearness
        instant = device.clock.now
        // Every loop gets a turn at first: only in a turn does a loop see that a descriptor has become ready.
        round = .all(after: 0, last: device.newestOrder)
    }

    /// The next step; nil when the time is over.
    mutating func next(on device: SimulatedDevice) -> Step? {
        while !isStandstill {
            device.performWaiting()
            device.performOwnDue()
            device.performWaiting()
            if let app = nextOfRound(on: device) { return .run(app) }
            if beginRound(on: device) { continue }
            if device.hasOwnDue {
                countOwnStep(at: device.clock.now)
                continue
            }
            guard hasSettled else {
                hasSettled = true
                return .settle
            }
            guard moveClock(of: device) else { return nil }
        }
        return nil
    }

    private mutating func nextOfRound(on device: SimulatedDevice) -> InstalledApp? {
        switch round {
        case .all(let former, let last):
            guard let app = device.awake.next(after: former), app.order <= last else { return nil }
            round = .all(after: app.order, last: last)
            return app
        case .some(var apps):
            while let app = apps.popFirst() {
                round = .some(apps)
                if app.runsCode { return app }
            }
            return nil
        }
    }

    /// Begins another round at this instant; returns whether there is anything to do.
    private mutating func beginRound(on device: SimulatedDevice) -> Bool {
        let now = device.clock.now
        let busy = device.awake.apps.filter { app in
            app.application?.runLoop.nextDeadline.map { $0 <= now } ?? false
        }
        guard !busy.isEmpty else { return false }
        countRound(at: now)
        hasSettled = false
        round = .some(busy[...])
        return true
    }

    /// Moves the clock to the next deadline, or to the target; returns false at the target, and where the device is
    /// idle.
    private mutating func moveClock(of device: SimulatedDevice) -> Bool {
        let now = device.clock.now
        guard now < target || nearness != nil else { return false }
        // Inside an app's code, or an action, the device does nothing by itself.
        var deadline = device.isFree ? device.nextOwnDeadline : nil
        for app in device.awake.apps {
            if let other = app.application?.runLoop.nextDeadline { deadline = deadline.map { min($0, other) } ?? other }
        }
        if let nearness { isIdle = deadline.map { now.advanced(by: nearness) < $0 } ?? true }
        guard now < target, !isIdle else { return false }
        let next = deadline.map { min($0, target) } ?? target
        device.clock.advance(to: next)
        hasSettled = false
        // At the target every loop gets a turn again.
        if next >= target { round = .all(after: 0, last: device.newestOrder) }
        return true
    }

    /// How often the device may do something by itself at one instant: far more often than any app needs.
    private static let mostOwnSteps = 10_000

    private mutating func countRound(at now: MainRunLoop.Instant) {
        noteInstant(now)
        rounds += 1
        guard rounds >= MainRunLoop.standstillLimit else { return }
        standStill(
            "virtual time stands still: the apps of a device were given \(rounds) rounds at \(now). Something makes "
                + "work in every round, such as two apps that answer one another; let it take time."
        )
    }

    private mutating func countOwnStep(at now: MainRunLoop.Instant) {
        noteInstant(now)
        hasSettled = false
        ownSteps += 1
        guard ownSteps >= Self.mostOwnSteps else { return }
        standStill(
            "virtual time stands still: a device has shown local notifications, or told apps of them, \(ownSteps) "
                + "times at \(now). An app schedules one for at once whenever it is told of one; let it give a later "
                + "fire date."
        )
    }

    private mutating func standStill(_ message: String) {
        guard nearness != nil else { fatalError(message) }
        isStandstill = true
    }

    private mutating func noteInstant(_ now: MainRunLoop.Instant) {
        guard now != instant else { return }
        instant = now
        (rounds, ownSteps) = (0, 0)
    }
}
