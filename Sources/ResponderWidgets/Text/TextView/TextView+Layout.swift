internal import ResponderCore
internal import ResponderTouchInput

// Where the text of a text view is. Only the rows that are seen are laid out.
extension TextView {
    final var textOrigin: Point { Point(textContainerInset.left, textContainerInset.top) }

    /// Lays out the rows that are seen; if the caret is to be shown, scrolls to it, and has the scroll views around do
    /// so.
    final func layOutTextAndCaret() {
        let showsCaret = editing.awaitsCaret
        editing.awaitsCaret = false
        layOutText(showsCaret: showsCaret)
        if showsCaret, editing.isBegun { showInScrollViews(caretArea(at: editing.editor.selection.caret)) }
    }

    /// Lays out the rows that are seen, and gives the content its size.
    ///
    /// - Parameter showsCaret: Whether to scroll to the caret; true only in the layout of the view, which then has its
    ///   new size.
    final func layOutText(showsCaret: Bool = false) {
        updateTextStyle()
        let layout = editing.layout
        layout.width = rowWidth(in: bounds.size.width)
        if showsCaret { showCaret(at: editing.editor.selection.caret) }
        layOutVisibleRows()
        if let anchor {
            // Lines above have turned out to be higher or lower than estimated.
            let distance = layout.caretRect(at: TextCaret(anchor.position)).origin.y - anchor.y
            if distance != 0 {
                updateContentSize()
                shiftContent(by: Point(0, distance))
                layOutVisibleRows()
            }
        }
        updateContentSize()
        anchor = visibleRows.first.map { ($0.range.lowerBound, $0.frame.origin.y) }
        let frame = bounds.standardized
        guard content.frame != frame || content.bounds.origin != frame.origin else { return }
        content.frame = frame
        // So the content's coordinates are those of the text view.
        content.bounds.origin = frame.origin
        content.setNeedsDisplay()
    }

    /// The width of a row in a view of that width; leaves room for the caret behind a full row.
    private final func rowWidth(in width: Double) -> Double {
        width - textContainerInset.left - textContainerInset.right - resolvedControlAppearance.caretWidth
    }

    /// The height of all rows with the margins.
    private final var textHeight: Double {
        editing.layout.height + textContainerInset.top + textContainerInset.bottom
    }

    private final func layOutVisibleRows() {
        let visible = bounds.standardized
        visibleRows = editing.layout.rows(in: Rect(origin: visible.origin - textOrigin, size: visible.size))
    }

    private final func updateContentSize() {
        // Insets may be negative, so the sum may be, too.
        let size = Size(bounds.width, max(0, textHeight))
        if contentSize != size { contentSize = size }
    }

    final func textNeedsDisplay(isText: Bool) {
        if isText { anchor = nil }
        content.setNeedsDisplay()
        setNeedsLayout()
    }

    final func caretNeedsDisplay() { content.setNeedsDisplay() }

    /// Scrolls with the next layout, since the text may not have been laid out; only while the text is edited.
    final func showCaret() {
        guard editing.isBegun else { return }
        editing.awaitsCaret = true
        setNeedsLayout()
    }

    final func showCaret(at caret: TextCaret) {
        updateContentSize()
        var rect = caretArea(at: caret)
        (rect.origin.x, rect.size.width) = (0, max(1, bounds.size.width))
        show(rect)
    }

    /// The caret with the margin of the text, so that scrolling to the first row shows the margin, too.
    private final func caretArea(at caret: TextCaret) -> Rect {
        let rect = editing.caretRect(at: caret)
        return Rect(
            rect.minX,
            rect.minY - textContainerInset.top,
            resolvedControlAppearance.caretWidth,
            max(0, rect.height + textContainerInset.top + textContainerInset.bottom)
        )
    }

    final var shownTextRect: Rect { shownBounds }
    final var textExtent: Rect { Rect(origin: .zero, size: contentSize) }

    final func scrollText(by distance: Point) -> Bool { scroll(by: distance) }

    final func fittingSize(_ size: Size) -> Size {
        layOutText()
        guard size.width > 0, size.width != bounds.size.width else {
            editing.layout.layoutAll()
            return Size(bounds.size.width, textHeight)
        }
        let layout = editing.layout
        let former = layout.width
        layout.width = rowWidth(in: size.width)
        layout.layoutAll()
        let height = textHeight
        layout.width = former
        return Size(size.width, height)
    }
}

/// The view that draws the rows of a text view that are seen: as large as the text view, and moved when it scrolls.
final class TextContent: View {
    weak var textView: TextView?

    override init(frame: Rect) {
        super.init(frame: frame)
        // Touches go to the text view itself, whose recognisers move the caret.
        isUserInteractionEnabled = false
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        if let textView { textView.resolvedControlAppearance.draw(textView, in: canvas) }
    }
}
