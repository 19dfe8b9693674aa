internal import ResponderCore
internal import ResponderTouchInput

// Where the text of a field is. One line is scrolled so that the caret is seen.
extension TextField {
    /// Where the text is seen, in the field's own coordinates.
    final var textRect: Rect { textRect(forBounds: bounds) }

    /// The width of all of the text, in points.
    final var textWidth: Double { editing.layout.caretRect(at: TextCaret(endOfDocument)).origin.x }

    final var textOrigin: Point {
        let rect = textRect
        let free = max(0, rect.width - textWidth)
        let start =
            switch alignment {
            case .left: 0.0
            case .center: free / 2
            case .right: free
            }
        return Point(rect.minX + start - scrolledBy, rect.midY - editing.layout.rowHeight / 2)
    }

    final func textNeedsDisplay(isText: Bool) {
        setNeedsDisplay()
        setNeedsLayout()
    }

    final func caretNeedsDisplay() { setNeedsDisplay() }

    /// Scrolls so that the caret is seen, and has the scroll views around the field do so with the next layout.
    final func showCaret() {
        scrollToCaret()
        guard editing.isBegun else { return }
        editing.awaitsCaret = true
        setNeedsLayout()
    }

    final func layOutCaret() {
        // A finger that drags the caret scrolls at a speed of its own.
        guard !editing.gestures.isDragging else { return }
        scrollToCaret()
        guard editing.awaitsCaret else { return }
        editing.awaitsCaret = false
        guard editing.isBegun else { return }
        // With all of the field's height, of which the caret is the middle.
        let caret = editing.caretRect(at: editing.editor.selection.caret)
        showInScrollViews(Rect(caret.minX, bounds.minY, resolvedControlAppearance.caretWidth, bounds.height))
    }

    /// Scrolls as little as possible, so that the caret is seen, and no gap is left behind a text that is wider than
    /// the field.
    ///
    /// A field that is not edited shows the beginning of its text.
    private final func scrollToCaret() {
        guard editing.isBegun else {
            scroll(to: 0)
            return
        }
        let room = textRect.width
        let x = editing.layout.caretRect(at: editing.editor.selection.caret).origin.x
        var target = scrolledBy
        if x < target { target = x }
        if x + resolvedControlAppearance.caretWidth > target + room {
            target = x + resolvedControlAppearance.caretWidth - room
        }
        scroll(to: max(0, min(target, furthestScroll)))
    }

    /// How far the text can be scrolled without a gap behind its end.
    private final var furthestScroll: Double {
        max(0, textWidth + resolvedControlAppearance.caretWidth - textRect.width)
    }

    final var shownTextRect: Rect { textRect.standardized }

    final var textExtent: Rect {
        let shown = shownTextRect
        return Rect(shown.minX - scrolledBy, shown.minY, shown.width + furthestScroll, shown.height)
    }

    final func scrollText(by distance: Point) -> Bool {
        scroll(to: max(0, min(scrolledBy + distance.x, furthestScroll)))
    }

    @discardableResult
    private final func scroll(to target: Double) -> Bool {
        guard target != scrolledBy, target.isFinite else { return false }
        scrolledBy = target
        setNeedsDisplay()
        return true
    }

    /// The text that is seen, and where it begins, in the field's own coordinates.
    ///
    /// If the text is wider than the field, only the part that has room is returned.
    final var visibleRow: (text: String, origin: Point) {
        let (layout, origin, rect) = (editing.layout, textOrigin, textRect)
        guard textWidth > rect.width else {
            return (layout.row(at: TextCaret(beginningOfDocument)).text, origin)
        }
        func place(_ x: Double, _ step: Int) -> TextPosition {
            position(layout.caret(at: Point(x, 0)).position, offsetBy: step)
        }
        // One character more on each side, since a character at an edge may be seen in part.
        let start = place(scrolledBy, -1)
        let end = place(scrolledBy + rect.width, 1)
        let x = layout.caretRect(at: TextCaret(start)).origin.x
        return (layout.shownText(start..<max(start, end)), Point(origin.x + x, origin.y))
    }

    final var fittingSize: Size {
        updateTextStyle()
        let appearance = resolvedControlAppearance
        let shown = hasText ? textWidth : textMeasurer.extent(of: placeholder ?? "", in: resolvedStyle).width
        return Size(
            shown + appearance.caretWidth + contentInsets.left + contentInsets.right,
            max(appearance.height, editing.layout.rowHeight + contentInsets.top + contentInsets.bottom)
        )
    }
}
