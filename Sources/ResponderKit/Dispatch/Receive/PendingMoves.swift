/// The moves of a turn that wait to become one event.
struct PendingMoves {
    /// Whether moves that come in one turn are made one event.
    var isCoalescing = true
    /// The touches whose moves wait to be dispatched: nothing is called while there are any.
    var touches: UInt64 = 0
    /// When the newest of them was sent.
    var time: Int64 = 0
    /// The touches that have moved in this turn (rule T36).
    var movedInTurn: UInt64 = 0

    /// The touches that have moved in this turn, and whose moves do not wait: another move of theirs is the next turn's.
    @inline(__always)
    var moved: UInt64 { movedInTurn & ~touches }
}
