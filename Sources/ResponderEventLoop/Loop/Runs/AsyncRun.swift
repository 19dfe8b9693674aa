internal import CResponderEventLoop
internal import Dispatch

extension MainRunLoop {
    /// Runs turns as the blocking run does, but gives up the main actor between them, and suspends instead of blocking
    /// while there is nothing to do: the form for tasks, for an async main and for async tests.
    ///
    /// Under a virtual clock, main-actor jobs settle before the clock moves: the main actor is given up for
    /// ``settlingBarriers`` barriers on the main queue, so a chain of jobs up to that depth has run to its end.
    ///
    /// - Parameters:
    ///   - mode: The mode whose timers, sources, posts and observers are served.
    ///   - limit: When to return at the latest; timers due by then have fired. Nil for no limit.
    ///   - returnAfterSource: Whether to return with the first turn that handled an input or another source.
    /// - Returns: Why the run ended; ``RunResult/stopped`` also when the task was cancelled. A run that an
    ///   application's code begins after the application has ended is stopped before its first turn, and calls no
    ///   observer.
    /// - Precondition: No other run of this loop is under way. (A blocking run serves main-actor jobs itself.)
    /// - Complexity: As the blocking `run(…)`. Each wait also allocates a continuation and, on the system's clock, a
    ///   Dispatch source.
    @discardableResult
    public func run(
        mode: Mode = .default,
        until limit: Instant? = nil,
        returnAfterSource: Bool = false
    ) async -> RunResult {
        await run(mode: mode, until: limit, returnAfterSource: returnAfterSource, settling: .wholly)
    }

    /// How main-actor jobs get their turn under a virtual clock.
    enum Settling {
        /// What is on the main queue runs, as in a loop that blocks; whoever moves the clock lets the rest settle.
        case betweenTurns
        /// All of it settles.
        case wholly
    }

    @discardableResult
    func run(
        mode: Mode,
        until limit: Instant?,
        returnAfterSource: Bool = false,
        settling: Settling,
        isKeptAliveByAll: Bool = false
    ) async -> RunResult {
        // Not a precondition failure, which prints no message in a release build.
        guard state.pointee.depth == 0 else {
            fatalError(
                "`await loop.run(…)` was called while another run of the same loop is under way. "
                    + "Await one run, and end it with stop(); inside a run, await what the task needs instead."
            )
        }
        let activation = beginRun(
            mode,
            until: limit,
            returnAfterSource: returnAfterSource,
            isBlocking: false,
            isKeptAliveByAll: isKeptAliveByAll
        )
        defer { endRun(activation) }
        var progress = Progress()
        await settle(settling)
        if isModeEmpty(for: activation) { return .finished }
        if stopRequest.isStopOfAllRequested { return .stopped }
        notifyObservers(of: .entry)
        defer { notifyObserversOfExit(from: activation) }
        if stopRequest.isStopRequested { return .stopped }
        pollBeforeFirstTurn(of: activation)
        while true {
            let handled = serveTurn()
            // Under virtual time main-actor jobs settle first.
            if sleeps { serveIdle() }
            if let result = activation.resultAfterTurn(progress, of: self, handled: handled) {
                guard !sleeps, result == .timedOut else { return result }
                // Main-actor jobs that the last turn caused belong to the run too: they may make more work at the same
                // instant.
                await settle(settling)
                serveIdle()
            } else {
                if Task.isCancelled { return .stopped }
                guard await suspend(in: activation, settling) else { return .finished }
            }
            if let result = activation.resultAfterWait(&progress, of: self) { return result }
        }
    }

    /// How many barriers on the main queue a run under virtual time passes before the clock moves.
    ///
    /// A chain of this many main-actor jobs, each started by the one before, runs to its end at the instant at which
    /// the first was started.
    ///
    /// A barrier is a block on the main queue that resumes the run; all blocks that were queued before the barrier have
    /// run by then, however loaded the machine is. (`Task.yield()` is no barrier.) A task that waits for one of the
    /// loop's sequences or of a recogniser's comes straight to the main queue, and so has gone on. A task that a
    /// continuation or an `AsyncStream` resumes comes by way of the runtime's threads: on a busy machine it may go on
    /// after the clock has moved.
    public nonisolated static let settlingBarriers = 4

