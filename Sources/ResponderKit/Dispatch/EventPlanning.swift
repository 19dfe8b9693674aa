// What an event's touches do, and who gets that: made of the touches that changed, once an event, or for moves once for as
// long as the same touches move and nothing changes that the plan was made of.
extension TouchDispatcher {
    /// Whether the event's plan is for moves of just these touches, and nothing has changed that it was made of.
    ///
    /// Then their views have the touches, nothing waits to be looked after, and nobody listens.
    @inline(__always)
    func isPlanned(_ touches: UInt64, _ event: UnsafeMutablePointer<Event.State>) -> Bool {
        event.pointee.plan.touches == touches && event.pointee.plan.epoch == state.pointee.hierarchy.pointee.epoch
    }

    /// Fills in what the event's touches do, finds the views of those that began, and makes the plan.
    ///
    /// Returns false where no touch is left that anybody could be told of.
    @inline(never)
    func plan(_ touches: UInt64, areMoves: Bool, _ event: Unmanaged<Event>) -> Bool {
        let eventState = event.borrow { $0.state }
        eventState.pointee.plan.removeAll()
        eventState.pointee.newestContact = state.pointee.newestContact
        eventState.pointee.all = state.pointee.live
        var changed = touches
        if areMoves {
            eventState.pointee.noteMoves(touches)
        } else {
            sort(touches, into: eventState)
            if eventState.pointee.over != 0 { endTaps(eventState.pointee.over) }
            if eventState.pointee.began != 0 {
                changed = bindToViews(eventState.pointee.began, of: changed, event)
                // An override of hitTest may have run the loop: what changed in there becomes stationary next, too.
                state.pointee.changed |= changed
                guard changed != 0 else { return false }
                eventState.pointee.changed = changed
            }
        }
        makeRows(of: changed, eventState, into: eventState.plan)
        if areMoves && state.pointee.trace == nil { eventState.pointee.plan.touches = changed }
        return true
    }

