import ResponderKitTesting

@testable import ResponderCore
@testable import ResponderWidgets

/// Notes what a field or a text view asks and tells, and answers as it is told to.
@MainActor
final class TextWitness: TextFieldDelegate, TextViewDelegate {
    let log = ResponderLog()
    var mayBegin = true
    var mayEnd = true
    var mayReturn = true
    var mayClear = true
    /// Called before the answer; the answer is true unless it says otherwise.
    var onChange: @MainActor (Range<TextPosition>, String) -> Bool = { _, _ in true }
    var afterChange: @MainActor () -> Void = {}
    var afterBegin: @MainActor () -> Void = {}
    var afterEnd: @MainActor () -> Void = {}
    var notesSelections = false

    /// The lines since the last call.
    func lines() -> [String] { log.takeLines() }

    private func ask(_ question: String, _ answer: Bool) -> Bool {
        log.note(question)
        return answer
    }

    private func change(_ range: Range<TextPosition>, _ text: String) -> Bool {
        log.note("change \(range.lowerBound.utf8Offset)..<\(range.upperBound.utf8Offset) \(text.debugDescription)?")
        return onChange(range, text)
    }

    private func changed() {
        log.note("changed")
        afterChange()
    }

    private func selected(_ range: Range<TextPosition>) {
        guard notesSelections else { return }
        log.note("selected \(range.lowerBound.utf8Offset)..<\(range.upperBound.utf8Offset)")
    }

    private func began() {
        log.note("began")
        afterBegin()
    }

    private func ended() {
        log.note("ended")
        afterEnd()
    }

    func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { ask("begin?", mayBegin) }
    func textFieldDidBeginEditing(_ textField: TextField) { began() }
    func textFieldShouldEndEditing(_ textField: TextField) -> Bool { ask("end?", mayEnd) }
    func textFieldDidEndEditing(_ textField: TextField) { ended() }
    func textField(
        _ textField: TextField,
        shouldChangeCharactersIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool { change(range, replacement) }
    func textFieldDidChange(_ textField: TextField) { changed() }
    func textFieldDidChangeSelection(_ textField: TextField) { selected(textField.selectedTextRange) }
    func textFieldShouldClear(_ textField: TextField) -> Bool { ask("clear?", mayClear) }
    func textFieldShouldReturn(_ textField: TextField) -> Bool { ask("return?", mayReturn) }

    func textViewShouldBeginEditing(_ textView: TextView) -> Bool { ask("begin?", mayBegin) }
    func textViewDidBeginEditing(_ textView: TextView) { began() }
    func textViewShouldEndEditing(_ textView: TextView) -> Bool { ask("end?", mayEnd) }
    func textViewDidEndEditing(_ textView: TextView) { ended() }
    func textView(
        _ textView: TextView,
        shouldChangeTextIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool { change(range, replacement) }
    func textViewDidChange(_ textView: TextView) { changed() }
    func textViewDidChangeSelection(_ textView: TextView) { selected(textView.selectedTextRange) }
}

extension TextInput {
    /// The selection in bytes.
    var selected: Range<Int> { selectedTextRange.lowerBound.utf8Offset..<selectedTextRange.upperBound.utf8Offset }

    /// Selects bytes.
    func select(_ range: Range<Int>) {
        selectedTextRange =
            TextPosition(utf8Offset: range.lowerBound)..<TextPosition(utf8Offset: range.upperBound)
    }
}

extension AppHarness {
    /// A field of 160 by 48 points at the window's origin, in whose font a character is 8 points wide: the first begins
    /// at 8 points.
    func addField(_ text: String = "", y: Double = 0) -> TextField {
        let field = add(TextField(frame: Rect(0, y, 160, 48)))
        field.text = text
        settle()
        return field
    }

    /// A text view of 160 by 112 points at (0, 200), with rows of 17 characters (144 points less the caret), 16 points
    /// high, of which the first begins at (8, 208) of the window.
    func addTextView(_ text: String = "") -> TextView {
        let view = add(TextView(frame: Rect(0, 200, 160, 112)))
        view.text = text
        settle()
        return view
    }

    /// Types keys, and lets the application take them.
    func type(_ text: String) {
        keyboard.type(text)
        settle()
    }

    /// Presses a key with modifiers, and lets the application take it.
    func press(_ key: HIDUsage, _ modifiers: KeyModifiers = []) {
        keyboard.shortcut(key, modifiers)
        settle()
    }
}
