public import ResponderCore
public import ResponderTouchInput

// The text of a field.
extension TextField {
    /// The text; empty at first.
    ///
    /// Setting it puts the caret at its end, and forgets what could be undone. Line ends become spaces. Nobody is asked
    /// or told.
    ///
    /// - Complexity: Linear in the text; allocates a copy.
    public final var text: String {
        get { editing.editor.text }
        set { editing.setText(newValue) }
    }

    /// Whether the text is being edited: from ``Control/Events/editingDidBegin`` to ``Control/Events/editingDidEnd``.
    public final var isEditing: Bool { editing.isBegun }

    /// How many characters may be typed or pasted into the field; nil, as at first, for any number.
    ///
    /// A longer insertion is cut between characters. A longer text that the app sets stays as it is.
    public final var maximumLength: Int? {
        get { editing.editor.maximumLength }
        set { editing.editor.maximumLength = newValue }
    }

    /// Whether the text is a secret: shown as bullets, not copied, and not saved; false at first.
    public final var isSecureTextEntry: Bool {
        get { editing.editor.isSecure }
        set {
            if editing.setSecure(newValue) { showCaret() }
        }
    }

    /// Whether there is any text.
    public final var hasText: Bool { !editing.editor.storage.isEmpty }

    /// Deletes all of the text as the user would: the delegate is asked, and the change is told.
    ///
    /// - Returns: Whether the text is empty now.
    /// - Complexity: Linear in the text.
    @discardableResult
    public final func clear() -> Bool {
        guard delegate?.textFieldShouldClear(self) ?? true else { return false }
        editing.replace(beginningOfDocument..<endOfDocument, with: "")
        return !hasText
    }
}

// What input methods and keyboards need.
extension TextField {
    /// The position before the first character.
    public final var beginningOfDocument: TextPosition { editing.editor.storage.beginning }
    /// The position after the last character.
    public final var endOfDocument: TextPosition { editing.editor.storage.end }

    /// What is selected; an empty range is the caret.
    ///
    /// Setting it decides marked text.
    public final var selectedTextRange: Range<TextPosition> {
        get { editing.editor.selection.range }
        set { editing.select(TextSelection(anchor: newValue.lowerBound, head: newValue.upperBound)) }
    }

    /// The text that an input method may still change; nil when there is none.
    public final var markedTextRange: Range<TextPosition>? { editing.editor.markedRange }

    /// The text of a range.
    ///
    /// - Complexity: Linear in the text; allocates a copy of the range.
    public final func text(in range: Range<TextPosition>) -> String { editing.editor.storage.text(in: range) }

    /// Puts a text in the place of a range, as the user would.
    ///
    /// - Complexity: Linear in the text and the new text, besides the work of delegate and actions.
    public final func replace(_ range: Range<TextPosition>, withText text: String) {
        editing.replace(range, with: text)
    }

    /// Puts a text in the place of the marked text, or else of the selection, and marks it.
    ///
    /// - Complexity: Linear in the text and the marked text, besides the work of delegate and actions.
    public final func setMarkedText(_ text: String, selecting selected: Range<Int>?) {
        editing.mark(text, selecting: selected)
    }

    /// Decides marked text, which becomes ordinary text; does nothing without marked text.
    ///
    /// - Complexity: Linear in the text, besides the work of delegate and actions.
    public final func unmarkText() { editing.unmark() }

    /// The position `count` characters after a position, or before it if `count` is negative, within the text.
    ///
    /// - Complexity: Linear in the text; no allocation.
    public final func position(_ position: TextPosition, offsetBy count: Int) -> TextPosition {
        editing.editor.storage.position(position, offsetBy: count)
    }

    /// Where the caret is shown at a position: a rectangle without width, in the view's own coordinates.
    ///
    /// - Complexity: Linear in the text; allocates what is measured.
    public final func caretRect(for position: TextPosition) -> Rect {
        updateTextStyle()
        return editing.caretRect(at: TextCaret(position))
    }

    /// The nearest position to a point in the view's own coordinates.
    ///
    /// - Complexity: Linear in the text, and what it takes to measure it; allocates what is measured.
    public final func closestPosition(to point: Point) -> TextPosition {
        updateTextStyle()
        return editing.caret(at: point).position
    }
}
