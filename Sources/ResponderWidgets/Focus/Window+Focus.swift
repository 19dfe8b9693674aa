internal import ResponderCore
internal import ResponderTouchInput

// The focus that keys move: the first responder has the focus, which moves when no responder takes the key.
extension Window {
    /// The view inside which the focus moves: the view of the topmost presented controller, or the window itself.
    final var focusRoot: View {
        for presenter in presenters.places.reversed() {
            if let view = presenter?.presentedReference?.viewIfLoaded, view.window === self { return view }
        }
        return self
    }

    /// The focus moves otherwise than by a key: no frame shows it.
    final func forgetViewFocusedByKey() {
        guard let view = viewFocusedByKey else { return }
        viewFocusedByKey = nil
        view.setNeedsDisplay()
    }

    /// Moves the focus as the key says, when there is somewhere to go; returns whether it moved.
    final func moveFocus(_ movement: FocusMovement) -> Bool {
        let root = focusRoot
        ProcessState.shared.beginUse()
        defer { ProcessState.shared.endUse() }
        let focused = (firstResponder as? View).flatMap { $0.isDescendant(of: root) ? $0 : nil }
        // The neighbours of a view that was scrolled away may have no views before it is seen again.
        focused?.scrollIntoView()
        let order = FocusOrder(in: root)
        var next = order.view(after: focused, movement)
        // When the tab key goes past an end, the search for a list begins anew, so that even the present list counts.
        let former = order.goesAround(after: focused, movement) ? nil : focused
        if movement == .next || movement == .previous, let list = next?.outermostList(without: former) {
            // The tab key enters a list at an end, wherever the list is scrolled to, and goes through all rows.
            let offset = list.contentOffset
            list.scrollToEnd(isFirst: movement == .next)
            list.layoutIfNeeded()
            next = FocusOrder(in: root).view(after: focused, movement)
            if next == nil || next === focused {
                // No row at that end may have the focus.
                list.contentOffset = offset
                list.layoutIfNeeded()
                next = FocusOrder(in: root).view(after: focused, movement)
            }
        }
        guard let next, next !== focused, next.becomeFirstResponder() else { return false }
        if next.isFirstResponder {
            viewFocusedByKey = next
            next.setNeedsDisplay()
        }
        next.scrollIntoView()
        return true
    }
}

extension View {
    /// Whether keys could still bring the focus to the view.
    ///
    /// They could not if the view, or a view above it, is hidden, transparent or without interaction, or if a presented
    /// controller is in front of it.
    final var mayHaveFocus: Bool {
        guard let window, isDescendant(of: window.focusRoot) else { return false }
        var current: RecordPointer? = record
        while let view = current {
            guard view.isHittable else { return false }
            current = view.superviewRecord
        }
        return true
    }

    /// The outermost list that contains this view, and not the other view.
    fileprivate final func outermostList(without other: View?) -> (any FocusScrolling)? {
        var outermost: (any FocusScrolling)?
        var current: View? = self
        while let view = current {
            if let list = view as? any FocusScrolling, list.hasRowsOnSight, other?.isDescendant(of: list) != true {
                outermost = list
            }
            current = view.superview
        }
        return outermost
    }

    /// Has the scroll views around the view show it.
    final func scrollIntoView() {
        var inner: View = self
        while let outer = inner.superview {
            if let scrolling = outer as? any FocusScrolling {
                scrolling.showFocused(self, in: inner)
                // Scrolling calls the app, which may have taken the view out.
                guard isDescendant(of: outer) else { return }
            }
            inner = outer
        }
    }
}

extension PressSet {
    /// Moves the focus, or undoes or redoes, for presses that no responder has taken.
    func actByDefault(_ message: PressMessage) {
        guard message == .began || message == .changed else { return }
        for press in self where message == .began || press.key.isRepeat {
            guard let window = press.window, !window.isHidden else { continue }
            if let movement = FocusMovement(press.key) {
                _ = window.moveFocus(movement)
            } else if let command = press.key.undoCommand {
                window.application?.sendAction(command, to: nil, from: nil)
            }
        }
    }
}
