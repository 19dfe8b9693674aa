internal import CResponderEventLoop

/// A timer that was taken out because it is due.
struct DueTimer {
    var entry: TimerEntry
    let id: UInt64
}

/// The timers that a step is to fire: fixed when it begins (rule L19).
struct TimerStep {
    fileprivate let start: Int
    fileprivate var next: Int
    fileprivate let end: Int

    /// Whether it has come to all of them.
    var isOver: Bool { next == end }
}

extension TimerQueue {
    /// How far ahead the slots of due timers are fetched.
    private static var fetchDistance: Int { 6 }

    /// Takes the timers out that are due at `now` and in one of the modes, in the order in which they fire (rule L24).
    ///
    /// At most `limit` of them, the first: the rest stays due and keeps its place. Each taking ends with ``restore(_:)``,
    /// that of a nested run before that of the run around it. O(k log n) for k of n; no allocation in the steady state.
    mutating func takeDue(at now: Int64, in active: UInt64 = .max, limit: Int = .max) -> TimerStep {
        let start = due.count
        var left = limit
        while left > 0 {
            let (plainTop, specialTop) = (settlePlain(in: active), settleSpecial(in: active))
            if let specialTop, plainTop.map({ specialTop < $0 }) ?? true {
                guard specialTop.key <= now else { break }
                takeSpecial(specialTop)
            } else if let plainTop {
                guard plainTop.key <= now else { break }
                takePlain(plainTop)
            } else {
                break
            }
            left -= 1
        }
        return TimerStep(start: start, next: start, end: due.count)
    }

    @inline(__always)
    private mutating func takePlain(_ entry: TimerEntry) {
        // One of these is the next: their slots are fetched while the heap is put in order.
        for child in 1..<5 where child < plain.count {
            rel_prefetch_for_writing(pool.pointee.slot(plain.entries[child].index))
        }
        plain.removeTop()
        take(entry)
    }

    private mutating func takeSpecial(_ entry: TimerEntry) {
        specialWakeUp = nil
        special.removeTop()
        take(entry)
    }

    @inline(__always)
    private mutating func take(_ entry: TimerEntry) {
        let slot = pool.pointee.slot(entry.index)
        slot.pointee.entryOrder = 0
        slot.pointee.flags.remove(.armed)
        slot.pointee.flags.insert(.due)
        due.append(DueTimer(entry: entry, id: slot.pointee.id))
    }

    /// The next timer of the step that is still to fire: neither ended nor scheduled anew since it was taken out.
    @inline(__always)
    mutating func next(of step: inout TimerStep) -> TimerPointer? {
        while step.next < step.end {
            let item = due[step.next]
            step.next += 1
            let ahead = step.next + Self.fetchDistance
            if ahead < step.end { rel_prefetch_for_writing(pool.pointee.slot(due[ahead].entry.index)) }
            let slot = pool.pointee.slot(item.entry.index)
            // Who uses the slot now may be due as well, but then in a step that began later, and has ended.
            if slot.pointee.id == item.id, slot.pointee.flags.contains(.due) { return slot }
        }
        return nil
    }

    /// Ends a step: what it did not come to is armed again, and keeps its deadline and its place among equal ones.
    mutating func restore(_ step: TimerStep) {
        for position in step.next..<step.end {
            let item = due[position]
            let slot = pool.pointee.slot(item.entry.index)
            guard slot.pointee.id == item.id, slot.pointee.flags.contains(.due) else { continue }
            slot.pointee.flags.remove(.due)
            slot.pointee.order = item.entry.order
            insert(slot)
        }
        due.truncate(to: step.start)
    }
}
