/// The views that a window leaves when it is released, perhaps on another thread; they may live on.
struct WindowRemains: Sendable {
    let views: [View]
    let firstResponder: Responder?
    let application: Application

    /// Tells the views that they are in no window any more, as if they had been removed, so that an editing ends.
    ///
    /// The views are told in the next turn of the loop: the window may be released during a change of the property that
    /// held it, which the called code might read. Does nothing when the application has ended, since none of its code
    /// may be called then.
    func tell() {
        // The post must not retain the application: if the loop is no longer run, both would stay alive for ever.
        application.runLoop.post { [weak application, views, firstResponder] in
            guard let application, !application.lifecycle.hasEnded else { return }
            // The responder may be in another window by now.
            if let firstResponder, firstResponder.ownWindow == nil {
                firstResponder.resignFirstResponder()
                Application.observer?.firstResponderDidMove(from: firstResponder, to: nil)
            }
            let left = Self.forEach(of: views) { $0.willMove(toWindow: nil) }
            for view in views where view.superview == nil { view.willMove(toSuperview: nil) }
            TreeChange.make {
                for view in views { view.relink() }
            }
            // Views that a hook has moved are told of that move instead.
            for view in left where view.window == nil { view.didMoveToWindow() }
            for view in views where view.superview == nil { view.didMoveToSuperview() }
        }
    }

    /// Calls the body for the views and those inside them, superviews first; returns the views.
    @MainActor
    private static func forEach(of views: [View], _ body: (View) -> Void) -> [View] {
        // A list replaces recursion, since a tree may be too deep for the stack.
        var found: [View] = []
        var remaining = views.map { (view: $0, superview: View?.none) }
        var index = 0
        while index < remaining.count {
            let (view, superview) = remaining[index]
            index += 1
            // A hook may have moved the view.
            guard view.superview === superview, view.window == nil else { continue }
            body(view)
            found.append(view)
            view.record.forEachChild { remaining.append(($0.pointee.view, view)) }
        }
        return found
    }
}
