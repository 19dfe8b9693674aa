internal import ResponderTouchInput

// Which view a touch belongs to, found once, when it begins.
extension TouchDispatcher {
    /// Hit-tests the touches that began (rule H1).
    ///
    /// One that no window wants is dropped for its contact's life (rule H6).
    @inline(never)
    func bindToViews(_ began: UInt64, of changed: UInt64, _ event: Unmanaged<Event>) -> UInt64 {
        var changed = changed
        var remaining = began
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let slot = state.pointee.bank + bit.trailingZeroBitCount
            let contact = slot.pointee.contact
            let hit = event.borrow { hitTest(slot.pointee.location, $0) }
            // An override of hitTest may have run the loop: the touch may be over already.
            guard slot.pointee.contact == contact, state.pointee.live & bit != 0 else {
                changed &= ~bit
                event.borrow { $0.state.pointee.forget(bit) }
                continue
            }
            if let hit {
                _ = hit.view.pointee.object.retain()
                slot.pointee.view = hit.view
                slot.pointee.window = hit.window
                slot.pointee.location = hit.window.convertFromScreen(slot.pointee.location)
                slot.pointee.previousLocation = slot.pointee.location
                // Samples that came inside of an override of hitTest went nowhere: this event brings the newest.
                slot.pointee.phase = .began
                slot.pointee.serial = event.borrow { $0.state.pointee.serial }
            } else {
                state.pointee.statistics.missedTouches += 1
                changed &= ~bit
                event.borrow { $0.state.pointee.forget(bit) }
                release(slot, bit)
            }
        }
        return changed
    }

    /// Asks the windows front to back (rule H2).
    ///
    /// The result counts when it is in a window of this application.
    @inline(__always)
    private func hitTest(_ point: Point, _ event: Event) -> (view: RecordPointer, window: RecordPointer)? {
        var index = state.pointee.windowCount
        while index > 0 {
            // Read anew each time: an override that was asked may have shown or hidden a window.
            index = min(index, state.pointee.windowCount) &- 1
            guard index >= 0 else { break }
            let window = state.pointee.windows[index]
            if let view = window.hit(window.convertFromScreen(point), event) {
                guard let actual = view.shownWindow, owns(actual) else { return nil }
                return (view, actual)
            }
        }
        return nil
    }

    private func owns(_ window: RecordPointer) -> Bool {
        for index in 0..<state.pointee.windowCount where state.pointee.windows[index] == window { return true }
        return false
    }
}

extension RecordPointer {
    /// The window a view is in, by its links; nil when it is in none that is shown.
    @inline(__always)
    var shownWindow: RecordPointer? {
        guard pointee.flags.contains(.attached) else { return nil }
        var record = self
        while !record.pointee.flags.contains(.window) {
            guard let parent = record.pointee.parent else { return nil }
            record = parent
        }
        return record
    }
}
