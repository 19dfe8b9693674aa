/// The state of one timer, in raw memory: what a ``MainRunLoop/Timer`` is a handle to.
///
/// One cache line, so that what is done to a timer touches one of its own. What few timers have lies apart, in
/// `TimerDetails`.
struct TimerSlot: ~Copyable {
    struct Flags: OptionSet {
        let rawValue: UInt32
        /// An entry of its queue stands for it.
        static let armed = Flags(rawValue: 1 << 0)
        /// Taken out by a step that has not come to it yet.
        static let due = Flags(rawValue: 1 << 1)
        /// Its closure is being called.
        static let firing = Flags(rawValue: 1 << 2)
        /// Its deadline was set while it was firing.
        static let moved = Flags(rawValue: 1 << 3)
        /// It has modes of its own or a tolerance, in its details.
        static let special = Flags(rawValue: 1 << 4)
        /// Its entry is in the list of those that are paused.
        static let paused = Flags(rawValue: 1 << 5)
        /// It has an interval, in its details.
        static let repeats = Flags(rawValue: 1 << 6)
    }

    /// Nil in a free slot, and while the closure is being called.
    var callout: TimerCallout?
    /// When it fires next; while it is firing, what that was or was set to.
    ///
    /// The key of its entry may be earlier: see ``TimerQueue/rearm(_:at:)``.
    var deadline: Int64
    /// What the ledger calls it.
    var name: CallbackName
    /// The timer's number, which the process never uses again; 0 in a free slot.
    var id: UInt64
    /// Where the timer stands.
    var queue: UnsafeMutablePointer<TimerQueue>
    /// Counts schedulings of its queue.
    var order: UInt32
    /// The order of the entry that stands for it, or 0: all other entries that name the slot are stale.
    var entryOrder: UInt32
    /// Its number in the pool.
    let index: UInt32
    var flags: Flags
}

/// What a timer does.
///
/// Not copied but moved, so that nothing on its way is retained. A type of its own also because a bare closure that goes
/// through the standard library's generic functions, as an optional's `take()`, is wrapped in another one, which allocates.
struct TimerCallout: ~Copyable {
    let perform: @MainActor (MainRunLoop.Timer) -> Void
}

typealias TimerPointer = UnsafeMutablePointer<TimerSlot>

/// What most timers do without.
struct TimerDetails {
    /// 0 for a timer that fires once.
    var interval: Int64
    var modes: UInt64
    /// How many nanoseconds after its deadline it may fire.
    var tolerance: Int64
}
