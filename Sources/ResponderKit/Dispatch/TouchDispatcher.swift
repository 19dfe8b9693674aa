internal import ResponderEventLoop
internal import ResponderTouchInput

/// Where an application's touches are kept and dispatched from: the hot path from the port to the responder.
///
/// In the steady state an event on this way makes no allocation, takes no lock, hashes nothing, and makes no exclusivity
/// or isolation check; a contact costs one retain and one release for the view it keeps from its began to its end, and
/// where its began is passed on up the chain, another for who got it.
///
/// A value of one pointer: all state is in raw memory (see `ResponderRecord`). `FramesToEvents.swift` makes touches of
/// contacts, `EventDispatch.swift` events of touches, `TouchBinding.swift` finds a touch's view, `DeliveryToViews.swift`
/// gives an event's touches to their views, and `TouchCancellation.swift` takes them away again.
@MainActor
struct TouchDispatcher {
    struct State {
        let bank: UnsafeMutablePointer<TouchSlot>
        let hierarchy: UnsafeMutablePointer<Hierarchy>
        /// Set as soon as there is one; the application owns this state.
        var application: Unmanaged<Application>
        /// The touches that are down.
        var live: UInt64 = 0
        /// The touches that changed in the newest event.
        var changed: UInt64 = 0
        /// How many events are being dispatched, one inside another.
        var depth = 0
        /// The number of the newest event.
        var serial: UInt64 = 0
        /// Whether touches are accepted: while the application is active.
        var isAccepting = false
        /// Whether a tree changed inside a callback, so that the touches must be looked after when it has returned.
        var needsReview = false
        /// The newest contact's number among this application's: what makes a set of touches old.
        var newestContact: UInt64 = 0
        var statistics = Application.TouchStatistics()
        var trace: DeliveryTrace?
        /// The rest of a frame in which a contact appears more than once.
        var waiting: [WaitingSample] = []

        /// The windows that are shown, the frontmost last.
        var windows: UnsafeMutablePointer<RecordPointer>
        var windowCount = 0
        var windowCapacity = 4

        /// The event of each depth, used again while nobody keeps it.
        let events: UnsafeMutablePointer<Event>
        var eventCount = 0
        /// The slots that no touch uses, in the order in which they became free.
        let freeSlots: UnsafeMutablePointer<UInt8>
        var firstFree = 0
        var freeCount = TouchBank.capacity
    }

    /// Events of greater depth than this are made for the one use.
    static let keptEvents = 8
    /// The next contact's number, of the process; zero is that of no contact.
    nonisolated(unsafe) static let contacts: UnsafeMutablePointer<UInt64> = {
        let pointer = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        pointer.initialize(to: 0)
        return pointer
    }()

    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    @inline(__always)
    nonisolated init(state: UnsafeMutablePointer<State>) {
        self.state = state
    }

    /// The state for an application that is being made, which puts itself there as soon as it can.
    static func makeState() -> UnsafeMutablePointer<State> {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        let freeSlots = UnsafeMutablePointer<UInt8>.allocate(capacity: TouchBank.capacity)
        for index in 0..<TouchBank.capacity { (freeSlots + index).initialize(to: UInt8(index)) }
        state.initialize(
            to: State(
                bank: TouchBank.make(),
                hierarchy: Hierarchy.shared,
                application: .fromOpaque(UnsafeRawPointer(state)),
                windows: .allocate(capacity: 4),
                events: .allocate(capacity: keptEvents),
                freeSlots: freeSlots
            )
        )
        return state
    }

    /// Frees what the application held here.
    ///
    /// Safe on any thread, like the deinit that calls it.
    nonisolated func destroy() {
        letGoOfTouches()
        TouchBank.retire(state.pointee.bank)
        state.pointee.windows.deallocate()
        state.pointee.events.deinitialize(count: state.pointee.eventCount).deallocate()
        state.pointee.freeSlots.deallocate()
        state.deinitialize(count: 1).deallocate()
    }

    /// Lets go of the touches that are still down.
    ///
    /// Nobody is told: whoever could ask is gone.
    private nonisolated func letGoOfTouches() {
        while state.pointee.live != 0 {
            let slot = state.pointee.bank + state.pointee.live.trailingZeroBitCount
            state.pointee.live &= state.pointee.live &- 1
            slot.pointee.window = nil
            slot.releaseReceiver()
            guard let view = slot.pointee.view else { continue }
            slot.pointee.view = nil
            if slot.pointee.flags.contains(.began) { view.pointee.touchCount &-= 1 }
            view.pointee.object.release()
        }
    }
}

// MARK: - From the application

extension TouchDispatcher {
    /// Whether an event or a cancel is being dispatched.
    var isDispatching: Bool { state.pointee.depth > 0 }

    func acceptTouches(_ accepts: Bool) {
        state.pointee.isAccepting = accepts
    }

    /// Notes the windows that are shown, back to front.
    func setWindows(_ windows: [Window]) {
        if windows.count > state.pointee.windowCapacity {
            state.pointee.windows.deallocate()
            state.pointee.windowCapacity = windows.count * 2
            state.pointee.windows = .allocate(capacity: windows.count * 2)
        }
        for (index, window) in windows.enumerated() { (state.pointee.windows + index).initialize(to: window.record) }
        state.pointee.windowCount = windows.count
    }

    /// What `Application.sendEvent` does: sends the event to each window that has touches in it.
    @inline(__always)
    func sendToWindows(_ event: Event) {
        let changed = event.state.pointee.changed
        if changed & (changed &- 1) == 0 && changed != 0 {
            let slot = state.pointee.bank + changed.trailingZeroBitCount
            guard let window = slot.pointee.window else { return }
            window.pointee.object.borrow { unsafeDowncast($0, to: Window.self).sendEvent(event) }
        } else {
            sendToSeveralWindows(event, changed)
        }
    }

    @inline(never)
    private func sendToSeveralWindows(_ event: Event, _ changed: UInt64) {
        var remaining = changed
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            guard let window = (state.pointee.bank + bit.trailingZeroBitCount).pointee.window else { continue }
            var others = remaining
            while others != 0 {
                let other = others & (0 &- others)
                others &= ~other
                if (state.pointee.bank + other.trailingZeroBitCount).pointee.window == window { remaining &= ~other }
            }
            window.pointee.object.borrow { unsafeDowncast($0, to: Window.self).sendEvent(event) }
        }
    }
}
