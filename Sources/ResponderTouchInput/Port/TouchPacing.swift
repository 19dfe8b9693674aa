internal import ResponderEventLoop

/// Decides how long moves wait in a touch port: while a display link runs, until its next frame (rule T36).
@MainActor
package protocol TouchPacing: AnyObject {
    /// Whether moves wait at present.
    ///
    /// If true, and a frame is due, the present run calls the link that sets the pace before the run sleeps: so nothing
    /// waits for ever.
    var holdsMoves: Bool { get }
    /// The instant, in nanoseconds, of the display frame that has come and for which the link that sets the pace was
    /// not called yet; nil if there is none.
    var dueFrame: Int64? { get }
    /// The number of the loop's timer steps so far, by which turns are told apart.
    var timerSteps: UInt64 { get }
}

// Moves that wait for a display frame stay in their ring, unread. They do not keep the loop awake; all other frames do,
// and are received at once, after the moves before them. So nothing is reordered.
//
// What has been done for a frame is kept with the frame's instant, and so is forgotten when the next frame comes, when
// another link sets the pace, and when the link that set it can no longer fire in the present run.
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
        if let dueFrame { return receivers.pointee.blockedFrame != dueFrame }
        return receivers.pointee.hasOtherThanMoves
    }

    @inline(never)
    var isExpectingWhilePaced: Bool {
        guard holdsMoves else { return receivers.pointee.isExpecting }
        guard let dueFrame else { return receivers.pointee.isExpectingOtherThanMoves }
        if receivers.pointee.blockedFrame == dueFrame { return false }
        return receivers.pointee.hasPending || receivers.pointee.isExpectingOtherThanMoves
    }

    /// Since when samples could have been served: moves that wait for a display frame, since that frame.
    @inline(never)
    var oldestTimeWhilePaced: Int64? {
        let (oldest, other) = (receivers.pointee.oldestTime, receivers.pointee.oldestTimeOfOther)
        if let oldest, let dueFrame { return min(max(oldest, dueFrame), other ?? .max) }
        return holdsMoves ? other : oldest
    }

    private var dueFrame: Int64? { pacing?.dueFrame }

    /// Leaves moves that wait for a display frame to a later step.
    @inline(never)
    func leaveMovesThatWait() {
        if holdsMoves && dueFrame == nil { receivers.pointee.leaveLastMoves() }
    }

    /// Whether touches that have moved may move again, in a reception that begins now: all may in each turn, but only
    /// once for a display frame that has come.
    package func mayMoveAgain() -> Bool {
        guard let tape else { return mayMoveAgainByPace() }
        return tape.isPlaying ? tape.mayMoveAgain : tape.keep(mayMoveAgain: mayMoveAgainByPace())
    }

    private func mayMoveAgainByPace() -> Bool {
        guard let pacing else { return true }
        let isBeforeLinks = receivers.pointee.isBeforeLinks
        receivers.pointee.isBeforeLinks = false
        // The turn's own input step came before its timer step.
        let step = isBeforeLinks ? pacing.timerSteps &- 1 : pacing.timerSteps
        let isFirstInTurn = receivers.pointee.servedStep != step
        receivers.pointee.servedStep = step
        guard isBeforeLinks || holdsMoves else { return true }
        guard let dueFrame else { return !isBeforeLinks || isFirstInTurn }
        defer { receivers.pointee.servedFrame = dueFrame }
        return receivers.pointee.servedFrame != dueFrame
    }

    /// Leaves what is in the port until links were called for the display frame that has come, since the port's next
    /// frame would move a touch a second time.
    package func waitForLinks() {
        if holdsMoves, let dueFrame { receivers.pointee.blockedFrame = dueFrame }
    }

    /// Whether samples lie in the port, even ones that wait for a display frame.
    package var hasSamples: Bool { receivers.pointee.hasPending || tape?.hasFrames == true }

    /// Serves the samples in the port, but leaves moves that still wait for a display frame.
    package func serveWaiting() {
        if let tape, tape.isPlaying { return tape.play() }
        _ = serve(limit: .max)
    }

    /// Serves the ports of the loop, since display links are about to be called (rule L40).
    ///
    /// A touch that has moved in this turn, or for the display frame that has come, does not move again.
    package func serveBeforeLinks() {
        guard hasSamples, let loop else { return }
        receivers.pointee.isBeforeLinks = true
        tape?.isBeforeLinks = true
        loop.serveInputsBeforeDisplayLinks()
        receivers.pointee.isBeforeLinks = false
        tape?.isBeforeLinks = false
    }
}
