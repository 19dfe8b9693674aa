internal import Logging
internal import ResponderEventLoop

/// Logs once per port that begans are dropped, so that the log explains why an application sees no touch.
@MainActor
final class DropWarning {
    /// Writes one line.
    var write: @MainActor (String) -> Void = { Logger(label: "responderkit.ResponderTouchInput").warning("\($0)") }
    private var isLogged = false

    /// Logs the warning, the first time, when a sender of the port has dropped its first began.
    func noteDrop(capacity: Int) {
        guard !isLogged else { return }
        isLogged = true
        write(
            "a touch port was full and dropped a touch with all its later samples: more than \(capacity) samples of a "
                + "sender were waiting. The loop is blocked for too long, or the port needs a larger capacity; "
                + "TouchPort.statistics counts the dropped touches. The port logs this once."
        )
    }

    /// The closure that a sender calls on any thread; the loop logs the warning, since a sender never waits.
    nonisolated static func report(to port: TouchPort, by poster: LoopPoster) -> @Sendable () -> Void {
        { [weak port] in poster.post { port?.noteDrop() } }
    }
}
