internal import ResponderTouchInput

/// The touches that change in an event, grouped by phase.
struct TouchChanges {
    var began: UInt64 = 0
    var moved: UInt64 = 0
    var ended: UInt64 = 0
    var cancelled: UInt64 = 0

    /// The touches that are over after the event.
    @inline(__always)
    var over: UInt64 { ended | cancelled }
    @inline(__always)
    var all: UInt64 { began | moved | ended | cancelled }
    /// Whether all changes are moves.
    @inline(__always)
    var areMoves: Bool { began | ended | cancelled == 0 }

    /// The message about the touches, when all have the same phase.
    @inline(__always)
    var message: TouchMessage { moved != 0 ? .moved : began != 0 ? .began : ended != 0 ? .ended : .cancelled }

    /// Adds a touch to the group of its phase.
    @inline(__always)
    mutating func note(_ touch: UInt64, _ phase: TouchContact.Phase) {
        switch phase {
        case .began: began |= touch
        case .moved: moved |= touch
        case .ended: ended |= touch
        case .cancelled: cancelled |= touch
        }
    }
}
