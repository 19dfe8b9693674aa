public import ResponderEventLoop

/// The touches that changed at one instant, and the other touches that are down.
///
/// As long as the app does not keep the event object, one object is reused for all frames, so it covers a whole
/// sequence from the first finger's began to the last finger's end (rule T2). If the app keeps the object, its
/// timestamp and its touches remain as they were, and the next frame gets another object.
@MainActor
public final class Event {
    package struct State {
        /// Whether the event is being dispatched; otherwise nothing of it is delivered.
        var isUnderWay = false
        /// When the event was sent.
        package var timestamp: Int64 = 0
        /// The number of the event; a touch that a later event has changed has a higher number.
        var serial: UInt64 = 0
        let bank: UnsafeMutablePointer<TouchSlot>
        /// The dispatcher of the event; valid while the event is being dispatched.
        let dispatcher: UnsafeMutablePointer<TouchDispatcher.State>
        let processState: UnsafeMutablePointer<ProcessState>
        /// The event whose dispatch contains the dispatch of this one; nil for the outermost event.
        var outer: UnsafeMutablePointer<State>?
        /// The touches of the outer events.
        var outerTouches: UInt64 = 0
        var newestContact: UInt64 = 0
        /// Every touch that is down, and the touches that end in this event.
        var all: UInt64 = 0
        /// The touches that changed, grouped by phase.
        var changes = TouchChanges()
        var past = PastSamples()
        /// The deliveries of the event.
        var plan = EventPlan()

        /// Whether requests of recognisers will take effect later in the event's dispatch.
        var willResolve = false
        /// Whether an action of a recogniser is being called.
        var isInAction = false
        /// Whether a listener for deliveries must still be told which responder handles the present message.
        var isUnreported = false
        /// The responder that is called only to check that its class passes the message on.
        ///
        /// The responder's base implementation only returns, and the caller goes on up the chain: recursion along a
        /// long chain could overflow the stack.
        var verifying: RecordPointer?
        /// Whether the event is a cancel for one recipient that left its touch's chain: the cancel is not forwarded to
        /// responders above.
        var isForOneRecipient = false

        /// The touches that changed.
        @inline(__always)
        var changed: UInt64 { changes.all }

        /// Removes touches that began in the event and were over before any delivery.
        mutating func forget(_ touches: UInt64) {
            changes.began &= ~touches
            all &= ~touches
        }

        /// Records that a touch whose end was not delivered is cancelled instead.
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
    package nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    init(_ dispatcher: UnsafeMutablePointer<TouchDispatcher.State>) {
        state = .allocate(capacity: 1)
        state.initialize(
            to: State(
                bank: dispatcher.pointee.bank,
                dispatcher: dispatcher,
                processState: dispatcher.pointee.processState
            )
        )
    }

    deinit {
        state.pointee.past.deallocate()
        state.pointee.plan.deallocate()
        state.deallocate()
    }

    /// When the source saw the change, on the clock of the application's loop.
    public var timestamp: MainRunLoop.Instant { MainRunLoop.Instant(nanoseconds: state.pointee.timestamp) }

    /// Every touch that is down, in all windows and views, including stationary ones, and the touches that end or are
    /// cancelled in this event (rule T3).
    public var allTouches: TouchSet { state.pointee.touches(state.pointee.all) }

    /// The touches of ``allTouches`` that are bound to the view (rule T4).
    ///
    /// - Complexity: O(touches of the event); no allocation.
    public func touches(for view: View) -> TouchSet {
        touches { $0.pointee.view == view.record }
    }

    /// The touches of ``allTouches`` that are bound to a view of the window (rule T4).
    ///
    /// - Complexity: O(touches of the event); no allocation.
    public func touches(for window: Window) -> TouchSet {
        touches { $0.pointee.window == window.record }
    }

    private func touches(where matches: (UnsafeMutablePointer<TouchSlot>) -> Bool) -> TouchSet {
        var mask: UInt64 = 0
        for slot in TouchSlots(bank: state.pointee.bank, mask: state.pointee.all) {
            // A slot of a kept event may belong to another touch by now.
            if slot.pointee.contact <= state.pointee.newestContact, matches(slot) { mask |= slot.pointee.bit }
        }
        return state.pointee.touches(mask)
    }
}

extension UnsafeMutablePointer<Event.State> {
    /// A pointer to the event's plan: code that changes the plan may call code that reads it.
    @inline(__always)
    var plan: UnsafeMutablePointer<EventPlan> { pointer(to: \.plan).unsafelyUnwrapped }
}
