extension MainRunLoop {
    /// Adds a timer that fires at `deadline`, and then, when `interval` is given, at each multiple of the interval.
    ///
    /// A deadline in the past fires in the next turn. A repeating timer keeps its phase, and drops the ticks that it
    /// missed while the loop was busy (rule L25); it ends when its next tick would lie beyond the clock's range.
    /// `perform` is moved in, not retained, if the caller does not use it again.
    ///
    /// - Parameters:
    ///   - deadline: When the timer fires first, on the loop's clock.
    ///   - interval: The time between two firings, or nil for a timer that fires once. An interval that is not positive
    ///     counts as a tenth of a millisecond (rule L30).
    ///   - tolerance: How long after its deadline the timer may fire, or nil for zero: see ``Timer/tolerance``.
    ///   - modes: The modes of the runs in which the timer fires; in other modes it pauses, and fires once afterwards
    ///     if it came due meanwhile (rule L18). With the empty set it never fires.
    ///   - name: The timer's name in the ledger.
    ///   - perform: Called each time the timer fires; kept until the timer has ended.
    /// - Returns: A handle, with which the timer can be changed or ended.
    /// - Complexity: O(log n), with at most one system call; no allocation in the steady state except for the captures
    ///   of `perform`.
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

    /// Adds a timer that fires once, in the common modes, without a tolerance, as most timers do.
    ///
    /// A call of `addTimer` without the other parameters is inlined to a call of this function, which passes seven
    /// words fewer.
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

    /// The general path of ``addPlainTimer(at:name:perform:)``, with the same parameters, so that the fast path needs
    /// no stack space for more.
    @inline(never)
    private func addPlainTimerSlowly(
        at deadline: Instant,
        name: CallbackName,
        perform: consuming @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        addDetailedTimer(at: deadline, every: nil, tolerance: nil, in: .common, name: name, perform: perform)
    }

    /// Adds any timer; ``addTimer(at:every:tolerance:in:name:perform:)`` documents the parameters.
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

    /// Adds a timer that fires `delay` from now, and then, when `interval` is given, at each multiple of the interval;
    /// otherwise as ``addTimer(at:every:tolerance:in:name:perform:)``.
    ///
    /// Now is the instant of this call, even in a callback that has been running for some time.
    ///
    /// - Complexity: As that of ``addTimer(at:every:tolerance:in:name:perform:)``.
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

extension MainRunLoop {
    /// Whether the instant has come at which a timer wakes the loop.
    var isTimerDue: Bool {
        guard let earliest = timerWakeUp(in: state.pointee.mode) else { return false }
        return earliest <= now
    }

    /// When a timer wakes the loop in the mode: as late as tolerances allow (rule L29).
    func timerWakeUp(in mode: Mode) -> Instant? {
        timers.pointee.latestWakeUp(in: activeModes(of: mode)).map { Instant(nanoseconds: $0) }
    }

    /// How many steps of a turn have begun that fire timers; in such a step, its number.
    package var timerSteps: UInt64 { timers.pointee.steps }
}

extension MainRunLoop {
    /// A timer that waits for its deadline.
    package struct WaitingTimer {
        /// The timer's name in the ledger.
        package let name: String
        /// The time between two firings; nil for a timer that fires once.
        package let interval: Duration?
    }

    /// The timers that wait for their deadlines, in no order; O(n).
    package var waitingTimers: [WaitingTimer] {
        var waiting: [WaitingTimer] = []
        timers.pointee.forEachArmed { timer in
            waiting.append(WaitingTimer(name: timer.slot.pointee.name.text, interval: timer.interval))
        }
        return waiting
    }
}