    private func settle(_ settling: Settling) async {
        guard !sleeps else { return }
        switch settling {
        case .betweenTurns: await mainQueueBarrier()
        case .wholly: await MainRunLoop.settleMainActor()
        }
    }

    /// Lets main-actor jobs run, in chains of up to ``settlingBarriers``: for code that moves a virtual clock.
    ///
    /// A barrier goes by way of the runtime's threads only where a job may be on its way there, since that costs some
    /// five times as much. A job that comes there meanwhile gets as many barriers again, within a limit.
    package static func settleMainActor() async {
        let before = jobsBeforeSettling
        var count = rel_jobs_count()
        jobsBeforeSettling = count
        rel_jobs_count_present_task(false)
        defer { rel_jobs_count_present_task(true) }
        var (rest, most) = (settlingBarriers, 4 * settlingBarriers)
        while rest > 0, most > 0 {
            if rel_jobs_are_counted(), rel_jobs_count() == before {
                await mainQueueBarrier()
            } else {
                await threadsBarrier()
            }
            rest = rel_jobs_count() == count ? rest - 1 : settlingBarriers
            count = rel_jobs_count()
            most -= 1
        }
    }

    /// How many jobs had been handed to the runtime's threads when the last settling began; nil before the first.
    ///
    /// A job that came since may not have ended yet.
    private static var jobsBeforeSettling: UInt64?

    /// Gives up the main actor: waits when nothing is left to do, otherwise lets other main-actor jobs run.
    ///
    /// Returns false when nothing can ever happen any more.
    private func suspend(in activation: Activation, _ settling: Settling) async -> Bool {
        await settle(settling)
        if !sleeps { serveIdle() }
        guard isAboutToWait(in: activation), fallsAsleep() else {
            // Other jobs must run even if an observer makes work before each wait.
            if sleeps { await threadsBarrier() }
            poll(handle)
            return true
        }
        defer { notifyObservers(of: .afterWaiting) }
        // Computed after the settling and the observers, which may have added timers.
        let deadline = deadline(of: activation)
        guard sleeps else {
            defer { wakeSignal.didWake() }
            return waitWatched(until: deadline)
        }
        let start = state.pointee.watcher == nil ? nil : now
        noteWait()
        if !Task.isCancelled {
            if let deadline { rel_loop_set_deadline(handle, deadline.nanoseconds) }
            state.pointee.isSuspended = true
            defer { state.pointee.isSuspended = false }
            await withTaskCancellationHandler {
                await untilReadable(findPollableDescriptor())
            } onCancel: { [wakeSignal] in
                wakeSignal.wake()
            }
        }
        wakeSignal.didWake()
        if let start { noteSleep(since: start) }
        poll(handle)
        return true
    }
}

/// Suspends until all blocks and jobs that are on the main queue now have run.
@MainActor
private func mainQueueBarrier() async {
    let promise = Promise<Void>()
    DispatchQueue.main.async { promise.give(()) }
    await promise.value
}

/// As ``mainQueueBarrier()``, but comes back by way of the runtime's threads, as each continuation does.
///
/// So a task that somebody else's continuation or stream resumes has most likely gone on, too.
@MainActor
private func threadsBarrier() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
    }
}

/// Suspends until the descriptor is readable; for a millisecond if there is no descriptor.
@MainActor
private func untilReadable(_ descriptor: CInt) async {
    await withCheckedContinuation { continuation in
        whenReadable(descriptor) { continuation.resume() }
    }
}

/// Calls `body` once, on a thread of Dispatch's: when the descriptor is readable, or after a millisecond if there is no
/// descriptor.
private func whenReadable(_ descriptor: CInt, _ body: @escaping @Sendable () -> Void) {
    guard descriptor >= 0 else {
        return DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1), execute: body)
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler { source.cancel() }
    source.setCancelHandler(handler: body)
    source.activate()
}
