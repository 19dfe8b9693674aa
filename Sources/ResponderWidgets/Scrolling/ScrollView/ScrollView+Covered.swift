internal import ResponderCore
public import ResponderTouchInput

// The part of the view that the keyboard and other input views cover.
extension ScrollView {
    /// How far the content can be scrolled beyond its edges: the ``contentInset``, and while ``avoidsInputViews`` is
    /// true, also the covered height.
    public final var adjustedContentInset: EdgeInsets {
        var insets = storedContentInset
        insets.bottom += coveredHeight
        return insets
    }

    final func avoidanceDidChange() {
        if avoidsInputViews, let window { window.application?.inputViews.add(self) }
        coverDidChange()
    }

    /// The covered part may have changed, or the view may have moved.
    final func coverDidChange() {
        guard avoidsInputViews || coveredHeight != 0 else { return }
        let height = presentCoveredHeight
        // The conversion rounds differently at each offset, so small differences do not count: a change would undo a
        // scroll.
        guard abs(height - coveredHeight) > 0.001 || (height == 0) != (coveredHeight == 0) else { return }
        coveredHeight = height
        limitsDidChange()
        showFirstResponder()
    }

    /// If the first responder is in this view, scrolls it into the part that is not covered.
    final func showFirstResponder() {
        guard coveredHeight > 0, avoidsInputViews, let window, let first = window.firstResponder,
            let view = first.ownView, view.isDescendant(of: self)
        else { return }
        var rect = convert(view.bounds, from: view)
        // If the view is too high for the room that is left, only the caret of its text is shown.
        if view === self || rect.height > bounds.height - coveredHeight {
            guard let text = view as? any TextInput else { return }
            rect = convert(text.caretRect(for: text.selectedTextRange.upperBound), from: view)
        }
        guard rect.isFinite else { return }
        scrollRectToVisible(rect, animated: false)
    }

    private final var presentCoveredHeight: Double { avoidsInputViews ? heightBelowCover : 0 }

    /// The height of the part of the bounds below the upper edge of the covering views.
    final var heightBelowCover: Double {
        guard let window, !window.coveredRect.isEmpty else { return 0 }
        let (covered, bounds) = (convert(window.coveredRect, from: window), bounds.standardized)
        return covered.intersects(bounds) ? bounds.maxY - max(covered.minY, bounds.minY) : 0
    }
}
