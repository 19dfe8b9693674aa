internal import CResponderEventLoop
internal import ResponderSupport

// The end of a timer. Removing its entry reads several places in memory: the entry's position, the entry, its parent
// and children, and the entry that replaces it. With many timers each of these is a cache miss, and each gives the
// address of the next. So a cancel only prefetches the position, and every sixteenth cancel removes the entries of all
// sixteen, whose memory is then fetched in parallel.

@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    /// Ends a valid timer.
    @inline(never)
    func end(_ slot: TimerPointer) {
        wakeIfRunIsSuspended()
        // Released after the queue is done: releasing the closure may run code that calls this queue.
        _ = pointee.end(slot)
    }

    /// Wakes a suspended awaited run: if the run waits only for the timer that ends, the run has to finish (rule L2).
    @inline(__always)
    func wakeIfRunIsSuspended() {
        if pointee.isSuspended { pointee.wakeSignal.wake() }
    }
}

extension TimerQueue {
    /// How many ended timers may still have their entries: as many as a processor fetches cache lines in parallel.
    static let mostEnded = 16

    /// Ends a timer, whose slot becomes free when its entry is removed.
    ///
    /// Returns the closure for the caller to release, since the release may run code that calls this queue; nil while
    /// the closure is being called.
    mutating func end(_ slot: TimerPointer) -> TimerCallout? {
        if ended.isFull { removeEnded() }
        if canEndAtOnce(slot) { return endAtOnce(slot) }
        disarm(slot)
        return endDisarmed(slot)
    }

    /// Ends a timer that is not armed.
    @inline(__always)
    mutating func endDisarmed(_ slot: TimerPointer) -> TimerCallout? {
        if slot.pointee.flags.contains(.special) {
            population.remove(modes(of: slot), isWeak: slot.pointee.flags.contains(.weak))
        } else {
            plainPopulation &-= 1
        }
        let callout = slot.pointee.callout.take()
        slot.pointee.id = 0
        slot.pointee.flags = []
        pool.pointee.takeBack(NumberedSlot(pointer: slot, index: slot.pointee.tag.index))
        return callout
    }

    /// Whether the timer is plain and armed, and removing its entry can wait.
    @inline(__always)
    func canEndAtOnce(_ slot: TimerPointer) -> Bool { slot.pointee.flags == .armed && !ended.isFull }

    /// Ends a timer for which ``canEndAtOnce(_:)`` is true, without a function call.
    @inline(__always)
    mutating func endAtOnce(_ slot: TimerPointer) -> TimerCallout? {
        let callout = slot.pointee.callout.take()
        slot.pointee.id = 0
        slot.pointee.flags = []
        let index = slot.pointee.tag.index
        ended.appendWithoutGrowing(NumberedSlot(pointer: slot, index: index))
        rel_prefetch_for_writing(pool.pointee.positions + Int(index))
        return callout
    }

    /// Removes the entries of the plain timers that have ended, and frees their slots.
    @inline(never)
    mutating func removeEnded() {
        let positions = pool.pointee.positions
        if plain.count > TimerHeap.mostNearby {
            for number in 0..<ended.count { plain.fetch(around: Int(positions[Int(ended[number].index)])) }
        }
        for number in 0..<ended.count {
            plain.remove(at: Int(positions[Int(ended[number].index)]), positions)
            pool.pointee.takeBack(ended[number])
        }
        plainPopulation &-= ended.count
        ended.truncate(to: 0)
        shrinkPlain()
    }
}
