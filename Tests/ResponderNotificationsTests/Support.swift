import ResponderEventLoop
import ResponderNotifications
import TestSupport

/// An object that notifications are about.
final class Subject {}

/// A notification of three words or fewer.
struct Ping: TypedNotification {
    static let name = "Ping"
    var number = 0
    var subject: AnyObject?
}

/// Another type of the same shape, so that only the type tells them apart.
struct Pong: TypedNotification {
    static let name = "Pong"
    var number = 0
    var subject: AnyObject?
}

/// A notification about nothing, too large to stand in an existential without a box.
struct Large: TypedNotification {
    static let name = "Large"
    var numbers = (1, 2, 3, 4, 5)
}

extension MainRunLoop {
    /// Runs all there is at the present instant.
    func runPresent(mode: Mode = .default) { run(mode: mode, until: now) }
}

extension MainRunLoop.Instant {
    /// The instant so many milliseconds after the origin.
    static func ms(_ milliseconds: Int64) -> Self { Self(nanoseconds: milliseconds * 1_000_000) }
}

/// A centre and a queue on a loop under virtual time, with a log of what is posted.
@MainActor
final class QueueScene {
    let loop: MainRunLoop
    let center = TypedNotificationCenter()
    let queue: TypedNotificationQueue
    let log = Log()
    private var tokens: [ObservationToken] = []

    init() throws {
        loop = try MainRunLoop(clock: VirtualClock())
        queue = TypedNotificationQueue(center: center, loop: loop)
        tokens.append(center.observe(Ping.self) { [log] in log.write("ping \($0.number)") })
        tokens.append(center.observe(Pong.self) { [log] in log.write("pong \($0.number)") })
    }

    /// Has `body` called with each ping, after it was logged.
    func onPing(_ body: @escaping @MainActor (Ping) -> Void) { tokens.append(center.observe(Ping.self, using: body)) }
}

/// Runs code when it is released: what a notification carries, and what may come back here then.
final class Farewell: Sendable {
    private let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }

    deinit { MainActor.assumeIsolated(action) }
}

/// A notification, and a message, that carries something.
struct Carrying: TypedNotification, Sendable {
    static let name = "Carrying"
    let farewell: Farewell
}
