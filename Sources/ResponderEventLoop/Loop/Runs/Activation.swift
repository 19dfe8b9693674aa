extension MainRunLoop {
    /// How many turns a run under virtual time may make at one instant of its clock.
    ///
    /// A run that reaches this limit would never end: something makes work for the loop in every turn, such as a post
    /// that posts itself again.
    public nonisolated static let standstillLimit = 1_000_000

    /// One run, from its first turn to its last: its parameters, and the settings of the run around it.
    struct Activation {
        let limit: Instant?
        let returnAfterSource: Bool
        /// Whether even a source that keeps no run alive keeps this one alive: where a virtual clock is moved to an
        /// instant, all that is due on the way is served.
        let isKeptAliveByAll: Bool
        /// The mode that the run served at its entry, whose observers are told of its exit.
        let entryMode: Mode
        let outerWasStopped: Bool
        let outerMode: Mode
        let outerOffersMainQueue: Bool
        let outerServesMainActor: Bool
        let outerOrigin: Origin
        /// Whether the turn around the run makes no further callback, and which run's depth that was asked for.
        let outerIsCutShort: Bool
        let outerCutDepth: Int

        /// Why the run ends after a turn; nil if it goes on (rule L6, step 11).
        @MainActor @inline(__always)
        func resultAfterTurn(_ progress: Progress, of loop: MainRunLoop, handled: Bool) -> RunResult? {
            if handled && returnAfterSource { return .handledSource }
            if hasPassedLimit(progress, of: loop) { return .timedOut }
            if loop.stopRequest.isStopRequested { return .stopped }
            return loop.isModeEmpty(for: self) ? .finished : nil
        }

        /// Why the run ends after a wait; nil if it goes on.
        @MainActor @inline(__always)
        func resultAfterWait(_ progress: inout Progress, of loop: MainRunLoop) -> RunResult? {
            if hasPassedLimit(progress, of: loop) { return .timedOut }
            if loop.stopRequest.isStopRequested { return .stopped }
            if loop.sleeps {
                // A callback that keeps adding timers that are due already must not keep the run going beyond its
                // limit.
                if let limit { progress.isLastTurn = loop.now >= limit }
            } else {
                progress.countTurn(at: loop.now)
            }
            return nil
        }

        /// Whether the limit has come, and everything that was due by then has been served: a run until an instant
        /// fires the timers of that instant.
        ///
        /// Under virtual time the run also serves the descriptors, and the work that those timers cause, until nothing
        /// is ready.
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
            if !loop.hasWork && loop.hasWatches { poll(loop.handle) }
            return !loop.hasWork
        }
    }

    /// How far a run has come.
    ///
    /// Not part of the activation, since the activation is passed to other functions, and a variable would be copied
    /// for each call.
    struct Progress {
        /// Whether the limit had come before the turn under way began.
        fileprivate var isLastTurn = false
        /// How many turns the run has made since the clock last moved.
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

extension MainRunLoop {
    /// The instant at which the run must wake at the latest; nil if nothing limits the wait.
    func deadline(of activation: Activation) -> Instant? {
        guard !timers.pointee.isEmpty, let wakeUp = timers.pointee.latestWakeUp(in: state.pointee.activeModes) else {
            return activation.limit
        }
        guard let limit = activation.limit else { return Instant(nanoseconds: wakeUp) }
        return Instant(nanoseconds: min(wakeUp, limit.nanoseconds))
    }
}
