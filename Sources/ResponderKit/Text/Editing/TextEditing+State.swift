// The text and the selection in a saved state.
extension TextEditing {
    private static var textKey: String { "ResponderKit.text" }
    private static var selectionKey: String { "ResponderKit.textSelection" }

    func encode(with coder: StateCoder) {
        coder.encode(editor.text, forKey: Self.textKey)
        coder.encode(editor.selection.anchor.utf8Offset, forKey: Self.selectionKey + "Anchor")
        coder.encode(editor.selection.head.utf8Offset, forKey: Self.selectionKey + "Head")
    }

    func decode(with coder: StateCoder) {
        guard let text = coder.decodeString(forKey: Self.textKey) else { return }
        setText(text)
        guard let anchor = coder.decodeInteger(forKey: Self.selectionKey + "Anchor"),
            let head = coder.decodeInteger(forKey: Self.selectionKey + "Head")
        else { return }
        // Positions of another text are taken into this one.
        editor.select(
            TextSelection(anchor: TextPosition(utf8Offset: anchor), head: TextPosition(utf8Offset: head))
        )
        host?.showCaret()
    }
}
