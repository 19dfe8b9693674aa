internal import Logging
internal import ResponderEventLoop

/// Logs a limited number of errors per minute, and then the number of further errors.
@MainActor
final class ErrorLog {
    /// Writes one line.
    var write: @MainActor (String) -> Void = { Logger(label: "responderkit.ResponderNotifications").warning("\($0)") }

    private static let period = Duration.seconds(60)

    /// The end of the present period.
    private var end = MainRunLoop.Instant(nanoseconds: .min)
    private var logged = 0
    private var unlogged = 0
    /// The timer that reports the errors not logged; nil while there are none.
    private var timer: MainRunLoop.Timer?

    /// Logs an error that came now, unless `limit` errors were already logged in this period.
    func note(_ error: NotificationPort.Error, limit: Int, on loop: MainRunLoop) {
        let now = loop.now
        if now >= end {
            finish()
            (logged, end) = (0, now.advanced(by: Self.period))
        }
        guard logged >= limit else {
            logged += 1
            return write("a message or connection failed: \(error)")
        }
        unlogged += 1
        guard timer == nil else { return }
        timer = loop.addTimer(at: end, name: "notification errors") { [weak self] _ in self?.finish() }
    }

    /// Logs how many errors were not logged, if any.
    func finish() {
        timer?.cancel()
        timer = nil
        guard unlogged > 0 else { return }
        let count = unlogged
        unlogged = 0
        write(
            "\(count) more not logged; give NotificationPort.onError a function to see each, or raise "
                + "limits.loggedErrorsPerMinute"
        )
    }
}
