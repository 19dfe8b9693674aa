extension MainRunLoop {
    /// Stops the turn under way, and those around it, from making further callbacks: for an application that was ended
    /// or suspended in the middle of a turn.
    ///
    /// The callbacks that are left keep their places, as after a step that has spent its budget. The next turn is not
    /// cut short. Outside of runs and turns this does nothing.
    package func cutTurnShort() {
        if state.pointee.depth > 0 { state.pointee.isCutShort = true }
    }

    /// Calls `body`, code of the loop's application, as if from inside a run.
    ///
    /// So if `body` calls ``stopAllRuns()``, runs that it begins afterwards end at once, as they do inside a run.
    package func callAsRun(_ body: () -> Void) {
        let isSole = stopRequest.beginSoleRun()
        body()
        if isSole { stopRequest.endSoleRun() }
    }

    /// Whether the turn under way makes no further callback.
    package var isTurnCutShort: Bool { state.pointee.isCutShort }
}
