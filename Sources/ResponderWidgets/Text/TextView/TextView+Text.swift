public import ResponderCore
public import ResponderTouchInput

// The text of a text view.
extension TextView {
    /// The text, with a line feed for each line end; empty at first.
    ///
    /// Setting it puts the caret at its end, and forgets what could be undone. Nobody is asked or told.
    ///
    /// - Complexity: Linear in the text; allocates a copy.
    public final var text: String {
        get { editing.editor.text }
        set { editing.setText(newValue) }
    }

    /// Whether the text is being edited: while the text view is the first responder.
    public final var isEditing: Bool { editing.isBegun }

    /// How many characters may be typed or pasted into the text; nil, as at first, for any number.
    ///
    /// A longer insertion is cut between characters. A longer text that the app sets stays as it is.
    public final var maximumLength: Int? {
        get { editing.editor.maximumLength }
        set { editing.editor.maximumLength = newValue }
    }

    /// Whether the text is a secret: shown as bullets, not copied, and not saved; false at first.
    public final var isSecureTextEntry: Bool {
        get { editing.editor.isSecure }
        set { editing.setSecure(newValue) }
    }

    /// Whether there is any text.
    public final var hasText: Bool { !editing.editor.storage.isEmpty }

    /// Scrolls as little as possible, so that the end of a range is seen, and also the beginning if there is room.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines of its ends.
    public final func scrollRangeToVisible(_ range: Range<TextPosition>) {
        layOutText()
        for position in [range.lowerBound, range.upperBound] { showCaret(at: TextCaret(position)) }
    }
}

// What input methods and keyboards need.
extension TextView {
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

    /// The text of a range, with a line feed for each line end.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines of the range; allocates a copy of the range.
    public final func text(in range: Range<TextPosition>) -> String { editing.editor.storage.text(in: range) }

    /// Puts a text in the place of a range, as the user would.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines of the range and the new text, besides the work
    ///   of the delegate.
    public final func replace(_ range: Range<TextPosition>, withText text: String) {
        editing.replace(range, with: text)
    }

    /// Puts a text in the place of the marked text, or else of the selection, and marks it.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line and the marked text, besides the work of the
    ///   delegate.
    public final func setMarkedText(_ text: String, selecting selected: Range<Int>?) {
        editing.mark(text, selecting: selected)
    }

    /// Decides marked text, which becomes ordinary text; does nothing without marked text.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line, besides the work of the delegate.
    public final func unmarkText() { editing.unmark() }

    /// The position `count` characters after a position, or before it if `count` is negative, within the text.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the two lines; no allocation.
    public final func position(_ position: TextPosition, offsetBy count: Int) -> TextPosition {
        editing.editor.storage.position(position, offsetBy: count)
    }

    /// Where the caret is shown at a position: a rectangle without width, in the view's own coordinates.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and what it takes to measure the line; allocates what is measured.
    public final func caretRect(for position: TextPosition) -> Rect {
        layOutText()
        return editing.caretRect(at: TextCaret(position))
    }

    /// The nearest position to a point in the view's own coordinates.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and what it takes to measure the line; allocates what is measured.
    public final func closestPosition(to point: Point) -> TextPosition {
        layOutText()
        return editing.caret(at: point).position
    }
}
