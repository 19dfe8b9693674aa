/// A move of a view, with the views inside it, to another superview or window, or out of a window.
@MainActor
struct WindowMove {
    /// The views whose window changed, superviews first, each with the number of its move.
    ///
    /// The list retains the views while hooks are called.
    fileprivate var views: [(view: View, number: UInt32)] = []
    /// The view whose superview changed, with the number of its move.
    fileprivate var root: (view: View, number: UInt32)?

    /// Calls `didMoveToWindow()` of the views whose window changed, except of those that a hook has moved again.
    func callDidMoveToWindow() {
        for (view, number) in views where view.windowMoves == number { view.didMoveToWindow() }
    }

    /// Whether no hook has moved the view since.
    func isLast(of view: View) -> Bool { root?.view === view && view.superviewMoves == root?.number }
}

extension View {
    /// Calls `willMove(toWindow:)` of this view and of the views inside it, superviews first; then announces to
    /// controllers of these views that they appear or disappear.
    ///
    /// Does nothing if the window stays the same.
    ///
    /// - Returns: The controllers.
    final func callWillMove(toWindow window: Window?) -> [ViewController] {
        guard windowReference !== window else { return [] }
        windowReference?.resignFirstResponder(inside: self)
        let isAppearing = window?.shownWindow != nil
        let isAnnounced = isAppearing != (shownWindow != nil)
        var controllers: [ViewController] = []
        // The list retains the views. The views inside a view are listed when its hook has returned, since the hook may
        // change them.
        var views: [(view: View, superview: View?)] = [(self, superview)]
        var index = 0
        while index < views.count {
            let (view, superview) = views[index]
            index += 1
            // A hook may have removed the view.
            guard view.superview === superview else { continue }
            view.willMove(toWindow: window)
            if isAnnounced, let controller = view.controllerReference { controllers.append(controller) }
            view.record.forEachChild { views.append(($0.pointee.view, view)) }
        }
        if !controllers.isEmpty { AppearanceUpdate.announce(controllers, isAppearing: isAppearing) }
        return controllers
    }

    /// Sets the window of this view and of the views inside it.
    ///
    /// The new window retains the controllers of the views, and the former one releases them.
    final func setWindow(_ window: Window?) -> WindowMove {
        superviewMoves &+= 1
        var move = WindowMove()
        move.root = (self, superviewMoves)
        guard windowReference !== window else { return move }
        windowReference?.dropFirstResponder(inside: self)
        // A list replaces recursion, since a tree may be too deep for the stack.
        var views = [self]
        var index = 0
        while index < views.count {
            let view = views[index]
            index += 1
            let former = view.windowReference
            view.windowReference = window
            view.windowMoves &+= 1
            move.views.append((view, view.windowMoves))
            view.record.forEachChild { views.append($0.pointee.view) }
            guard let controller = view.controllerReference else { continue }
            former?.release(controller)
            window?.hold(controller)
        }
        return move
    }
}
