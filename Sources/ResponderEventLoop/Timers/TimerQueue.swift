internal import ResponderSupport

/// The armed timers of a loop.
///
/// There are two heaps. One has the plain timers, which are in the common modes and have no tolerance: only those that
/// are due, and the next one, are ever read. The other has the special timers, among which a run may have to search for
/// the timers of its mode, and for the latest wake-up. So a million plain timers cost a run in another mode nothing.
///
/// Each armed timer has one entry. But moving a timer to a later deadline only writes its slot: its entry is corrected
/// when the former deadline has come.
///
/// A queue lies in raw memory of its own, which handles reach through their slots; the loop's end tears the queue down
/// on the main actor (`LoopRemains`). No function of the queue calls the app's code: closures to be released are
/// returned.
struct TimerQueue: ~Copyable {
    let pool = TimerPool.shared
    /// The address of this queue, which its slots store.
    private let address: UnsafeMutablePointer<TimerQueue>
    /// Wakes a suspended awaited run, or a host.
    let wakeSignal: WakeSignal
    var plain = TimerHeap()
    var special = TimerHeap()
    /// The slot indices, in no order, of special timers that came to the top of their heap and are in none of the modes
    /// `pausedFor`.
    var paused = ReturnedList<UInt32>()
    /// The modes of the last search by ``firstSpecial(in:until:)``.
    var pausedFor = UInt64.max
    /// The result of ``latestWakeUp(in:)`` for the special timers; nil when one of them has changed since.
    var specialWakeUp: Int64?
    /// The slots of plain timers that have ended and still have an entry, up to ``mostEnded``; emptied before the heap
    /// is read.
    var ended = RawList<NumberedSlot>(capacity: mostEnded)
    /// The timers that steps have taken out; those of nested runs stand behind those of the runs around them.
    var due = RawList<DueTimer>()
    /// How many steps have begun.
    var steps: UInt64 = 0
    /// The number of special timers that have not ended, by mode.
    var population = ModePopulation()
    /// The number of plain timers, including those in `ended`.
    var plainPopulation = 0
    /// The order of the newest scheduling.
    var newestOrder: UInt32 = 0
    /// Whether a suspended awaited run or a host waits, and must be woken when a timer is armed; as bits, so that
    /// arming tests both at once.
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
    /// How many calls of ``MainRunLoop/Timer/fire()`` are under way.
    var callouts = 0
    /// Whether the loop has ended during such a call; then the last call frees the queue.
    var isOrphaned = false

    init(at address: UnsafeMutablePointer<TimerQueue>, wakeSignal: WakeSignal) {
        self.address = address
        self.wakeSignal = wakeSignal
    }

    /// How many timers are armed.
    var count: Int { plain.count - ended.count + special.count + paused.count }

    /// Whether no timer is armed or has an entry.
    var isEmpty: Bool { plain.count | special.count | paused.count == 0 }

    /// Whether any timer that has not ended, and keeps a run alive, is in one of the modes, armed or firing; O(1).
    func hasTimers(in active: UInt64) -> Bool {
        (plainPopulation > ended.count && active & MainRunLoop.ModeSet.commonBit != 0)
            || population.populated & active != 0
    }

    /// Counts a new timer, whose details are already set.
    @inline(__always)
    mutating func register(_ slot: TimerPointer) {
        if slot.pointee.flags.contains(.special) { population.add(modes(of: slot)) } else { plainPopulation &+= 1 }
    }

    /// Sets the details and flags of a timer that is not armed.
    mutating func setDetails(interval: Int64, tolerance: Int64?, modes: MainRunLoop.ModeSet, of slot: TimerPointer) {
        if interval != 0 { slot.pointee.flags.insert(.repeats) }
        if tolerance != nil || modes.mask != MainRunLoop.ModeSet.commonBit { slot.pointee.flags.insert(.special) }
        pool.pointee.setDetails(
            TimerDetails(interval: interval, modes: modes.mask, tolerance: tolerance ?? 0),
            of: slot
        )
    }

    // MARK: - Scheduling

    /// Whether a timer can be added without allocating memory, renumbering orders or waking a run.
    var canAddAtOnce: Bool {
        @inline(__always) get { pool.pointee.hasFree && !plain.isFull && newestOrder != .max && waiting == 0 }
    }

    /// Makes and schedules a plain timer that fires once; call it only when ``canAddAtOnce`` is true.
    ///
    /// It makes no function call, so its caller need not save registers; saving them would take a fifth of the time.
    @inline(__always)
    mutating func addAtOnce(
        at deadline: Int64,
        name: CallbackName,
        perform: consuming @escaping @MainActor (MainRunLoop.Timer) -> Void
    ) -> TimerPointer {
        newestOrder &+= 1
        let slot = pool.pointee.takeFree(
            queue: address,
            deadline: deadline,
            order: newestOrder,
            name: name,
            perform: perform
        )
        plainPopulation &+= 1
        plain.pushWithoutGrowing(TimerEntry(slot), pool.pointee.positions)
        return slot
    }

    /// Arms a timer that is not armed, for the deadline in its slot.
    @inline(__always)
    mutating func arm(_ slot: TimerPointer) {
        slot.pointee.tag.order = takeOrder()
        insert(slot)
    }

    /// Gives an armed timer another deadline.
    ///
    /// A later deadline is only written into the slot: the timer's entry stays where it is, and moves when the former
    /// deadline has come (`firstPlain`). So pushing a timeout back at each event costs a few stores, however many
    /// timers are armed. For an earlier deadline the entry moves at once, unless the entry still has an even earlier
    /// one.
    @inline(__always)
    mutating func rearm(_ slot: TimerPointer, at deadline: Int64) {
        let order = takeOrder()
        let isEarlier = deadline < slot.pointee.deadline
        slot.pointee.deadline = deadline
        slot.pointee.tag.order = order
        if slot.pointee.flags.contains(.special) { specialWakeUp = nil }
        if isEarlier { advance(slot) }
    }

