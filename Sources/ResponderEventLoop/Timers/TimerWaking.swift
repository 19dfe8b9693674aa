extension TimerQueue {
    /// The earliest deadline of an armed timer that is in one of the modes; nil when there is none.
    ///
    /// Entries whose timers were pushed back move to where they belong when they come to the top, and those that are in
    /// none of the modes are paused until the modes are others: O(log n) for each such, once; O(1) otherwise.
    mutating func earliest(in active: UInt64 = .max) -> Int64? {
        let (plainTop, specialTop) = (settlePlain(in: active), settleSpecial(in: active))
        guard let plainTop else { return specialTop?.key }
        guard let specialTop else { return plainTop.key }
        return min(plainTop.key, specialTop.key)
    }

    /// How late the loop may wake: the latest instant at which all armed timers in one of the modes can still fire within
    /// their tolerance (rule L29); nil when there is none.
    ///
    /// It is found by a walk over the special timers whose deadline lies before it, that is, which the wake-up will fire;
    /// and kept until a special timer changes. O(1) for plain ones.
    mutating func latestWakeUp(in active: UInt64 = .max) -> Int64? {
        let (plainTop, specialTop) = (settlePlain(in: active), settleSpecial(in: active))
        guard specialTop != nil else { return plainTop?.key }
        let wakeUp = specialWakeUp ?? walk(from: 0, in: active, before: .max)
        specialWakeUp = wakeUp
        return min(wakeUp, plainTop?.key ?? .max)
    }

    /// The earliest end of a tolerance among the entry at `position` and those below it, or `bound` when none is earlier.
    private func walk(from position: Int, in active: UInt64, before bound: Int64) -> Int64 {
        let entry = special.entries[position]
        // The key is never later than the deadline, and none below is earlier.
        guard entry.key < bound else { return bound }
        var bound = bound
        let slot = pool.pointee.slot(entry.index)
        if isLive(entry, slot, isSpecial: true), modes(of: slot) & active != 0 {
            let (end, overflow) = slot.pointee.deadline.addingReportingOverflow(tolerance(of: slot))
            bound = min(bound, overflow ? .max : end)
        }
        let first = 4 * position + 1
        guard first < special.count else { return bound }
        for child in first..<min(first + 4, special.count) { bound = walk(from: child, in: active, before: bound) }
        return bound
    }

    /// The first plain timer, once its entry is where it belongs.
    @inline(__always)
    mutating func settlePlain(in active: UInt64) -> TimerEntry? {
        guard active & MainRunLoop.ModeSet.commonBit != 0 else { return nil }
        while plain.count > 0 {
            let entry = plain.entries[0]
            let slot = pool.pointee.slot(entry.index)
            if !isLive(entry, slot, isSpecial: false) {
                plain.removeTop()
                plain.staleCount -= 1
            } else if slot.pointee.order != entry.order {
                // Pushed back since.
                slot.pointee.entryOrder = slot.pointee.order
                plain.replaceTop(with: TimerEntry(slot))
            } else if slot.pointee.flags.contains(.firing) {
                plain.removeTop()
                setAside(slot)
            } else {
                return entry
            }
        }
        return nil
    }

    /// The first special timer in one of the modes, once its entry is where it belongs.
    @inline(__always)
    mutating func settleSpecial(in active: UInt64) -> TimerEntry? {
        guard special.count + paused.count > 0 else { return nil }
        return settleAnySpecial(in: active)
    }

    private mutating func settleAnySpecial(in active: UInt64) -> TimerEntry? {
        if active != pausedFor { resume(for: active) }
        while special.count > 0 {
            let entry = special.entries[0]
            let slot = pool.pointee.slot(entry.index)
            if !isLive(entry, slot, isSpecial: true) {
                special.removeTop()
                special.staleCount -= 1
            } else if slot.pointee.order != entry.order {
                slot.pointee.entryOrder = slot.pointee.order
                special.replaceTop(with: TimerEntry(slot))
            } else if slot.pointee.flags.contains(.firing) {
                special.removeTop()
                setAside(slot)
            } else if modes(of: slot) & active == 0 {
                special.removeTop()
                slot.pointee.flags.insert(.paused)
                paused.append(entry)
            } else {
                return entry
            }
        }
        return nil
    }

    /// Takes a timer from among the armed ones whose entry is gone: one that is called by ``MainRunLoop/Timer/fire()``, and
    /// has come due in a run nested in that.
    private mutating func setAside(_ slot: TimerPointer) {
        slot.pointee.flags.remove(.armed)
        slot.pointee.entryOrder = 0
        // What was found counted its tolerance: the loop would not sleep any more.
        specialWakeUp = nil
    }

    /// Puts what was paused back: the modes have changed.
    private mutating func resume(for active: UInt64) {
        for position in 0..<paused.count {
            let entry = paused[position]
            let slot = pool.pointee.slot(entry.index)
            guard isLive(entry, slot, isSpecial: true) else { continue }
            slot.pointee.flags.remove(.paused)
            slot.pointee.entryOrder = slot.pointee.order
            special.push(TimerEntry(slot))
        }
        paused.truncate(to: 0)
        stalePaused = 0
        pausedFor = active
        specialWakeUp = nil
    }
}
