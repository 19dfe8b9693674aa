internal import ResponderEventLoop
internal import ResponderTouchInput

// What the application tells its tape.
extension Application {
    /// Keeps something from outside for a recording, unless the app's own code brings it.
    ///
    /// That code does the same again in a replay.
    @inline(__always)
    final func keep(_ input: SessionInput, _ write: (inout RecordWriter) -> Void) {
        if let tape { keep(input, on: tape, write) }
    }

    @inline(never)
    private func keep(_ input: SessionInput, on tape: ApplicationTape, _ write: (inout RecordWriter) -> Void) {
        if !tape.isPlaying, tape.isAskingHost || runLoop.origin != .inside { tape.keep(input, write) }
    }

    /// Begins what the application does about something from outside, which a recording does not keep.
    ///
    /// - Returns: What ``endOwnWork(_:)`` takes.
    final func beginOwnWork() -> MainRunLoop.Origin? { tape == nil ? nil : runLoop.setOrigin(.inside) }

    final func endOwnWork(_ outer: MainRunLoop.Origin?) {
        if let outer { _ = runLoop.setOrigin(outer) }
    }

    /// The host's answer to a question; a replay gives the recorded one.
    final func answer(_ ask: () -> Bool) -> Bool { tape?.answer(ask) ?? ask() }
}
