// A test or a simulation moves a loop's virtual clock with these functions, which call `run(…)`. Each has two forms: an
// awaited one, in which main-actor jobs settle before the clock moves, and a synchronous one, during which main-actor
// jobs wait.
extension MainRunLoop {
    /// Serves the work that is due at the present instant, and the work that it causes, until the loop would wait; the
    /// clock does not move.
    ///
    /// Main-actor jobs do not run meanwhile: use `await runUntilIdle()` if they have to.
    ///
    /// - Precondition: The loop is on a ``VirtualClock``.
    /// - Complexity: As the blocking `run(…)`: its turns, and what they serve; allocates as they do.
    @available(*, noasync, message: "use `await loop.runUntilIdle()`, which lets main-actor jobs run")
    public func runUntilIdle(mode: Mode = .default) {
        runTurns(mode, until: virtualClock(for: "runUntilIdle()").now, isKeptAliveByAll: true)
    }

    /// Serves the work that is due at the present instant, including main-actor jobs, and the work that it causes,
    /// until the loop would wait; the clock does not move.
    ///
    /// - Precondition: The loop is on a ``VirtualClock``, and no other run of it is under way.
    /// - Complexity: As the awaited `run(…)`: its turns, and what they serve; allocates as they do.
    public func runUntilIdle(mode: Mode = .default) async {
        await runTo(virtualClock(for: "runUntilIdle()").now, mode)
    }

    /// As ``runUntilIdle(mode:)``, for who lets main-actor jobs settle by ``settleMainActor()`` before the clock moves:
    /// only what is on the main queue runs between two turns, as in a loop that blocks.
    package func runUntilIdleBetweenSettlings() async {
        await run(
            mode: .default,
            until: virtualClock(for: "runUntilIdle()").now,
            settling: .betweenTurns,
            isKeptAliveByAll: true
        )
    }

    /// Moves the clock on: every timer that comes due on the way fires at its instant, and the clock stands at the
    /// target afterwards, even if the mode is empty.
    ///
    /// Main-actor jobs do not run meanwhile: use `await advance(by:)` if they have to.
    ///
    /// - Parameters:
    ///   - duration: How far the clock is moved; if `duration` is not positive, the clock stays.
    ///   - mode: The mode that is served.
    /// - Returns: ``RunResult/timedOut``; or ``RunResult/stopped`` when ``stop()`` was called; then the clock stands at
    ///   the instant of that call.
    /// - Precondition: The loop is on a ``VirtualClock``.
    /// - Complexity: As the blocking `run(…)`: its turns, and what they serve; allocates as they do.
    @discardableResult
    @available(*, noasync, message: "use `await loop.advance(by:)`, which lets main-actor jobs run")
    public func advance(by duration: Duration, mode: Mode = .default) -> RunResult {
        let clock = virtualClock(for: "advance(by:)")
        let target = clock.now.advanced(by: max(.zero, duration))
        return arrive(at: target, on: clock, runTurns(mode, until: target, isKeptAliveByAll: true))
    }

    /// Moves the clock on, as the synchronous form does, but lets main-actor jobs settle before each move.
    ///
    /// Chains of up to ``settlingBarriers`` jobs settle. The clock stands at the target afterwards, even if the mode is
    /// empty.
    ///
    /// - Parameters:
    ///   - duration: How far the clock is moved; if `duration` is not positive, the clock stays.
    ///   - mode: The mode that is served.
    /// - Returns: ``RunResult/timedOut``; or ``RunResult/stopped`` when ``stop()`` was called or the task was
    ///   cancelled; then the clock stands at the instant of the call or the cancellation.
    /// - Precondition: The loop is on a ``VirtualClock``, and no other run of it is under way.
    /// - Complexity: As the awaited `run(…)`: its turns, and what they serve; allocates as they do.
    @discardableResult
    public func advance(by duration: Duration, mode: Mode = .default) async -> RunResult {
        let clock = virtualClock(for: "advance(by:)")
        let target = clock.now.advanced(by: max(.zero, duration))
        return arrive(at: target, on: clock, await runTo(target, mode))
    }

    /// Serves the work that is due now, then moves the clock to the earliest deadline, or as much later as timers'
    /// tolerances allow, and fires the timers that are due there.
    ///
    /// Main-actor jobs do not run meanwhile: use `await advanceToNextDeadline()` if they have to.
    ///
    /// - Returns: The instant to which the clock was moved; nil if there is no timer or ``stop()`` was called first,
    ///   and then the clock does not move.
    /// - Precondition: The loop is on a ``VirtualClock``.
    /// - Complexity: As the blocking `run(…)`: its turns, and what they serve; allocates as they do.
    @discardableResult
    @available(*, noasync, message: "use `await loop.advanceToNextDeadline()`, which lets main-actor jobs run")
    public func advanceToNextDeadline(mode: Mode = .default) -> Instant? {
        let clock = virtualClock(for: "advanceToNextDeadline()")
        guard runTurns(mode, until: clock.now, isKeptAliveByAll: true) != .stopped,
            let deadline = timerWakeUp(in: mode)
        else { return nil }
        runTurns(mode, until: deadline, isKeptAliveByAll: true)
        return clock.now < deadline ? nil : deadline
    }

    /// Serves the work that is due now, then moves the clock to the earliest deadline, or as much later as timers'
    /// tolerances allow, and fires the timers that are due there; main-actor jobs settle before and after.
    ///
    /// - Returns: The instant to which the clock was moved; nil if there is no timer or ``stop()`` was called first,
    ///   and then the clock does not move.
    /// - Precondition: The loop is on a ``VirtualClock``, and no other run of it is under way.
    /// - Complexity: As the awaited `run(…)`: its turns, and what they serve; allocates as they do.
    @discardableResult
    public func advanceToNextDeadline(mode: Mode = .default) async -> Instant? {
        let clock = virtualClock(for: "advanceToNextDeadline()")
        guard await runTo(clock.now, mode) != .stopped, let deadline = timerWakeUp(in: mode) else { return nil }
        await runTo(deadline, mode)
        return clock.now < deadline ? nil : deadline
    }

    /// An awaited run to an instant, which serves what is due on the way even if that keeps no run alive.
    @discardableResult
    private func runTo(_ target: Instant, _ mode: Mode) async -> RunResult {
        await run(mode: mode, until: target, settling: .wholly, isKeptAliveByAll: true)
    }

    /// Whether the loop is on a ``VirtualClock``.
    package nonisolated var isOnVirtualClock: Bool { !sleeps }

    /// The loop's virtual clock; nil if the loop is on the system's clock.
    package var virtualClock: VirtualClock? {
        guard case .virtual(let clock) = time else { return nil }
        return clock
    }

    /// The loop's virtual clock, which `caller` is about to move; ends the process if there is none.
    private func virtualClock(for caller: String) -> VirtualClock {
        guard let clock = virtualClock else {
            fatalError(
                "\(caller) moves a virtual clock, but this loop uses the system's clock. "
                    + "Use `run(until:)`, or make the loop with `MainRunLoop(clock: VirtualClock())`."
            )
        }
        return clock
    }

    /// Moves the clock to the target, unless the run was stopped: in an empty mode a run ends at once (rule L2), and
    /// does not move the clock.
    private func arrive(at target: Instant, on clock: VirtualClock, _ result: RunResult) -> RunResult {
        guard result != .stopped else { return .stopped }
        clock.advance(to: target)
        return .timedOut
    }
}
