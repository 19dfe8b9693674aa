extension TimerQueue {
    /// The earliest deadline of an armed timer that is in one of the modes; nil when there is none.
    ///
    /// Entries whose timers were pushed back move to where they belong when they come to the top, and those that are in
    /// none of the modes are paused until the modes are others: O(log n) for each such, once; O(1) otherwise.
    mutating func earliest(in active: UInt64 = .max) -> Int64? {
        if ended.count > 0 { removeEnded() }
        let (plain, special) = (settlePlain(in: active), settleSpecial(in: active))
        guard let plain else { return special?.pointee.deadline }
        guard let special else { return plain.pointee.deadline }
        return min(plain.pointee.deadline, special.pointee.deadline)
    }

    /// How late the loop may wake: the latest instant at which all armed timers in one of the modes can still fire within
    /// their tolerance (rule L29); nil when there is none.
    ///
    /// It is found by a walk over the special timers whose deadline lies before it, that is, which the wake-up will fire;
    /// and kept until a special timer changes. O(1) for plain ones.
    mutating func latestWakeUp(in active: UInt64 = .max) -> Int64? {
        if ended.count > 0 { removeEnded() }
        let plain = settlePlain(in: active)
        guard settleSpecial(in: active) != nil else { return plain?.pointee.deadline }
        let wakeUp = specialWakeUp ?? walk(from: 0, in: active, before: .max)
        specialWakeUp = wakeUp
        return min(wakeUp, plain?.pointee.deadline ?? .max)
    }

    /// The earliest end of a tolerance among the entry at `position` and those below it, or `bound` when none is earlier.
    private func walk(from position: Int, in active: UInt64, before bound: Int64) -> Int64 {
        let entry = special.entries[position]
        // The key is never later than the deadline, and none below is earlier.
        guard entry.key < bound else { return bound }
        var bound = bound
        let slot = pool.pointee.slot(entry.index)
        // One that is called by hand does not fire meanwhile (rule L27), and what its slot says does not count yet.
        if modes(of: slot) & active != 0, !slot.pointee.flags.contains(.firing) {
            let (end, overflow) = slot.pointee.deadline.addingReportingOverflow(tolerance(of: slot))
            bound = min(bound, overflow ? .max : end)
        }
        let first = 4 * position + 1
        guard first < special.count else { return bound }
        for child in first..<min(first + 4, special.count) { bound = walk(from: child, in: active, before: bound) }
        return bound
    }

    /// The plain timer that is first, once its entry is where it belongs, where its deadline is not beyond `bound`.
    @inline(__always)
    mutating func settlePlain(in active: UInt64, until bound: Int64 = .max) -> TimerPointer? {
        guard active & MainRunLoop.ModeSet.commonBit != 0 else { return nil }
        while plain.count > 0 {
            let entry = plain.entries[0]
            // The key is never later than the deadline.
            guard entry.key <= bound else { return nil }
            let slot = pool.pointee.slot(entry.index)
            if slot.pointee.tag == entry.tag, !slot.pointee.flags.contains(.firing) { return slot }
            settlePlainTop(slot, entry)
        }
        return nil
    }

    @inline(never)
    private mutating func settlePlainTop(_ slot: TimerPointer, _ entry: TimerEntry) {
        if slot.pointee.tag != entry.tag {
            // Pushed back since.
            plain.replace(at: 0, with: TimerEntry(slot), pool.pointee.positions)
        } else {
            plain.removeTop(pool.pointee.positions)
            setAside(slot)
        }
    }

    /// The special timer in one of the modes that is first, once its entry is where it belongs, where its deadline is not
    /// beyond `bound`.
    @inline(__always)
    mutating func settleSpecial(in active: UInt64, until bound: Int64 = .max) -> TimerPointer? {
        guard special.count | paused.count != 0 else { return nil }
        return settleAnySpecial(in: active, until: bound)
    }

    @inline(never)
    private mutating func settleAnySpecial(in active: UInt64, until bound: Int64) -> TimerPointer? {
        if active != pausedFor { resume(for: active) }
        let positions = pool.pointee.positions
        while special.count > 0 {
            let entry = special.entries[0]
            guard entry.key <= bound else { return nil }
            let slot = pool.pointee.slot(entry.index)
            if slot.pointee.tag != entry.tag {
                special.replace(at: 0, with: TimerEntry(slot), positions)
            } else if slot.pointee.flags.contains(.firing) {
                special.removeTop(positions)
                setAside(slot)
            } else if modes(of: slot) & active == 0 {
                special.removeTop(positions)
                slot.pointee.flags.insert(.paused)
                positions[Int(entry.index)] = UInt32(paused.count)
                paused.append(entry.index)
            } else {
                return slot
            }
        }
        return nil
    }

    /// Takes a timer from among the armed ones whose entry is gone, or goes now: one that is called by
    /// ``MainRunLoop/Timer/fire()``, and has come due in a run nested in that.
    mutating func setAside(_ slot: TimerPointer) {
        slot.pointee.flags.remove(.armed)
        // What was found counted its tolerance: the loop would not sleep any more.
        specialWakeUp = nil
    }

    /// Puts what was paused back: the modes have changed.
    private mutating func resume(for active: UInt64) {
        for position in 0..<paused.count {
            let slot = pool.pointee.slot(paused[position])
            slot.pointee.flags.remove(.paused)
            special.push(TimerEntry(slot), pool.pointee.positions)
        }
        paused.truncate(to: 0)
        pausedFor = active
        specialWakeUp = nil
    }
}
