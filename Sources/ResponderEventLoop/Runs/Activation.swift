extension MainRunLoop {
    /// How many turns a run under virtual time may make at one instant of its clock.
    ///
    /// By then something makes work for the loop in every turn, such as a post that posts itself again, and the run
    /// would never end.
    public nonisolated static let standstillLimit = 1_000_000

    /// One run, from its first turn to its last: what it was asked for, and what the run around it had.
    struct Activation {
        let limit: Instant?
        let returnAfterSource: Bool
        let outerWasStopped: Bool
        let outerMode: Mode
        let outerOffersMainQueue: Bool
        let outerServesMainActor: Bool

        /// Whether the run ends with a turn that has done its work (rule L6, step 11).
        @MainActor @inline(__always)
        func resultAfterTurn(_ progress: Progress, of loop: MainRunLoop, handled: Bool) -> RunResult? {
            if handled && returnAfterSource { return .handledSource }
            if hasPassedLimit(progress, of: loop) { return .timedOut }
            if loop.stopRequest.isStopRequested { return .stopped }
            return loop.isModeEmpty ? .finished : nil
        }

        /// Whether the run ends after a wait.
        @MainActor @inline(__always)
        func resultAfterWait(_ progress: inout Progress, of loop: MainRunLoop) -> RunResult? {
            if hasPassedLimit(progress, of: loop) { return .timedOut }
            if loop.stopRequest.isStopRequested { return .stopped }
            if loop.sleeps {
                // A callout that keeps adding timers that are due already must not carry the run beyond its limit.
                if let limit { progress.isLastTurn = loop.now >= limit }
            } else {
                progress.countTurn(at: loop.now)
            }
            return nil
        }

        /// Whether the limit has come and what was due by then has been served: a run to an instant has fired the
        /// timers of that instant.
        ///
        /// Virtual time has no hurry, so there it has also served what they set off, and the descriptors until none is
        /// ready.
        @MainActor @inline(__always)
        private func hasPassedLimit(_ progress: Progress, of loop: MainRunLoop) -> Bool {
            guard let limit else { return false }
            return hasPassed(limit, isLastTurn: progress.isLastTurn, of: loop)
        }

        @MainActor @inline(never)
        private func hasPassed(_ limit: Instant, isLastTurn: Bool, of loop: MainRunLoop) -> Bool {
            guard loop.now >= limit else { return false }
            if isLastTurn { return true }
            if let earliest = loop.timers.pointee.earliest(in: loop.state.pointee.activeModes),
                earliest <= limit.nanoseconds
            {
                return false
            }
            if loop.sleeps { return true }
            if !loop.hasWork && loop.hasWatches { poll(loop.face) }
            return !loop.hasWork
        }
    }

    /// How far a run has come.
    ///
    /// Apart from the activation, which is handed to others: a variable would be copied for each of these calls.
    struct Progress {
        /// Whether the turn under way began when the limit had come already.
        fileprivate var isLastTurn = false
        /// How many turns have passed since the clock stood elsewhere.
        private var turnsAtInstant = 0
        private var instant = Instant(nanoseconds: .min)

        fileprivate mutating func countTurn(at now: Instant) {
            guard now == instant else {
                instant = now
                turnsAtInstant = 0
                return
            }
            turnsAtInstant += 1
            guard turnsAtInstant >= MainRunLoop.standstillLimit else { return }
            fatalError(
                "virtual time stands still: a run made \(MainRunLoop.standstillLimit) turns at \(now). Something makes "
                    + "work for the loop in every turn, such as a post that posts itself again."
            )
        }
    }
}