    /// Notes in the event what each touch does.
    private func sort(_ changed: UInt64, into event: UnsafeMutablePointer<Event.State>) {
        var (began, moved, ended, cancelled) = (UInt64.zero, UInt64.zero, UInt64.zero, UInt64.zero)
        var remaining = changed
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            switch (state.pointee.bank + bit.trailingZeroBitCount).pointee.phase {
            case .began: began |= bit
            case .moved: moved |= bit
            case .ended: ended |= bit
            case .cancelled: cancelled |= bit
            case .stationary: break
            }
        }
        event.pointee.changed = changed
        event.pointee.began = began
        event.pointee.moved = moved
        event.pointee.ended = ended
        event.pointee.cancelled = cancelled
    }

    /// Makes the rows for the touches that changed, window by window in the order of their lowest touches.
    private func makeRows(
        of changed: UInt64,
        _ event: UnsafeMutablePointer<Event.State>,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        // Who gets moves is asked of overrides of `next`, which may dispatch: what they change makes the plan an old one. So
        // does a review that is due, which the end of an event in the epoch of its plan would leave out.
        plan.pointee.epoch = state.pointee.needsReview ? 0 : state.pointee.hierarchy.pointee.epoch
        plan.pointee.isDirect = true
        var remaining = changed
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            guard let window = slot.pointee.window else {
                remaining &= remaining &- 1
                continue
            }
            let touches = self.touches(in: window, among: remaining)
            remaining &= ~touches
            if !goesDirectly(to: window) { plan.pointee.isDirect = false }
            makeRows(of: touches, in: window, event, into: plan)
        }
    }

    /// The rows of one window, view by view in the order of their lowest touches.
    private func makeRows(
        of touches: UInt64,
        in window: RecordPointer,
        _ event: UnsafeMutablePointer<Event.State>,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        let early = endsBeforeExclusiveBegans(touches, event)
        if early != 0 { makeRowsOfOne(of: early, in: window, event, into: plan) }
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            guard let view = slot.pointee.view else {
                remaining &= remaining &- 1
                continue
            }
            let group = self.touches(of: view, in: window, among: remaining)
            remaining &= ~group
            makeRows(of: group & ~early, of: view, in: window, event, into: plan)
        }
    }

    /// The touches of one view, in the order began, moved, ended, cancelled (rule T13).
    ///
    /// A view without multi-touch gets the end of its touch before the began of the next: it never holds two.
    private func makeRows(
        of touches: UInt64,
        of view: RecordPointer,
        in window: RecordPointer,
        _ event: UnsafeMutablePointer<Event.State>,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        func append(_ message: TouchMessage, _ all: UInt64) {
            if touches & all != 0 { plan.pointee.append(row(message, touches & all, of: view, in: window)) }
        }
        let isSingle = !view.pointee.flags.contains(.multipleTouch) && view.pointee.touchCount > 0
        if !isSingle { append(.began, event.pointee.began) }
        append(.moved, event.pointee.moved)
        append(.ended, event.pointee.ended)
        append(.cancelled, event.pointee.cancelled)
        if isSingle { append(.began, event.pointee.began) }
    }

    /// A row for each of the touches.
    private func makeRowsOfOne(
        of touches: UInt64,
        in window: RecordPointer,
        _ event: UnsafeMutablePointer<Event.State>,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            guard let view = (state.pointee.bank + bit.trailingZeroBitCount).pointee.view else { continue }
            makeRows(of: bit, of: view, in: window, event, into: plan)
        }
    }

    private func row(
        _ message: TouchMessage,
        _ touches: UInt64,
        of view: RecordPointer,
        in window: RecordPointer
    ) -> EventPlan.Row {
        let target = message == .moved ? targetOfMoves(touches, of: view) : nil
        return EventPlan.Row(
            kind: target == nil ? .view : .moves,
            message: message,
            touches: touches,
            view: view,
            window: window,
            target: target?.pointee.object ?? view.pointee.object
        )
    }

    /// Who gets the moves, where nothing stands against them: the view has the touches, who gets them was seen to override
    /// the method, and nobody listens.
    private func targetOfMoves(_ touches: UInt64, of view: RecordPointer) -> RecordPointer? {
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            guard slot.owed == .end, slot.pointee.flags.subtracting(.detailed) == .held else { return nil }
        }
        guard state.pointee.trace == nil, let handler = view.handler(of: .moved, state.pointee.hierarchy),
            handler.pointee.overrides.contains(.moved)
        else { return nil }
        return handler
    }

    private func touches(in window: RecordPointer, among touches: UInt64) -> UInt64 {
        var group: UInt64 = 0
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            if (state.pointee.bank + bit.trailingZeroBitCount).pointee.window == window { group |= bit }
        }
        return group
    }

    /// Those of the touches that are bound to the view in that window.
    private func touches(of view: RecordPointer, in window: RecordPointer, among touches: UInt64) -> UInt64 {
        var group: UInt64 = 0
        var remaining = touches
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            if (state.pointee.bank + bit.trailingZeroBitCount).pointee.view == view { group |= bit }
        }
        return group
    }
}

// MARK: - In debug builds

extension TouchDispatcher {
    /// Whether a plan that is used again is what a new one would be: where it is not, something changed that did not count
    /// the epoch.
    func isAsMadeAnew(_ event: UnsafeMutablePointer<Event.State>) -> Bool {
        let (kept, touches) = (event.pointee.plan, event.pointee.plan.touches)
        let anew = UnsafeMutablePointer<EventPlan>.allocate(capacity: 1)
        anew.initialize(to: EventPlan())
        makeRows(of: touches, event, into: anew)
        let plan = anew.move()
        anew.deallocate()
        defer { plan.deallocate() }
        guard event.pointee.all == state.pointee.live, event.pointee.newestContact == state.pointee.newestContact,
            event.pointee.changed == touches, event.pointee.moved == touches,
            event.pointee.began | event.pointee.over == 0, state.pointee.trace == nil,
            !kept.isDirect || plan.isDirect
        else { return false }
        return kept.rows.elementsEqual(plan.rows) { $0.pointee.isSame(as: $1.pointee) }
    }
}

extension EventPlan.Row {
    fileprivate func isSame(as other: Self) -> Bool {
        kind == other.kind && message == other.message && touches == other.touches && view == other.view
            && window == other.window && target.toOpaque() == other.target.toOpaque()
    }
}
