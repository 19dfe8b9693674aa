internal import ResponderCore
internal import ResponderTouchInput

// Scrolling a part of the content, such as the caret of a text, into sight, above the covered part.
extension ScrollView {
    /// The part of the bounds in which content is seen: within the insets, and above the keyboard and other input
    /// views.
    final var shownBounds: Rect { bounds.standardized.inset(by: shownInsets) }

    /// The distances from the edges of the bounds to the edges of ``shownBounds``.
    final var shownInsets: EdgeInsets {
        var insets = adjustedContentInset
        // The content is covered, even if the view does not avoid input views.
        if !avoidsInputViews { insets.bottom = max(insets.bottom, heightBelowCover) }
        return insets
    }

    /// Scrolls as little as possible, within the limits, so that a rectangle of the content is seen.
    final func show(_ rect: Rect) {
        guard rect.isFinite else { return }
        let target = offset(showing: rect.standardized, within: insets(toShow: rect))
        if target != bounds.origin { setContentOffset(limited(target), animated: false) }
    }

    /// The nearest offset at which a rectangle of the content, or as much of it as fits, is within insets.
    final func offset(showing rect: Rect, within insets: EdgeInsets) -> Point {
        func place(_ offset: Double, _ start: Double, _ end: Double, _ low: Double, _ extent: Double) -> Double {
            let (first, last) = (offset + low, offset + extent)
            if start >= first && end <= last { return offset }
            // A rectangle that does not fit is shown from its start.
            return start < first || end - start > extent - low ? start - low : end - extent
        }
        let size = bounds.size
        return Point(
            place(bounds.origin.x, rect.minX, rect.maxX, insets.left, size.width - insets.right),
            place(bounds.origin.y, rect.minY, rect.maxY, insets.top, size.height - insets.bottom)
        )
    }
}

extension View {
    /// Has the scroll views around the view show a rectangle of the view, the innermost first.
    ///
    /// - Parameter isWhole: Whether a scroll view that has no room for the whole rectangle does not scroll.
    final func showInScrollViews(_ rect: Rect, isWhole: Bool = false) {
        var ancestor = superview
        while let view = ancestor {
            ancestor = view.superview
            guard let scrollView = view as? ScrollView else { continue }
            scrollView.willShow(self)
            // A delegate that was called may have removed the view.
            guard isDescendant(of: scrollView) else { return }
            let place = convert(rect, to: scrollView)
            let room = scrollView.shownBounds.size
            if isWhole, place.width > room.width || place.height > room.height { continue }
            scrollView.show(place)
        }
    }
}

extension KeyInput {
    /// Has the scroll views around the responder's view show the caret, or else all of the view.
    func showInScrollViews() {
        guard let view = ownView, view.superview != nil else { return }
        if let text = self as? any TextInput {
            view.showInScrollViews(text.caretRect(for: text.selectedTextRange.upperBound))
        } else {
            view.showInScrollViews(view.bounds.standardized, isWhole: true)
        }
    }
}
