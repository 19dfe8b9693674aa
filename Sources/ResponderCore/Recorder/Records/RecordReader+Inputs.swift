internal import ResponderTouchInput

extension RecordReader {
    /// The frame of a record of frames; nil for a record of another kind.
    ///
    /// - Parameter turn: When the record's turn began, in nanoseconds.
    mutating func frame(of kind: RecordKind, turn: Int64) throws(Malformed) -> InputFrame? {
        switch kind {
        case .contacts: .touch(try contacts(turn: turn))
        case .press: .press(try press(turn: turn))
        case .wheel: .wheel(try wheel(turn: turn))
        default: nil
        }
    }

    /// Where in a turn the input of a record comes, and what it is; its bytes follow.
    mutating func input() throws(Malformed) -> (place: InputPlace, kind: SessionInput) {
        guard let place = InputPlace(rawValue: try byte()) else {
            throw Malformed(reason: "it is at no place in a turn")
        }
        // The time since the turn, which the cursor has.
        if place == .betweenTurns { _ = try number() }
        guard let kind = SessionInput(rawValue: try byte()) else {
            throw Malformed(reason: "it is of no kind of input")
        }
        return (place, kind)
    }
}
