internal import CResponderEventLoop
internal import ResponderEventLoop

/// SIGINT and SIGTERM as a source of a run loop, until the process ends.
@MainActor
enum TerminationSignals {
    /// Installs the signals' handler: the first signal calls `perform` on the loop, and the second ends the process at
    /// once.
    ///
    /// The second signal works even when the loop is stuck in a handler, since the signals' handler is in C and does
    /// not need the loop.
    static func install(on loop: MainRunLoop, perform: @escaping @MainActor () -> Void) throws(MainRunLoop.Error) {
        let descriptor = rel_eventfd_create()
        guard descriptor >= 0 else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
        // The loop keeps the source, and the descriptor stays open: a signal may still come while the process exits.
        _ = try loop.addDescriptorSource(
            descriptor,
            for: .read,
            in: .evenWhileSuspended,
            name: "termination signals"
        ) { _ in
            rel_eventfd_clear(descriptor)
            perform()
        }
        rel_termination_install(descriptor)
    }
}