    /// Moves up the entry of a timer whose deadline has become earlier.
    @inline(never)
    private mutating func advance(_ slot: TimerPointer) {
        let (entry, positions) = (TimerEntry(slot), pool.pointee.positions)
        if !slot.pointee.flags.contains(.special) {
            plain.advance(entry, positions)
        } else if !slot.pointee.flags.contains(.paused) {
            special.advance(entry, positions)
        }
    }

    /// Adds an entry for a timer that is not armed, with the deadline and the order in its slot.
    @inline(__always)
    mutating func insert(_ slot: TimerPointer) {
        slot.pointee.flags.insert(.armed)
        if slot.pointee.flags.contains(.special) {
            specialWakeUp = nil
            special.push(TimerEntry(slot), pool.pointee.positions)
        } else {
            plain.push(TimerEntry(slot), pool.pointee.positions)
        }
    }

    /// Removes the entry of a timer, if the timer is armed.
    mutating func disarm(_ slot: TimerPointer) {
        guard slot.pointee.flags.contains(.armed) else { return }
        slot.pointee.flags.remove(.armed)
        guard !slot.pointee.flags.contains(.special) else { return disarmSpecial(slot) }
        let positions = pool.pointee.positions
        plain.remove(at: Int(positions[Int(slot.pointee.tag.index)]), positions)
        shrinkPlain()
    }

    /// Gives memory for plain timers back if many of them have ended.
    ///
    /// The timers that are due count, since a timer that repeats is armed again after its call.
    @inline(__always)
    mutating func shrinkPlain() {
        plain.shrink(toFit: plain.count &+ due.count)
    }

    /// Gives memory for special timers back if many of them have ended; those that pause need no memory less.
    @inline(__always)
    mutating func shrinkSpecial() {
        let most = special.count &+ paused.count &+ due.count
        special.shrink(toFit: most)
        paused.shrink(toFit: most)
    }

    private mutating func disarmSpecial(_ slot: TimerPointer) {
        specialWakeUp = nil
        let positions = pool.pointee.positions
        let position = Int(positions[Int(slot.pointee.tag.index)])
        defer { shrinkSpecial() }
        guard slot.pointee.flags.contains(.paused) else { return special.remove(at: position, positions) }
        slot.pointee.flags.remove(.paused)
        let last = paused.removeLast()
        guard position < paused.count else { return }
        paused[position] = last
        positions[Int(last)] = UInt32(position)
    }

    /// Sets a timer's tolerance; the timer keeps its place among equal deadlines.
    mutating func setTolerance(_ tolerance: Int64, of slot: TimerPointer) {
        let details = TimerDetails(interval: interval(of: slot), modes: modes(of: slot), tolerance: tolerance)
        specialWakeUp = nil
        pool.pointee.setDetails(details, of: slot)
        makeSpecial(slot)
    }

    /// Sets the time between two firings, 0 for a timer that fires once; the deadline stays.
    mutating func setInterval(_ interval: Int64, of slot: TimerPointer) {
        var details = TimerDetails(interval: interval, modes: modes(of: slot), tolerance: tolerance(of: slot))
        if interval != 0 { details.tolerance = min(details.tolerance, interval / 2) }
        specialWakeUp = nil
        pool.pointee.setDetails(details, of: slot)
        if interval != 0 { slot.pointee.flags.insert(.repeats) } else { slot.pointee.flags.remove(.repeats) }
    }

    /// Sets whether the timer keeps a run alive; the timer keeps its place among equal deadlines.
    mutating func setKeepsRunAlive(_ keeps: Bool, of slot: TimerPointer) {
        guard slot.pointee.flags.contains(.weak) == keeps else { return }
        if !slot.pointee.flags.contains(.special) { setTolerance(0, of: slot) }
        population.remove(modes(of: slot), isWeak: keeps)
        population.add(modes(of: slot), isWeak: !keeps)
        if keeps { slot.pointee.flags.remove(.weak) } else { slot.pointee.flags.insert(.weak) }
    }

    /// Moves a plain timer, whose details are set, into the heap of the special ones.
    private mutating func makeSpecial(_ slot: TimerPointer) {
        guard !slot.pointee.flags.contains(.special) else { return }
        plainPopulation &-= 1
        population.add(MainRunLoop.ModeSet.commonBit)
        let isArmed = slot.pointee.flags.contains(.armed)
        disarm(slot)
        slot.pointee.flags.insert(.special)
        // Into the other heap, with the timer's present order.
        if isArmed { insert(slot) }
    }

    /// The bits of the modes in which the timer is served.
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
}

extension TimerQueue {
    /// Calls `body` with each armed timer, in no order; `body` changes no timer.
    @MainActor
    func forEachArmed(_ body: (MainRunLoop.Timer) -> Void) {
        for position in 0..<plain.count {
            let slot = pool.pointee.slot(plain.entries[position].index)
            // A plain timer that has ended may still have its entry.
            if slot.pointee.id != 0 { body(MainRunLoop.Timer(slot)) }
        }
        for position in 0..<special.count {
            body(MainRunLoop.Timer(pool.pointee.slot(special.entries[position].index)))
        }
        for position in 0..<paused.count { body(MainRunLoop.Timer(pool.pointee.slot(paused[position]))) }
    }
}
