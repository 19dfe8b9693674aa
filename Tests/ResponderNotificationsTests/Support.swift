import ResponderEventLoop
import ResponderNotifications
import TestSupport

/// An object that notifications are about.
final class Subject {}

/// A notification about nothing, too large to stand in an existential without a box.
struct Large: TypedNotification {
    static let name = "Large"
    var numbers = (1, 2, 3, 4, 5)
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

/// A notification, and a message, that carries something.
struct Carrying: TypedNotification, Sendable {
    static let name = "Carrying"
    let farewell: Farewell
}
