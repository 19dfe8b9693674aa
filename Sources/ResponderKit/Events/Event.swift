public import ResponderEventLoop

/// What happened at one instant: the touches that changed, and those that are down besides.
///
/// One event object is used again and again, for every frame that comes, as long as nobody keeps it; so it covers a
/// whole sequence from the first finger's began to the last one's end (rule T2). One that is kept stays its keeper's: its
/// timestamp and its set of touches remain as they were, and the next frame gets another object.
@MainActor
public final class Event {
    struct State {
        var timestamp: Int64 = 0
        /// The number of the event; a touch that another event changed since has another number.
        var serial: UInt64 = 0
        var bank: UnsafeMutablePointer<TouchSlot>
        /// Whose event it is, while it is being dispatched.
        ///
        /// A kept one goes nowhere any more.
        var dispatcher: UnsafeMutablePointer<TouchDispatcher.State>?
        var newestContact: UInt64 = 0
        /// Every touch that is down, and those that end in this event.
        var all: UInt64 = 0
        /// The touches that changed; and the same by what they do.
        ///
        /// Kept apart, although it is the union: put together right after its parts were written, it cost a quarter of
        /// an event.
        var changed: UInt64 = 0
        var began: UInt64 = 0
        var moved: UInt64 = 0
        var ended: UInt64 = 0
        var cancelled: UInt64 = 0

        /// Whether somebody listens to what is delivered.
        @MainActor @inline(__always)
        var isTraced: Bool { dispatcher?.pointee.trace != nil }

        /// Leaves out touches that began in the event and are over before anybody heard of them.
        mutating func forget(_ touches: UInt64) {
            began &= ~touches
            all &= ~touches
        }

        @inline(__always)
        func touches(_ mask: UInt64) -> TouchSet {
            TouchSet(bank: bank, mask: mask, newestContact: newestContact)
        }
    }

    /// In raw memory: see `ResponderRecord`.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    init(bank: UnsafeMutablePointer<TouchSlot>) {
        state = .allocate(capacity: 1)
        state.initialize(to: State(bank: bank))
    }

    deinit {
        state.deallocate()
    }

    /// When the source saw it, on the clock of the application's loop.
    public var timestamp: MainRunLoop.Instant { MainRunLoop.Instant(nanoseconds: state.pointee.timestamp) }

    /// Every touch that is down, in all windows and views, stationary ones too, and those that end or are cancelled in
    /// this event (rule T3).
    public var allTouches: TouchSet { state.pointee.touches(state.pointee.all) }

    /// Those of ``allTouches`` that are bound to the view (rule T4).
    ///
    /// No allocation.
    public func touches(for view: View) -> TouchSet {
        touches { $0.pointee.view == view.record }
    }

    /// Those of ``allTouches`` that are bound to a view of the window (rule T4).
    ///
    /// No allocation.
    public func touches(for window: Window) -> TouchSet {
        touches { $0.pointee.window == window.record }
    }

    private func touches(where matches: (UnsafeMutablePointer<TouchSlot>) -> Bool) -> TouchSet {
        var mask: UInt64 = 0
        var remaining = state.pointee.all
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            // In a kept event, a slot may be another touch's by now.
            if slot.pointee.contact <= state.pointee.newestContact, matches(slot) { mask |= bit }
        }
        return state.pointee.touches(mask)
    }
}
