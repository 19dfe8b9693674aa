public import ResponderEventLoop

/// What happened at one instant: the touches that changed, and those that are down besides.
///
/// One event object is used again and again, for every frame that comes, as long as nobody keeps it; so it covers a
/// whole sequence from the first finger's began to the last one's end (rule T2). One that is kept stays its keeper's: its
/// timestamp and its set of touches remain as they were, and the next frame gets another object.
@MainActor
public final class Event {
    struct State {
        /// Whether the event is being dispatched: one that is not goes nowhere (any more).
        var isUnderWay = false
        /// When it was sent.
        var timestamp: Int64 = 0
        /// The number of the event; a touch that another event changed since has another number.
        var serial: UInt64 = 0
        let bank: UnsafeMutablePointer<TouchSlot>
        /// Whose event it is; good while it is being dispatched.
        let dispatcher: UnsafeMutablePointer<TouchDispatcher.State>
        let hierarchy: UnsafeMutablePointer<Hierarchy>
        /// The event in whose dispatch this one is being dispatched; nil for the outermost.
        var outer: UnsafeMutablePointer<State>?
        /// The touches that the events further out have.
        var touchesFurtherOut: UInt64 = 0
        var newestContact: UInt64 = 0
        /// Every touch that is down, and those that end in this event.
        var all: UInt64 = 0
        /// The touches that changed, by what they do.
        var changes = TouchChanges()
        var past = PastSamples()
        /// Who gets what of it.
        var plan = EventPlan()

        /// Whether somebody listens to what is delivered, and was not told yet who handles the call that is being made.
        var isUnreported = false
        /// Who is called only to see that its class passes on: its base implementation leaves that to the caller, so that no
        /// chain is too long for the stack.
        var lookedAt: RecordPointer?
        /// Whether the event is a cancel for one responder that is off its touch's chain: nobody above gets it.
        var goesNoFurther = false

        /// The touches that changed.
        @inline(__always)
        var changed: UInt64 { changes.all }

        /// Leaves out touches that began in the event and are over before anybody heard of them.
        mutating func forget(_ touches: UInt64) {
            changes.began &= ~touches
            all &= ~touches
        }

        /// Notes that a touch whose end nobody was told of is cancelled instead.
        mutating func cancelInstead(_ touch: UInt64) {
            changes.ended &= ~touch
            changes.cancelled |= touch
        }

        @inline(__always)
        func touches(_ mask: UInt64) -> TouchSet {
            TouchSet(bank: bank, mask: mask, newestContact: newestContact)
        }
    }

    /// In raw memory: see `ResponderRecord`.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    init(_ dispatcher: UnsafeMutablePointer<TouchDispatcher.State>) {
        state = .allocate(capacity: 1)
        state.initialize(
            to: State(
                bank: dispatcher.pointee.bank,
                dispatcher: dispatcher,
                hierarchy: dispatcher.pointee.hierarchy
            )
        )
    }

    deinit {
        state.pointee.past.deallocate()
        state.pointee.plan.deallocate()
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
        for slot in TouchSlots(bank: state.pointee.bank, mask: state.pointee.all) {
            // In a kept event, a slot may be another touch's by now.
            if slot.pointee.contact <= state.pointee.newestContact, matches(slot) { mask |= slot.pointee.bit }
        }
        return state.pointee.touches(mask)
    }
}

extension UnsafeMutablePointer<Event.State> {
    /// The event's plan, for who changes it while others may be called.
    @inline(__always)
    var plan: UnsafeMutablePointer<EventPlan> { pointer(to: \.plan).unsafelyUnwrapped }
}
