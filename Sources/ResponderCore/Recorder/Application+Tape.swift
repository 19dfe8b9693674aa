internal import ResponderEventLoop
internal import ResponderTouchInput

// What the application tells its tape.
extension Application {
    /// Keeps something from outside for a recording, unless the application's own code brings it.
    @inline(__always)
    final func keep(_ input: SessionInput, _ write: (inout RecordWriter) -> Void) {
        if let tape { keep(input, on: tape, write) }
    }

    @inline(never)
    private func keep(_ input: SessionInput, on tape: SessionTape, _ write: (inout RecordWriter) -> Void) {
        if !tape.isPlaying, runLoop.isCalledFromOutside { tape.keep(input, write) }
    }

    /// The host's answer to a question; a replay gives the recorded one.
    final func answer(_ ask: () -> Bool) -> Bool { tape?.answer(ask) ?? ask() }
}

extension SessionTape {
    func noteFirstResponder(_ responder: Responder?) {
        guard responder.map({ ObjectIdentifier($0) }) != firstResponder else { return }
        firstResponder = responder.map { ObjectIdentifier($0) }
        trace.note("first responder: \(responder.map { "\(ResponderName($0))" } ?? "none")")
    }
}

extension ViewController {
    /// Notes a call of one of the methods of appearance for a recording or a replay.
    @inline(never)
    final func noteAppearance(_ verb: String, _ isAppearing: Bool) {
        let tape = viewIfLoaded?.window?.application?.tape ?? SessionTape.current
        tape?.trace.note("\(type(of: self)): view \(verb) \(isAppearing ? "appear" : "disappear")")
    }
}

extension View {
    /// Whether an application is, or was, recorded or replayed.
    package final var isAnyApplicationTaped: Bool { ProcessState.shared.pointee.hasTapes }

    /// Notes the offset of a scroll view for a recording or a replay.
    @inline(never)
    package final func noteOffset(_ offset: Point) {
        window?.application?.tape?.trace.noteOffset(offset, of: type(of: self))
    }
}
