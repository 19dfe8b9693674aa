internal import CResponderEventLoop

extension MainRunLoop {
    /// Runs turns, and blocks the thread while there is nothing to do, until the run is stopped, its limit has come,
    /// or, with `returnAfterSource`, a turn has handled an input or another source.
    ///
    /// Only timers, sources, posts and observers of the run's mode are served; while ``isTracking`` is true, a run of
    /// the default mode serves the tracking mode instead. A run may be nested in any callback of another run; the outer
    /// run goes on afterwards where it was, and events are never reordered. In common modes, main-actor jobs, blocks of
    /// `DispatchQueue.main` and `Task.sleep` go on meanwhile.
    ///
    /// Under a virtual clock the run blocks nothing and serves no main-actor jobs; with a limit it moves the clock
    /// there, through every deadline on the way, and without one it returns ``RunResult/finished`` when nothing is left
    /// that could ever happen. If every turn makes work for the next one, so that the clock never moves, the process
    /// ends with a message after ``standstillLimit`` turns.
    ///
    /// - Parameters:
    ///   - mode: The mode whose timers, sources, posts and observers are served.
    ///   - limit: When to return at the latest; timers due by then have fired. Nil for no limit.
    ///   - returnAfterSource: Whether to return with the first turn that handled an input or another source. Timers,
    ///     posts, wake-ups and main-queue jobs do not count (rule L12).
    /// - Returns: Why the run ended. If several reasons apply after one turn, the result is the first of these: a
    ///   source was handled, the limit has come, the run was stopped, the mode was empty. A run in an empty mode ends
    ///   before its first turn, and calls no observer (on the system's clock a common mode is never empty, see
    ///   ``RunResult/finished``). A run that an application's code begins after the application has ended also ends
    ///   before its first turn, and calls no observer.
    /// - Precondition: A run on the system's clock is not called from inside a main-actor job (a task, or a block of
    ///   the main queue), nor after the first `await` of an async main: it would hold up every other main-actor job.
    ///   Use `await loop.run(…)` there.
    /// - Complexity: O(number of ports) for a turn, and what the turn serves. Allocates nothing in the steady state,
    ///   unless several ports have samples at once, notifications are queued, posts are left over, or a run begins to
    ///   serve the main queue.
    @discardableResult
    @available(*, noasync, message: "a blocking run would hold up every other main-actor job; use `await loop.run(…)`")
    public func run(
        mode: Mode = .default,
        until limit: Instant? = nil,
        returnAfterSource: Bool = false
    ) -> RunResult {
        // Not a precondition failure, which prints no message in a release build.
        if blocks, let reason = MainQueueService.reasonAgainstBlocking { fatalError(reason) }
        return runTurns(mode, until: limit, returnAfterSource: returnAfterSource)
    }

    /// The blocking run, where the caller has made sure that it may block.
    ///
    /// - Parameter isKeptAliveByAll: See ``Activation/isKeptAliveByAll``.
    @discardableResult
    func runTurns(
        _ mode: Mode,
        until limit: Instant?,
        returnAfterSource: Bool = false,
        isKeptAliveByAll: Bool = false
    ) -> RunResult {
        let activation = beginRun(
            mode,
            until: limit,
            returnAfterSource: returnAfterSource,
            isBlocking: true,
            isKeptAliveByAll: isKeptAliveByAll
        )
        defer { endRun(activation) }
        var progress = Progress()
        if isModeEmpty(for: activation) { return .finished }
        if stopRequest.isStopOfAllRequested { return .stopped }
        notifyObservers(of: .entry)
        defer { notifyObserversOfExit(from: activation) }
        if stopRequest.isStopRequested { return .stopped }
        pollBeforeFirstTurn(of: activation)
        while true {
            let handled = serveTurn()
            serveIdle()
            if let result = activation.resultAfterTurn(progress, of: self, handled: handled) { return result }
            guard wait(in: activation) else { return .finished }
            if let result = activation.resultAfterWait(&progress, of: self) { return result }
        }
    }

    func beginRun(
        _ mode: Mode,
        until limit: Instant?,
        returnAfterSource: Bool,
        isBlocking: Bool,
        isKeptAliveByAll: Bool
    ) -> Activation {
        checkProcess()
        let activation = Activation(
            limit: limit,
            returnAfterSource: returnAfterSource,
            isKeptAliveByAll: isKeptAliveByAll,
            entryMode: servedMode(for: mode),
            outerWasStopped: stopRequest.beginRun(),
            outerMode: state.pointee.mode,
            outerOffersMainQueue: state.pointee.offersMainQueue,
            outerServesMainActor: state.pointee.servesMainActor,
            outerOrigin: state.pointee.origin,
            outerIsCutShort: state.pointee.isCutShort,
            outerCutDepth: state.pointee.cutDepth
        )
        state.pointee.origin = .inside
        if state.pointee.depth == 0 { MainQueueService.begin(isTrusted: false) }
        // A host's wait between two turns ends here.
        if let idleSince = state.pointee.idleSince { noteSleep(since: idleSince) }
        state.pointee.depth += 1
        setMode(mode, servingMainQueue: isBlocking && blocks)
        // Main-actor jobs run between the turns of an awaited run.
        state.pointee.servesMainActor = isBlocking ? state.pointee.servesMainQueue : true
        return activation
    }

