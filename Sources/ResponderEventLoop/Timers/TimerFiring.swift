internal import ResponderSupport

@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    /// Schedules a valid timer for `deadline`.
    @inline(__always)
    func schedule(_ slot: TimerPointer, at deadline: Int64) {
        let flags = slot.pointee.flags
        if flags.contains(.firing) {
            // Takes effect when the callback has returned.
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

    /// Wakes a suspended awaited run, or a waiting host, so that it notices a change that main-actor code has made.
    @inline(__always)
    func wakeIfSuspended() {
        if pointee.waiting != 0 { pointee.wakeSignal.wake() }
    }

    /// Calls the closure of a due timer, then arms or ends the timer.
    @inline(__always)
    func fire(_ slot: TimerPointer, now: () -> MainRunLoop.Instant) {
        let used = slot.pointee.deadline
        slot.pointee.flags.remove(.due)
        guard let callout = call(slot) else { return }
        guard slot.pointee.flags.contains(.repeats) else {
            wakeIfRunIsSuspended()
            _ = pointee.endDisarmed(slot)
            // Released after the queue is done.
            _ = consume callout
            return
        }
        slot.putBack(callout)
        // A deadline set in the callback counts if it is later than the one that has come (rule L26).
        let wasMoved = slot.pointee.flags.contains(.moved) && slot.pointee.deadline > used
        slot.pointee.flags.remove(.moved)
        if !wasMoved {
            guard let next = next(of: slot, after: used, now: now().nanoseconds) else { return end(slot) }
            slot.pointee.deadline = next
        }
        pointee.arm(slot)
    }

    /// Calls the timer's closure; returns the closure if the timer is still valid afterwards.
    ///
    /// The closure is moved out, so that it outlives a cancel inside, and no reference count changes.
    @inline(__always)
    private func call(_ slot: TimerPointer) -> TimerCallout? {
        let timer = MainRunLoop.Timer(slot)
        slot.pointee.flags.insert(.firing)
        guard let callout = slot.pointee.callout.take() else { return nil }
        callout.perform(timer)
        guard timer.isValid else { return nil }
        return callout
    }

    /// The first tick after `now`, where ticks are multiples of the interval after the deadline `used`; nil if the tick
    /// lies beyond the clock's range.
    ///
    /// So the phase is kept, and missed ticks are dropped (rule L25).
    private func next(of slot: TimerPointer, after used: Int64, now: Int64) -> Int64? {
        let interval = pointee.interval(of: slot)
        // A timer fires after its deadline, so the difference is not negative; but it may need all 64 bits.
        let late = UInt64(bitPattern: now &- used)
        // Usually the timer is less than an interval late, and a division costs as much as all the rest.
        let sinceTick = late < UInt64(interval) ? Int64(late) : Int64(late % UInt64(interval))
        let (sum, overflow) = now.addingReportingOverflow(interval - sinceTick)
        return overflow ? nil : sum
    }

    /// Calls the closure of a timer that need not be due, and leaves its schedule unchanged.
    func fireNow(_ timer: MainRunLoop.Timer) {
        let slot = timer.slot
        let wasArmed = slot.pointee.flags.contains(.armed)
        // The renumbering of orders and the loop's end look for the timer in this list.
        pointee.due.append(DueTimer(slot))
        pointee.callouts += 1
        // The wake-up leaves the timer out while the timer is being called, and includes it again afterwards.
        pointee.specialWakeUp = nil
        let callout = call(slot)
        pointee.specialWakeUp = nil
        _ = pointee.due.removeLast()
        if let callout {
            slot.putBack(callout)
            if !slot.pointee.flags.contains(.repeats) {
                timer.cancel()
            } else if slot.pointee.flags.contains(.moved) {
                // The timer may be armed or due, depending on the deadline that was set before.
                pointee.disarm(slot)
                slot.pointee.flags.subtract([.moved, .due])
                pointee.arm(slot)
                wakeIfSuspended()
            } else if wasArmed, !slot.pointee.flags.contains(.armed) {
                // The timer came due in a nested run, and was set aside there.
                pointee.insert(slot)
            }
        }
        // Last, since releasing the closure may have released the loop, too.
        pointee.callouts -= 1
        if pointee.isOrphaned, pointee.callouts == 0 { destroy() }
    }
}

extension TimerPointer {
    /// Gives the closure back to its timer after a call.
    @inline(__always)
    fileprivate func putBack(_ callout: consuming TimerCallout) {
        pointee.flags.remove(.firing)
        pointee.callout = consume callout
    }
}

@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    /// Ends all timers of a loop that is gone, and frees the queue: at once, or when the last ``fireNow(_:)`` under way
    /// has returned.
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
        // One by one, since releasing a closure may end other timers.
        while let slot = pointee.findArmed() { MainRunLoop.Timer(slot).cancel() }
    }

    fileprivate func destroy() {
        deinitialize(count: 1)
        deallocate()
    }
}

extension TimerQueue {
    /// An armed timer, the one that is cheapest to end; nil when none is armed.
    fileprivate mutating func findArmed() -> TimerPointer? {
        if ended.count > 0 { removeEnded() }
        if plain.count > 0 { return pool.pointee.slot(plain.entries[plain.count - 1].index) }
        if special.count > 0 { return pool.pointee.slot(special.entries[special.count - 1].index) }
        return paused.count > 0 ? pool.pointee.slot(paused[paused.count - 1]) : nil
    }
}
