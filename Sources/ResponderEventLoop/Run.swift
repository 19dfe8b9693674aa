internal import CResponderEventLoop

extension MainRunLoop {
    /// Runs turns, and blocks the thread while there is nothing to do, until the run is stopped, its limit has come, or,
    /// when asked to, a turn has handled an input or another source.
    ///
    /// Main-actor jobs, blocks of `DispatchQueue.main` and `Task.sleep` go on meanwhile, also in a run nested inside a
    /// handler. A nested run serves what its outer run would serve next; events are never reordered.
    ///
    /// Under a virtual clock the run blocks nothing and serves no main-actor jobs; with a limit it moves the clock there,
    /// through every deadline on the way, and without one it returns ``RunResult/finished`` when nothing is left that
    /// could ever happen. Where every turn makes work for the next one, so that the clock never moves, the process ends
    /// with a message after ``standstillLimit`` turns.
    ///
    /// - Parameters:
    ///   - limit: When to return at the latest; timers due by then have fired. Nil for no limit.
    ///   - returnAfterSource: Whether to return with the first turn that handled an input or another source. Timers,
    ///     posts, wake-ups and main-queue jobs do not count (rule L12).
    /// - Returns: Why the run ended. Where several reasons came in one turn, it is the first of these: a source was
    ///   handled, the limit has come, the run was stopped.
    /// - Precondition: A run on the system's clock is not called from inside a main-actor job (a task, or a block of
    ///   the main queue), nor after the first `await` of an async main: it would hold up every other main-actor job.
    ///   `await loop.run(…)` is for these.
    @discardableResult
    @available(*, noasync, message: "a blocking run would hold up every other main-actor job; use `await loop.run(…)`")
    public func run(until limit: Instant? = nil, returnAfterSource: Bool = false) -> RunResult {
        // Not a precondition failure: that one is silent in a release build.
        if time.sleeps, let reason = MainQueueService.reasonAgainstBlocking { fatalError(reason) }
        var activation = beginRun(until: limit, returnAfterSource: returnAfterSource, servingMainQueue: time.sleeps)
        defer { endRun(activation) }
        while true {
            let handled = serveTurn()
            if let result = activation.resultAfterTurn(of: self, handled: handled) { return result }
            guard wait(until: deadline(of: activation)) else { return .finished }
            if let result = activation.resultAfterWait(of: self) { return result }
        }
    }

    func beginRun(until limit: Instant?, returnAfterSource: Bool, servingMainQueue: Bool) -> Activation {
        let activation = Activation(
            limit: limit,
            returnAfterSource: returnAfterSource,
            outerWasStopped: stopRequest.beginRun(),
            servesMainQueue: servingMainQueue
        )
        state.pointee.depth += 1
        if servingMainQueue { _ = rel_loop_watch_main_queue(face, true) }
        // A run that will not wait looks first, so that a program which calls it now and then misses nothing.
        if time.sleeps, let limit, limit <= now { poll(face) }
        return activation
    }

    func endRun(_ activation: Activation) {
        state.pointee.depth -= 1
        stopRequest.endRun(restoring: activation.outerWasStopped)
        // Only the outermost blocking run stops watching: the queue is served by others once no loop blocks the thread.
        if activation.servesMainQueue && (state.pointee.depth == 0 || state.pointee.isSuspended) {
            _ = rel_loop_watch_main_queue(face, false)
        }
        // A run that blocked while another one was suspended has taken what that one waits for.
        if state.pointee.isSuspended { rel_wake(wakeSignal.descriptor) }
    }

    /// The earliest instant at which the run has something to do by itself.
    func deadline(of activation: Activation) -> Instant? {
        guard let earliest = state.pointee.timers.earliest else { return activation.limit }
        guard let limit = activation.limit else { return Instant(nanoseconds: earliest) }
        return Instant(nanoseconds: min(earliest, limit.nanoseconds))
    }

    /// Waits when nothing is left to do, otherwise only looks at what is ready.
    ///
    /// Returns false when nothing can ever happen any more.
    private func wait(until deadline: Instant?) -> Bool {
        var mustNotWait = hasWork || stopRequest.isStopRequested
        if !mustNotWait, time.sleeps, let deadline, deadline <= now { mustNotWait = true }
        if !mustNotWait {
            wakeSignal.willSleep()
            defer { wakeSignal.didWake() }
            // Once more: what was sent before the loop said that it sleeps woke nobody.
            mustNotWait = hasWorkAfterAll()
            if !mustNotWait { return time.wait(for: face, until: deadline) }
        }
        poll(face)
        return true
    }
}
