internal import CResponderEventLoop
internal import ResponderEventLoop

/// SIGTSTP, by which a shell or a service's manager asks the process to stop until SIGCONT: the application goes to the
/// background first, and comes back afterwards (rules P1 to P4).
@MainActor
final class StopSignals {
    private let application: Application
    /// Readable when a signal came, or when it is time to try again.
    private let descriptor: CInt
    /// What the application was before it was asked to stop; nil while it is not asked.
    private var former: LifecycleState?
    /// Waits until the application can enter the background, where it cannot at once; nil usually.
    private var observer: MainRunLoop.Observer?

    private init(_ application: Application, _ descriptor: CInt) {
        (self.application, self.descriptor) = (application, descriptor)
    }

    /// Installs the signals' handlers, for the life of the process.
    ///
    /// A second SIGTSTP works even when the loop is stuck in a handler, since the signals' handler is in C and does not
    /// need the loop.
    static func install(for application: Application) throws(MainRunLoop.Error) {
        let descriptor = rel_eventfd_create()
        guard descriptor >= 0 else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
        let signals = StopSignals(application, descriptor)
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
        // A thread that looks for a turn that hangs must not take the time of the stop for one.
        application.runLoop.callAsWait { rel_stopping_stop() }
        guard returns else { return }
        _ = try? application.receive(.enterForeground())
        if wasInactive { _ = try? application.receive(.resignActive) }
    }

    private var isFormerInForeground: Bool { former?.isForeground == true }

    /// Tries again when the callback that holds the order up has returned.
    ///
    /// Again in a call of the source, not of the observer: so a recording takes the messages for what comes from
    /// outside, and a replay has them, too.
    private func observe() {
        guard observer == nil else { return }
        observer = application.runLoop.addObserver(
            of: [.beforeTimers, .beforeWaiting],
            in: .evenWhileSuspended,
            name: "stop signals"
        ) { [self] _ in
            guard !application.lifecycle.isBusy else { return }
            endObserving()
            rel_wake(descriptor)
        }
    }

    private func endObserving() {
        observer?.cancel()
        observer = nil
    }

    private func finish() {
        former = nil
        endObserving()
    }
}
