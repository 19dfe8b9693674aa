// The tree of views: where a view is, and how it gets there.
extension View {
    /// The view this one is in, or nil.
    public final var superview: View? { superviewReference }

    /// The window this view is in, or nil.
    ///
    /// A window is in itself. One step for each view on the way.
    public final var window: Window? {
        var view: View? = self
        while let current = view {
            if let window = current as? Window { return window }
            view = current.superview
        }
        return nil
    }

    /// Whether the view is `view` or inside it.
    public final func isDescendant(of view: View) -> Bool {
        var current: View? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superview
        }
        return false
    }

    /// Puts `view` into this one, in front of the others.
    ///
    /// A view that is somewhere else is taken out of there first; one that is here already is only brought to the front
    /// (rule V11).
    ///
    /// - Precondition: `view` is no window, and not one that this view is in.
    public final func addSubview(_ view: View) {
        insertSubview(view, at: subviews.count)
    }

    /// Puts `view` into this one, at that place among ``subviews``; a place beyond the last means in front of all.
    ///
    /// - Precondition: `view` is no window, `index` is not negative, and `view` is not one that this view is in.
    public final func insertSubview(_ view: View, at index: Int) {
        checkInsertion(of: view, at: index)
        let (former, target) = (view.shownWindow, shownWindow)
        TreeChange.perform {
            if view.superview != nil { Hierarchy.shared.keep(view) }
            view.unlink()
            let place = min(index, subviews.count)
            subviews.insert(view, at: place)
            record.insertChild(view.record, at: place)
            view.superviewReference = self
            view.relink()
            view.setShown(in: target, before: former)
        }
    }

    /// Not preconditions, which lose their messages in release.
    private func checkInsertion(of view: View, at index: Int) {
        if view is Window { fatalError("a window cannot be a subview; set its isHidden to false to show it") }
        // Only one that has subviews may have this one among them.
        if view === self || (!view.subviews.isEmpty && isDescendant(of: view)) {
            fatalError("\(Swift.type(of: view)) cannot be put into itself or into a view inside it")
        }
        if index < 0 { fatalError("a subview cannot be put at place \(index); places begin at 0") }
    }

    /// Takes the view out of its superview.
    ///
    /// Touches bound to it, or to a view inside it, are cancelled (rule T26): at once, or, when this happens inside a
    /// handler, as soon as the outermost one has returned.
    public final func removeFromSuperview() {
        guard superview != nil else { return }
        let former = shownWindow
        TreeChange.perform {
            Hierarchy.shared.keep(self)
            unlink()
            relink()
            setShown(in: nil, before: former)
        }
    }

    /// Puts `view` into this one, directly behind `sibling`.
    ///
    /// - Precondition: `sibling` is in this view, and as for ``insertSubview(_:at:)``.
    public final func insertSubview(_ view: View, belowSubview sibling: View) {
        guard view !== sibling else { return }
        insertSubview(view, at: placeAfterRemoval(of: view, from: place(of: sibling)))
    }

    /// Puts `view` into this one, directly in front of `sibling`.
    ///
    /// - Precondition: `sibling` is in this view, and as for ``insertSubview(_:at:)``.
    public final func insertSubview(_ view: View, aboveSubview sibling: View) {
        guard view !== sibling else { return }
        insertSubview(view, at: placeAfterRemoval(of: view, from: place(of: sibling) + 1))
    }

    /// Has two subviews change places in ``subviews``, and so in the order in which they are hit (rule H20).
    ///
    /// No touch is cancelled by it.
    ///
    /// - Precondition: Both are places among the subviews.
    public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        guard subviews.indices.contains(first), subviews.indices.contains(second) else {
            fatalError("subviews \(first) and \(second) cannot change places: there are \(subviews.count)")
        }
        let (low, high) = (min(first, second), max(first, second))
        guard low != high else { return }
        let (back, front) = (subviews[low], subviews[high])
        move(front, to: low)
        move(back, to: high)
    }

    /// Brings a subview in front of the others; does nothing when `view` is not in this one.
    public final func bringSubviewToFront(_ view: View) {
        move(view, to: subviews.count - 1)
    }

    /// Sends a subview behind the others; does nothing when `view` is not in this one.
    public final func sendSubviewToBack(_ view: View) {
        move(view, to: 0)
    }

    private func move(_ view: View, to place: Int) {
        guard let current = record.place(of: view.record), current != place else { return }
        subviews.insert(subviews.remove(at: current), at: place)
        record.removeChild(at: current)
        record.insertChild(view.record, at: place)
        Hierarchy.shared.geometryDidChange()
    }

    /// Not a precondition's check alone: it says who is meant in release, too.
    private func place(of sibling: View) -> Int {
        guard let place = record.place(of: sibling.record) else {
            fatalError(
                "a view cannot be put beside \(Swift.type(of: sibling)), which is not in \(Swift.type(of: self))"
            )
        }
        return place
    }

    /// A place in ``subviews``, as it is when `view` has been taken out of there.
    private func placeAfterRemoval(of view: View, from place: Int) -> Int {
        guard let former = record.place(of: view.record), former < place else { return place }
        return place - 1
    }

    /// Takes the view out of its superview's lists.
    ///
    /// Whether it stays attached is for the caller to say.
    private func unlink() {
        guard let superview = superviewReference, let place = superview.record.place(of: record) else { return }
        superview.subviews.remove(at: place)
        superview.record.removeChild(at: place)
        superviewReference = nil
    }

    /// Sets the links that follow from the superview and the controller.
    final func relink() {
        record.pointee.parent = superviewReference?.record
        record.pointee.next = controllerReference?.record ?? superviewReference?.record
        controllerReference?.record.pointee.next = superviewReference?.record
    }

    /// The window this view is in, while that is shown.
    final var shownWindow: Window? { record.pointee.flags.contains(.attached) ? window : nil }

    /// Notes for the whole subtree which window that is shown it is in, or that it is in none.
    ///
    /// That window keeps the controllers alive: what stands in the chain stays there. A tree may be deeper than the
    /// stack: what is still to do stands in an array.
    final func setShown(in window: Window?, before former: Window?) {
        var remaining = [self]
        while let view = remaining.popLast() {
            guard window !== former || view.record.pointee.flags.contains(.attached) != (window != nil) else {
                continue
            }
            view.setOwnShown(in: window, before: former)
            remaining += view.subviews
        }
    }

    private func setOwnShown(in window: Window?, before former: Window?) {
        record.pointee.flags.set(.attached, window != nil)
        // A controller may have gone since the link was made.
        relink()
        if let controller = controllerReference {
            controller.record.pointee.flags.set(.attached, window != nil)
            former?.letGo(of: controller)
            window?.hold(controller)
        }
    }
}
