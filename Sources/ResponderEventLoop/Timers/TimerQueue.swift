internal import CResponderEventLoop

/// The armed timers of a loop.
///
/// Two heaps: one of the plain timers, those in the common modes without a tolerance, of which only the first is ever
/// looked at; and one of the special ones, which a run may have to look through for what it serves, and how late it may
/// wake. So a million plain timers cost a run in another mode nothing.
///
/// Heaps and slots are touched apart: ending a timer or moving it later only writes its slot, and its entry is put right
/// when it comes to the top.
///
/// It lies in raw memory of its own, which handles reach by way of their slot; the loop's end takes it apart on the main
/// actor (`TimerRemains`). None of its functions calls code of the app's: what is to be let go they return.
struct TimerQueue: ~Copyable {
    let pool = TimerPool.shared
    /// Where the queue itself lies: what its slots name.
    private let address: UnsafeMutablePointer<TimerQueue>
    /// What wakes an awaited run that is suspended.
    let wakeSignal: WakeSignal
    var plain = TimerHeap()
    var special = TimerHeap()
    /// The entries of special timers that came to the top and are not in `pausedFor`, in no order.
    var paused = RawList<TimerEntry>()
    /// How many of them are stale.
    var stalePaused = 0
    /// The modes that the run serves which looked last.
    var pausedFor = UInt64.max
    /// What ``latestWakeUp(in:)`` found for the special timers, until one of them changes.
    var specialWakeUp: Int64?
    /// What steps have taken out, those of nested runs behind those of the runs around them.
    var due = RawList<DueTimer>()
    /// The special timers that have not ended, by their modes, and how many others there are.
    private var population = ModePopulation()
    private var plainPopulation = 0
    /// The order of the newest scheduling.
    private(set) var newestOrder: UInt32 = 0
    /// Who waits, so that what is armed may be earlier than what they wait for: an awaited run, a host; as bits, so that
    /// arming asks once.
    private(set) var waiting: UInt8 = 0
    /// Whether an awaited run is suspended.
    var isSuspended: Bool {
        get { waiting & 1 != 0 }
        set { waiting = waiting & ~1 | (newValue ? 1 : 0) }
    }
    /// Whether a host waits between two turns.
    var isBetweenTurns: Bool {
        get { waiting & 2 != 0 }
        set { waiting = waiting & ~2 | (newValue ? 2 : 0) }
    }
    /// How many calls of ``MainRunLoop/Timer/fire()`` are under way, and whether the loop has gone meanwhile.
    var callouts = 0
    var isOrphaned = false

    init(at address: UnsafeMutablePointer<TimerQueue>, wakeSignal: WakeSignal) {
        self.address = address
        self.wakeSignal = wakeSignal
    }

    /// How many timers are armed.
    var count: Int { plain.liveCount + special.liveCount + paused.count - stalePaused }

    /// Whether there is no entry, not even a stale one.
    var isEmpty: Bool { plain.count | special.count | paused.count == 0 }

    /// Whether any timer that has not ended is in one of the modes, armed or firing; O(1).
    func hasTimers(in active: UInt64) -> Bool {
        (plainPopulation > 0 && active & MainRunLoop.ModeSet.commonBit != 0) || population.populated & active != 0
    }

    /// Takes a new timer in, which has the details that it is to have.
    @inline(__always)
    mutating func register(_ slot: TimerPointer) {
        if slot.pointee.flags.contains(.special) { population.add(modes(of: slot)) } else { plainPopulation &+= 1 }
    }

    /// Gives a timer, which is not armed, what most do without.
    mutating func setDetails(interval: Int64, tolerance: Int64?, modes: MainRunLoop.ModeSet, of slot: TimerPointer) {
        if interval != 0 { slot.pointee.flags.insert(.repeats) }
        if tolerance != nil || modes.mask != MainRunLoop.ModeSet.commonBit { slot.pointee.flags.insert(.special) }
        pool.pointee.setDetails(
            TimerDetails(interval: interval, modes: modes.mask, tolerance: tolerance ?? 0),
            of: slot
        )
    }

