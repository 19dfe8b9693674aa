internal import CResponderEventLoop
internal import ResponderEventLoop

/// SIGINT and SIGTERM as a source of a run loop, for the life of the process.
@MainActor
enum TerminationSignals {
    /// From now on the first of them calls `perform` on the loop, and the second ends the process at once, also when the
    /// loop is stuck in a handler: the signals' handler is in C and asks nobody.
    static func install(on loop: MainRunLoop, perform: @escaping @MainActor () -> Void) throws(MainRunLoop.Error) {
        let descriptor = rel_eventfd_create()
        guard descriptor >= 0 else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
        // The loop keeps the source, and both stay to the end: a signal must find its handler also while the process
        // exits.
        _ = try loop.addDescriptorSource(descriptor, for: .read, in: .evenWhileSuspended) { _ in
            rel_eventfd_clear(descriptor)
            perform()
        }
        rel_termination_install(descriptor)
    }
}
