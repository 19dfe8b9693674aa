extension MainRunLoop {
    /// Adds a timer that fires at `deadline`, and then, when `interval` is given, at each multiple of it.
    ///
    /// A deadline in the past fires in the next turn. A repeating timer keeps its phase, and drops the ticks it missed
    /// while the loop was busy (rule L25); it is over when its next multiple lies beyond the clock's range. O(log n); no
    /// allocation in the steady state but for what `perform` captures, which is moved in, not retained, where the caller has no
    /// further use for it.
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
    @inlinable
    @discardableResult
    public func addTimer(
        at deadline: Instant,
        every interval: Duration? = nil,
        tolerance: Duration? = nil,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: consuming @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        guard interval == nil, tolerance == nil, modes == .common else {
            return addDetailedTimer(
                at: deadline,
                every: interval,
                tolerance: tolerance,
                in: modes,
                name: CallbackName(name),
                perform: perform
            )
        }
        return addPlainTimer(at: deadline, name: CallbackName(name), perform: perform)
    }

    /// Adds a timer that fires once, in the common modes, without a tolerance, as most do.
    ///
    /// Who calls `addTimer` with nothing else named comes straight here: seven words less to hand over.
    @usableFromInline
    func addPlainTimer(
        at deadline: Instant,
        name: CallbackName,
        perform: consuming @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        let timers = timers
        guard timers.pointee.canAddAtOnce else {
            return addPlainTimerSlowly(at: deadline, name: name, perform: perform)
        }
        return Timer(timers.pointee.addAtOnce(at: deadline.nanoseconds, name: name, perform: perform))
    }

    /// Its parameters are those of ``addPlainTimer(at:name:perform:)``, which so needs no room for others.
    @inline(never)
    private func addPlainTimerSlowly(
        at deadline: Instant,
        name: CallbackName,
        perform: consuming @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        addDetailedTimer(at: deadline, every: nil, tolerance: nil, in: .common, name: name, perform: perform)
    }

    /// Adds any timer; what its parameters mean is said at ``addTimer(at:every:tolerance:in:name:perform:)``.
    @usableFromInline @inline(never)
    func addDetailedTimer(
        at deadline: Instant,
        every interval: Duration?,
        tolerance: Duration?,
        in modes: ModeSet,
        name: CallbackName,
        perform: consuming @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        let timers = timers
        timers.pointee.pool.pointee.makeFree()
        let slot = timers.pointee.pool.pointee.takeFree(
            queue: timers,
            deadline: deadline.nanoseconds,
            order: 0,
            name: name,
            perform: perform
        )
        if interval != nil || tolerance != nil || modes != .common {
            let interval = Timer.interval(interval)
            let tolerance = tolerance.map { Timer.tolerance($0, interval: interval) }
            timers.pointee.setDetails(interval: interval, tolerance: tolerance, modes: modes, of: slot)
        }
        timers.pointee.register(slot)
        timers.pointee.arm(slot)
        timers.wakeIfSuspended()
        return Timer(slot)
    }

    /// Adds a timer that fires `delay` from now, and then, when `interval` is given, at each multiple of it; otherwise
    /// as ``addTimer(at:every:tolerance:in:name:perform:)``.
    ///
    /// Now is the instant of the call, also in a callout that has taken its time.
    @discardableResult
    public func addTimer(
        after delay: Duration,
        every interval: Duration? = nil,
        tolerance: Duration? = nil,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: consuming @escaping @MainActor (Timer) -> Void
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
