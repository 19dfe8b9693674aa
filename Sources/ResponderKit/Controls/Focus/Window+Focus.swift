internal import ResponderTouchInput

// The focus by keys: it is at the first responder, and moves when no responder takes the key.
extension Window {
    /// The view inside which the focus moves: that of the topmost controller that is presented in the window, or the
    /// window itself.
    final var focusRoot: View {
        for presenter in presenters.reversed() {
            if let view = presenter.presentedReference?.viewIfLoaded, view.window === self { return view }
        }
        return self
    }

    /// Moves the focus as the key says, when there is somewhere to go; returns whether it moved.
    final func moveFocus(_ movement: FocusMovement) -> Bool {
        let root = focusRoot
        Hierarchy.shared.beginUse()
        defer { Hierarchy.shared.endUse() }
        let focused = (firstResponder as? View).flatMap { $0.isDescendant(of: root) ? $0 : nil }
        guard let next = FocusOrder(in: root).view(after: focused, movement), next !== focused else { return false }
        guard next.becomeFirstResponder() else { return false }
        next.scrollIntoView()
        return true
    }
}

extension View {
    /// Has the scroll views that the view is in show it.
    fileprivate final func scrollIntoView() {
        var inner: View = self
        while let outer = inner.superview {
            if let list = outer as? ListView {
                // A list has no views for rows that are not seen: a bit of the next rows lets the focus go there.
                list.scrollRectToVisible(inner.frame.insetBy(dx: 0, dy: -1), animated: false)
            }
            if let scrollView = outer as? ScrollView {
                scrollView.scrollRectToVisible(convert(bounds.standardized, to: scrollView), animated: false)
            }
            inner = outer
        }
    }
}

extension PressSet {
    /// No responder has taken these presses: those that move the focus do.
    func moveFocus(_ message: PressMessage) {
        guard message == .began || message == .changed else { return }
        for press in self where message == .began || press.key.isRepeat {
            guard let movement = FocusMovement(press.key), let window = press.window, !window.isHidden else { continue }
            _ = window.moveFocus(movement)
        }
    }
}
