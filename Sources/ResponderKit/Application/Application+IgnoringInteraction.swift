internal import ResponderTouchInput

// Ignoring touches for a while, as during a transition (rule T28).
extension Application {
    /// Whether touches are ignored: ``beginIgnoringInteractionEvents()`` was called more often than
    /// ``endIgnoringInteractionEvents()``.
    public final var isIgnoringInteractionEvents: Bool { dispatcherState.pointee.acceptance.ignoreCount > 0 }

    /// Ignores touches until ``endIgnoringInteractionEvents()`` has been called as often as this.
    ///
    /// Contacts that begin meanwhile are dropped for their whole life, and counted
    /// (``TouchStatistics/refusedWhileIgnoring``). What counts is when the application takes them from its port: what
    /// its loop did not come to before the last end is delivered.
    ///
    /// At the first of nested calls the touches that are down are cancelled: at once, or, when this is called inside a
    /// handler, as soon as the outermost one has returned (rule T33). They get no further sample either way.
    public final func beginIgnoringInteractionEvents() {
        dispatcherState.pointee.acceptance.ignoreCount += 1
        if dispatcherState.pointee.acceptance.ignoreCount == 1 { dispatcher.cancelAll(because: .ignoringInteraction) }
    }

    /// Ends what one ``beginIgnoringInteractionEvents()`` began.
    ///
    /// - Precondition: There is one that was not ended yet; otherwise the process stops with a message.
    public final func endIgnoringInteractionEvents() {
        guard isIgnoringInteractionEvents else {
            // Not a precondition failure, which loses its message in release.
            fatalError(
                "Application.endIgnoringInteractionEvents() was called once more than beginIgnoringInteractionEvents(); "
                    + "each end needs a begin of its own before it"
            )
        }
        dispatcherState.pointee.acceptance.ignoreCount -= 1
    }
}

extension TouchDispatcher {
    /// Accepts new contacts, or drops them: as the application becomes active and stops being so.
    func acceptTouches(_ accepts: Bool) { state.pointee.acceptance.isActive = accepts }

    /// Counts a contact that was not accepted, by the reason.
    @inline(never)
    func countRefusal(_ sample: UnsafeMutablePointer<TouchSample>) {
        if refusalOfAll == .ignoringInteraction {
            state.pointee.statistics.refusedWhileIgnoring += 1
        } else {
            state.pointee.statistics.refusedWhileInactive += 1
        }
        traceRefusal(sample, refusalOfAll)
    }
}
