/// The state of one timer, in raw memory; a ``MainRunLoop/Timer`` is a handle to a slot.
///
/// A slot is one cache line, so that a function of a timer touches a single line. The properties that few timers need
/// are kept apart, in `TimerDetails`.
struct TimerSlot: ~Copyable {
    struct Flags: OptionSet {
        let rawValue: UInt32
        /// The timer has an entry in its queue, or is paused.
        static let armed = Flags(rawValue: 1 << 0)
        /// A step has taken the timer out, and has not reached it yet.
        static let due = Flags(rawValue: 1 << 1)
        /// The timer's closure is being called.
        static let firing = Flags(rawValue: 1 << 2)
        /// The deadline was set while the timer was firing.
        static let moved = Flags(rawValue: 1 << 3)
        /// The timer has modes other than the common ones, or a tolerance, in its details, or keeps no run alive.
        static let special = Flags(rawValue: 1 << 4)
        /// The timer is in the list of paused timers, and has no entry.
        static let paused = Flags(rawValue: 1 << 5)
        /// The timer has an interval, in its details.
        static let repeats = Flags(rawValue: 1 << 6)
        /// The timer keeps no run alive; it is special.
        static let weak = Flags(rawValue: 1 << 7)
    }

    /// Nil once the timer has ended, and while the closure is being called.
    var callout: TimerCallout?
    /// When the timer fires next; while it is firing, the deadline that has come, or the one that was set since.
    ///
    /// The key of the timer's entry may be earlier, and the order older: see ``TimerQueue/rearm(_:at:)``.
    var deadline: Int64
    /// The timer's name in the ledger.
    var name: CallbackName
    /// The timer's number, which the process never uses again; 0 once the timer has ended.
    ///
    /// The slot of an ended timer is free, or becomes free when the timer's entry is removed.
    var id: UInt64
    /// The queue that has the timer.
    var queue: UnsafeMutablePointer<TimerQueue>
    /// Distinguishes the timer's entry from others with the same deadline.
    var tag: TimerTag
    var flags: Flags
}

/// The order of a timer's scheduling, counted in its queue, in the upper half; the index of its slot in the pool in the
/// lower.
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

/// The closure that a timer calls.
///
/// Not copyable, so that it is moved without being retained. Also, a bare closure that is passed through generic
/// functions of the standard library, as an optional's `take()`, is wrapped in another closure, which allocates.
struct TimerCallout: ~Copyable {
    let perform: @MainActor (MainRunLoop.Timer) -> Void
}

typealias TimerPointer = UnsafeMutablePointer<TimerSlot>

/// A slot together with its index, so that neither the slot nor the pool is read to find the index.
struct NumberedSlot {
    let pointer: TimerPointer
    let index: UInt32
}

/// The properties that few timers have.
struct TimerDetails {
    /// 0 for a timer that fires once.
    var interval: Int64
    var modes: UInt64
    /// How many nanoseconds after its deadline the timer may fire.
    var tolerance: Int64
}
