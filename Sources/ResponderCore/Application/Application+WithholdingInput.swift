// Withholding all input for a while: the tap that wakes a dark screen, and the wiping of a screen that is cleaned.
extension Application {
    /// Whether all input is withheld: ``beginWithholdingInput()`` was called more often than
    /// ``endWithholdingInput(after:)``, or what was withheld is not over yet.
    public final var isWithholdingInput: Bool { dispatcher.withholdsInput }

    /// Withholds all input until ``endWithholdingInput(after:)`` has been called as often as this method.
    ///
    /// A contact that begins meanwhile is withheld for its whole life, and a key until it is released; the wheel and
    /// hovering are withheld, too, and so are scans and texts of an input method. Neither windows, recognisers,
    /// responders nor ``sendEvent(_:)`` see any of that (rule K4). It counts as activity (``lastActivity``).
    ///
    /// The first of nested calls cancels the touches and presses that are down: at once, or, inside a handler, as soon
    /// as the outermost handler has returned. See ``beginIgnoringInteractionEvents()`` for ignoring touches alone.
    ///
    /// - Complexity: O(1) for a nested call; the first one is linear in the touches and presses that are down, besides
    ///   the work of their handlers. The first call allocates.
    public final func beginWithholdingInput() {
        let monitor = activityMonitor
        let isFirst = !monitor.gate.hasRequest
        monitor.gate.addRequest()
        dispatcherState.pointee.acceptance.isWithholding = true
        if isFirst { dispatcher.cancelTouchesAndPresses(because: .withheld) }
    }

    /// Undoes one call of ``beginWithholdingInput()``.
    ///
    /// After the last one input is withheld until all fingers and keys that were withheld are up and the wheel has
    /// rested for 0.3 s, so that nothing of a gesture gets through; but for 3 s at most (rule K5).
    ///
    /// - Parameter delay: How long input is withheld in any case, such as the time that a display needs to come on.
    /// - Precondition: ``beginWithholdingInput()`` was called more often than this method; otherwise the process stops
    ///   with a message.
    public final func endWithholdingInput(after delay: Duration = .zero) {
        guard let monitor = dispatcherState.pointee.activity, monitor.gate.hasRequest else {
            // `fatalError`, since a failed precondition prints no message in a release build.
            fatalError(
                "Application.endWithholdingInput(after:) was called once more than beginWithholdingInput(); each end "
                    + "needs a begin of its own before it"
            )
        }
        monitor.gate.removeRequest(at: runLoop.now, delay)
        dispatcherState.pointee.acceptance.isWithholding = monitor.gate.isClosed
    }
}
