extension MainRunLoop {
    /// Has the turn under way, and those around it, call nothing more: for an application that has ended, or was suspended, in
    /// the middle of one.
    ///
    /// What is left keeps its place, as where a step comes to its bound. The next turn is a whole one.
    package func cutTurnShort() {
        state.pointee.isCutShort = true
    }

    /// Whether the turn under way calls nothing more.
    package var isTurnCutShort: Bool { state.pointee.isCutShort }
}
