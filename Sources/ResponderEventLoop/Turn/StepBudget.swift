extension MainRunLoop {
    /// The greatest number of callbacks that one step of a turn makes.
    ///
    /// What is left keeps its place for the next turn, which begins without a wait (rule L9).
    public nonisolated static let mostCallbacksOfStep = 4096
    /// How long one step of a turn goes on making callbacks, on the loop's clock.
    ///
    /// The time counts from the end of the step's first callback, and is checked after the second, the fourth, the
    /// eighth and the sixteenth callback, and then after every sixteenth; a callback under way is not interrupted. So
    /// behind many quick callbacks, up to sixteen slow ones are made.
    ///
    /// Two steps are not bounded by time: input, which serves up to ``mostCallbacksOfStep`` samples of each port, and
    /// the main queue, which serves what was queued when the step began.
    public nonisolated static let longestStep = Duration.nanoseconds(StepBudget.longest)
}

/// How many more callbacks one step of a turn may make, so that none occupies the loop.
///
/// Reading the clock costs as much as a callback, so the clock is read after the first, the second, the fourth, the
/// eighth and the sixteenth callback, and then after every sixteenth.
struct StepBudget {
    private static let mostBetweenLooks = 16
    static let longest: Int64 = 8_000_000

    private var callbacks = 0
    private var nextLook = 1
    private var end = Int64.max
    /// Whether a callback was refused.
    private(set) var isSpent = false

    /// Whether the step may make another callback; if so, counts it.
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
        // Once spent, the budget stays spent, since `nextLook` does not change.
        isSpent = now >= end || callbacks >= MainRunLoop.mostCallbacksOfStep
        if !isSpent { nextLook &+= min(callbacks, Self.mostBetweenLooks) }
        return !isSpent
    }
}
