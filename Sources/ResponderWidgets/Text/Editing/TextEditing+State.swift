internal import ResponderCore

// The text and the selection in a saved state.
extension TextEditing {
    private static var textKey: String { "ResponderKit.text" }
    private static var anchorKey: String { "ResponderKit.textSelectionAnchor" }
    private static var headKey: String { "ResponderKit.textSelectionHead" }

    /// Writes the text and the selection, unless the text is a secret.
    func encode(with coder: StateCoder) {
        if editor.isSecure { return }
        coder.encode(editor.text, forKey: Self.textKey)
        coder.encode(editor.selection.anchor.utf8Offset, forKey: Self.anchorKey)
        coder.encode(editor.selection.head.utf8Offset, forKey: Self.headKey)
    }

    func decode(with coder: StateCoder) {
        guard let text = coder.decodeString(forKey: Self.textKey) else { return }
        setText(text)
        guard let anchor = coder.decodeInteger(forKey: Self.anchorKey),
            let head = coder.decodeInteger(forKey: Self.headKey)
        else { return }
        // Positions of another text are taken into this one.
        editor.select(
            TextSelection(anchor: TextPosition(utf8Offset: anchor), head: TextPosition(utf8Offset: head))
        )
        host?.showCaret()
    }
}
