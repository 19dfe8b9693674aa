import ResponderKit

// What edits text, with each open member overridden.

final class MyTextField: TextField {
    override func textRect(forBounds bounds: Rect) -> Rect {
        called.insert("TextField.textRect")
        return super.textRect(forBounds: bounds)
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("TextField.draw")
        super.draw(rect, in: canvas)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("TextField.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("TextField.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func layoutSubviews() {
        called.insert("TextField.layoutSubviews")
        super.layoutSubviews()
    }

    override func didMoveToWindow() {
        called.insert("TextField.didMoveToWindow")
        super.didMoveToWindow()
    }

    override func becomeFirstResponder() -> Bool {
        called.insert("TextField.becomeFirstResponder")
        return super.becomeFirstResponder()
    }

    override func resignFirstResponder() -> Bool {
        called.insert("TextField.resignFirstResponder")
        return super.resignFirstResponder()
    }

    override var canResignFirstResponder: Bool {
        called.insert("TextField.canResignFirstResponder")
        return super.canResignFirstResponder
    }

    override var inputView: View? {
        get {
            called.insert("TextField.inputView")
            return super.inputView
        }
        set { super.inputView = newValue }
    }

    override var inputAccessoryView: View? {
        get {
            called.insert("TextField.inputAccessoryView")
            return super.inputAccessoryView
        }
        set { super.inputAccessoryView = newValue }
    }

    override var undoManager: UndoManager? {
        called.insert("TextField.undoManager")
        return super.undoManager
    }

    override func wantsKeyBeforeCommands(_ key: Key) -> Bool {
        called.insert("TextField.wantsKeyBeforeCommands")
        return super.wantsKeyBeforeCommands(key)
    }

    override class var actions: ActionTable {
        called.insert("TextField.actions")
        return super.actions
    }

    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        called.insert("TextField.canPerformAction")
        return super.canPerformAction(action, withSender: sender)
    }

    override func insertText(_ text: String) {
        called.insert("TextField.insertText")
        super.insertText(text)
    }

    override func deleteBackward() {
        called.insert("TextField.deleteBackward")
        super.deleteBackward()
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("TextField.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("TextField.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }
}

final class MyTextView: TextView {
    override var canBecomeFirstResponder: Bool {
        called.insert("TextView.canBecomeFirstResponder")
        return super.canBecomeFirstResponder
    }

    override var canBecomeFocused: Bool {
        called.insert("TextView.canBecomeFocused")
        return super.canBecomeFocused
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("TextView.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func layoutSubviews() {
        called.insert("TextView.layoutSubviews")
        super.layoutSubviews()
    }

    override func didMoveToWindow() {
        called.insert("TextView.didMoveToWindow")
        super.didMoveToWindow()
    }

    override func becomeFirstResponder() -> Bool {
        called.insert("TextView.becomeFirstResponder")
        return super.becomeFirstResponder()
    }

    override func resignFirstResponder() -> Bool {
        called.insert("TextView.resignFirstResponder")
        return super.resignFirstResponder()
    }

    override var canResignFirstResponder: Bool {
        called.insert("TextView.canResignFirstResponder")
        return super.canResignFirstResponder
    }

    override var inputView: View? {
        get {
            called.insert("TextView.inputView")
            return super.inputView
        }
        set { super.inputView = newValue }
    }

    override var inputAccessoryView: View? {
        get {
            called.insert("TextView.inputAccessoryView")
            return super.inputAccessoryView
        }
        set { super.inputAccessoryView = newValue }
    }

    override var undoManager: UndoManager? {
        called.insert("TextView.undoManager")
        return super.undoManager
    }

    override func wantsKeyBeforeCommands(_ key: Key) -> Bool {
        called.insert("TextView.wantsKeyBeforeCommands")
        return super.wantsKeyBeforeCommands(key)
    }

    override class var actions: ActionTable {
        called.insert("TextView.actions")
        return super.actions
    }

    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        called.insert("TextView.canPerformAction")
        return super.canPerformAction(action, withSender: sender)
    }

    override func insertText(_ text: String) {
        called.insert("TextView.insertText")
        super.insertText(text)
    }

    override func deleteBackward() {
        called.insert("TextView.deleteBackward")
        super.deleteBackward()
    }

    override func encodeRestorableState(with coder: StateCoder) {
        called.insert("TextView.encodeRestorableState")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: StateCoder) {
        called.insert("TextView.decodeRestorableState")
        super.decodeRestorableState(with: coder)
    }
}
