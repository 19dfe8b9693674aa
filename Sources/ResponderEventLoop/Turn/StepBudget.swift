extension MainRunLoop {
    /// How many callbacks one step of a turn makes at most.
    ///
    /// What is left keeps its place for the next turn, which does not wait (rule L9).
    public nonisolated static let mostCallbacksOfStep = 4096
    /// How long a step goes on making callbacks, on the loop's clock.
    ///
    /// Counted from the end of the step's first callback, and looked at after the second, the fourth and so on, and after
    /// every sixteenth then; a callback that is under way is not interrupted. So slow callbacks behind many quick ones go on
    /// for up to sixteen.
    ///
    /// Two steps are not bounded by time: input, which takes up to ``mostCallbacksOfStep`` samples of each port, and the main
    /// queue, which takes what there was when it began.
    public nonisolated static let longestStep = Duration.nanoseconds(StepBudget.longest)
}

/// What one step of a turn may do yet, so that nothing keeps the loop for itself.
///
/// Reading the clock costs as much as a callback, so it is read after the first, the second, the fourth and so on, and after
/// every sixteenth then.
struct StepBudget {
    private static let mostBetweenLooks = 16
    static let longest: Int64 = 8_000_000

    private var callbacks = 0
    private var nextLook = 1
    private var end = Int64.max
    /// Whether a callback was refused.
    private(set) var isSpent = false

    /// Whether there may be another callback, which then counts.
    @MainActor @inline(__always)
    mutating func admitsAnother(_ loop: MainRunLoop) -> Bool {
        guard !loop.state.pointee.isCutShort, callbacks != nextLook || look(loop) else { return false }
        callbacks &+= 1
        return true
    }

    @MainActor @inline(never)
    private mutating func look(_ loop: MainRunLoop) -> Bool {
        let now = loop.now.nanoseconds
        if callbacks == 1 {
            let (end, overflow) = now.addingReportingOverflow(Self.longest)
            self.end = overflow ? .max : end
        }
        // Refused once, it is refused again: the next look stays due.
        isSpent = now >= end || callbacks >= MainRunLoop.mostCallbacksOfStep
        if !isSpent { nextLook &+= min(callbacks, Self.mostBetweenLooks) }
        return !isSpent
    }
}
