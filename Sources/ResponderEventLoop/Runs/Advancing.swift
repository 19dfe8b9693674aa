// A loop on a virtual clock, led by a test or a simulation: what `run(…)` does there, by names that say what is meant. Each
// comes twice: awaited, where main-actor jobs settle before the clock moves, and at once, where they have to wait.
extension MainRunLoop {
    /// Serves what there is to do at the present instant, and what that sets off, until the loop would wait; the clock stays.
    ///
    /// Main-actor jobs do not run meanwhile: `await runUntilIdle()` is for these.
    ///
    /// - Precondition: The loop is on a ``VirtualClock``.
    @available(*, noasync, message: "use `await loop.runUntilIdle()`, which lets main-actor jobs run")
    public func runUntilIdle(mode: Mode = .default) {
        run(mode: mode, until: virtualClock(for: "runUntilIdle()").now)
    }

    /// Serves what there is to do at the present instant, with the main actor's jobs, and what that sets off, until the loop
    /// would wait; the clock stays.
    ///
    /// - Precondition: The loop is on a ``VirtualClock``, and no other run of it is under way.
    public func runUntilIdle(mode: Mode = .default) async {
        await run(mode: mode, until: virtualClock(for: "runUntilIdle()").now)
    }

    /// Lets time pass: every timer due on the way fires at its instant, and the clock stands at the target afterwards,
    /// whatever the mode holds, also nothing.
    ///
    /// Main-actor jobs do not run meanwhile: `await advance(by:)` is for these.
    ///
    /// - Parameters:
    ///   - duration: How far the clock is moved; where it is not positive, the clock stays.
    ///   - mode: What is served.
    /// - Returns: ``RunResult/timedOut``; or ``RunResult/stopped`` when ``stop()`` was called, and then the clock stands at the
    ///   instant of that.
    /// - Precondition: The loop is on a ``VirtualClock``.
    @discardableResult
    @available(*, noasync, message: "use `await loop.advance(by:)`, which lets main-actor jobs run")
    public func advance(by duration: Duration, mode: Mode = .default) -> RunResult {
        let clock = virtualClock(for: "advance(by:)")
        let target = clock.now.advanced(by: max(.zero, duration))
        return arrive(at: target, on: clock, run(mode: mode, until: target))
    }

    /// Lets time pass: every timer due on the way fires at its instant, main-actor jobs settle before the clock moves on, in
    /// chains of up to ``settlingBarriers`` jobs, and the clock stands at the target afterwards, whatever the mode holds.
    ///
    /// - Parameters:
    ///   - duration: How far the clock is moved; where it is not positive, the clock stays.
    ///   - mode: What is served.
    /// - Returns: ``RunResult/timedOut``; or ``RunResult/stopped`` when ``stop()`` was called or the task is cancelled, and then
    ///   the clock stands at the instant of that.
    /// - Precondition: The loop is on a ``VirtualClock``, and no other run of it is under way.
    @discardableResult
    public func advance(by duration: Duration, mode: Mode = .default) async -> RunResult {
        let clock = virtualClock(for: "advance(by:)")
        let target = clock.now.advanced(by: max(.zero, duration))
        return arrive(at: target, on: clock, await run(mode: mode, until: target))
    }

    /// Does what there is to do now, then moves the clock to the earliest deadline, or as much later as timers'
    /// tolerances allow, and fires what is due there.
    ///
    /// Main-actor jobs do not run meanwhile: `await advanceToNextDeadline()` is for these.
    ///
    /// - Returns: The instant that the clock was moved to; nil where there is no timer or ``stop()`` came first, and then it stays.
    /// - Precondition: The loop is on a ``VirtualClock``.
    @discardableResult
    @available(*, noasync, message: "use `await loop.advanceToNextDeadline()`, which lets main-actor jobs run")
    public func advanceToNextDeadline(mode: Mode = .default) -> Instant? {
        let clock = virtualClock(for: "advanceToNextDeadline()")
        guard run(mode: mode, until: clock.now) != .stopped, let deadline = timerWakeUp(in: mode) else { return nil }
        run(mode: mode, until: deadline)
        return clock.now < deadline ? nil : deadline
    }

    /// Does what there is to do now, then moves the clock to the earliest deadline, or as much later as timers'
    /// tolerances allow, and fires what is due there;
    /// with the main actor's jobs before and after.
    ///
    /// - Returns: The instant that the clock was moved to; nil where there is no timer or ``stop()`` came first, and then it stays.
    /// - Precondition: The loop is on a ``VirtualClock``, and no other run of it is under way.
    @discardableResult
    public func advanceToNextDeadline(mode: Mode = .default) async -> Instant? {
        let clock = virtualClock(for: "advanceToNextDeadline()")
        guard await run(mode: mode, until: clock.now) != .stopped, let deadline = timerWakeUp(in: mode) else {
            return nil
        }
        await run(mode: mode, until: deadline)
        return clock.now < deadline ? nil : deadline
    }

    /// Whether the loop is on a ``VirtualClock``.
    package nonisolated var isOnVirtualClock: Bool { !sleeps }

    /// The loop's clock; nil where that is the system's.
    package var virtualClock: VirtualClock? {
        guard case .virtual(let clock) = time else { return nil }
        return clock
    }

    /// The loop's clock, which somebody wants to lead.
    private func virtualClock(for caller: String) -> VirtualClock {
        guard let clock = virtualClock else {
            fatalError(
                "\(caller) moves a virtual clock, and this loop is on the system's, which nobody moves. Use `run(until:)`, or "
                    + "make the loop with `MainRunLoop(clock: VirtualClock())`."
            )
        }
        return clock
    }

    /// An empty mode ends a run at once (rule L2), and leaves the clock where it was.
    private func arrive(at target: Instant, on clock: VirtualClock, _ result: RunResult) -> RunResult {
        guard result != .stopped else { return .stopped }
        clock.advance(to: target)
        return .timedOut
    }
}
