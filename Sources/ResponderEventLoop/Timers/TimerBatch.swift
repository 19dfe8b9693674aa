internal import CResponderEventLoop

// Timers that are due together. Taken from a heap one by one, each has the last entry go down from the top to the end, where no
// step is known before the one above it: that was most of what it cost to fire a thousand. But all that is due stands together
// at the top. So it is found by a walk, sorted, and the holes are filled once.

/// What it needs to take many timers at once; it keeps its memory, some 200 KiB where a turn had as many as it may.
struct TimerBatch: ~Copyable {
    /// Where the entries stand whose time had come, the foremost first.
    fileprivate var holes = RawList<UInt32>()
    /// Those of the timers that are due.
    fileprivate var dueEntries = RawList<TimerEntry>()
    /// Those that go into the holes: what was pushed back, and what stood last.
    fileprivate var fillers = RawList<TimerEntry>()
    fileprivate var scratch = RawList<TimerEntry>()
}

extension TimerQueue {
    /// So many are taken one by one, since mostly there are no more.
    static let fewTimers = 4
    /// How far ahead the slots are fetched.
    private static var entryFetchDistance: Int { 8 }

    /// Takes the plain timers out that are due at `now`, in the order in which they fire.
    ///
    /// Takes none, and returns false, where a special one is due, or where more than `limit` entries stand there whose time
    /// had come, also of timers that were pushed back since. O(k log n) for k such entries.
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

    /// Looks at the slots of what was found, which say what counts.
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
            // One that was pushed back since has an entry of before.
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
    /// Finds where the entries stand whose key is not beyond `bound`, the foremost first; returns whether they are at most
    /// `most`, beyond which it gives up.
    ///
    /// O(k) for k of them: none stands below one that is later.
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

    /// Fills the holes that ``find(until:most:_:)`` found, with `fillers` and with the last entries.
    ///
    /// Above a hole there are only holes. So below the last of them everything is a heap, and below the one before it, once
    /// that is filled.
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
        // As many are left as there are fillers.
        while number >= 0 {
            replace(at: Int(holes[number]), with: fillers[number], positions)
            number -= 1
        }
    }
}
