internal import CResponderEventLoop
internal import ResponderEventLoop

/// SIGTSTP, by which a shell or a service's manager asks the process to stop until SIGCONT: the application goes to the
/// background first, and comes back afterwards (rules P1 to P4).
@MainActor
final class StopSignals {
    private let application: Application
    /// What the application was before it was asked to stop; nil while it is not asked.
    private var former: LifecycleState?
    /// Tries again where the application could not enter the background at once; nil usually.
    private var observer: MainRunLoop.Observer?

    private init(_ application: Application) {
        self.application = application
    }

    /// Installs the signals' handlers, for the life of the process.
    ///
    /// A second SIGTSTP works even when the loop is stuck in a handler, since the signals' handler is in C and does not
    /// need the loop.
    static func install(for application: Application) throws(MainRunLoop.Error) {
        let descriptor = rel_eventfd_create()
        guard descriptor >= 0 else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
        let signals = StopSignals(application)
        // The loop keeps the source, and the descriptor stays open: a signal may still come while the process exits.
        _ = try application.runLoop.addDescriptorSource(
            descriptor,
            for: .read,
            in: .evenWhileSuspended,
            name: "stop signals"
        ) { _ in
            rel_eventfd_clear(descriptor)
            signals.stopIfAsked()
        }
        rel_stopping_install(descriptor)
    }

    /// Has the application enter the background, stops the process, and brings the application back to where it was.
    private func stopIfAsked() {
        guard application.isRunning else { return finish() }
        // Inside a callback of the life cycle the order would wait for the callback's return.
        guard !application.lifecycle.isBusy else { return observe() }
        if former == nil {
            guard rel_stopping_is_asked() else { return finish() }
            former = application.lifecycleState
            if isFormerInForeground, (try? application.receive(.enterBackground)) == .waiting { return observe() }
            // An app that has no background has ended.
            guard application.isRunning else { return finish() }
        }
        let returns = isFormerInForeground && application.lifecycleState == .background
        let wasInactive = former == .inactive
        finish()
        rel_stopping_stop()
        guard returns else { return }
        _ = try? application.receive(.enterForeground())
        if wasInactive { _ = try? application.receive(.resignActive) }
    }

    private var isFormerInForeground: Bool { former?.isForeground == true }

    /// Tries again later: the run of the callback that holds the order up goes on, or ends.
    private func observe() {
        guard observer == nil else { return }
        observer = application.runLoop.addObserver(
            of: [.beforeTimers, .beforeWaiting],
            in: .evenWhileSuspended,
            name: "stop signals"
        ) { [self] _ in
            stopIfAsked()
        }
    }

    private func finish() {
        former = nil
        observer?.cancel()
        observer = nil
    }
}
