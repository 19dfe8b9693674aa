import ResponderEventLoop
import ResponderNotifications
import TestSupport

/// A message that is no notification.
struct Order: Sendable, Hashable {
    let number: Int
}

/// A message that is known by its name: one byte.
struct Battery: TypedNotification, NamedMessage, Sendable {
    static let name = "Battery"
    let percent: UInt8

    init(_ percent: UInt8) { self.percent = percent }

    init(payload: [UInt8]) throws {
        guard payload.count == 1 else { throw NotOneByte(count: payload.count) }
        percent = payload[0]
    }

    struct NotOneByte: Error, CustomStringConvertible {
        let count: Int
        var description: String { "it has \(count) bytes, and must have one, the percentage" }
    }
}

/// Another type with the same name.
struct OtherBattery: NamedMessage {
    static let name = "Battery"
    init(payload: [UInt8]) {}
}

/// A port on a loop under virtual time, with a log of what arrives and what does not.
@MainActor
final class PortScene {
    let loop: MainRunLoop
    let clock = VirtualClock()
    let center = TypedNotificationCenter()
    let port: NotificationPort
    let log = Log()
    private var tokens: [ObservationToken] = []

    init(capacity: Int = NotificationPort.defaultCapacity) throws {
        loop = try MainRunLoop(clock: clock)
        port = NotificationPort(loop: loop, center: center, capacity: capacity)
        port.handle(Order.self) { [log] in log.write("order \($0.number)") }
        port.register(Battery.self)
        tokens.append(center.observe(Battery.self) { [log] in log.write("battery \($0.percent)") })
        port.onError = { [log] in log.write("error: \($0)") }
    }

    func frame(_ percent: UInt8, at time: MainRunLoop.Instant? = nil) throws -> NotificationFrame {
        try NotificationFrame(name: Battery.name, payload: [percent], time: time)
    }
}
