internal import CResponderEventLoop
internal import ResponderSupport

/// A timer that a step has taken out because it is due.
struct DueTimer {
    let slot: TimerPointer
    let id: UInt64

    init(_ slot: TimerPointer) {
        self.slot = slot
        id = slot.pointee.id
    }

    /// Whether the timer has not ended, so that the slot is still its own.
    var isValid: Bool { slot.pointee.id == id }
}

/// The timers that a step will fire, as a range of ``TimerQueue/due``: fixed when the step begins (rule L19).
struct TimerStep {
    fileprivate let start: Int
    fileprivate var next: Int
    fileprivate let end: Int

    /// Whether the step has reached all of its timers.
    var isOver: Bool { next == end }
}

extension TimerQueue {
    /// How many timers ahead the slots of due timers are prefetched.
    private static var dueFetchDistance: Int { 6 }

    /// Takes out the timers that are due at `now` and in one of the modes, in the order in which they fire (rule L24).
    ///
    /// Takes the first `limit` of them at most; the rest stays due and keeps its place. Each step ends with
    /// ``restore(_:)``, a nested run's step before the step around it. O(k log n) for k of n; no allocation in the
    /// steady state.
    mutating func takeDue(at now: Int64, in active: UInt64 = .max, limit: Int = .max) -> TimerStep {
        steps &+= 1
        if ended.count > 0 { removeEnded() }
        let start = due.count
        var left = limit
        while left > 0 {
            let earliest = firstPlain(in: active, until: now)
            if let other = firstSpecial(in: active, until: now),
                earliest == nil || special.entries[0] < plain.entries[0]
            {
                takeSpecial(other)
            } else if let earliest {
                takePlain(earliest)
            } else {
                break
            }
            left -= 1
        }
        return TimerStep(start: start, next: start, end: due.count)
    }

    @inline(__always)
    private mutating func takePlain(_ slot: TimerPointer) {
        // One of the children becomes the first entry: in a large heap their slots are prefetched while the top is
        // removed.
        if plain.count > TimerHeap.mostNearby {
            for child in 1..<5 { rel_prefetch_for_writing(pool.pointee.slot(plain.entries[child].index)) }
        }
        plain.removeTop(pool.pointee.positions)
        noteDue(slot)
    }

    private mutating func takeSpecial(_ slot: TimerPointer) {
        specialWakeUp = nil
        special.removeTop(pool.pointee.positions)
        noteDue(slot)
    }

    /// Notes a timer that was taken out as due.
    @inline(__always)
    private mutating func noteDue(_ slot: TimerPointer) {
        slot.pointee.flags.remove(.armed)
        slot.pointee.flags.insert(.due)
        due.append(DueTimer(slot))
    }

    /// The next timer of the step that was neither ended nor scheduled anew since it was taken out; nil when there is
    /// none.
    @inline(__always)
    mutating func next(of step: inout TimerStep) -> TimerPointer? {
        while step.next < step.end {
            let item = due[step.next]
            step.next += 1
            let ahead = step.next + Self.dueFetchDistance
            if ahead < step.end { rel_prefetch_for_writing(due[ahead].slot) }
            // A timer that was scheduled anew may have come due again, but only in a later step, which has ended and
            // cleared the flag.
            if item.isValid, item.slot.pointee.flags.contains(.due) { return item.slot }
        }
        return nil
    }

    /// Ends a step: the timers that the step has not reached are armed again, and keep their deadlines and their places
    /// among equal ones.
    mutating func restore(_ step: TimerStep) {
        for position in step.next..<step.end {
            let slot = due[position].slot
            guard due[position].isValid, slot.pointee.flags.contains(.due) else { continue }
            slot.pointee.flags.remove(.due)
            insert(slot)
        }
        due.truncate(to: step.start)
        shrinkPlain()
        shrinkSpecial()
    }
}
