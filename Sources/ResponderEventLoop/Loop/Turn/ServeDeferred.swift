extension MainRunLoop {
    /// Defers work to a moment of a turn that serves one of the modes, behind the work already deferred to that moment.
    ///
    /// Work that is deferred while the moment's work is being performed waits for the next turn (rule N18), and the
    /// loop does not wait before that turn. The loop keeps the work until the work is performed.
    package func addDeferred(_ work: any DeferredWork, to moment: DeferredMoment, in modes: ModeSet) {
        state.pointee.deferred.count += 1
        let number = state.pointee.deferred.count
        state.pointee.deferred.change(moment) { $0.append(work, in: modes.mask, number: number) }
        wakeIfSuspended()
    }

    /// Notes that deferred work was cancelled before a step took it out; the loop releases the work later.
    package func noteCancelledDeferred(in moment: DeferredMoment) {
        let cancelled = state.pointee.deferred.change(moment) { $0.noteCancelled() }
        // Released last: the release may run code that calls this loop.
        withExtendedLifetime(cancelled) {}
    }

    /// Whether the innermost run under way serves none of these modes.
    package func isRunningWithout(_ modes: ModeSet) -> Bool {
        state.pointee.depth > 0 && state.pointee.activeModes & modes.mask == 0
    }

    /// Performs the work that is deferred to the moment; work that is deferred meanwhile waits.
    @inline(__always)
    func serveDeferred(_ moment: DeferredMoment) {
        guard state.pointee.deferred.has(in: state.pointee.activeModes) else { return }
        serveDeferredNow(moment)
    }

    /// Performs the work that is deferred to ``DeferredMoment/whenIdle``, if the loop has nothing else to do.
    ///
    /// Every turn that leaves nothing else to do performs this work, even when the run has come to its limit, but not
    /// when the run is stopped.
    @inline(__always)
    func serveIdle() {
        if state.pointee.deferred.has(in: state.pointee.activeModes) { serveIdleNow() }
    }

    @inline(never)
    private func serveIdleNow() {
        guard state.pointee.deferred.has(.whenIdle, in: state.pointee.activeModes), isIdle else { return }
        // Descriptors that are ready and were not polled yet count as something to do.
        poll(handle)
        if isIdle { serveDeferredNow(.whenIdle) }
    }

    private var isIdle: Bool {
        if hasWorkUndeferred || state.pointee.deferred.has(.asap, in: state.pointee.activeModes) { return false }
        return !stopRequest.isStopRequested && !isTimerDue
    }

    @inline(never)
    private func serveDeferredNow(_ moment: DeferredMoment) {
        let modes = state.pointee.activeModes
        let taken = state.pointee.deferred.change(moment) { $0.take(in: modes) }
        var budget = StepBudget()
        var next = 0
        while next < taken.count {
            let work = taken[next].work
            if !work.isCancelled {
                guard budget.admitsAnother(self) else { break }
                call(.notification, CallbackName("notification queue")) { work.run() }
            }
            next += 1
        }
        let rest = taken[next...].filter { !$0.work.isCancelled }
        if !rest.isEmpty { state.pointee.deferred.change(moment) { $0.putBack(rest[...]) } }
    }
}