    // MARK: - Scheduling

    /// Whether a timer can be added with nothing else to be done: no memory to be got, no orders to be numbered anew, nobody
    /// to be woken.
    var canAddAtOnce: Bool {
        @inline(__always) get { pool.pointee.hasFree && !plain.isFull && newestOrder != .max && waiting == 0 }
    }

    /// Makes and schedules a timer that fires once, in the common modes, without a tolerance, where ``canAddAtOnce`` is set.
    ///
    /// It calls nothing, and so spares its caller to save what it has in registers: a fifth of its time.
    @inline(__always)
    mutating func addAtOnce(
        at deadline: Int64,
        name: CallbackName,
        perform: consuming @escaping @MainActor (MainRunLoop.Timer) -> Void
    ) -> TimerPointer {
        newestOrder &+= 1
        let order = newestOrder
        let slot = pool.pointee.takeFree(queue: address, deadline: deadline, order: order, name: name, perform: perform)
        plainPopulation &+= 1
        plain.pushWithoutGrowing(TimerEntry(key: deadline, order: order, index: slot.pointee.index))
        return slot
    }

    /// Schedules a timer that is not armed for the deadline in its slot.
    @inline(__always)
    mutating func arm(_ slot: TimerPointer) {
        slot.pointee.order = takeOrder()
        insert(slot)
    }

    /// Schedules an armed timer anew.
    ///
    /// For a later deadline it only writes the slot: its entry stays where it is, and moves when it comes to the top
    /// (`settlePlain`). So pushing a timeout back at each event costs a few stores, whatever is armed besides. For an
    /// earlier one the timer gets another entry.
    @inline(__always)
    mutating func rearm(_ slot: TimerPointer, at deadline: Int64) {
        let order = takeOrder()
        let isEarlier = deadline < slot.pointee.deadline
        if isEarlier { disarm(slot) }
        slot.pointee.deadline = deadline
        slot.pointee.order = order
        if isEarlier {
            insert(slot)
        } else if slot.pointee.flags.contains(.special) {
            specialWakeUp = nil
        }
    }

    /// Puts a timer among the armed ones, by the deadline and the order in its slot.
    ///
    /// No entry that names the slot, also no stale one, may have that order.
    @inline(__always)
    mutating func insert(_ slot: TimerPointer) {
        slot.pointee.flags.insert(.armed)
        slot.pointee.entryOrder = slot.pointee.order
        if slot.pointee.flags.contains(.special) {
            specialWakeUp = nil
            special.push(TimerEntry(slot))
        } else {
            plain.push(TimerEntry(slot))
        }
    }

    /// Takes a timer from among the armed ones: its entry is stale now.
    @inline(__always)
    mutating func disarm(_ slot: TimerPointer) {
        guard slot.pointee.flags.contains(.armed) else { return }
        slot.pointee.flags.remove(.armed)
        slot.pointee.entryOrder = 0
        if slot.pointee.flags.contains(.special) {
            specialWakeUp = nil
            noteStaleSpecial(slot)
        } else {
            plain.staleCount += 1
            if plain.needsSweep { sweepPlain() }
        }
    }

    /// Ends a timer and frees its slot.
    ///
    /// Returns its closure for the caller to let go: what goes with it may run code that comes back here. Nil while it is
    /// being called.
    @inline(__always)
    mutating func end(_ slot: TimerPointer) -> TimerCallout? {
        disarm(slot)
        if slot.pointee.flags.contains(.special) { population.remove(modes(of: slot)) } else { plainPopulation &-= 1 }
        let callout = slot.pointee.callout.take()
        pool.pointee.takeBack(slot)
        return callout
    }

