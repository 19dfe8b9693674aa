internal import CResponderEventLoop

extension MainRunLoop {
    /// Runs turns, and blocks the thread while there is nothing to do, until the run is stopped, its limit has come, or,
    /// when asked to, a turn has handled an input or another source.
    ///
    /// What is in the run's mode is served, and nothing else: timers, sources, posts and observers. A run may be nested in
    /// whatever another one calls; then the outer one goes on afterwards where it was, and events are never reordered.
    /// Main-actor jobs, blocks of `DispatchQueue.main` and `Task.sleep` go on meanwhile, in common modes.
    ///
    /// Under a virtual clock the run blocks nothing and serves no main-actor jobs; with a limit it moves the clock there,
    /// through every deadline on the way, and without one it returns ``RunResult/finished`` when nothing is left that
    /// could ever happen. Where every turn makes work for the next one, so that the clock never moves, the process ends
    /// with a message after ``standstillLimit`` turns.
    ///
    /// - Parameters:
    ///   - mode: What is served.
    ///   - limit: When to return at the latest; timers due by then have fired. Nil for no limit.
    ///   - returnAfterSource: Whether to return with the first turn that handled an input or another source. Timers,
    ///     posts, wake-ups and main-queue jobs do not count (rule L12).
    /// - Returns: Why the run ended. Where several reasons came in one turn, it is the first of these: a source was
    ///   handled, the limit has come, the run was stopped, the mode was empty. An empty mode ends a run before its first
    ///   turn, and no observer is told (on the system's clock a common mode is never empty, see
    ///   ``RunResult/finished``); so does the end of the application that the code belongs to which begins the run.
    /// - Precondition: A run on the system's clock is not called from inside a main-actor job (a task, or a block of
    ///   the main queue), nor after the first `await` of an async main: it would hold up every other main-actor job.
    ///   `await loop.run(…)` is for these.
    @discardableResult
    @available(*, noasync, message: "a blocking run would hold up every other main-actor job; use `await loop.run(…)`")
    public func run(
        mode: Mode = .default,
        until limit: Instant? = nil,
        returnAfterSource: Bool = false
    ) -> RunResult {
        // Not a precondition failure: that one is silent in a release build.
        if sleeps, let reason = MainQueueService.reasonAgainstBlocking { fatalError(reason) }
        let activation = beginRun(mode, until: limit, returnAfterSource: returnAfterSource, isBlocking: true)
        defer { endRun(activation) }
        var progress = Progress()
        if isModeEmpty { return .finished }
        if stopRequest.isStopOfAllRequested { return .stopped }
        tell(.entry)
        defer { tell(.exit) }
        if stopRequest.isStopRequested { return .stopped }
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
        isBlocking: Bool
    ) -> Activation {
        checkProcess()
        let activation = Activation(
            limit: limit,
            returnAfterSource: returnAfterSource,
            outerWasStopped: stopRequest.beginRun(),
            outerMode: state.pointee.mode,
            outerOffersMainQueue: state.pointee.offersMainQueue,
            outerServesMainActor: state.pointee.servesMainActor
        )
        if state.pointee.depth == 0 { MainQueueService.begin(isTrusted: false) }
        // The wait of a host ends here.
        if let idleSince = state.pointee.idleSince { noteSleep(since: idleSince) }
        state.pointee.depth += 1
        setMode(mode, servingMainQueue: isBlocking && sleeps)
        // Between the turns of an awaited run they have theirs.
        state.pointee.servesMainActor = isBlocking ? state.pointee.servesMainQueue : true
        // A run that will not wait looks first, so that a program which calls it now and then misses nothing.
        if sleeps, let limit, limit <= now { poll(face) }
        return activation
    }

    func endRun(_ activation: Activation) {
        state.pointee.depth -= 1
        // A turn around this run does not go on either, where the application was suspended in the run.
        state.pointee.isCutShort =
            state.pointee.depth > 0 && (state.pointee.isCutShort || state.pointee.isApplicationSuspended)
        stopRequest.endRun(restoring: activation.outerWasStopped)
        // The queue is served by others once no loop blocks the thread: then this one stops watching it.
        setMode(
            activation.outerMode,
            servingMainQueue: state.pointee.depth > 0 && activation.outerOffersMainQueue && !state.pointee.isSuspended
        )
        state.pointee.servesMainActor = activation.outerServesMainActor || state.pointee.servesMainQueue
        // A run that blocked while another one was suspended has taken what that one waits for; or what a host's turn does.
        if state.pointee.isSuspended || state.pointee.isBetweenTurns { rel_wake(wakeSignal.descriptor) }
    }

