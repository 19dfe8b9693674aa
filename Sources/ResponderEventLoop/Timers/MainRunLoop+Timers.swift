extension MainRunLoop {
    /// Adds a timer that fires at `deadline`, and then, when `interval` is given, at each multiple of it.
    ///
    /// A deadline in the past fires in the next turn. A repeating timer keeps its phase, and drops the ticks it missed
    /// while the loop was busy (rule L25). O(log n); no allocation in the steady state but for what `perform` captures.
    ///
    /// - Parameters:
    ///   - deadline: When it fires first, on the loop's clock.
    ///   - interval: The time between two firings, or nil for a timer that fires once. One that is not positive counts as a
    ///     tenth of a millisecond (rule L30).
    ///   - tolerance: How long after its deadline it may fire, or nil for not at all: see ``Timer/tolerance``.
    ///   - modes: It fires in runs of these modes; in others it pauses, and what came due meanwhile fires afterwards, once
    ///     (rule L18). In an empty set it never fires.
    ///   - name: What the ledger calls it.
    ///   - perform: What to do; it is kept until the timer has ended.
    /// - Returns: A handle, for who wants to change or end the timer.
    @discardableResult
    public func addTimer(
        at deadline: Instant,
        every interval: Duration? = nil,
        tolerance: Duration? = nil,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        let timers = timers
        let slot = timers.pointee.pool.pointee.make(
            queue: timers,
            deadline: deadline.nanoseconds,
            interval: Timer.interval(interval),
            name: CallbackName(name),
            perform: perform
        )
        if tolerance != nil || modes.mask != ModeSet.commonBit {
            timers.pointee.pool.pointee.setDetails(
                TimerDetails(
                    modes: modes.mask,
                    tolerance: Timer.tolerance(tolerance ?? .zero, interval: slot.pointee.interval)
                ),
                of: slot
            )
        }
        timers.pointee.register(slot)
        timers.pointee.arm(slot)
        timers.wakeIfSuspended()
        return Timer(slot)
    }

    /// Adds a timer that fires `delay` from now, and then, when `interval` is given, at each multiple of it; otherwise
    /// as ``addTimer(at:every:tolerance:in:perform:)``.
    ///
    /// Now is the instant of the call, also in a callout that has taken its time.
    @discardableResult
    public func addTimer(
        after delay: Duration,
        every interval: Duration? = nil,
        tolerance: Duration? = nil,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        addTimer(
            at: now.advanced(by: delay),
            every: interval,
            tolerance: tolerance,
            in: modes,
            name: name,
            perform: perform
        )
    }
}
