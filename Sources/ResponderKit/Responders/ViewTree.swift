// The tree of views: where a view is, and how it gets there.
extension View {
    /// The view this one is in, or nil.
    public final var superview: View? { superviewReference }

    /// The views inside this one, back to front.
    ///
    /// Reading it takes the same time however many there are, but after changes that moved very many of them: then it
    /// is made anew. Where it is read after each change that is not at its end, each moves what comes after it in the
    /// array.
    public final var subviews: [View] { subviewArray.read(of: record) }

    /// The window this view is in, or nil.
    ///
    /// A window is in itself. One step for each view on the way, where the window is not shown.
    public final var window: Window? {
        if let shownWindow { return shownWindow }
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
        insertSubview(view, at: record.subviewCount)
    }

    /// Puts `view` into this one, at that place among ``subviews``; a place beyond the last means in front of all.
    ///
    /// - Precondition: `view` is no window, `index` is not negative, and `view` is not one that this view is in.
    public final func insertSubview(_ view: View, at index: Int) {
        if index < 0 { fatalError("a subview cannot be put at place \(index); places begin at 0") }
        insert(view) { record.place(ofSubviewAt: index) }
    }

    /// Puts a view behind the entry at a place, which is asked for when the view has been taken out of where it was.
    private func insert(_ view: View, at place: () -> Int) {
        checkInsertion(of: view)
        let (former, target) = (view.shownWindow, shownWindow)
        TreeChange.perform {
            if view.superview != nil { Hierarchy.shared.keep(view) }
            view.unlink()
            link(view, at: place())
            view.superviewReference = self
            view.relink()
            view.setShown(in: target, before: former)
        }
    }

    /// Not preconditions, which lose their messages in release.
    private func checkInsertion(of view: View) {
        if view is Window { fatalError("a window cannot be a subview; set its isHidden to false to show it") }
        if view === self || contains(from: view) {
            fatalError("\(Swift.type(of: view)) cannot be put into itself or into a view inside it")
        }
    }

    /// Whether this view is inside `view`, found in as many steps as the smaller of two things takes: the way from here
    /// up, and all that is in `view`.
    ///
    /// So a large tree costs little more where it is built of small ones, from whichever end.
    private func contains(from view: View) -> Bool {
        // All that is inside one another is in the same window that is shown, or in none.
        guard view.record.pointee.placeCount > 0, view.record.pointee.window == record.pointee.window,
            view.superviewReference !== self
        else { return false }
        var ancestor = superviewReference
        var remaining = [view.record]
        while let current = ancestor, let next = remaining.popLast() {
            if current === view || next == record { return true }
            ancestor = current.superviewReference
            next.forEachChild { remaining.append($0) }
        }
        return false
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
        checkIsHere(sibling)
        insert(view) { place(of: sibling) }
    }

    /// Puts `view` into this one, directly in front of `sibling`.
    ///
    /// - Precondition: `sibling` is in this view, and as for ``insertSubview(_:at:)``.
    public final func insertSubview(_ view: View, aboveSubview sibling: View) {
        guard view !== sibling else { return }
        checkIsHere(sibling)
        insert(view) { place(of: sibling) + 1 }
    }

    /// Has two subviews change places in ``subviews``, and so in the order in which they are hit (rule H20).
    ///
    /// No touch is cancelled by it.
    ///
    /// - Precondition: Both are places among the subviews.
    public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        let indices = 0..<record.subviewCount
        guard indices.contains(first), indices.contains(second) else {
            fatalError("subviews \(first) and \(second) cannot change places: there are \(indices.count)")
        }
        guard first != second else { return }
        subviewArray.exchange(at: first, and: second)
        record.exchangeChildren(at: record.place(ofSubviewAt: first), and: record.place(ofSubviewAt: second))
        Hierarchy.shared.geometryDidChange()
    }

    /// Brings a subview in front of the others; does nothing when `view` is not in this one.
    public final func bringSubviewToFront(_ view: View) {
        guard view.superview === self, place(of: view) != record.place(ofSubviewAt: record.subviewCount - 1) else {
            return
        }
        view.unlinkFromList(of: self)
        link(view, at: record.place(ofSubviewAt: record.subviewCount))
        Hierarchy.shared.geometryDidChange()
    }

    /// Sends a subview behind the others; does nothing when `view` is not in this one.
    public final func sendSubviewToBack(_ view: View) {
        guard view.superview === self, place(of: view) != record.place(ofSubviewAt: 0) else { return }
        view.unlinkFromList(of: self)
        link(view, at: record.place(ofSubviewAt: 0))
        Hierarchy.shared.geometryDidChange()
    }

    /// Not a precondition's check alone: it says who is meant in release, too.
    private func checkIsHere(_ sibling: View) {
        guard sibling.superview !== self else { return }
        fatalError("a view cannot be put beside \(Swift.type(of: sibling)), which is not in \(Swift.type(of: self))")
    }

    /// The place of one that is a subview.
    private func place(of subview: View) -> Int {
        guard let place = record.place(of: subview.record) else {
            fatalError("\(Swift.type(of: self)) does not have \(Swift.type(of: subview)), whose superview it is")
        }
        return place
    }

    /// Puts a view into the lists of this one, behind the entry at a place.
    private func link(_ view: View, at place: Int) {
        subviewArray.insert(view, at: place, of: record)
        record.insertChild(view.record, at: place)
    }

    /// Takes the view out of its superview's lists.
    ///
    /// Whether it stays attached is for the caller to say.
    private func unlink() {
        guard let superview = superviewReference else { return }
        unlinkFromList(of: superview)
        superviewReference = nil
    }

    private func unlinkFromList(of superview: View) {
        let place = superview.place(of: self)
        superview.subviewArray.remove(at: place, of: superview.record)
        superview.record.removeChild(at: place)
    }

    /// Sets the links that follow from the superview and the controller.
    final func relink() {
        record.pointee.parent = superviewReference?.record
        record.pointee.next = controllerReference?.record ?? superviewReference?.record
        controllerReference?.record.pointee.next = superviewReference?.record
    }

    /// The window this view is in, while that is shown.
    final var shownWindow: Window? {
        record.pointee.window.map { unsafeDowncast($0.pointee.object.takeUnretainedValue(), to: Window.self) }
    }

    /// Notes for the whole subtree which window that is shown it is in, or that it is in none.
    ///
    /// That window keeps the controllers alive: what stands in the chain stays there. A tree may be deeper than the
    /// stack: what is still to do stands in an array.
    final func setShown(in window: Window?, before former: Window?) {
        let shown = window?.record
        var remaining = [record]
        while let view = remaining.popLast() {
            guard view.pointee.window != shown else { continue }
            view.pointee.view.setOwnShown(in: window, before: former)
            view.forEachChild { remaining.append($0) }
        }
    }

    private func setOwnShown(in window: Window?, before former: Window?) {
        record.pointee.window = window?.record
        // A controller may have gone since the link was made.
        relink()
        if let controller = controllerReference {
            controller.record.pointee.flags.set(.attached, window != nil)
            former?.letGo(of: controller)
            window?.hold(controller)
        }
    }
}
