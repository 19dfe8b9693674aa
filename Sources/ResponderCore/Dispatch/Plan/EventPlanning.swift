internal import ResponderSupport

// Plans are made of the touches that changed: one for each event, except that moves reuse a plan as long as the same
// touches move and the epoch stays the same.
extension TouchDispatcher {
    /// Whether the event has a plan for moves of exactly these touches, and the epoch is still the plan's.
    ///
    /// In that case the views still hold the touches, no review is due, and there is no listener.
    @inline(__always)
    func isPlanned(_ touches: UInt64, _ event: UnsafeMutablePointer<Event.State>) -> Bool {
        event.pointee.plan.touches == touches && event.pointee.plan.epoch == state.pointee.processState.pointee.epoch
    }

    /// Sets the event's touches, finds the views of the touches that began, and makes the plan.
    ///
    /// Returns false when no touch is left whose change could be delivered.
    @inline(never)
    func plan(_ changes: TouchChanges, _ event: Unmanaged<Event>) -> Bool {
        let eventState = event.borrow { $0.state }
        eventState.pointee.plan.removeAll()
        eventState.pointee.newestContact = state.pointee.touches.newestContact
        eventState.pointee.all = state.pointee.touches.down
        eventState.pointee.changes = changes
        if changes.over != 0 {
            endTaps(changes.over)
            // Before the handlers of the ends, which may change the screen.
            if changes.ended != 0, state.pointee.newScreens.arePending { state.pointee.newScreens.removeAll() }
        }
        if changes.began != 0 {
            bindToViews(changes.began, event)
            // An override of `hitTest` may have run the loop: the touches that changed in the nested run become
            // stationary in the next event, too.
            let changed = eventState.pointee.changed
            state.pointee.touches.changed |= changed
            guard changed != 0 else { return false }
        }
        makeRows(eventState, into: eventState.plan)
        if changes.areMoves && state.pointee.listeners.trace == nil { eventState.pointee.plan.touches = changes.moved }
        return true
    }

    /// Makes the rows for the touches that changed.
    @inline(__always)
    private func makeRows(_ event: UnsafeMutablePointer<Event.State>, into plan: UnsafeMutablePointer<EventPlan>) {
        // The plan is out of date from the start in two cases. First, events that were dispatched during the hit-tests
        // may have ended these touches, or delivered newer moves. Second, a review is due: at the end of the event it
        // would be skipped if the epoch were still the plan's. Events that overrides of `next` dispatch below put the
        // plan out of date as well.
        let isOld = state.pointee.review.isNeeded || state.pointee.underWay.serial != event.pointee.serial
        plan.pointee.epoch = isOld ? 0 : state.pointee.processState.pointee.epoch
        let changes = event.pointee.changes
        let slot = state.pointee.bank + changes.all.trailingZeroBitCount
        // A single touch needs no order.
        if changes.all & (changes.all &- 1) == 0, let window = slot.pointee.window, let view = slot.pointee.view {
            plan.pointee.way = goesDirectly(to: window) ? .views : .sendEvent
            guard !slot.pointee.flags.contains(.tracked) else {
                return makeTrackedRows(of: slot, event, into: plan)
            }
            appendRow(changes.message, changes.all, of: view, in: window, to: plan)
        } else {
            makeRows(of: changes, into: plan)
        }
    }

    /// Makes the rows of a single touch that recognisers have, too.
    @inline(never)
    private func makeTrackedRows(
        of slot: UnsafeMutablePointer<TouchSlot>,
        _ event: UnsafeMutablePointer<Event.State>,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        guard let window = slot.pointee.window, let view = slot.pointee.view else { return }
        let changes = event.pointee.changes
        appendRecognizerRows(changes.all, in: window, changes, to: plan)
        appendRow(changes.message, changes.all, of: view, in: window, to: plan)
        trackViews(in: plan)
    }