    /// Gives a timer another tolerance; it keeps its place among equal deadlines.
    mutating func setTolerance(_ tolerance: Int64, of slot: TimerPointer) {
        let details = TimerDetails(interval: interval(of: slot), modes: modes(of: slot), tolerance: tolerance)
        specialWakeUp = nil
        let isPlain = !slot.pointee.flags.contains(.special)
        pool.pointee.setDetails(details, of: slot)
        slot.pointee.flags.insert(.special)
        guard isPlain else { return }
        plainPopulation &-= 1
        population.add(details.modes)
        guard slot.pointee.flags.contains(.armed) else { return }
        // The other heap's entry is stale, though it has the same order: its slot is special now.
        plain.staleCount += 1
        insert(slot)
    }

    /// The bits of the modes that the timer is served in.
    @inline(__always)
    func modes(of slot: TimerPointer) -> UInt64 {
        guard slot.pointee.flags.contains(.special) else { return MainRunLoop.ModeSet.commonBit }
        return pool.pointee.details(of: slot)?.pointee.modes ?? 0
    }

    /// The time between two firings in nanoseconds; 0 for a timer that fires once.
    @inline(__always)
    func interval(of slot: TimerPointer) -> Int64 {
        guard slot.pointee.flags.contains(.repeats) else { return 0 }
        return pool.pointee.details(of: slot)?.pointee.interval ?? 0
    }

    /// How many nanoseconds after its deadline the timer may fire.
    func tolerance(of slot: TimerPointer) -> Int64 {
        guard slot.pointee.flags.contains(.special) else { return 0 }
        return pool.pointee.details(of: slot)?.pointee.tolerance ?? 0
    }

    // MARK: - Orders

    /// The order of the next scheduling.
    ///
    /// It has 32 bits, so that it lies in the heap's entries. When they are used up, every four billion schedulings, the
    /// orders that are in use are numbered anew.
    @inline(__always)
    private mutating func takeOrder() -> UInt32 {
        if newestOrder == .max { newestOrder = renumber() }
        newestOrder &+= 1
        return newestOrder
    }

    /// Has orders run out soon, for tests.
    mutating func skipOrders(leaving count: UInt32) {
        newestOrder = max(newestOrder, .max - count)
    }

    /// Whether the entry stands for its slot; otherwise it is stale.
    @inline(__always)
    func isLive(_ entry: TimerEntry, _ slot: TimerPointer, isSpecial: Bool) -> Bool {
        Self.isLive(entry, slot, of: address, isSpecial: isSpecial)
    }

    @inline(__always)
    private static func isLive(
        _ entry: TimerEntry,
        _ slot: TimerPointer,
        of queue: UnsafeMutablePointer<TimerQueue>,
        isSpecial: Bool
    ) -> Bool {
        // The slot may be another loop's by now, which has orders of its own. One comparison, so that a sweep has no branch.
        let order = UInt(slot.pointee.entryOrder ^ entry.order)
        let owner = UInt(bitPattern: slot.pointee.queue) ^ UInt(bitPattern: queue)
        let kind = slot.pointee.flags.symmetricDifference(isSpecial ? .special : []).intersection(.special).rawValue
        return order | owner | UInt(kind) == 0
    }
}

// MARK: - Sweeping

extension TimerQueue {
    /// How many entries a sweep looks at.
    ///
    /// Where half of them are stale it takes out so many that the next cancels, half as many as these, cause no sweep.
    private static var sweepSteps: Int { UInt64.bitWidth }

    @inline(never)
    mutating func sweepPlain() {
        Self.sweep(&plain, of: address, in: pool, isSpecial: false)
    }

    @inline(never)
    mutating func sweepSpecial() {
        Self.sweep(&special, of: address, in: pool, isSpecial: true)
    }

