internal import CResponderEventLoop
internal import ResponderSupport

// Timers that are due together. Removing the top of a heap makes the last entry sink from the top to the bottom, and
// each step depends on the one before: for a thousand timers this was most of the cost of firing them. But all due
// entries stand together at the top of the heap. So a walk finds them, they are sorted, and the holes that they leave
// are filled in one pass.

/// The lists for taking many timers at once.
///
/// They keep their memory: some 200 KiB once a turn has fired as many timers as it may.
struct TimerBatch: ~Copyable {
    /// The positions of the entries whose keys are not after the present, in ascending order.
    fileprivate var holes = RawList<UInt32>()
    /// The entries of the timers that are due.
    fileprivate var dueEntries = RawList<TimerEntry>()
    /// The entries that fill the holes: those of timers that were pushed back, and the last ones of the heap.
    fileprivate var fillers = RawList<TimerEntry>()
    fileprivate var scratch = RawList<TimerEntry>()
}

extension TimerQueue {
    /// How many due timers are first taken one by one, since mostly no more are due.
    static let fewTimers = 4
    /// How many entries ahead slots are prefetched.
    private static var entryFetchDistance: Int { 8 }

    /// Takes out the plain timers that are due at `now`, in the order in which they fire.
    ///
    /// Takes none, and returns false, if a special timer is due, if the modes are not common ones, or if more than
    /// `limit` entries have keys up to `now`, including entries of timers that were pushed back since. O(k log n) for k
    /// such entries.
    mutating func takeTogether(at now: Int64, in active: UInt64, limit: Int) -> Bool {
        guard active & MainRunLoop.ModeSet.commonBit != 0, settleSpecial(in: active, until: now) == nil else {
            return false
        }
        guard plain.find(until: now, most: limit, &batch.holes) else { return false }
        readDue(at: now)
        plain.fill(batch.holes, with: &batch.fillers, pool.pointee.positions)
        batch.dueEntries.sort(with: &batch.scratch)
        for position in 0..<batch.dueEntries.count { take(pool.pointee.slot(batch.dueEntries[position].index)) }
        return true
    }

    /// Sorts the found entries into due ones and fillers, by the deadlines in their slots.
    private mutating func readDue(at now: Int64) {
        batch.dueEntries.truncate(to: 0)
        batch.fillers.truncate(to: 0)
        for number in 0..<batch.holes.count {
            let ahead = number + Self.entryFetchDistance
            if ahead < batch.holes.count {
                rel_prefetch_for_writing(pool.pointee.slot(plain.entries[Int(batch.holes[ahead])].index))
            }
            let entry = plain.entries[Int(batch.holes[number])]
            let slot = pool.pointee.slot(entry.index)
            // The entry of a timer that was pushed back still has the former deadline.
            let current = slot.pointee.tag == entry.tag ? entry : TimerEntry(slot)
            if current.key > now {
                batch.fillers.append(current)
            } else if slot.pointee.flags.contains(.firing) {
                setAside(slot)
            } else {
                batch.dueEntries.append(current)
            }
        }
    }
}

extension TimerHeap {
    /// Finds the positions of the entries whose keys are not beyond `bound`, in ascending order; gives up, and returns
    /// false, at more than `most` entries.
    ///
    /// O(k) for k such entries, since none of them stands below an entry whose key is later.
    fileprivate func find(until bound: Int64, most: Int, _ found: inout RawList<UInt32>) -> Bool {
        found.truncate(to: 0)
        guard count > 0, entries[0].key <= bound else { return true }
        found.append(0)
        var next = 0
        while next < found.count {
            guard found.count <= most else { return false }
            let first = 4 &* Int(found[next]) &+ 1
            next &+= 1
            guard first < count else { continue }
            for child in first..<min(first &+ 4, count) where entries[child].key <= bound {
                found.append(UInt32(truncatingIfNeeded: child))
            }
        }
        return true
    }

    /// Fills the holes that ``find(until:most:_:)`` found with `fillers` and with the last entries.
    ///
    /// Above a hole there are only holes. So everything below the last hole is a heap; once the last hole is filled,
    /// everything below the hole before it is a heap, and so on.
    fileprivate mutating func fill(
        _ holes: borrowing RawList<UInt32>,
        with fillers: inout RawList<TimerEntry>,
        _ positions: TimerPositions
    ) {
        let left = count - holes.count + fillers.count
        var number = holes.count - 1
        for position in stride(from: count - 1, to: left - 1, by: -1) {
            if number >= 0, holes[number] == position { number -= 1 } else { fillers.append(entries[position]) }
        }
        truncate(to: left)
        // As many holes are left as there are fillers.
        while number >= 0 {
            replace(at: Int(holes[number]), with: fillers[number], positions)
            number -= 1
        }
    }
}
