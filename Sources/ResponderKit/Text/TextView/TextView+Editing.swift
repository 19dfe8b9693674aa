internal import ResponderTouchInput

// The editing of a text view: who is asked, and who is told.
extension TextView {
    private final var textDelegate: (any TextViewDelegate)? { delegate as? any TextViewDelegate }

    final var mayBeginEditing: Bool { textDelegate?.textViewShouldBeginEditing(self) ?? true }
    final var mayEndEditing: Bool { textDelegate?.textViewShouldEndEditing(self) ?? true }

    final func beginEditing() {
        guard !isBeingEdited else { return }
        isBeingEdited = true
        content.setNeedsDisplay()
        showCaret()
        textDelegate?.textViewDidBeginEditing(self)
        // The delegate may have ended the editing.
        if isBeingEdited { post(DidBeginEditing(subject: self)) }
    }

    final func endEditing() {
        guard isBeingEdited else { return }
        editing.unmark()
        // Who was told of what was cut may have made the text view first again, or have ended the editing.
        guard isBeingEdited, !isFirstResponder else { return }
        isBeingEdited = false
        editing.forgetUndo()
        content.setNeedsDisplay()
        textDelegate?.textViewDidEndEditing(self)
        post(DidEndEditing(subject: self))
    }
}

extension TextView: TextEditingHost {
    final var isTextEditable: Bool { isEditable }
    final var selectsByDrag: Bool { false }

    final func take(_ key: Key) -> Bool { editing.take(key) }

    final func mayChange(_ range: Range<TextPosition>, to text: String) -> Bool {
        textDelegate?.textView(self, shouldChangeTextIn: range, to: text) ?? true
    }

    final func tellTextChanged() {
        textDelegate?.textViewDidChange(self)
        post(DidChange(subject: self))
    }

    final func tellSelectionChanged() { textDelegate?.textViewDidChangeSelection(self) }
}
