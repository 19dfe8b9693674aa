extension SessionRecording {
    /// The first turn in which an application did something else than in another recording; nil if there is none.
    ///
    /// Turns of the same number are compared, as far as both recordings have them: one may end earlier, and the
    /// beginning of one may be gone.
    ///
    /// - Returns: The turn, with what the application did in this recording as ``SessionReplay/Difference/recorded``,
    ///   and in the other one as ``SessionReplay/Difference/replayed``.
    /// - Complexity: Linear in the recordings.
    public func difference(from other: SessionRecording) -> SessionReplay.Difference? {
        var (own, others) = (RecordCursor(segments), RecordCursor(other.segments))
        if isBeginningGone { own.leaveOutTurn() }
        if other.isBeginningGone { others.leaveOutTurn() }
        while true {
            while own.turns < others.turns, own.takeTurn() != nil {}
            while others.turns < own.turns, others.takeTurn() != nil {}
            guard let first = own.takeTurn(), let second = others.takeTurn() else { return nil }
            let (names, otherNames) = (own.names, others.names)
            let lines = TurnTrace.lines(first.trace, names: names) ?? []
            // Two recordings may have met the classes in another order, so lines are compared where bytes differ.
            guard first.trace != second.trace || names != otherNames else { continue }
            let otherLines = TurnTrace.lines(second.trace, names: otherNames) ?? []
            guard lines != otherLines else { continue }
            return SessionReplay.Difference(
                turn: first.turn,
                time: .nanoseconds(first.time &- start.instant.nanoseconds),
                recorded: lines,
                replayed: otherLines,
                unrecorded: first.unrecorded,
                missingInputs: []
            )
        }
    }
}

extension RecordCursor {
    /// What an application did in a turn.
    fileprivate struct Turn {
        let turn: Int
        let time: Int64
        var trace: ArraySlice<UInt8> = []
        var unrecorded: [String] = []
    }

    /// Goes on behind a turn of which a part is gone.
    fileprivate mutating func leaveOutTurn() { _ = takeTurn() }

    /// Takes the records up to the beginning of the next turn; nil at the end, and where the last turn was cut before
    /// what the application did in it.
    fileprivate mutating func takeTurn() -> Turn? {
        guard next != nil else { return nil }
        var turn = Turn(turn: Int(turns), time: time)
        while let record = next {
            advance()
            switch record.kind {
            case .trace: turn.trace = record.bytes
            case .unrecorded: turn.unrecorded.append(record.text)
            case .turn, .end: return turn
            default: break
            }
        }
        return turn.trace.isEmpty ? nil : turn
    }
}
