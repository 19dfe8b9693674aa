internal import CResponderEventLoop

// The end of a timer. Of its entry there are several places to be known: where it stands, itself, what is above and below it,
// the one that takes its place. With many timers each is far away, and each says where the next is. So a cancel only has the
// first fetched, and every sixteenth takes the entries of all out, whose places are fetched together then.

@MainActor
extension UnsafeMutablePointer<TimerQueue> {
    /// Ends a valid timer.
    @inline(never)
    func end(_ slot: TimerPointer) {
        wakeIfRunIsSuspended()
        // Let go when the queue is done: what goes with the closure may run code that comes back here.
        _ = pointee.end(slot)
    }

    /// An awaited run that is suspended may wait for nothing else than a timer that ends: then it is over (rule L2).
    @inline(__always)
    func wakeIfRunIsSuspended() {
        if pointee.isSuspended { pointee.wakeSignal.wake() }
    }
}

extension TimerQueue {
    /// As many as a processor has lines of memory fetched at a time.
    static let mostEnded = 16

    /// Ends a timer, whose slot becomes free when its entry goes.
    ///
    /// Returns its closure for the caller to let go: what goes with it may run code that comes back here. Nil while it is
    /// being called.
    mutating func end(_ slot: TimerPointer) -> TimerCallout? {
        if ended.isFull { removeEnded() }
        if canEndAtOnce(slot) { return endAtOnce(slot) }
        disarm(slot)
        return endDisarmed(slot)
    }

    /// Ends a timer that is not armed.
    @inline(__always)
    mutating func endDisarmed(_ slot: TimerPointer) -> TimerCallout? {
        if slot.pointee.flags.contains(.special) { population.remove(modes(of: slot)) } else { plainPopulation &-= 1 }
        let callout = slot.pointee.callout.take()
        slot.pointee.id = 0
        slot.pointee.flags = []
        pool.pointee.takeBack(NumberedSlot(pointer: slot, index: slot.pointee.tag.index))
        return callout
    }

    /// Whether the timer is a plain one, and armed, and its entry need not be looked for yet.
    @inline(__always)
    func canEndAtOnce(_ slot: TimerPointer) -> Bool { slot.pointee.flags == .armed && !ended.isFull }

    /// Ends a timer where ``canEndAtOnce(_:)`` says so; it calls nothing.
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

    /// Takes the entries of the plain timers out that have ended, and frees their slots.
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
    }
}
