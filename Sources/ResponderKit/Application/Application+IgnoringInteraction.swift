internal import ResponderTouchInput

// Ignoring touches for a while, as during a transition (rule T28).
extension Application {
    /// Whether touches are ignored: ``beginIgnoringInteractionEvents()`` was called more often than
    /// ``endIgnoringInteractionEvents()``.
    public final var isIgnoringInteractionEvents: Bool { dispatcherState.pointee.acceptance.ignoreCount > 0 }

    /// Ignores touches until ``endIgnoringInteractionEvents()`` has been called as often as this method.
    ///
    /// Contacts that begin meanwhile are dropped for their whole life, and counted
    /// (``TouchStatistics/refusedWhileIgnoring``). A contact begins when the application takes it from its port: a
    /// contact that the loop reaches only after the last end is delivered.
    ///
    /// The first of nested calls cancels the touches that are down: at once, or, inside a handler, as soon as the
    /// outermost handler has returned (rule T33). Either way these touches get no further sample.
    ///
    /// - Complexity: O(1) for a nested call; the first one is linear in the touches that are down, besides what their
    ///   handlers do. Allocates an event where somebody keeps the last one.
    public final func beginIgnoringInteractionEvents() {
        dispatcherState.pointee.acceptance.ignoreCount += 1
        if dispatcherState.pointee.acceptance.ignoreCount == 1 { dispatcher.cancelAll(because: .ignoringInteraction) }
    }

    /// Ends what one ``beginIgnoringInteractionEvents()`` began.
    ///
    /// - Precondition: A begin has no end yet; otherwise the process stops with a message.
    /// - Complexity: O(1); no allocation.
    public final func endIgnoringInteractionEvents() {
        guard isIgnoringInteractionEvents else {
            // Not a precondition failure, whose message is lost in release.
            fatalError(
                "Application.endIgnoringInteractionEvents() was called once more than "
                    + "beginIgnoringInteractionEvents(); each end needs a begin of its own before it"
            )
        }
        dispatcherState.pointee.acceptance.ignoreCount -= 1
    }
}

extension TouchDispatcher {
    /// Accepts new contacts, as when the application becomes active, or drops them from now on.
    func acceptTouches(_ accepts: Bool) { state.pointee.acceptance.isActive = accepts }

    /// Counts a contact that was refused, by the reason.
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
