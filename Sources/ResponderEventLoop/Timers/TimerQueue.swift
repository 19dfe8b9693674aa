/// The armed timers of a loop.
///
/// Two heaps: one of the plain timers, those in the common modes without a tolerance, of which only those are ever
/// looked at whose time has come, and the next; and one of the special ones, which a run may have to look through for
/// what it serves, and how late it may wake. So a million plain timers cost a run in another mode nothing.
///
/// Each armed timer has one entry, and goes with it. But moving a timer later only writes its slot: its entry is put right
/// when its former time has come.
///
/// It lies in raw memory of its own, which handles reach by way of their slot; the loop's end takes it apart on the main
/// actor (`LoopRemains`). None of its functions calls code of the app's: what is to be let go they return.
struct TimerQueue: ~Copyable {
    let pool = TimerPool.shared
    /// Where the queue itself lies: what its slots name.
    private let address: UnsafeMutablePointer<TimerQueue>
    /// What wakes an awaited run that is suspended.
    let wakeSignal: WakeSignal
    var plain = TimerHeap()
    var special = TimerHeap()
    /// The indices of special timers that came to the top and are not in `pausedFor`, in no order.
    var paused = RawList<UInt32>()
    /// The modes that the run serves which looked last.
    var pausedFor = UInt64.max
    /// What ``latestWakeUp(in:)`` found for the special timers, until one of them changes.
    var specialWakeUp: Int64?
    /// The slots of plain timers that have ended and still have an entry, up to ``mostEnded``; none while the heap is looked at.
    var ended = RawList<NumberedSlot>(capacity: mostEnded)
    /// What many timers that are due together are taken out with.
    var batch = TimerBatch()
    /// What steps have taken out, those of nested runs behind those of the runs around them.
    var due = RawList<DueTimer>()
    /// The special timers that have not ended, by their modes, and how many others there are, those in `ended` among them.
    var population = ModePopulation()
    var plainPopulation = 0
    /// The order of the newest scheduling.
    var newestOrder: UInt32 = 0
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
    var count: Int { plain.count - ended.count + special.count + paused.count }

    /// Whether none is armed, nor has an entry.
    var isEmpty: Bool { plain.count | special.count | paused.count == 0 }

    /// Whether any timer that has not ended is in one of the modes, armed or firing; O(1).
    func hasTimers(in active: UInt64) -> Bool {
        (plainPopulation > ended.count && active & MainRunLoop.ModeSet.commonBit != 0)
            || population.populated & active != 0
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

    /// Schedules a timer that is not armed for the deadline in its slot.
    @inline(__always)
    mutating func arm(_ slot: TimerPointer) {
        slot.pointee.tag.order = takeOrder()
        insert(slot)
    }

    /// Schedules an armed timer anew.
    ///
    /// For a later deadline it only writes the slot: its entry stays where it is, and moves when its former time has
    /// come (`settlePlain`, `takeTogether`). So pushing a timeout back at each event costs a few stores, whatever is armed
    /// besides. For an earlier one its entry moves at once, unless that is not later, having been left behind.
    @inline(__always)
    mutating func rearm(_ slot: TimerPointer, at deadline: Int64) {
        let order = takeOrder()
        let isEarlier = deadline < slot.pointee.deadline
        slot.pointee.deadline = deadline
        slot.pointee.tag.order = order
        if slot.pointee.flags.contains(.special) { specialWakeUp = nil }
        if isEarlier { advance(slot) }
    }

    /// Moves the entry of a timer up whose deadline is an earlier one.
    @inline(never)
    private mutating func advance(_ slot: TimerPointer) {
        let (entry, positions) = (TimerEntry(slot), pool.pointee.positions)
        if !slot.pointee.flags.contains(.special) {
            plain.advance(entry, positions)
        } else if !slot.pointee.flags.contains(.paused) {
            special.advance(entry, positions)
        }
    }

    /// Puts a timer that is not armed among those that are, by the deadline and the order in its slot.
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

    /// Takes a timer from among the armed ones, where it is one.
    mutating func disarm(_ slot: TimerPointer) {
        guard slot.pointee.flags.contains(.armed) else { return }
        slot.pointee.flags.remove(.armed)
        guard !slot.pointee.flags.contains(.special) else { return disarmSpecial(slot) }
        let positions = pool.pointee.positions
        plain.remove(at: Int(positions[Int(slot.pointee.tag.index)]), positions)
    }

    private mutating func disarmSpecial(_ slot: TimerPointer) {
        specialWakeUp = nil
        let positions = pool.pointee.positions
        let position = Int(positions[Int(slot.pointee.tag.index)])
        guard slot.pointee.flags.contains(.paused) else { return special.remove(at: position, positions) }
        slot.pointee.flags.remove(.paused)
        let last = paused.removeLast()
        guard position < paused.count else { return }
        paused[position] = last
        positions[Int(last)] = UInt32(position)
    }

    /// Gives a timer another tolerance; it keeps its place among equal deadlines.
    mutating func setTolerance(_ tolerance: Int64, of slot: TimerPointer) {
        let details = TimerDetails(interval: interval(of: slot), modes: modes(of: slot), tolerance: tolerance)
        specialWakeUp = nil
        pool.pointee.setDetails(details, of: slot)
        guard !slot.pointee.flags.contains(.special) else { return }
        plainPopulation &-= 1
        population.add(details.modes)
        let isArmed = slot.pointee.flags.contains(.armed)
        disarm(slot)
        slot.pointee.flags.insert(.special)
        // With the order that it has: to the other heap.
        if isArmed { insert(slot) }
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
}