    /// Makes the rows of several touches, window by window, in the order of each window's lowest slot.
    @inline(never)
    private func makeRows(of changes: TouchChanges, into plan: UnsafeMutablePointer<EventPlan>) {
        var remaining = changes.all
        plan.pointee.way = remaining != 0 ? .views : .sendEvent
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            // A touch has no window while an outer event searches for its view.
            guard let window = slot.pointee.window else {
                plan.pointee.way = .sendEvent
                remaining &= remaining &- 1
                continue
            }
            if !goesDirectly(to: window) { plan.pointee.way = .sendEvent }
            let touches = touches(remaining) { $0.pointee.window == window }
            remaining &= ~touches
            if touches & state.pointee.touches.tracked != 0 {
                appendRecognizerRows(touches, in: window, changes, to: plan)
            }
            makeRows(of: touches, in: window, changes, into: plan)
        }
        if changes.all & state.pointee.touches.tracked != 0 { trackViews(in: plan) }
    }

    /// Makes the rows of one window, view by view, in the order of each view's lowest slot.
    private func makeRows(
        of touches: UInt64,
        in window: RecordPointer,
        _ changes: TouchChanges,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        let early = endsBeforeExclusiveBegans(touches, changes)
        for slot in slots(early) { makeRows(of: slot.pointee.bit, of: slot, in: window, changes, into: plan) }
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            let group = self.touches(remaining) { $0.pointee.view == slot.pointee.view }
            remaining &= ~group
            makeRows(of: group & ~early, of: slot, in: window, changes, into: plan)
        }
    }

    /// Makes the rows of one view, in the order began, moved, ended, cancelled (rule T13).
    ///
    /// A view without multi-touch gets the end of its touch before the began of the next touch, so that it never holds
    /// two.
    @inline(__always)
    private func makeRows(
        of touches: UInt64,
        of slot: UnsafeMutablePointer<TouchSlot>,
        in window: RecordPointer,
        _ changes: TouchChanges,
        into plan: UnsafeMutablePointer<EventPlan>
    ) {
        guard let view = slot.pointee.view else { return }
        let isSingle = !view.pointee.flags.contains(.multipleTouch) && view.pointee.touchCount > 0
        if !isSingle { appendRow(.began, touches & changes.began, of: view, in: window, to: plan) }
        appendRow(.moved, touches & changes.moved, of: view, in: window, to: plan)
        appendRow(.ended, touches & changes.ended, of: view, in: window, to: plan)
        appendRow(.cancelled, touches & changes.cancelled, of: view, in: window, to: plan)
        if isSingle { appendRow(.began, touches & changes.began, of: view, in: window, to: plan) }
    }

    @inline(__always)
    private func appendRow(
        _ message: TouchMessage,
        _ touches: UInt64,
        of view: RecordPointer,
        in window: RecordPointer,
        to plan: UnsafeMutablePointer<EventPlan>
    ) {
        guard touches != 0 else { return }
        let target = message == .moved ? targetOfMoves(touches, of: view) : nil
        plan.pointee.append(
            EventPlan.Row(
                kind: target == nil ? .view : .moves,
                message: message,
                touches: touches,
                view: view,
                window: window,
                recipient: (target ?? view).pointee.object.toOpaque()
            )
        )
    }

    /// Returns the responder to call for the moves without a check; nil when a check is needed.
    ///
    /// No check is needed when the view holds the touches and nothing about them is pending, the responder's class
    /// overrides the method, and there is no listener.
    private func targetOfMoves(_ touches: UInt64, of view: RecordPointer) -> RecordPointer? {
        for slot in slots(touches) {
            if slot.owed != .end || slot.pointee.flags.subtracting([.detailed, .tracked]) != .held { return nil }
        }
        guard state.pointee.listeners.trace == nil, let handler = view.handler(of: .moved, state.pointee.processState),
            handler.pointee.overrides.contains(.moved)
        else { return nil }
        return handler
    }

    /// Returns the touches for which the condition holds; the condition must hold for the touch in the lowest slot.
    @inline(__always)
    private func touches(_ touches: UInt64, where condition: (UnsafeMutablePointer<TouchSlot>) -> Bool) -> UInt64 {
        // A single touch needs no search for others.
        guard touches & (touches &- 1) != 0 else { return touches }
        var group: UInt64 = 0
        for slot in slots(touches) where condition(slot) { group |= slot.pointee.bit }
        return group
    }
}

// MARK: - In debug builds

extension TouchDispatcher {
    /// Whether a reused plan equals a new one; otherwise some change did not increment the epoch.
    func isAsMadeAnew(_ event: UnsafeMutablePointer<Event.State>) -> Bool {
        let (kept, touches) = (event.pointee.plan, event.pointee.plan.touches)
        let anew = UnsafeMutablePointer<EventPlan>.allocate(capacity: 1)
        anew.initialize(to: EventPlan())
        makeRows(event, into: anew)
        let plan = anew.move()
        anew.deallocate()
        defer { plan.deallocate() }
        guard event.pointee.all == state.pointee.touches.down,
            event.pointee.newestContact == state.pointee.touches.newestContact,
            event.pointee.changes.areMoves, event.pointee.changes.moved == touches,
            state.pointee.listeners.trace == nil,
            kept.way == .sendEvent || kept.way == plan.way
        else { return false }
        return kept.rows.elementsEqual(plan.rows) { $0.pointee.isSame(as: $1.pointee) }
    }
}

extension EventPlan.Row {
    fileprivate func isSame(as other: Self) -> Bool {
        kind == other.kind && message == other.message && touches == other.touches && view == other.view
            && window == other.window && recipient == other.recipient
    }
}
