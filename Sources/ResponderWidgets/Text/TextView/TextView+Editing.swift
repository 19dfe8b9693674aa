internal import ResponderCore
internal import ResponderTouchInput

// The editing of a text view: who is asked, and who is told.
extension TextView {
    private final var textDelegate: (any TextViewDelegate)? { delegate as? any TextViewDelegate }

    final var mayBeginEditing: Bool { textDelegate?.textViewShouldBeginEditing(self) ?? true }
    final var mayEndEditing: Bool { textDelegate?.textViewShouldEndEditing(self) ?? true }

    final func prepareForEditing() {}

    final func tellEditing(_ listener: EditingListener, begins: Bool) {
        switch (listener, begins) {
        case (.delegate, true): textDelegate?.textViewDidBeginEditing(self)
        case (.delegate, false): textDelegate?.textViewDidEndEditing(self)
        case (.observers, true): editing.session.post(begins: true, of: self, DidBeginEditing(subject: self))
        case (.observers, false): editing.session.post(begins: false, of: self, DidEndEditing(subject: self))
        case (.actions, _): break
        }
    }
}

extension TextView: TextEditingHost {
    package final var isTextEditable: Bool { isEditable }
    final var selectsByDrag: Bool { false }

    package final func handle(_ key: Key) -> Bool { editing.handle(key) }

    final func mayChange(_ range: Range<TextPosition>, to text: String) -> Bool {
        textDelegate?.textView(self, shouldChangeTextIn: range, to: text) ?? true
    }

    final func tellTextChanged() {
        textDelegate?.textViewDidChange(self)
        post(DidChange(subject: self))
    }

    final func tellSelectionChanged() { textDelegate?.textViewDidChangeSelection(self) }
}
