internal import Logging
internal import ResponderEventLoop

/// Says once for a port that begans of touches are dropped: an app that sees no touch has a line to begin with.
@MainActor
final class DropWarning {
    /// Writes one line.
    var write: @MainActor (String) -> Void = { Logger(label: "responderkit.ResponderTouchInput").warning("\($0)") }
    private var isSaid = false

    /// A sender of the port has dropped its first began.
    func noteDrop(capacity: Int) {
        guard !isSaid else { return }
        isSaid = true
        write(
            "a touch port had no room for a touch, which is dropped with all that follows: more than \(capacity) samples of a "
                + "sender waited. The loop is held up for too long, or the port needs a larger capacity; "
                + "TouchPort.statistics counts what is dropped. This is said once."
        )
    }

    /// What a sender calls on any thread: the loop says the warning, since a sender never waits.
    nonisolated static func report(to port: TouchPort, by poster: LoopPoster) -> @Sendable () -> Void {
        { [weak port] in poster.post { port?.noteDrop() } }
    }
}
