internal import ResponderKit

/// Lets a stretch of time pass: decides which loop gets a turn next, and when the clock moves.
@MainActor
struct Passage {
    enum Step {
        /// The app's loop gets turns at this instant.
        case run(InstalledApp)
        /// Main-actor jobs may run, before the clock moves or the passage ends.
        case settle
    }

    private let target: MainRunLoop.Instant
    /// The apps that still get turns in this round.
    private var round: ArraySlice<InstalledApp>
    private var hasSettled = false
    /// How many rounds there have been since the clock last moved, and how often the device did something by itself.
    private var rounds = 0
    private var ownSteps = 0
    private var instant: MainRunLoop.Instant

    init(until target: MainRunLoop.Instant, of device: SimulatedDevice) {
        self.target = target
        instant = device.clock.now
        // Every loop gets a turn at first: only in a turn does a loop see that a descriptor has become ready.
        round = device.apps[...]
    }

    /// The next step; nil when the time is over.
    mutating func next(on device: SimulatedDevice) -> Step? {
        while true {
            device.performWaiting()
            device.performOwnDue()
            device.performWaiting()
            while let app = round.popFirst() {
                if app.runsCode { return .run(app) }
            }
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
    }

    /// Begins another round at this instant; returns whether there is anything to do.
    private mutating func beginRound(on device: SimulatedDevice) -> Bool {
        let now = device.clock.now
        let busy = device.apps.filter { app in
            app.runsCode && app.application?.runLoop.nextDeadline.map { $0 <= now } ?? false
        }
        guard !busy.isEmpty else { return false }
        countRound(at: now)
        hasSettled = false
        round = busy[...]
        return true
    }

    /// Moves the clock to the next deadline, or to the target; returns false at the target.
    private mutating func moveClock(of device: SimulatedDevice) -> Bool {
        let now = device.clock.now
        guard now < target else { return false }
        var next = target
        // Inside an app's code, or an action, the device does nothing by itself.
        if device.isFree, let deadline = device.nextOwnDeadline { next = min(next, deadline) }
        for app in device.apps where app.runsCode {
            if let deadline = app.application?.runLoop.nextDeadline { next = min(next, deadline) }
        }
        device.clock.advance(to: next)
        hasSettled = false
        // At the target every loop gets a turn again.
        if next >= target { round = device.apps[...] }
        return true
    }

    /// How often the device may do something by itself at one instant: far more often than any app needs.
    private static let mostOwnSteps = 10_000

    private mutating func countRound(at now: MainRunLoop.Instant) {
        noteInstant(now)
        rounds += 1
        guard rounds >= MainRunLoop.standstillLimit else { return }
        fatalError(
            "virtual time stands still: the apps of a device were given \(rounds) rounds at \(now). Something makes "
                + "work in every round, such as two apps that answer one another; let it take time."
        )
    }

    private mutating func countOwnStep(at now: MainRunLoop.Instant) {
        noteInstant(now)
        hasSettled = false
        ownSteps += 1
        guard ownSteps >= Self.mostOwnSteps else { return }
        fatalError(
            "virtual time stands still: a device has shown local notifications, or told apps of them, \(ownSteps) "
                + "times at \(now). An app schedules one for at once whenever it is told of one; let it give a later "
                + "fire date."
        )
    }

    private mutating func noteInstant(_ now: MainRunLoop.Instant) {
        guard now != instant else { return }
        instant = now
        (rounds, ownSteps) = (0, 0)
    }
}
