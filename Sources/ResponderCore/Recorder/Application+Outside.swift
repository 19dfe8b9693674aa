// What a host brings that is neither a message nor a frame, and is recorded with them.
extension Application {
    /// Takes over a text that another program has put on the system's pasteboard; a text of the same length is kept.
    package final func receivePasteboard(_ text: String) {
        // Whatever it is, it may be a password.
        keep(.pasteboardText) { $0.append(String(repeating: "x", count: text.count)) }
        pasteboard.string = text
    }

    /// Changes the text that is edited, as an input method outside of the process asks for.
    ///
    /// In a secure field another text of the same length is recorded.
    package final func receive(_ change: TextChange, in input: any KeyInput) {
        keep(.textEdit) { $0.append(input.isSecureTextEntry ? change.hidden : change) }
        take(change, in: input)
    }

    /// Changes the text that is edited, unless input is withheld (rule K7).
    final func take(_ change: TextChange, in input: any KeyInput) {
        let isWithheld = isWithholdingInput
        noteInput()
        if !isWithheld { change.perform(in: input) }
    }

    /// Decides the marked text of an input method that has left the text.
    package final func receiveUnmarking(of input: any TextInput) {
        if let tape, !tape.isPlaying { tape.keep(.unmark) { _ in } }
        input.unmarkText()
    }
}
