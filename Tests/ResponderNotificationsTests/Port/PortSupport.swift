import Glibc
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

/// Two connected stream sockets, closed with the last reference.
final class Sockets {
    let near: Int32
    private(set) var far: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
        precondition(status == 0, "socketpair failed: errno \(errno)")
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        closeFar()
    }

    func closeFar() {
        if far >= 0 { close(far) }
        far = -1
    }

    /// Writes as many of the bytes as the system takes; returns how many.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>) -> Int {
        let bytes = Array(bytes)
        return max(0, Glibc.write(far, bytes, bytes.count))
    }
}
