// A view that moves into a window, out of one, or from one to another, together with the views inside it.
extension View {
    /// Calls `willMove(toWindow:)` of this view and of the views inside it, superviews first.
    ///
    /// Does nothing if the window stays the same.
    final func callWillMove(toWindow window: Window?) {
        guard windowReference !== window else { return }
        // The list keeps the views alive: a hook may change the tree.
        for view in subtree() where view.windowReference !== window { view.willMove(toWindow: window) }
    }

    /// Sets the window of this view and of the views inside it, and returns the views that moved, superviews first.
    ///
    /// The controllers of the views are kept by the new window, and no longer by the former one.
    final func setWindow(_ window: Window?) -> [View] {
        guard windowReference !== window else { return [] }
        let views = subtree()
        for view in views {
            let former = view.windowReference
            view.windowReference = window
            guard let controller = view.controllerReference else { continue }
            former?.release(controller)
            window?.hold(controller)
        }
        return views
    }

    /// Calls `didMoveToWindow()` of the views that moved to a window, or out of one, and that no hook has moved since.
    static func callDidMoveToWindow(_ views: [View], _ window: Window?) {
        for view in views where view.windowReference === window { view.didMoveToWindow() }
    }

    /// This view and the views inside it, superviews first.
    ///
    /// A list, since a tree may be too deep for the stack.
    private func subtree() -> [View] {
        var views = [self]
        var index = 0
        while index < views.count {
            views[index].record.forEachChild { views.append($0.pointee.view) }
            index += 1
        }
        return views
    }
}
