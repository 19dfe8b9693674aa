internal import ResponderSupport

extension TimerQueue {
    /// The order of the next scheduling.
    ///
    /// An order has 32 bits, so that it fits into the heap's entries. When all are used up, every four billion
    /// schedulings, the orders in use are renumbered.
    @inline(__always)
    mutating func takeOrder() -> UInt32 {
        if newestOrder == .max { newestOrder = renumber() }
        newestOrder &+= 1
        return newestOrder
    }

    /// Makes the orders run out soon, for tests.
    mutating func skipOrders(leaving count: UInt32) {
        newestOrder = max(newestOrder, .max - count)
    }

    /// Renumbers the orders in use, from 1 on; returns the greatest.
    @inline(never)
    private mutating func renumber() -> UInt32 {
        // The orders in use are those of the slots, including slots of timers that were taken out and may be restored,
        // and those of the entries, which differ from the slots' for timers that were pushed back.
        var slots: Set<TimerPointer> = []
        var used: [UInt32] = []
        for position in 0..<plain.count {
            slots.insert(pool.pointee.slot(plain.entries[position].index))
            used.append(plain.entries[position].tag.order)
        }
        for position in 0..<special.count {
            slots.insert(pool.pointee.slot(special.entries[position].index))
            used.append(special.entries[position].tag.order)
        }
        for position in 0..<paused.count { slots.insert(pool.pointee.slot(paused[position])) }
        for position in 0..<due.count where due[position].isValid { slots.insert(due[position].slot) }
        used.append(contentsOf: slots.lazy.map { $0.pointee.tag.order })
        used.sort()
        func renumbered(_ order: UInt32) -> UInt32 {
            // The number of lesser orders in use, by a binary search; duplicates only leave gaps.
            var (low, high) = (0, used.count)
            while low < high {
                let middle = (low + high) / 2
                if used[middle] < order { low = middle + 1 } else { high = middle }
            }
            return UInt32(truncatingIfNeeded: low + 1)
        }
        for slot in slots { slot.pointee.tag.order = renumbered(slot.pointee.tag.order) }
        plain.mapOrders(renumbered)
        special.mapOrders(renumbered)
        return UInt32(truncatingIfNeeded: used.count + 1)
    }
}
