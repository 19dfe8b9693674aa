public import ResponderEventLoop

/// What happened at one instant: the touches that changed, and those that are down besides.
///
/// One event object is used again and again, for every frame that comes, as long as nobody keeps it; so it covers a
/// whole sequence from the first finger's began to the last one's end (rule T2). One that is kept stays its keeper's: its
/// timestamp and its set of touches remain as they were, and the next frame gets another object.
@MainActor
public final class Event {
    /// How far the event has come, and by what its touches are found.
    enum Stage: UInt8 {
        /// It is not being dispatched (any more), and goes nowhere.
        case over = 0
        /// It is being dispatched, and one touch changed in it: `single`.
        case single = 1
        /// The same; the touch moved, nothing else was dispatched since, and the event's numbers are not filled in: its time
        /// is that of the touch.
        case quick = 2
        /// It was quick, and is over; nothing was dispatched since.
        case rested = 3
        /// It is being dispatched; the masks say what its touches do.
        case several = 4
        /// Quick, of several touches that moved: see `QuickMoves.swift`.
        case quickSeveral = 6

        /// Whether the event goes nowhere (any more).
        @inline(__always)
        var isOver: Bool { self == .over || self == .rested }
        /// Whether nothing else was dispatched since it began.
        @inline(__always)
        var isQuick: Bool { rawValue & 3 == 2 }
        /// Whether the event's time is still that of its touch.
        @inline(__always)
        var isUnnumbered: Bool { rawValue & 6 == 2 }
    }

    struct State {
        var stage = Stage.over
        /// When it was sent, where that is not still the time of its touch.
        var ownTimestamp: Int64 = 0
        /// The number of the event; a touch that another event changed since has another number.
        var serial: UInt64 = 0
        let bank: UnsafeMutablePointer<TouchSlot>
        /// Whose event it is; good while it is being dispatched.
        let dispatcher: UnsafeMutablePointer<TouchDispatcher.State>
        let hierarchy: UnsafeMutablePointer<Hierarchy>
        var newestContact: UInt64 = 0
        /// Every touch that is down, and those that end in this event.
        var all: UInt64 = 0
        /// The touches that changed.
        var changed: UInt64 = 0
        /// The only touch that changed, and what it did.
        var single: UnsafeMutablePointer<TouchSlot>
        var message = TouchMessage.moved
        /// The touches that changed, by what they do: where they are several.
        var began: UInt64 = 0
        var moved: UInt64 = 0
        var ended: UInt64 = 0
        var cancelled: UInt64 = 0
        var past = PastSamples()
        /// While the event is prepared for moves of one touch (see `QuickMove.swift`): its window, who gets them, and the
        /// generation of the trees in which that was found.
        var quickWindow: Unmanaged<Responder>
        var quickHandler: Unmanaged<Responder>
        var quickGeneration: UInt64 = 0
        /// Whether they go there without `sendEvent`: see `SendingEvents.swift`.
        var quickIsDirect = false
        /// Who gets which of several touches.
        var quickGroups = QuickGroups()

        /// Whether somebody listens to what is delivered, and was not told yet who handles the call that is being made.
        var isUnreported = false
        /// Who is called only to see that its class passes on: its base implementation leaves that to the caller, so that no
        /// chain is too long for the stack.
        var lookedAt: RecordPointer?
        /// Whether the event is a cancel for one responder that is off its touch's chain: nobody above gets it.
        var goesNoFurther = false

        /// Leaves out touches that began in the event and are over before anybody heard of them.
        mutating func forget(_ touches: UInt64) {
            began &= ~touches
            all &= ~touches
        }

        @inline(__always)
        var timestamp: Int64 { stage.isUnnumbered ? single.pointee.timestamp : ownTimestamp }

        /// Those that moved.
        var movedTouches: UInt64 {
            stage == .several ? moved : message == .moved ? changed : 0
        }

        /// Notes that a touch whose end nobody was told of is cancelled instead.
        mutating func cancelInstead(_ touch: UInt64) {
            message = .cancelled
            ended &= ~touch
            cancelled |= touch
        }

        @inline(__always)
        func touches(_ mask: UInt64) -> TouchSet {
            TouchSet(bank: bank, mask: mask, newestContact: newestContact)
        }
    }

    /// In raw memory: see `ResponderRecord`.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    init(_ dispatcher: UnsafeMutablePointer<TouchDispatcher.State>) {
        let bank = dispatcher.pointee.bank
        state = .allocate(capacity: 1)
        // Never looked at before the event is prepared.
        let nobody = Unmanaged<Responder>.fromOpaque(UnsafeRawPointer(dispatcher))
        state.initialize(
            to: State(
                bank: bank,
                dispatcher: dispatcher,
                hierarchy: dispatcher.pointee.hierarchy,
                single: bank,
                quickWindow: nobody,
                quickHandler: nobody
            )
        )
    }

    deinit {
        state.pointee.past.deallocate()
        state.pointee.quickGroups.deallocate()
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
