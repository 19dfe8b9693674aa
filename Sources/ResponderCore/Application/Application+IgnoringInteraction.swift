internal import ResponderTouchInput

// Ignoring touches for a while, for example during a transition (rule T28).
extension Application {
    /// Whether touches are ignored: ``beginIgnoringInteractionEvents()`` was called more often than
    /// ``endIgnoringInteractionEvents()``.
    public final var isIgnoringInteractionEvents: Bool { dispatcherState.pointee.acceptance.ignoreCount > 0 }

    /// Ignores touches until ``endIgnoringInteractionEvents()`` has been called as often as this method.
    ///
    /// A contact that begins meanwhile is dropped for its whole life, and counted
    /// (``TouchStatistics/refusedWhileIgnoring``). A contact begins when the application takes it from its port, so a
    /// contact that the application takes after the last end is delivered.
    ///
    /// The first of nested calls cancels the touches that are down: at once, or, inside a handler, as soon as the
    /// outermost handler has returned (rule T33). Either way these touches get no further sample.
    ///
    /// - Complexity: O(1) for a nested call; the first one is linear in the touches that are down, besides the work of
    ///   their handlers. Allocates an event if the app keeps the last one.
    public final func beginIgnoringInteractionEvents() {
        dispatcherState.pointee.acceptance.ignoreCount += 1
        if dispatcherState.pointee.acceptance.ignoreCount == 1 { dispatcher.cancelAll(because: .ignoringInteraction) }
    }

    /// Undoes one call of ``beginIgnoringInteractionEvents()``.
    ///
    /// - Precondition: ``beginIgnoringInteractionEvents()`` was called more often than this method; otherwise the
    ///   process stops with a message.
    public final func endIgnoringInteractionEvents() {
        guard isIgnoringInteractionEvents else {
            // `fatalError`, since a failed precondition prints no message in a release build.
            fatalError(
                "Application.endIgnoringInteractionEvents() was called once more than "
                    + "beginIgnoringInteractionEvents(); each end needs a begin of its own before it"
            )
        }
        dispatcherState.pointee.acceptance.ignoreCount -= 1
    }
}
