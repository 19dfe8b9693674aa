internal import ResponderTouchInput

/// The touches that change in an event, by what they do.
struct TouchChanges {
    var began: UInt64 = 0
    var moved: UInt64 = 0
    var ended: UInt64 = 0
    var cancelled: UInt64 = 0

    /// Those that are over after the event.
    @inline(__always)
    var over: UInt64 { ended | cancelled }
    @inline(__always)
    var all: UInt64 { began | moved | ended | cancelled }
    /// Whether touches moved, and nothing else.
    @inline(__always)
    var areMoves: Bool { began | ended | cancelled == 0 }

    /// The message about the touches, where they all do the same.
    @inline(__always)
    var message: TouchMessage { moved != 0 ? .moved : began != 0 ? .began : ended != 0 ? .ended : .cancelled }

    /// Notes what a touch does.
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
