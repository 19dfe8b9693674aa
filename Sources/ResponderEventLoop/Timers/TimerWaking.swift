internal import ResponderSupport

extension TimerQueue {
    /// The earliest deadline of an armed timer that is in one of the modes; nil when there is none.
    ///
    /// Entries of timers that were pushed back are corrected when they come to the top, and timers in none of the modes
    /// are paused until the modes change: O(log n) once for each such timer; O(1) otherwise.
    mutating func earliest(in active: UInt64 = .max) -> Int64? {
        if ended.count > 0 { removeEnded() }
        let (plain, special) = (firstPlain(in: active), firstSpecial(in: active))
        guard let plain else { return special?.pointee.deadline }
        guard let special else { return plain.pointee.deadline }
        return min(plain.pointee.deadline, special.pointee.deadline)
    }

    /// The latest instant at which all armed timers in one of the modes can still fire within their tolerance (rule
    /// L29); nil when there is no such timer.
    ///
    /// The instant is found by a walk over the special timers whose deadlines lie before it, all of which fire at the
    /// wake-up; the result is kept until a special timer changes. O(1) if there are only plain timers.
    mutating func latestWakeUp(in active: UInt64 = .max) -> Int64? {
        if ended.count > 0 { removeEnded() }
        let plain = firstPlain(in: active)
        guard firstSpecial(in: active) != nil else { return plain?.pointee.deadline }
        let wakeUp = specialWakeUp ?? walk(from: 0, in: active, before: .max)
        specialWakeUp = wakeUp
        return min(wakeUp, plain?.pointee.deadline ?? .max)
    }

    /// The earliest end of a tolerance among the entry at `position` and the entries below it, or `bound` when none is
    /// earlier.
    private func walk(from position: Int, in active: UInt64, before bound: Int64) -> Int64 {
        let entry = special.entries[position]
        // The key is never later than the deadline, and no entry below has an earlier one.
        guard entry.key < bound else { return bound }
        var bound = bound
        let slot = pool.pointee.slot(entry.index)
        // A timer that `fire()` is calling does not fire meanwhile (rule L27), and a deadline set in that call does not
        // count yet.
        if modes(of: slot) & active != 0, !slot.pointee.flags.contains(.firing) {
            let (end, overflow) = slot.pointee.deadline.addingReportingOverflow(tolerance(of: slot))
            bound = min(bound, overflow ? .max : end)
        }
        let first = 4 * position + 1
        guard first < special.count else { return bound }
        for child in first..<min(first + 4, special.count) { bound = walk(from: child, in: active, before: bound) }
        return bound
    }

    /// The first plain timer, after correcting entries at the top; nil if its deadline is beyond `bound`.
    @inline(__always)
    mutating func firstPlain(in active: UInt64, until bound: Int64 = .max) -> TimerPointer? {
        guard active & MainRunLoop.ModeSet.commonBit != 0 else { return nil }
        while plain.count > 0 {
            let entry = plain.entries[0]
            // The key is never later than the deadline.
            guard entry.key <= bound else { return nil }
            let slot = pool.pointee.slot(entry.index)
            if slot.pointee.tag == entry.tag, !slot.pointee.flags.contains(.firing) { return slot }
            correctPlainTop(slot, entry)
        }
        return nil
    }

    @inline(never)
    private mutating func correctPlainTop(_ slot: TimerPointer, _ entry: TimerEntry) {
        if slot.pointee.tag != entry.tag {
            // The timer was pushed back since.
            plain.replace(at: 0, with: TimerEntry(slot), pool.pointee.positions)
        } else {
            plain.removeTop(pool.pointee.positions)
            setAside(slot)
        }
    }

    /// The first special timer in one of the modes, after correcting entries at the top; nil if its deadline is beyond
    /// `bound`.
    @inline(__always)
    mutating func firstSpecial(in active: UInt64, until bound: Int64 = .max) -> TimerPointer? {
        guard special.count | paused.count != 0 else { return nil }
        return firstOfSpecial(in: active, until: bound)
    }

    @inline(never)
    private mutating func firstOfSpecial(in active: UInt64, until bound: Int64) -> TimerPointer? {
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

    /// Marks a timer as not armed after its entry was removed, or just before that.
    ///
    /// The timer is being called by ``MainRunLoop/Timer/fire()``, and has come due in a run nested in that call.
    private mutating func setAside(_ slot: TimerPointer) {
        slot.pointee.flags.remove(.armed)
        // The stored wake-up includes this timer, and would keep the loop from sleeping.
        specialWakeUp = nil
    }

    /// Puts the paused timers back into the heap, since the modes have changed.
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