    /// Looks which descriptors are ready, before the first turn of a run that has something to serve already, or whose
    /// limit has come (rule L42).
    ///
    /// Otherwise the first turn would serve timers and posts before input that is ready, which only a poll or a wait
    /// finds. A run that has nothing to serve makes no system call here, since it waits next.
    func pollBeforeFirstTurn(of activation: Activation) {
        // A program that makes runs whose limit has come, at intervals, misses nothing.
        let isAtLimit = sleeps && activation.limit.map { $0 <= now } ?? false
        if isAtLimit || (hasWatches && servesAtOnce) { poll(handle) }
    }

    /// Whether a turn that began now would serve something.
    private var servesAtOnce: Bool {
        if hasWork { return true }
        guard !timers.pointee.isEmpty, let earliest = timers.pointee.earliest(in: state.pointee.activeModes) else {
            return false
        }
        return earliest <= now.nanoseconds
    }

    func endRun(_ activation: Activation) {
        // If the application was suspended in this run, the turn around the run makes no further callback either.
        let cutsOuter = state.pointee.isCutShort && state.pointee.cutDepth != state.pointee.depth
        state.pointee.depth -= 1
        if state.pointee.depth == 0 { noteWait() }
        state.pointee.origin = activation.outerOrigin
        state.pointee.isCutShort =
            state.pointee.depth > 0
            && (activation.outerIsCutShort || cutsOuter || state.pointee.isApplicationSuspended)
        if !cutsOuter { state.pointee.cutDepth = activation.outerCutDepth }
        stopRequest.endRun(restoring: activation.outerWasStopped)
        // Once no run blocks the thread, libdispatch serves the main queue itself, so the loop stops watching it.
        setMode(
            activation.outerMode,
            servingMainQueue: state.pointee.depth > 0 && activation.outerOffersMainQueue && !state.pointee.isSuspended
        )
        state.pointee.servesMainActor = activation.outerServesMainActor || state.pointee.servesMainQueue
        // This run may have taken the work that a suspended awaited run, or a host, waits for, so the awaited run or
        // the host must check again.
        if state.pointee.isSuspended || state.pointee.isBetweenTurns { rel_wake(wakeSignal.descriptor) }
    }

    /// Waits when nothing is left to do, otherwise polls.
    ///
    /// Returns false when nothing can ever happen any more.
    private func wait(in activation: Activation) -> Bool {
        guard isAboutToWait(in: activation) else {
            poll(handle)
            return true
        }
        if !state.pointee.waitIsPlain, time.waitsInRealTime { return waitOtherwise(in: activation) }
        guard fallsAsleep() else {
            poll(handle)
            return true
        }
        let canHappen = waitWatched(until: deadline(of: activation))
        wakeSignal.didWake()
        notifyObservers(of: .afterWaiting)
        return canHappen
    }

    /// Calls the observers of ``Activity/beforeWaiting`` if nothing is left to do.
    ///
    /// Returns whether there still is nothing to do.
    @inline(__always)
    func isAboutToWait(in activation: Activation) -> Bool {
        if mustNotWait(in: activation) { return false }
        if state.pointee.observedActivities.contains(.beforeWaiting) {
            notifyObservers(of: .beforeWaiting)
            // An observer may have queued or marked something, or emptied the mode.
            if mustNotWait(in: activation) || isModeEmpty(for: activation) { return false }
        }
        return true
    }

    /// Marks the loop as asleep, unless other threads have sent work meanwhile.
    ///
    /// Returns whether the loop counts as asleep now.
    @inline(__always)
    func fallsAsleep() -> Bool {
        wakeSignal.willSleep()
        // Check again: work that was sent before the loop counted as asleep has not written the wake-up descriptor.
        guard mustStayAwake() else { return true }
        wakeSignal.didWake()
        return false
    }
}

extension MainRunLoop {
    /// Why a run ended (rule L1).
    public enum RunResult: Hashable, Sendable {
        /// The mode was empty: it had no post, and no source or timer that keeps a run alive (rules L2 and L45); or,
        /// under virtual time without a limit, nothing was left that could ever happen.
        ///
        /// Main-actor jobs may come at any time. So a common mode is never empty on the system's clock, nor in an
        /// awaited run: such a run goes on until it is stopped, or its limit has come.
        case finished
        /// ``MainRunLoop/stop()`` was called, or the task that awaited the run was cancelled.
        case stopped
        /// The limit has come.
        case timedOut
        /// A turn handled an input or another source, and the run had `returnAfterSource` set.
        case handledSource
    }
}
