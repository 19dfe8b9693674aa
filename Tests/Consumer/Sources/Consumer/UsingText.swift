import ResponderKit

/// Types into a field and a text view by keys and by a tap, undoes it, and saves and restores both.
///
/// - Parameters:
///   - tap: Taps at a point of the window.
///   - type: Presses and releases a key, and has the loop deliver it.
@MainActor
func useText(in window: Window, tap: (Point) -> Void, type: (HIDUsage, KeyModifiers) -> Void) {
    let field = MyTextField(frame: Rect(0, 0, 80, 40))
    let text = MyTextView(frame: Rect(0, 50, 80, 40))
    window.addSubview(field)
    window.addSubview(text)
    let ancestor = TapGestureRecognizer()
    window.addGestureRecognizer(ancestor)
    tap(Point(20, 20))
    guard field.isEditing, window.application?.textInput === field else { fatalError("the field is not edited") }
    for input in [field, text] as [any TextInput & View] {
        input.becomeFirstResponder()
        type(.keyboardH, [])
        type(.keyboardI, [])
        type(.keyboardDeleteOrBackspace, [])
        type(.keyboardA, .control)
        let whole = input.beginningOfDocument..<input.endOfDocument
        guard input.text(in: whole) == "h", input.selectedTextRange == whole else {
            fatalError("\(input.text(in: whole)) was typed, not h")
        }
        input.sizeToFit()
        input.layoutIfNeeded()
        input.displayIfNeeded()
        let coder = StateCoder()
        input.encodeRestorableState(with: coder)
        // The deletion, and then what was typed.
        while input.undoManager?.undo() == true {}
        guard !input.hasText else { fatalError("the text was not undone") }
        input.decodeRestorableState(with: StateCoder(values: coder.values))
        guard input.hasText else { fatalError("the text was not restored") }
    }
    window.endEditing()
    guard !text.isEditing else { fatalError("the editing has not ended") }
    window.removeGestureRecognizer(ancestor)
    field.removeFromSuperview()
    text.removeFromSuperview()
}
