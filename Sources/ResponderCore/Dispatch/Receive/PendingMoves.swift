/// The moves of a turn that wait to be dispatched as one event.
struct PendingMoves {
    /// Whether the moves of one turn become one event.
    var isCoalescing = true
    /// Whether moves may wait in the port for a frame of a display link: see ``DisplayLinks``.
    var isPaced = false
    /// The touches whose moves wait: while there are any, no code of the app is called.
    var touches: UInt64 = 0
    /// Not zero while samples that are no touch's wait: see `dispatchOthers`.
    var others: UInt64 = 0
    /// When the newest waiting move was sent.
    var time: Int64 = 0
    /// The touches that have moved in this turn (rule T36).
    var movedInTurn: UInt64 = 0

    /// Whether moves of touches, or samples that are no touch's, wait.
    @inline(__always)
    var areWaiting: Bool { touches | others != 0 }

    /// The touches whose moves of this turn were dispatched: another move of these touches belongs to the next turn.
    @inline(__always)
    var moved: UInt64 { movedInTurn & ~touches }
}
