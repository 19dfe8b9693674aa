@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    /// Schedules a valid timer for `deadline`.
    @inline(__always)
    func schedule(_ slot: TimerPointer, at deadline: Int64) {
        let flags = slot.pointee.flags
        if flags.contains(.firing) {
            // Counted when the callout has returned.
            slot.pointee.deadline = deadline
            slot.pointee.flags.insert(.moved)
        } else if flags.contains(.armed) {
            let isEarlier = deadline < slot.pointee.deadline
            pointee.rearm(slot, at: deadline)
            if isEarlier { wakeIfSuspended() }
        } else {
            slot.pointee.flags.remove(.due)
            slot.pointee.deadline = deadline
            pointee.arm(slot)
            wakeIfSuspended()
        }
    }

    /// Has an awaited run that is suspended, or a host, look again: what it waits for has changed on the main actor itself.
    @inline(__always)
    func wakeIfSuspended() {
        if pointee.waiting != 0 { pointee.wakeSignal.wake() }
    }

    /// Performs the callout of a timer that a step has come to, and arms or ends it for what follows.
    @inline(__always)
    func fire(_ slot: TimerPointer, now: () -> MainRunLoop.Instant) {
        let used = slot.pointee.deadline
        slot.pointee.flags.remove(.due)
        guard let callout = call(slot) else { return }
        guard slot.pointee.flags.contains(.repeats) else {
            wakeIfRunIsSuspended()
            _ = pointee.endDisarmed(slot)
            // Let go when the queue is done.
            _ = consume callout
            return
        }
        slot.putBack(callout)
        // What was set counts if it is later than what was just used (rule L26).
        let wasMoved = slot.pointee.flags.contains(.moved) && slot.pointee.deadline > used
        slot.pointee.flags.remove(.moved)
        if !wasMoved {
            guard let next = next(of: slot, after: used, now: now().nanoseconds) else { return end(slot) }
            slot.pointee.deadline = next
        }
        pointee.arm(slot)
    }

    /// Calls the timer's closure; returns it where the timer is still valid then.
    ///
    /// It is moved out: so it outlives a cancel inside, and costs no reference count.
    @inline(__always)
    private func call(_ slot: TimerPointer) -> TimerCallout? {
        let timer = MainRunLoop.Timer(slot)
        slot.pointee.flags.insert(.firing)
        guard let callout = slot.pointee.callout.take() else { return nil }
        callout.perform(timer)
        guard timer.isValid else { return nil }
        return callout
    }

    /// The first multiple of the interval after `now`, counted from the deadline just used: the phase is kept, missed ticks
    /// are dropped (rule L25); nil where it lies beyond the clock's range.
    private func next(of slot: TimerPointer, after used: Int64, now: Int64) -> Int64? {
        let interval = pointee.interval(of: slot)
        // A timer fires when its deadline has come, so the difference is not negative; it may need all 64 bits.
        let late = UInt64(bitPattern: now &- used)
        // Usually it is not late by an interval, and a division costs as much as all the rest.
        let sinceTick = late < UInt64(interval) ? Int64(late) : Int64(late % UInt64(interval))
        let (sum, overflow) = now.addingReportingOverflow(interval - sinceTick)
        return overflow ? nil : sum
    }

    /// Performs the callout of a timer that need not be due, and leaves its schedule alone.
    func fireNow(_ timer: MainRunLoop.Timer) {
        let slot = timer.slot
        let wasArmed = slot.pointee.flags.contains(.armed)
        // In this list its order is kept right, and the loop's end finds it.
        pointee.due.append(DueTimer(slot))
        pointee.callouts += 1
        // While it is called it counts for no wake-up, and afterwards it does again.
        pointee.specialWakeUp = nil
        let callout = call(slot)
        pointee.specialWakeUp = nil
        _ = pointee.due.removeLast()
        if let callout {
            slot.putBack(callout)
            if !slot.pointee.flags.contains(.repeats) {
                timer.cancel()
            } else if slot.pointee.flags.contains(.moved) {
                // From wherever it stands, by whatever it was set to before.
                pointee.disarm(slot)
                slot.pointee.flags.subtract([.moved, .due])
                pointee.arm(slot)
                wakeIfSuspended()
            } else if wasArmed, !slot.pointee.flags.contains(.armed) {
                // It came due in a nested run, and was set aside there.
                pointee.insert(slot)
            }
        }
        // Only now: the loop may have gone with the closure, too.
        pointee.callouts -= 1
        if pointee.isOrphaned, pointee.callouts == 0 { destroy() }
    }
}

extension TimerPointer {
    /// Gives a timer that was called its closure back.
    @inline(__always)
    fileprivate func putBack(_ callout: consuming TimerCallout) {
        pointee.flags.remove(.firing)
        pointee.callout = consume callout
    }
}

@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    /// Ends all timers, whose loop is gone, and then the queue: at once, or when the last call under way has returned.
    func abandon() {
        endAll()
        pointee.isOrphaned = true
        if pointee.callouts == 0 { destroy() }
    }

    /// Ends all timers.
    func endAll() {
        for position in 0..<pointee.due.count {
            if pointee.due[position].isValid { MainRunLoop.Timer(pointee.due[position].slot).cancel() }
        }
        // One by one: what a closure lets go may end others.
        while let slot = pointee.findArmed() { MainRunLoop.Timer(slot).cancel() }
    }

    fileprivate func destroy() {
        deinitialize(count: 1)
        deallocate()
    }
}

extension TimerQueue {
    /// Some armed timer, the cheapest to end.
    fileprivate mutating func findArmed() -> TimerPointer? {
        if ended.count > 0 { removeEnded() }
        if plain.count > 0 { return pool.pointee.slot(plain.entries[plain.count - 1].index) }
        if special.count > 0 { return pool.pointee.slot(special.entries[special.count - 1].index) }
        return paused.count > 0 ? pool.pointee.slot(paused[paused.count - 1]) : nil
    }
}
