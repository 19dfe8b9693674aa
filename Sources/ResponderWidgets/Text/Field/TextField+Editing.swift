internal import ResponderCore
internal import ResponderTouchInput

// The editing of a field: who is asked, and who is told.
extension TextField {
    final var mayBeginEditing: Bool { delegate?.textFieldShouldBeginEditing(self) ?? true }
    /// A disabled field ends its editing in any case.
    final var mayEndEditing: Bool { !isEnabled || delegate?.textFieldShouldEndEditing(self) ?? true }

    final func prepareForEditing() {
        if clearsOnBeginEditing, hasText { clear() }
    }

    final func tellEditing(_ listener: EditingListener, begins: Bool) {
        switch (listener, begins) {
        case (.delegate, true): delegate?.textFieldDidBeginEditing(self)
        case (.delegate, false): delegate?.textFieldDidEndEditing(self)
        case (.observers, true): editing.session.post(begins: true, of: self, DidBeginEditing(subject: self))
        case (.observers, false): editing.session.post(begins: false, of: self, DidEndEditing(subject: self))
        case (.actions, _): send(begins ? .editingDidBegin : .editingDidEnd, nil)
        }
    }

    /// The return key was pressed.
    final func pressReturn() {
        editing.unmark()
        guard delegate?.textFieldShouldReturn(self) ?? true else { return }
        let isExit = allControlEvents.contains(.editingDidEndOnExit)
        send(.editingDidEndOnExit, nil)
        send(.primaryActionTriggered, nil)
        if isExit { resignFirstResponder() }
    }
}

extension TextField: TextEditingHost {
    package final var isTextEditable: Bool { isEnabled }
    final var selectsByDrag: Bool { true }

    package final func handle(_ key: Key) -> Bool { isEnabled && editing.handle(key) }

    final func mayChange(_ range: Range<TextPosition>, to text: String) -> Bool {
        delegate?.textField(self, shouldChangeCharactersIn: range, to: text) ?? true
    }

    final func tellTextChanged() {
        delegate?.textFieldDidChange(self)
        post(DidChange(subject: self))
        send(.editingChanged, nil)
    }

    final func tellSelectionChanged() { delegate?.textFieldDidChangeSelection(self) }
}
