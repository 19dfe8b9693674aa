import ResponderNotifications

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

/// What observers wrote, in the order in which they were called.
@MainActor
final class Log {
    var entries: [String] = []

    func write(_ entry: String) {
        entries.append(entry)
    }

    /// Takes the entries out, so that the next expectation starts from an empty log.
    func take() -> [String] {
        defer { entries = [] }
        return entries
    }
}

/// A place for a token or a value that a callback needs before it exists.
@MainActor
final class Box<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
