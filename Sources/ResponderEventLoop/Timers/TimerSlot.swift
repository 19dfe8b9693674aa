/// The state of one timer, in raw memory: what a ``MainRunLoop/Timer`` is a handle to.
///
/// One cache line, so that what is done to a timer touches one of its own. What few timers have lies apart, in
/// `TimerDetails`.
struct TimerSlot: ~Copyable {
    struct Flags: OptionSet {
        let rawValue: UInt32
        /// An entry of its queue stands for it, or it is paused.
        static let armed = Flags(rawValue: 1 << 0)
        /// Taken out by a step that has not come to it yet.
        static let due = Flags(rawValue: 1 << 1)
        /// Its closure is being called.
        static let firing = Flags(rawValue: 1 << 2)
        /// Its deadline was set while it was firing.
        static let moved = Flags(rawValue: 1 << 3)
        /// It has modes of its own or a tolerance, in its details.
        static let special = Flags(rawValue: 1 << 4)
        /// It is in the list of those that are paused, and has no entry.
        static let paused = Flags(rawValue: 1 << 5)
        /// It has an interval, in its details.
        static let repeats = Flags(rawValue: 1 << 6)
    }

    /// Nil once the timer has ended, and while the closure is being called.
    var callout: TimerCallout?
    /// When it fires next; while it is firing, what that was or was set to.
    ///
    /// The key of its entry may be earlier, and the order older: see ``TimerQueue/rearm(_:at:)``.
    var deadline: Int64
    /// What the ledger calls it.
    var name: CallbackName
    /// The timer's number, which the process never uses again; 0 once the timer has ended.
    ///
    /// The slot of such a one is free, or becomes so when its entry goes.
    var id: UInt64
    /// Where the timer stands.
    var queue: UnsafeMutablePointer<TimerQueue>
    /// What tells its entry from those with the same deadline.
    var tag: TimerTag
    var flags: Flags
}

/// The order of a timer's scheduling, which counts those of its queue; and below it the number of its slot in the pool.
struct TimerTag: Equatable {
    fileprivate(set) var bits: UInt64

    @inline(__always)
    init(order: UInt32, index: UInt32) { bits = UInt64(order) &<< 32 | UInt64(index) }

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    var index: UInt32 {
        @inline(__always) get { UInt32(truncatingIfNeeded: bits) }
    }

    var order: UInt32 {
        @inline(__always) get { UInt32(truncatingIfNeeded: bits &>> 32) }
        @inline(__always) set { self = TimerTag(order: newValue, index: index) }
    }
}

/// What a timer does.
///
/// Not copied but moved, so that nothing on its way is retained. A type of its own also because a bare closure that goes
/// through the standard library's generic functions, as an optional's `take()`, is wrapped in another one, which allocates.
struct TimerCallout: ~Copyable {
    let perform: @MainActor (MainRunLoop.Timer) -> Void
}

typealias TimerPointer = UnsafeMutablePointer<TimerSlot>

/// A slot together with its number, for which neither the slot nor the pool is to be read.
struct NumberedSlot {
    let pointer: TimerPointer
    let index: UInt32
}

/// What most timers do without.
struct TimerDetails {
    /// 0 for a timer that fires once.
    var interval: Int64
    var modes: UInt64
    /// How many nanoseconds after its deadline it may fire.
    var tolerance: Int64
}