    /// Makes that mode the one that is served.
    ///
    /// The main queue is in the common modes alone.
    func setMode(_ mode: Mode, servingMainQueue: Bool) {
        state.pointee.mode = mode
        state.pointee.offersMainQueue = servingMainQueue
        updateActiveModes()
    }

    private func updateActiveModes() {
        state.pointee.activeModes = activeModes(of: state.pointee.mode)
        let serves = state.pointee.offersMainQueue && isCommon(state.pointee.mode)
        if serves != state.pointee.servesMainQueue || serves {
            state.pointee.servesMainQueue = rel_loop_watch_main_queue(face, serves)
        }
    }

    /// What a run of the mode serves, as bits.
    func activeModes(of mode: Mode) -> UInt64 {
        if state.pointee.isApplicationSuspended { return ModeSet.suspendedBit }
        return isCommon(mode) ? mode.bit | ModeSet.commonBit | state.pointee.presence : mode.bit
    }

    /// Whether the mode is one of the common modes.
    func isCommon(_ mode: Mode) -> Bool { state.pointee.commonModes & mode.bit != 0 }

    /// Says what is served from now on: ``ModeSet/whileActive`` or not, ``ModeSet/whileInForeground`` or not; while the
    /// application is suspended ``ModeSet/evenWhileSuspended`` alone, and the turn under way calls nothing more.
    package func setPresence(isActive: Bool, isInForeground: Bool, isSuspended: Bool) {
        let active = isActive ? ModeSet.whileActive.mask : 0
        state.pointee.presence = active | (isInForeground ? ModeSet.whileInForeground.mask : 0)
        state.pointee.isApplicationSuspended = isSuspended
        if isSuspended { cutTurnShort() }
        updateActiveModes()
        wakeIfSuspended()
    }

    /// Makes `mode` one of the common modes: what is in ``ModeSet/common`` is served in it, from now on.
    public func addCommonMode(_ mode: Mode) {
        state.pointee.commonModes |= mode.bit
        updateActiveModes()
        if state.pointee.depth > 0 && state.pointee.servesMainQueue { state.pointee.servesMainActor = true }
        wakeIfSuspended()
    }

    /// The latest instant at which the run must wake by itself.
    func deadline(of activation: Activation) -> Instant? {
        guard !timers.pointee.isEmpty, let wakeUp = timers.pointee.latestWakeUp(in: state.pointee.activeModes) else {
            return activation.limit
        }
        guard let limit = activation.limit else { return Instant(nanoseconds: wakeUp) }
        return Instant(nanoseconds: min(wakeUp, limit.nanoseconds))
    }

    /// Waits when nothing is left to do, otherwise only looks at what is ready.
    ///
    /// Returns false when nothing can ever happen any more.
    private func wait(in activation: Activation) -> Bool {
        guard fallsAsleep(in: activation) else {
            poll(face)
            return true
        }
        let canHappen = waitWatched(until: deadline(of: activation))
        wakeSignal.didWake()
        tell(.afterWaiting)
        return canHappen
    }

    /// Tells the observers that the loop is about to wait, and says that it sleeps, where nothing is left to do.
    ///
    /// Returns whether it sleeps now.
    @inline(__always)
    func fallsAsleep(in activation: Activation) -> Bool {
        if mustNotWait(in: activation) { return false }
        if state.pointee.observedActivities.contains(.beforeWaiting) {
            tell(.beforeWaiting)
            // What an observer has queued or marked is not left lying; nor is there anything to wait for in an empty mode.
            if mustNotWait(in: activation) || isModeEmpty { return false }
        }
        wakeSignal.willSleep()
        // Once more: what was sent before the loop said that it sleeps woke nobody.
        guard mustStayAwake() else { return true }
        wakeSignal.didWake()
        return false
    }
}
