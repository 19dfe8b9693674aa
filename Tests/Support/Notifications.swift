internal import ResponderNotifications

/// A notification of three words or fewer.
package struct Ping: TypedNotification {
    package static let name = "Ping"
    package var number: Int
    package var subject: AnyObject?

    package init(number: Int = 0, subject: AnyObject? = nil) {
        self.number = number
        self.subject = subject
    }
}

/// Another type of the same shape, so that only the type tells them apart.
package struct Pong: TypedNotification {
    package static let name = "Pong"
    package var number: Int
    package var subject: AnyObject?

    package init(number: Int = 0, subject: AnyObject? = nil) {
        self.number = number
        self.subject = subject
    }
}

/// Runs code when it is released: what a notification carries, and what may come back here then.
package final class Farewell: Sendable {
    private let action: @MainActor @Sendable () -> Void

    package init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }

    deinit { MainActor.assumeIsolated(action) }
}
