public import ResponderCore
internal import ResponderTouchInput

// The plain drawings of fields and text views.
extension ControlAppearance {
    /// Draws a frame around the text; a field that is too low for a frame has a line beneath.
    func drawPlain(_ field: TextField, _ canvas: any Canvas) {
        let bounds = field.bounds.standardized
        if bounds.height >= 2.5 * textStyle.fontSize {
            canvas.fill(Path(roundedRect: bounds, cornerRadius: cornerRadius), with: background)
            drawFrame(bounds, !field.isEnabled ? disabledTrack : field.isFocused ? tint : line, canvas)
            drawFocus(of: field, canvas)
        } else {
            canvas.fill(bounds, with: background)
            canvas.fill(Rect(bounds.minX, bounds.maxY - 1, bounds.width, 1), with: field.isFocused ? tint : line)
        }
        drawText(of: field, in: canvas)
    }

    /// Draws the rows that are seen, without a frame.
    func drawPlain(_ textView: TextView, _ canvas: any Canvas) { drawText(of: textView, in: canvas) }

    /// Draws what is inside of a field, in the field's own coordinates: the part of the text that is seen, or bullets
    /// for a secret, or the placeholder; the selection, marked text, and the caret.
    ///
    /// - Complexity: Linear in the text that is seen, besides what measuring takes; allocates what the canvas needs.
    public final func drawText(of field: TextField, in canvas: any Canvas) {
        canvas.saveState()
        canvas.clip(to: field.textRect.insetBy(dx: -caretWidth, dy: 0))
        var style = field.resolvedStyle
        if let color = field.textColor { style.color = color }
        if !field.isEnabled { style.color = disabled }
        if field.hasText {
            drawSelection(of: field.editing, field.isEditing, field.textRect, canvas)
            drawCaret(of: field, field.isEditing, canvas)
            let row = field.visibleRow
            canvas.draw(row.text, at: row.origin, style: style)
        } else {
            drawCaret(of: field, field.isEditing, canvas)
            style.color = field.isEnabled ? placeholder : disabled
            let text = field.textMeasurer.fitting(field.placeholder ?? "", width: field.textRect.width, in: style)
            if !text.isEmpty { canvas.draw(text, at: field.textOrigin, style: style) }
        }
        canvas.restoreState()
    }

    /// Draws what is seen of a text view, in the coordinates of its content: the rows, the selection, marked text, and
    /// the caret.
    ///
    /// - Complexity: Linear in the text that is seen, besides what measuring takes; allocates what the canvas needs.
    public final func drawText(of textView: TextView, in canvas: any Canvas) {
        let visible = textView.bounds.standardized
        drawSelection(of: textView.editing, textView.isEditing, visible, canvas)
        drawCaret(of: textView, textView.isEditing, canvas)
        var style = textView.resolvedStyle
        if let color = textView.textColor { style.color = color }
        let origin = textView.textOrigin
        for row in textView.visibleRows where !row.text.isEmpty {
            canvas.draw(row.text, at: row.frame.origin + origin, style: style)
        }
    }

    /// Draws the selection behind the text, and a line beneath marked text.
    private func drawSelection(of editing: TextEditing, _ isEdited: Bool, _ visible: Rect, _ canvas: any Canvas) {
        guard isEdited else { return }
        for rect in editing.rects(for: editing.editor.selection.range, in: visible) {
            canvas.fill(rect, with: selection)
        }
        guard let marked = editing.editor.markedRange else { return }
        for rect in editing.rects(for: marked, in: visible) {
            canvas.fill(Rect(rect.minX, rect.maxY - 1, rect.width, 1), with: tint)
        }
    }

    private func drawCaret(of host: some TextEditingHost, _ isEdited: Bool, _ canvas: any Canvas) {
        let selection = host.editing.editor.selection
        guard isEdited, selection.isEmpty else { return }
        let place = host.editing.caretRect(at: selection.caret)
        canvas.fill(Rect(place.minX, place.minY, caretWidth, place.height), with: caret)
    }
}

extension TextEditing {
    /// The rectangles of a range in the rows that `visible` meets; all in the view's own coordinates.
    func rects(for range: Range<TextPosition>, in visible: Rect) -> [Rect] {
        guard let host, !range.isEmpty else { return [] }
        let origin = host.textOrigin
        let seen = Rect(origin: visible.origin - origin, size: visible.size)
        return layout.rects(for: range, in: seen).map { Rect(origin: $0.origin + origin, size: $0.size) }
    }
}
