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
