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
        let timer = MainRunLoop.Timer(slot)
        let used = slot.pointee.deadline
        slot.pointee.flags.remove(.due)
        guard call(timer) else { return }
        guard slot.pointee.flags.contains(.repeats) else { return timer.cancel() }
        // What was set counts if it is later than what was just used (rule L26).
        let wasMoved = slot.pointee.flags.contains(.moved) && slot.pointee.deadline > used
        slot.pointee.flags.remove(.moved)
        if !wasMoved {
            guard let next = next(of: slot, after: used, now: now().nanoseconds) else { return timer.cancel() }
            slot.pointee.deadline = next
        }
        pointee.arm(slot)
    }

    /// Calls the timer's closure; returns whether the timer is still valid then.
    @inline(__always)
    private func call(_ timer: MainRunLoop.Timer) -> Bool {
        let slot = timer.slot
        slot.pointee.flags.insert(.firing)
        // Moved out and back: so it outlives a cancel inside, and costs no reference count.
        guard let callout = slot.pointee.callout.take() else { return false }
        callout.perform(timer)
        guard timer.isValid else { return false }
        slot.pointee.flags.remove(.firing)
        slot.pointee.callout = consume callout
        return true
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
        let (deadline, wasArmed) = (slot.pointee.deadline, slot.pointee.flags.contains(.armed))
        // In this list its order is kept right, and the loop's end finds it.
        pointee.due.append(DueTimer(entry: TimerEntry(slot), id: timer.id))
        pointee.callouts += 1
        let isValid = call(timer)
        pointee.callouts -= 1
        let order = pointee.due.removeLast().entry.order
        if isValid {
            if !slot.pointee.flags.contains(.repeats) {
                timer.cancel()
            } else if slot.pointee.flags.contains(.moved) {
                slot.pointee.flags.remove(.moved)
                let set = slot.pointee.deadline
                slot.pointee.deadline = deadline
                schedule(slot, at: set)
            } else if wasArmed, !slot.pointee.flags.contains(.armed) {
                // It came due in a nested run, and was set aside there.
                slot.pointee.order = order
                pointee.insert(slot)
            }
        }
        if pointee.isOrphaned, pointee.callouts == 0 { destroy() }
    }
}

/// What a loop leaves of its timers when its last reference goes, which may be on any thread.
struct TimerRemains: Sendable {
    nonisolated(unsafe) let queue: UnsafeMutablePointer<TimerQueue>

    /// Ends all timers: at once on the main actor, otherwise when that comes to it.
    ///
    /// An immediate task knows by itself whether this is the main actor.
    func takeApart() {
        Task.immediateDetached { @MainActor in
            queue.endAll()
            queue.pointee.isOrphaned = true
            if queue.pointee.callouts == 0 { queue.destroy() }
        }
    }
}

@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    fileprivate func endAll() {
        for position in 0..<pointee.due.count {
            let item = pointee.due[position]
            let slot = pointee.pool.pointee.slot(item.entry.index)
            if slot.pointee.id == item.id { MainRunLoop.Timer(slot).cancel() }
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
    /// Some armed timer; drops stale entries on the way.
    fileprivate mutating func findArmed() -> TimerPointer? {
        while plain.count > 0 {
            let entry = plain.entries[plain.count - 1]
            let slot = pool.pointee.slot(entry.index)
            if isLive(entry, slot, isSpecial: false) { return slot }
            plain.remove(at: plain.count - 1)
            plain.staleCount -= 1
        }
        while special.count + paused.count > 0 {
            let entry = special.count > 0 ? special.entries[special.count - 1] : paused[paused.count - 1]
            let slot = pool.pointee.slot(entry.index)
            if isLive(entry, slot, isSpecial: true) { return slot }
            if special.count > 0 {
                special.remove(at: special.count - 1)
                special.staleCount -= 1
            } else {
                _ = paused.removeLast()
                stalePaused -= 1
            }
        }
        return nil
    }
}
