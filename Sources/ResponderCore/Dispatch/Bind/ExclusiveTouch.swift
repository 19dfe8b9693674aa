internal import ResponderSupport
internal import ResponderTouchInput

// Exclusive touch: while an exclusive view holds a touch, no other view of its window gets a touch. The check runs only
// when a touch begins while others are down, so the usual event does not pay for it.
extension View {
    /// Whether the view handles the touches of its window exclusively.
    ///
    /// False at first. While an exclusive view holds a touch, all other views of the same window, including its
    /// subviews and superviews, get no new touches (rules T18, T19); views of other windows do. The exclusive view
    /// itself gets a touch only when no other view of the window holds one. A refused touch stays refused until its
    /// contact ends, as with ``isMultipleTouchEnabled``.
    ///
    /// When several fingers come down in one frame, the first in the frame's order wins. A touch that ends in the same
    /// frame no longer counts: its end is delivered before the began of the new touch.
    ///
    /// A change applies to touches that begin later.
    public final var isExclusiveTouch: Bool {
        get { record.pointee.isExclusive }
        set { record.pointee.isExclusive = newValue }
    }
}

extension TouchDispatcher {
    /// Refuses the new touches that the rules of exclusive touch exclude.
    @inline(__always)
    func refuseForExclusiveTouches(_ began: UInt64, _ event: Unmanaged<Event>) {
        // A single touch excludes no other.
        guard state.pointee.touches.down & (state.pointee.touches.down &- 1) != 0 else { return }
        refuseAmongSeveral(began, over: event.borrow { $0.state.pointee.changes.over })
    }

    /// Accepts or refuses the new touches one by one, in the order of the frame.
    @inline(never)
    private func refuseAmongSeveral(_ began: UInt64, over: UInt64) {
        var pending = began
        while let bit = firstContact(of: pending) {
            pending &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            let others = state.pointee.touches.down & ~(pending | over | bit)
            // A run of the loop nested in another touch's hit-test may have delivered a newer sample of this touch,
            // after its began: then the view already has the touch.
            guard slot.owed == .nothing, let view = slot.pointee.view, let window = slot.pointee.window,
                let other = exclusiveTouch(against: view, in: window, among: others)
            else { continue }
            if state.pointee.listeners.tracer != nil { traceRefusal(slot, exclusiveRefusal(of: view, for: other)) }
            slot.oweViewNothing()
        }
    }

    /// Returns the first of the touches that excludes a touch of the view; nil when there is none.
    func exclusiveTouch(
        against view: RecordPointer,
        in window: RecordPointer,
        among touches: UInt64
    ) -> UnsafeMutablePointer<TouchSlot>? {
        for other in slots(touches) where other.owed != .done && other.excludes(view, in: window) { return other }
        return nil
    }

    /// Returns the bit of the touch that began first; nil for no touches.
    func firstContact(of touches: UInt64) -> UInt64? {
        var first: (bit: UInt64, contact: UInt64)?
        for slot in slots(touches) {
            if let known = first, known.contact < slot.pointee.contact { continue }
            first = (slot.pointee.bit, slot.pointee.contact)
        }
        return first?.bit
    }

    /// Returns the touches whose end must be delivered before a began of the same event, so that views that exclude
    /// each other never hold touches at the same time.
    ///
    /// The view of a returned touch holds no other touch: another touch would have excluded the began.
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
    /// Whether the touch and a touch of `otherView` exclude each other: their views are different views of one
    /// window, and one of them is exclusive.
    @inline(__always)
    fileprivate func excludes(_ otherView: RecordPointer, in window: RecordPointer) -> Bool {
        guard let view = pointee.view else { return false }
        return view != otherView && pointee.window == window
            && (view.pointee.isExclusive || otherView.pointee.isExclusive)
    }
}
