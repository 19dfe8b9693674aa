extension MainRunLoop {
    /// The greatest number of callbacks that one step of a turn makes.
    ///
    /// The callbacks that are left keep their places for the next turn, which begins without a wait (rule L9).
    public nonisolated static let mostCallbacksOfStep = 4096
    /// How long one step of a turn goes on making callbacks, on the loop's clock.
    ///
    /// The time counts from the end of the step's first callback, and is checked after the second, the fourth, the
    /// eighth and the sixteenth callback, and then after every sixteenth; a callback under way is not interrupted. So
    /// after many quick callbacks, up to sixteen slow ones may be made.
    ///
    /// Two steps are not bounded by time: input, which serves up to ``mostCallbacksOfStep`` samples of each port, and
    /// the main queue, which serves everything that was queued when the step began, in any number.
    public nonisolated static let longestStep = Duration.nanoseconds(StepBudget.longest)
}

/// How many more callbacks one step of a turn may make, so that no step occupies the loop.
///
/// Reading the clock costs as much as a callback, so the clock is read after the first, the second, the fourth, the
/// eighth and the sixteenth callback, and then after every sixteenth.
struct StepBudget {
    private static let mostBetweenChecks = 16
    static let longest: Int64 = 8_000_000

    private var callbacks = 0
    private var nextCheck = 1
    private var end = Int64.max
    /// Whether a callback was refused.
    private(set) var isSpent = false

    /// Whether the step may make another callback; if so, counts it.
    @MainActor @inline(__always)
    mutating func admitsAnother(_ loop: MainRunLoop) -> Bool {
        guard !loop.state.pointee.isCutShort, callbacks != nextCheck || checkLimits(loop) else { return false }
        callbacks &+= 1
        return true
    }

    @MainActor @inline(never)
    private mutating func checkLimits(_ loop: MainRunLoop) -> Bool {
        let now = loop.now.nanoseconds
        if callbacks == 1 {
            let (end, overflow) = now.addingReportingOverflow(Self.longest)
            self.end = overflow ? .max : end
        }
        // Once spent, the budget stays spent, since `nextCheck` does not change.
        isSpent = now >= end || callbacks >= MainRunLoop.mostCallbacksOfStep
        if !isSpent { nextCheck &+= min(callbacks, Self.mostBetweenChecks) }
        return !isSpent
    }
}

extension MainRunLoop {
    /// Stops the turn under way, and those around it, from making further callbacks: for an application that was ended
    /// or suspended in the middle of a turn.
    ///
    /// The callbacks that are left keep their places, as after a step that has spent its budget. The next turn is not
    /// cut short. Outside of runs and turns this does nothing.
    package func cutTurnShort() {
        guard state.pointee.depth > 0 else { return }
        state.pointee.isCutShort = true
        state.pointee.cutDepth = 0
    }

    /// Ends the innermost run when the callback under way returns: unlike ``stop()``, the turn in progress makes no
    /// further callback (rule L47).
    ///
    /// What the turn has not called yet stays pending, in its place and order, for the next run: posts, due timers,
    /// sources that are ready, queued notifications and the update pass. Observers of the turn under way are skipped,
    /// except those of ``Activity/exit``. The turn around a nested run goes on.
    ///
    /// The calls that the loop makes as one are completed: the frames that the turn takes from a touch port, and the
    /// blocks and main-actor jobs that were queued when their step began. Outside of turns this is as ``stop()``.
    ///
    /// - Complexity: O(1), with at most one system call; no allocation.
    public func stopAtOnce() {
        if state.pointee.depth > 0, !state.pointee.isSuspended, !state.pointee.isCutShort {
            state.pointee.isCutShort = true
            state.pointee.cutDepth = state.pointee.depth
        }
        stop()
    }

    /// Calls `body`, code of the loop's application, as if from inside a run.
    ///
    /// So if `body` calls ``stopAllRuns()``, runs that it begins afterwards end at once, as they do inside a run.
    package func callAsRun(_ body: () -> Void) {
        let isSole = stopRequest.beginSoleRun()
        body()
        if isSole { stopRequest.endSoleRun() }
    }

    /// Whether the turn under way makes no further callback.
    package var isTurnCutShort: Bool { state.pointee.isCutShort }
}
