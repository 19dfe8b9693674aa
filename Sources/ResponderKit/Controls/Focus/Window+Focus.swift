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
        var view = superview
        while let current = view {
            if let scrollView = current as? ScrollView {
                scrollView.show(convert(bounds.standardized, to: scrollView))
            }
            view = current.superview
        }
    }
}

extension ScrollView {
    /// Scrolls as little as possible until a rectangle of the content is seen, or as much of its beginning as there is
    /// room for.
    fileprivate final func show(_ rect: Rect) {
        let seen = bounds.standardized
        var offset = contentOffset
        offset.x += Self.distance(from: (seen.minX, seen.maxX), to: (rect.minX, rect.maxX))
        offset.y += Self.distance(from: (seen.minY, seen.maxY), to: (rect.minY, rect.maxY))
        if offset != contentOffset { contentOffset = offset }
    }

    private static func distance(from seen: (Double, Double), to wanted: (Double, Double)) -> Double {
        if wanted.0 < seen.0 { return wanted.0 - seen.0 }
        return max(0, min(wanted.1 - seen.1, wanted.0 - seen.0))
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
