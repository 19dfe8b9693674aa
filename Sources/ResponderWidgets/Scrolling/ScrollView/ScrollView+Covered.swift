internal import ResponderCore
public import ResponderTouchInput

// The part of the view that the keyboard and other input views cover.
extension ScrollView {
    /// The ``contentInset``, with the height that is covered while ``avoidsInputViews`` is true: by so much the content
    /// can be scrolled beyond its edges.
    public final var adjustedContentInset: EdgeInsets {
        var insets = storedContentInset
        insets.bottom += coveredHeight
        return insets
    }

    final func avoidanceDidChange() {
        if avoidsInputViews, let window { window.application?.inputViews.add(self) }
        coverDidChange()
    }

    /// What is covered may have changed, or the view may be elsewhere.
    final func coverDidChange() {
        guard avoidsInputViews || coveredHeight != 0 else { return }
        let height = presentCoveredHeight
        // The conversion rounds otherwise at each offset, and a scroll is no change: it would be undone below.
        guard abs(height - coveredHeight) > 0.001 || (height == 0) != (coveredHeight == 0) else { return }
        coveredHeight = height
        limitsDidChange()
        showFirstResponder()
    }

    /// Scrolls the first responder into what is not covered, if it is in this view.
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

    /// The height of the part of the bounds from the upper edge of what is covered to the lower edge.
    final var heightBelowCover: Double {
        guard let window, !window.coveredRect.isEmpty else { return 0 }
        let (covered, bounds) = (convert(window.coveredRect, from: window), bounds.standardized)
        return covered.intersects(bounds) ? bounds.maxY - max(covered.minY, bounds.minY) : 0
    }
}
