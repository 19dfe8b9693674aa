// The rows of recognisers in the plan of an event: before those of the views of the same window (rules G14, G42).
extension TouchDispatcher {
    /// Makes the rows of the recognisers of touches in one window, and the row in which their requests take effect.
    @inline(never)
    func appendRecognizerRows(
        _ touches: UInt64,
        in window: RecordPointer,
        _ changes: TouchChanges,
        to plan: UnsafeMutablePointer<EventPlan>
    ) {
        let tracked = touches & state.pointee.touches.tracked
        guard tracked != 0 else { return }
        if plan.pointee.way == .views { plan.pointee.way = .recognizersAndViews }
        for slot in slots(tracked) {
            for record in recognizers(of: slot) {
                let own = record.pointee.touches & tracked
                // Each recogniser is listed once, with the first of its touches.
                guard own & (0 &- own) == slot.pointee.bit, !record.pointee.isOver else { continue }
                append(.began, own & changes.began, record, slot, window, plan)
                append(.moved, own & changes.moved, record, slot, window, plan)
                append(.ended, own & changes.ended, record, slot, window, plan)
                append(.cancelled, own & changes.cancelled, record, slot, window, plan)
            }
        }
        let slot = state.pointee.bank + tracked.trailingZeroBitCount
        plan.pointee.append(
            EventPlan.Row(
                kind: .resolve,
                message: .moved,
                touches: tracked,
                view: slot.pointee.view ?? window,
                window: window,
                recipient: UnsafeRawPointer(slot)
            )
        )
    }

    private func append(
        _ message: TouchMessage,
        _ touches: UInt64,
        _ record: RecognizerPointer,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ window: RecordPointer,
        _ plan: UnsafeMutablePointer<EventPlan>
    ) {
        guard touches != 0 else { return }
        let isPlain = message == .moved && touches & ~record.pointee.owedEnd == 0 && !record.isDone
        plan.pointee.append(
            EventPlan.Row(
                kind: isPlain ? .recognizerMoves : .recognizer,
                message: message,
                touches: touches,
                view: slot.pointee.view ?? window,
                window: window,
                recipient: UnsafeRawPointer(record)
            )
        )
    }
}

extension RecognizerPointer {
    /// Whether the recogniser gets no more touches: its attempt is over, a failure or cancel is requested, or the
    /// recogniser has requested its end and waits for others to fail.
    @inline(__always)
    var isDone: Bool {
        pointee.isOver || (pointee.flags.contains(.isWaiting) && pointee.request == .ended)
            || pointee.request == .failed || pointee.request == .cancelled
    }
}

extension TouchDispatcher {
    /// Makes the plan's rows of views check what recognisers withhold, and removes the moves that no view gets.
    @inline(never)
    func trackViews(in plan: UnsafeMutablePointer<EventPlan>) {
        plan.pointee.trackViews(state.pointee.touches.tracked) { row in
            guard row.pointee.message == .moved else { return true }
            for slot in slots(row.pointee.touches) where slot.owed != .done { return true }
            return false
        }
    }
}
