internal import ResponderKit

/// Finds out what keeps the apps of a device busy, while the device waits for them to become idle.
///
/// Callbacks are noted only where it looks as if the wait will fail: in the last second of the time that it has, and in
/// the last turns of those that one instant may have. Until then a watch only counts turns.
@MainActor
final class BusyWatch: PassageWatch {
    /// A callback of an app's loop.
    struct Call: Hashable {
        let app: String
        let kind: MainRunLoop.CallbackKind
        let name: String
    }

    /// How many turns loops may make at one instant: far more than any app needs.
    static let mostTurns = 10_000
    /// How many of these turns are looked at.
    private static let lastTurns = 100
    private static let lastTime = Duration.seconds(1)

    let device: SimulatedDevice
    /// Deadlines that lie farther away do not count.
    let nearness: Duration
    let start: MainRunLoop.Instant
    let end: MainRunLoop.Instant
    /// From when on callbacks are noted whatever happens.
    private let lastStart: MainRunLoop.Instant
    /// How often each callback was made since ``notedSince``.
    private(set) var calls: [Call: Int] = [:]
    private(set) var notedSince: MainRunLoop.Instant?
    /// Whether loops have made too many turns at one instant.
    private(set) var isStandstill = false
    private var instant: MainRunLoop.Instant
    private var turns = 0
    private var current: (loop: MainRunLoop, app: String, counter: MainRunLoop.Observer)?

    /// Whether a loop gets turns now.
    var isWatching: Bool { current != nil }

    /// - Parameter limit: How much time may pass; nil for as much as passes.
    init(nearness: Duration, limit: Duration?, on device: SimulatedDevice) {
        self.device = device
        self.nearness = max(.zero, nearness)
        start = device.clock.now
        instant = start
        guard let limit = limit.map({ max(.zero, $0) }) else {
            end = start.advanced(by: .seconds(1_000_000_000))
            lastStart = end
            return
        }
        end = start.advanced(by: limit)
        lastStart = start.advanced(by: limit - min(limit / 2, Self.lastTime))
    }

    /// Begins to watch the loop of an app, which gets turns now.
    func willRun(_ app: InstalledApp) {
        guard let loop = app.application?.runLoop else { return }
        let counter = loop.addObserver(of: .beforeTimers, name: "watch of a busy app") { [unowned self] _ in
            turnBegins()
        }
        current = (loop, app.identifier, counter)
        if notedSince != nil { note() }
    }

    /// Ends the watch of the loop.
    func didRun() {
        guard let (loop, _, counter) = current else { return }
        current = nil
        counter.cancel()
        loop.watchCalls(nil)
    }

    private func turnBegins() {
        guard let loop = current?.loop else { return }
        let now = loop.now
        if now != instant {
            (instant, turns) = (now, 0)
            if now < lastStart, notedSince != nil { forget() }
        }
        turns += 1
        if now >= lastStart || turns == Self.mostTurns - Self.lastTurns, notedSince == nil { note() }
        guard turns >= Self.mostTurns else { return }
        isStandstill = true
        loop.stop()
    }

    private func note() {
        guard let (loop, app, _) = current else { return }
        notedSince = notedSince ?? loop.now
        loop.watchCalls { [unowned self] kind, name in
            calls[Call(app: app, kind: kind, name: name), default: 0] += 1
        }
    }

    /// Forgets what was noted: the clock has moved after all.
    private func forget() {
        notedSince = nil
        calls.removeAll()
        current?.loop.watchCalls(nil)
    }
}
