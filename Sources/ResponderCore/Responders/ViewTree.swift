internal import ResponderSupport

// The tree of views: a view's place in it, and the changes of the tree.
extension View {
    /// The view that contains this one directly, or nil.
    public final var superview: View? { superviewReference }

    /// The views inside this one, back to front.
    ///
    /// - Complexity: O(1) and no allocation, except for a reading after changes that moved very many subviews, which
    ///   makes the array anew. Between readings, a change that is not at the array's end moves the pointers behind it.
    public final var subviews: [View] { subviewArray.read(of: record) }

    /// The window that contains this view, or nil.
    ///
    /// A window is its own window.
    public final var window: Window? {
        if record.pointee.flags.contains(.window) { return unsafeDowncast(self, to: Window.self) }
        return windowReference
    }

    /// Whether this view is `view` or inside it.
    ///
    /// - Complexity: Linear in the view's depth; no allocation.
    public final func isDescendant(of view: View) -> Bool {
        var current: View? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superview
        }
        return false
    }

    /// Puts `view` into this one, in front of the other subviews.
    ///
    /// A view that is in another view is first removed from that view; a subview of this view is only moved to the
    /// front (rule V11).
    ///
    /// - Precondition: `view` is no window, is not this view, and does not contain this view.
    /// - Complexity: At most linear in the views inside `view`, in the subviews of its former superview, and in the
    ///   touches that are down, with their chains. Allocates temporary lists, and a list of subviews if that list grows
    ///   or the app still holds an array from ``subviews``.
    public final func addSubview(_ view: View) {
        insert(view) { frontPlace }
    }

    /// The place in front of all subviews.
    private var frontPlace: Int { record.place(ofSubviewAt: record.subviewCount) }

    /// Puts `view` into this one, at the place `index` among ``subviews``; a place beyond the last is in front of all.
    ///
    /// - Precondition: `view` is no window, is not this view, and does not contain this view; `index` is not negative.
    /// - Complexity: At most linear in the views inside `view`, in the subviews of both superviews, and in the touches
    ///   that are down, with their chains. Allocates temporary lists, and a list of subviews if that list grows or the
    ///   app still holds an array from ``subviews``.
    public final func insertSubview(_ view: View, at index: Int) {
        if index < 0 { fatalError("a subview cannot be put at place \(index); places begin at 0") }
        insert(view) { record.place(ofSubviewAt: index) }
    }

    /// Puts a view behind the entry at `place`, which is evaluated after the view has left its former superview.
    ///
    /// Hooks are called in this order: first that views will move to the window, and the view to this superview; then
    /// that they have moved; last that this view has a new subview (rule V10). A view that was here already is only
    /// moved among its siblings, without hooks (rule V11). A hook may change the tree: after that, no further hook is
    /// called for a view that has moved again.
    private func insert(_ view: View, at place: () -> Int) {
        checkInsertion(of: view)
        let isNew = view.superviewReference !== self
        var controllers: [ViewController] = []
        if isNew {
            controllers = view.callWillMove(toWindow: window)
            view.willMove(toSuperview: self)
            view.superview?.willRemoveSubview(view)
            // A hook may have changed the tree.
            checkInsertion(of: view)
        }
        var move = WindowMove()
        view.record.compositionWillChange()
        TreeChange.make {
            if let former = view.superview {
                ProcessState.shared.keepAlive(view)
                if isNew { former.setNeedsLayout() }
            }
            view.unlink()
            link(view, at: place())
            view.superviewReference = self
            if !view.autoresizing.mask.isEmpty { autoresizing.appliesToSubviews = true }
            view.relink()
            move = view.setWindow(window)
            view.setShown(in: shownWindow, &controllers)
            view.record.compositionWillChange()
            if isNew {
                setNeedsLayout()
                if let update = view.record.shownUpdatePass {
                    update.display.requeue(viewsWaitingInside: view, for: update)
                }
            }
        }
        guard isNew else { return }
        view.appearanceMayHaveChanged()
        move.callDidMoveToWindow()
        if move.isLast(of: view) { view.didMoveToSuperview() }
        if move.isLast(of: view) { didAddSubview(view) }
        AppearanceUpdate.finish(controllers, layingOut: view)
    }

    /// Calls `fatalError` if `view` cannot be put in, since a failed precondition prints no message in a release build.
    private func checkInsertion(of view: View) {
        if view is Window { fatalError("a window cannot be a subview; set its isHidden to false to show it") }
        if view === self || contains(from: view) {
            fatalError("\(Swift.type(of: view)) cannot be put into itself or into a view inside it")
        }
    }

    /// Whether this view is inside `view`.
    ///
    /// The search climbs from this view and descends from `view` at the same time, so it takes at most as many steps as
    /// this view has superviews or as `view` has views inside it, whichever number is smaller. So it costs little to
    /// build a large tree, upwards or downwards.
    private func contains(from view: View) -> Bool {
        // A view does not contain this one if it has no subviews, is in another shown window, or is a subview of this
        // view.
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

    /// Removes the view from its superview.
    ///
    /// Touches bound to this view, or to a view inside it, are cancelled (rule T26): at once, or, inside a handler, as
    /// soon as the outermost handler has returned.
    ///
    /// - Complexity: At most linear in the views inside this one, in the subviews of its superview, and in the touches
    ///   that are down, with their chains. Allocates temporary lists, and a list of subviews if the app still holds an
    ///   array from ``subviews``.
    public final func removeFromSuperview() {
        guard superview != nil else { return }
        var controllers = callWillMove(toWindow: nil)
        defer { AppearanceUpdate.finish(controllers, layingOut: self) }
        willMove(toSuperview: nil)
        superview?.willRemoveSubview(self)
        // A hook may have removed the view.
        guard let superview else { return }
        var move = WindowMove()
        record.compositionWillChange()
        TreeChange.make {
            ProcessState.shared.keepAlive(self)
            unlink()
            relink()
            move = setWindow(nil)
            setShown(in: nil, &controllers)
            superview.setNeedsLayout()
        }
        move.callDidMoveToWindow()
        if move.isLast(of: self) { didMoveToSuperview() }
    }

    /// Puts `view` into this one, directly behind `sibling`.
    ///
    /// - Precondition: `sibling` is a subview of this view; for `view` see ``insertSubview(_:at:)``.
    /// - Complexity: That of ``insertSubview(_:at:)``, with its allocations.
    public final func insertSubview(_ view: View, belowSubview sibling: View) {
        guard view !== sibling else { return }
        checkIsHere(sibling)
        insert(view) { sibling.superview === self ? place(of: sibling) : frontPlace }
    }

    /// Puts `view` into this one, directly in front of `sibling`.
    ///
    /// - Precondition: `sibling` is a subview of this view; for `view` see ``insertSubview(_:at:)``.
    /// - Complexity: That of ``insertSubview(_:at:)``, with its allocations.
    public final func insertSubview(_ view: View, aboveSubview sibling: View) {
        guard view !== sibling else { return }
        checkIsHere(sibling)
        insert(view) { sibling.superview === self ? place(of: sibling) + 1 : frontPlace }
    }

    /// Exchanges two subviews in ``subviews``, and so also in the order in which they are hit (rule H20).
    ///
    /// This cancels no touch.
    ///
    /// - Precondition: Both indices are valid in ``subviews``.
    /// - Complexity: O(1); if a view has or had many subviews, at most linear in them. Allocates only if the app still
    ///   holds an array from ``subviews``.
    public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        let indices = 0..<record.subviewCount
        guard indices.contains(first), indices.contains(second) else {
            fatalError("subviews \(first) and \(second) cannot be exchanged: the view has \(indices.count)")
        }
        guard first != second else { return }
        if ProcessState.shared.pointee.presenters > 0 {
            for index in [first, second] {
                record.child(at: record.place(ofSubviewAt: index))?.compositionWillChange()
            }
        }
        subviewArray.exchange(at: first, and: second)
        record.exchangeChildren(at: record.place(ofSubviewAt: first), and: record.place(ofSubviewAt: second))
        ProcessState.shared.geometryDidChange()
    }

    /// Brings a subview in front of the others; does nothing when `view` is not a subview.
    ///
    /// - Complexity: At most linear in the subviews. Allocates if the list of subviews grows, or if the app still holds
    ///   an array from ``subviews``.
    public final func bringSubviewToFront(_ view: View) {
        guard view.superview === self, place(of: view) != record.place(ofSubviewAt: record.subviewCount - 1) else {
            return
        }
        view.record.compositionWillChange()
        view.unlinkFromList(of: self)
        link(view, at: record.place(ofSubviewAt: record.subviewCount))
        ProcessState.shared.geometryDidChange()
    }

    /// Sends a subview behind the others; does nothing when `view` is not a subview.
    ///
    /// - Complexity: At most linear in the subviews. Allocates if the list of subviews grows, or if the app still holds
    ///   an array from ``subviews``.
    public final func sendSubviewToBack(_ view: View) {
        guard view.superview === self, place(of: view) != record.place(ofSubviewAt: 0) else { return }
        view.record.compositionWillChange()
        view.unlinkFromList(of: self)
        link(view, at: record.place(ofSubviewAt: 0))
        ProcessState.shared.geometryDidChange()
    }

    /// Calls `fatalError` unless `sibling` is a subview: a failed precondition prints no message in a release build.
    private func checkIsHere(_ sibling: View) {
        guard sibling.superview !== self else { return }
        fatalError("a view cannot be put beside \(Swift.type(of: sibling)), which is not in \(Swift.type(of: self))")
    }

    /// The place of a subview of this view.
    private func place(of subview: View) -> Int {
        guard let place = record.place(of: subview.record) else {
            fatalError(
                "\(Swift.type(of: self)) is the superview of \(Swift.type(of: subview)), but does not list it"
            )
        }
        return place
    }

    /// Puts a view into this view's lists, behind the entry at a place.
    private func link(_ view: View, at place: Int) {
        subviewArray.insert(view, at: place, of: record)
        record.insertChild(view.record, at: place)
    }

    /// Removes the view from its superview's lists.
    ///
    /// The caller decides whether the view stays attached.
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

    /// Sets the records' links, which follow from the superview, the controller and the controller that presents it.
    final func relink() {
        record.pointee.parent = superviewReference?.record
        record.pointee.next = superviewReference?.record
        guard let controller = controllerReference else { return }
        record.pointee.next = controller.record
        controller.record.pointee.next = controller.presentation?.presenting?.record ?? superviewReference?.record
    }

    /// The shown window that this view is in; nil if there is none.
    package final var shownWindow: Window? {
        record.pointee.window.map { unsafeDowncast($0.pointee.object.takeUnretainedValue(), to: Window.self) }
    }

    /// Records for the whole subtree the shown window that it is in, or none.
    ///
    /// The window retains the views' controllers, so that the responder chain stays as it is. An array holds the views
    /// that are still to be visited, since a tree may be too deep for the stack.
    ///
    /// - Parameter controllers: The list to which the views' controllers are added, those of superviews first.
    final func setShown(in window: Window?, _ controllers: inout [ViewController]) {
        let shown = window?.record
        var remaining = [record]
        while let view = remaining.popLast() {
            guard view.pointee.window != shown else { continue }
            view.pointee.view.setOwnShown(in: window, &controllers)
            let start = remaining.count
            view.forEachChild { remaining.append($0) }
            remaining.reverseEnd(from: start)
        }
    }

    private func setOwnShown(in window: Window?, _ controllers: inout [ViewController]) {
        let former = shownWindow
        record.pointee.window = window?.record
        // The controller may have been released since the link was made.
        relink()
        if let controller = controllerReference {
            controller.record.pointee.flags.set(.attached, window != nil)
            controllers.append(controller)
        }
        record.shownWindowDidChange(from: former)
        if record.pointee.hasRecognizers && former != nil { giveUpBetweenTouches() }
    }
}
