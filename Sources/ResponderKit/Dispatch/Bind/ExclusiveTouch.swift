internal import ResponderTouchInput

// Exclusive touch: a view that has the fingers on its window to itself. Looked at when touches begin, and only when others
// are down; the usual event does not know of it.
extension View {
    /// Whether the view gets touches only while no other view of its window has any, and keeps others from getting new
    /// ones meanwhile.
    ///
    /// False at first. While such a view holds a touch, other views of the same window — also those inside it, and those
    /// it is inside of — get no new touches (rules T18, T19); windows beside it do. It gets one itself only when no other
    /// view of the window holds a touch. What is refused is so for its contact's life, as with ``isMultipleTouchEnabled``.
    ///
    /// Of several fingers that come down in one frame, the first in the frame's order wins. A touch that ends in the
    /// frame is in nobody's way any more: its end is told before the other's began.
    ///
    /// A change counts for touches that begin later.
    public final var isExclusiveTouch: Bool {
        get { record.pointee.isExclusive }
        set { record.pointee.isExclusive = newValue }
    }
}

extension TouchDispatcher {
    /// Refuses those of the touches that began which exclusive touch stands against.
    @inline(__always)
    func refuseForExclusiveTouches(_ began: UInt64, _ event: Unmanaged<Event>) {
        // A finger that is alone is in nobody's way.
        guard state.pointee.live & (state.pointee.live &- 1) != 0 else { return }
        refuseAmongSeveral(began, over: event.borrow { $0.state.pointee.changes.over })
    }

    /// Settles the touches that began one by one, in the order in which the frame named them.
    @inline(never)
    private func refuseAmongSeveral(_ began: UInt64, over: UInt64) {
        var pending = began
        while let bit = firstContact(of: pending) {
            pending &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            let others = state.pointee.live & ~(pending | over | bit)
            // A run inside of another touch's hit-test may have brought a newer sample, and with it the began: the view
            // has it.
            guard slot.owed == .nothing, let view = slot.pointee.view, let window = slot.pointee.window,
                let other = exclusiveTouch(against: view, in: window, among: others)
            else { continue }
            if state.pointee.listeners.tracer != nil { traceRefusal(slot, exclusiveRefusal(of: view, for: other)) }
            slot.settle()
        }
    }

    /// The one among the touches that exclusive touch sets against a touch of the view.
    func exclusiveTouch(
        against view: RecordPointer,
        in window: RecordPointer,
        among touches: UInt64
    ) -> UnsafeMutablePointer<TouchSlot>? {
        for other in slots(touches) where other.owed != .settled && other.excludes(view, in: window) { return other }
        return nil
    }

    /// The one of the touches that began first.
    private func firstContact(of touches: UInt64) -> UInt64? {
        var first: (bit: UInt64, contact: UInt64)?
        for slot in slots(touches) {
            if let known = first, known.contact < slot.pointee.contact { continue }
            first = (slot.pointee.bit, slot.pointee.contact)
        }
        return first?.bit
    }

    /// The touches whose end is told before a began of the same event, so that the two views never both have a touch.
    ///
    /// A view whose touches these are has no other; one more would have stood against the began.
    @inline(__always)
    func endsBeforeExclusiveBegans(_ touches: UInt64, _ changes: TouchChanges) -> UInt64 {
        guard changes.began & touches != 0, changes.over & touches != 0 else { return 0 }
        var ends: UInt64 = 0
        for slot in slots(changes.over & touches) {
            guard let view = slot.pointee.view, let window = slot.pointee.window,
                exclusiveTouch(against: view, in: window, among: changes.began) != nil
            else { continue }
            ends |= slot.pointee.bit
        }
        return ends
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// Whether the touch and one of that view may not be held at once: they are of two views of one window, one of which is
    /// exclusive.
    @inline(__always)
    fileprivate func excludes(_ otherView: RecordPointer, in window: RecordPointer) -> Bool {
        guard let view = pointee.view else { return false }
        return view != otherView && pointee.window == window
            && (view.pointee.isExclusive || otherView.pointee.isExclusive)
    }
}
