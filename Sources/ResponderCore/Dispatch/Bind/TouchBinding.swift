internal import ResponderSupport
internal import ResponderTouchInput

// A touch is bound to its view once, when the touch begins.
extension TouchDispatcher {
    /// Hit-tests the touches that began (rule H1).
    ///
    /// A touch that hits no view is dropped until its contact ends (rule H6).
    @inline(__always)
    func bindToViews(_ began: UInt64, _ event: Unmanaged<Event>) {
        for slot in slots(began) { bind(slot, slot.pointee.bit, event) }
        refuseForExclusiveTouches(event.borrow { $0.state.pointee.changes.began }, event)
    }

    @inline(__always)
    private func bind(_ slot: UnsafeMutablePointer<TouchSlot>, _ bit: UInt64, _ event: Unmanaged<Event>) {
        let contact = slot.pointee.contact
        let hit = event.borrow { hitTest(slot.pointee.location, $0) }
        // An override of `hitTest` may have run the loop: the touch may be over already.
        guard slot.pointee.contact == contact, state.pointee.touches.down & bit != 0 else {
            return event.borrow { $0.state.pointee.forget(bit) }
        }
        guard let hit else {
            if state.pointee.listeners.tracer != nil { traceMiss(slot) }
            state.pointee.statistics.missedTouches += 1
            event.borrow { $0.state.pointee.forget(bit) }
            return release(slot, bit)
        }
        if state.pointee.newScreens.arePending, dropOnNewScreen(slot, on: hit.view) {
            event.borrow { $0.state.pointee.forget(bit) }
            return release(slot, bit)
        }
        _ = hit.view.pointee.object.retain()
        slot.pointee.view = hit.view
        slot.beginRoute(to: hit.view)
        slot.pointee.window = hit.window
        // Plans that were made during the hit-test have no row for the touch.
        state.pointee.processState.invalidatePlans()
        slot.pointee.location = hit.window.fromSuperview(slot.pointee.location)
        beginTap(slot)
        if state.pointee.processState.pointee.usesRecognizers, hit.view.mayBeRecognized(state.pointee.processState) {
            collectRecognizers(for: slot, from: hit.view)
        }
        if slot.pointee.flags.contains(.detailed) { bindEstimates(of: slot) }
        slot.pointee.previousLocation = slot.pointee.location
        // Samples that arrived while an override of `hitTest` ran were not delivered: this event delivers the newest of
        // them.
        slot.pointee.phase = .began
        slot.pointee.serial = event.borrow { $0.state.pointee.serial }
        if state.pointee.listeners.tracer != nil { traceHit(slot) }
    }

    /// Returns the hit view and its window; nil when the touch misses.
    @inline(__always)
    private func hitTest(_ point: Point, _ event: Event) -> (view: RecordPointer, window: RecordPointer)? {
        if state.pointee.listeners.tracer != nil { return tracedHitTest(point, event) }
        guard let hit = askWindows(point, event, Unwatched()), let window = hit.window else { return nil }
        return (hit.view, window)
    }

    /// Hit-tests the windows front to back (rule H2).
    ///
    /// The returned window is nil when the hit view is in no window that this application shows: then the touch has
    /// missed.
    @inline(__always)
    func askWindows(
        _ point: Point,
        _ event: Event,
        _ probe: some SearchProbe
    ) -> (view: RecordPointer, window: RecordPointer?)? {
        var place = state.pointee.windows.end
        // The windows are read again each time: an override may have shown or hidden one.
        while let window = state.pointee.windows.next(behind: &place) {
            let calls = state.pointee.processState.pointee.overrideCalls
            if let view = window.hit(window.fromSuperview(point), event, probe) {
                // When no override was called, the hit view is certainly in this window, which is shown.
                return (view, state.pointee.processState.pointee.overrideCalls == calls ? window : ownWindow(of: view))
            }
        }
        return nil
    }

    @inline(__always)
    private func ownWindow(of view: RecordPointer) -> RecordPointer? {
        guard let window = view.shownWindow, state.pointee.windows.contains(window) else { return nil }
        return window
    }
}

extension RecordPointer {
    /// The window that the view is in; nil when there is none, or when no application shows the window.
    @inline(__always)
    var shownWindow: RecordPointer? { pointee.window }
}
