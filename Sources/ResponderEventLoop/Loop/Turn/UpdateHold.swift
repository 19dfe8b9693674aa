extension MainRunLoop {
    /// Holds the update pass back: the mark of ``MainRunLoop/setNeedsUpdate()`` stays set meanwhile (rule V12).
    package func holdUpdates() {
        state.pointee.holdsUpdates = true
    }

    /// Whether an update pass was asked for, and has not begun.
    package var isUpdateMarked: Bool { state.pointee.needsUpdate }

    /// Whether the update pass is held back.
    package var areUpdatesHeld: Bool { state.pointee.holdsUpdates }

    /// Ends ``holdUpdates()``, and runs the update pass at once if it was asked for meanwhile.
    package func releaseUpdates() {
        guard state.pointee.holdsUpdates else { return }
        state.pointee.holdsUpdates = false
        serveUpdates()
        wakeIfSuspended()
    }

    /// Ends ``holdUpdates()``, and leaves what was marked meanwhile to the next update pass: the application has ended.
    package func endUpdateHold() {
        state.pointee.holdsUpdates = false
        wakeIfSuspended()
    }
}