    private static func sweep(
        _ heap: inout TimerHeap,
        of queue: UnsafeMutablePointer<TimerQueue>,
        in pool: UnsafeMutablePointer<TimerPool>,
        isSpecial: Bool
    ) {
        let window = heap.nextToSweep(sweepSteps)
        let entries = heap.entries
        // Which are stale no processor foresees: so that is asked of all without a branch.
        var stale: UInt64 = 0
        for position in window {
            let entry = entries[position]
            let isLive = isLive(entry, pool.pointee.slot(entry.index), of: queue, isSpecial: isSpecial)
            stale = (stale &<< 1) | (isLive ? 0 : 1)
        }
        // From the end on: what takes a place comes from there, and has been looked at.
        var position = window.upperBound
        while stale != 0 {
            let skipped = stale.trailingZeroBitCount
            position &-= skipped &+ 1
            stale = (stale &>> skipped) &>> 1
            // Near the beginning, a removal may have put another one here.
            let entry = entries[position]
            if isLive(entry, pool.pointee.slot(entry.index), of: queue, isSpecial: isSpecial) { continue }
            heap.remove(at: position)
            heap.staleCount -= 1
        }
        // What the next sweep looks at.
        for position in max(0, window.lowerBound - sweepSteps)..<window.lowerBound {
            rel_prefetch_for_writing(pool.pointee.slot(entries[position].index))
        }
    }

    private mutating func noteStaleSpecial(_ slot: TimerPointer) {
        if slot.pointee.flags.contains(.paused) {
            slot.pointee.flags.remove(.paused)
            stalePaused += 1
            if stalePaused > paused.count / 2 + 32 { sweepPaused() }
        } else {
            special.staleCount += 1
            if special.needsSweep { sweepSpecial() }
        }
    }

    /// Takes all stale entries from those that are paused; there are more of them than of others.
    private mutating func sweepPaused() {
        var kept = 0
        for position in 0..<paused.count {
            let entry = paused[position]
            guard isLive(entry, pool.pointee.slot(entry.index), isSpecial: true) else { continue }
            paused[kept] = entry
            kept += 1
        }
        paused.truncate(to: kept)
        stalePaused = 0
    }

    /// Numbers the orders that are in use anew, from 1 on; returns the greatest.
    @inline(never)
    private mutating func renumber() -> UInt32 {
        let (pool, address) = (pool, address)
        plain.removeStale { Self.isLive($0, pool.pointee.slot($0.index), of: address, isSpecial: false) }
        special.removeStale { Self.isLive($0, pool.pointee.slot($0.index), of: address, isSpecial: true) }
        sweepPaused()
        // By the timers' slots, now that no entry is stale: those of the entries, and those of timers pushed back since.
        var slots: [TimerPointer] = []
        for position in 0..<plain.count { slots.append(pool.pointee.slot(plain.entries[position].index)) }
        for position in 0..<special.count { slots.append(pool.pointee.slot(special.entries[position].index)) }
        for position in 0..<paused.count { slots.append(pool.pointee.slot(paused[position].index)) }
        var used = slots.flatMap { [$0.pointee.order, $0.pointee.entryOrder] }
        for position in 0..<due.count { used.append(due[position].entry.order) }
        used.sort()
        func renumbered(_ order: UInt32) -> UInt32 {
            // How many are below it; doubles only leave gaps.
            var (low, high) = (0, used.count)
            while low < high {
                let middle = (low + high) / 2
                if used[middle] < order { low = middle + 1 } else { high = middle }
            }
            return UInt32(truncatingIfNeeded: low + 1)
        }
        for slot in slots {
            slot.pointee.order = renumbered(slot.pointee.order)
            slot.pointee.entryOrder = renumbered(slot.pointee.entryOrder)
        }
        for position in 0..<paused.count { paused[position].order = renumbered(paused[position].order) }
        for position in 0..<due.count { due[position].entry.order = renumbered(due[position].entry.order) }
        plain.mapOrders(renumbered)
        special.mapOrders(renumbered)
        return UInt32(truncatingIfNeeded: used.count + 1)
    }
}

extension TimerEntry {
    /// The entry that the slot should have.
    @inline(__always)
    init(_ slot: TimerPointer) {
        self.init(key: slot.pointee.deadline, order: slot.pointee.order, index: slot.pointee.index)
    }
}
