internal import ResponderCore

// The content of scroll views comes to rest when their window is hidden, and when their application ends.
extension Window {
    /// Ends drags and motions in this window, which was hidden, and tells the delegates.
    final func endScrolling() {
        let views = movedViews
        // A call may have shown the window again.
        views.forEach {
            if $0.window === self, isHidden { ($0 as? ScrollView)?.windowDidChange() }
        }
    }

    /// Ends drags and motions in this window without a call: the application ends.
    final func discardScrolling() {
        let views = movedViews
        views.forEach { if $0.window === self { ($0 as? ScrollView)?.discardMotion() } }
    }
}
