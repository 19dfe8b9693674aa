extension MainRunLoop {
    /// Has the turn under way, and those around it, call nothing more: for an application that has ended, or was suspended, in
    /// the middle of one.
    ///
    /// What is left keeps its place, as where a step comes to its bound. The next turn is a whole one. Outside of runs and turns
    /// there is nothing to cut short.
    package func cutTurnShort() {
        if state.pointee.depth > 0 { state.pointee.isCutShort = true }
    }

    /// Calls `body`, which is code of the application that the loop serves, as from inside a run: where ``stopAllRuns()`` is
    /// called in it, runs that it begins afterwards end at once, as they do where a run is under way.
    package func callAsRun(_ body: () -> Void) {
        let isSole = stopRequest.beginSoleRun()
        body()
        if isSole { stopRequest.endSoleRun() }
    }

    /// Whether the turn under way calls nothing more.
    package var isTurnCutShort: Bool { state.pointee.isCutShort }
}
