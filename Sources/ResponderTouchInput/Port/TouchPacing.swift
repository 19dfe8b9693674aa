/// Decides how long moves wait in a touch port: while a display link runs, until its next frame (rule T36).
@MainActor
package protocol TouchPacing: AnyObject {
    /// Whether moves wait at present.
    var holdsMoves: Bool { get }
    /// Whether the display frame has come for which moves wait.
    var isFrameDue: Bool { get }
}

// Moves that wait for a display frame stay in their ring, unread. They do not keep the loop awake; all other frames do,
// and are received at once, after the moves before them. So nothing is reordered.
extension TouchPort {
    /// Whether moves wait for a display frame at present.
    package var holdsMoves: Bool {
        guard let pacing, !awaitsSamples, !receivers.pointee.isCrowded else { return false }
        return pacing.holdsMoves
    }

    /// Whether the loop has something to serve now, though moves may wait.
    @inline(never)
    var hasPendingWhilePaced: Bool {
        guard receivers.pointee.hasPending else { return false }
        guard holdsMoves else { return true }
        return !receivers.pointee.isBlocked && (receivers.pointee.hasOtherThanMoves || isFrameDue)
    }

    @inline(never)
    var isExpectingWhilePaced: Bool {
        guard holdsMoves else { return receivers.pointee.isExpecting }
        guard !receivers.pointee.isBlocked else { return false }
        return receivers.pointee.isExpectingOtherThanMoves || receivers.pointee.hasPending && isFrameDue
    }

    private var isFrameDue: Bool { pacing?.isFrameDue ?? true }

    /// Leaves moves that wait for a display frame to a later step.
    @inline(never)
    func leaveMovesThatWait() {
        if holdsMoves && !isFrameDue { receivers.pointee.leaveLastMoves() }
    }

    /// Whether touches that have moved may move again, in a reception that begins now: all may in each turn, but only
    /// once for a display frame that has come.
    package func mayMoveAgain() -> Bool {
        guard holdsMoves, isFrameDue else { return true }
        defer { receivers.pointee.isFrameServed = true }
        return !receivers.pointee.isFrameServed
    }

    /// Leaves what is in the port until links were called for the display frame that has come, since the port's next
    /// frame would move a touch a second time.
    package func waitForLinks() {
        if holdsMoves && isFrameDue { receivers.pointee.isBlocked = true }
    }

    /// Lets moves wait for the next display frame, and everything else no longer.
    package func beginDisplayFrame() {
        receivers.pointee.isBlocked = false
        receivers.pointee.isFrameServed = false
    }

    /// Whether samples lie in the port, even ones that wait for a display frame.
    package var hasSamples: Bool { receivers.pointee.hasPending }

    /// Serves the samples in the port, but leaves moves that still wait for a display frame.
    package func serveWaiting() { _ = serve(limit: .max) }
}
