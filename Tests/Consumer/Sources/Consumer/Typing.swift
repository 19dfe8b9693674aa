import ResponderKit

final class MyKeyboardView: KeyboardView {
    override func layout(for type: KeyboardType) -> KeyboardLayout {
        called.insert("KeyboardView.layout")
        return super.layout(for: type)
    }

    override func label(of key: KeyboardLayout.Key) -> String {
        called.insert("KeyboardView.label")
        return super.label(of: key)
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("KeyboardView.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("KeyboardView.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func layoutSubviews() {
        called.insert("KeyboardView.layoutSubviews")
        super.layoutSubviews()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("KeyboardView.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("KeyboardView.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("KeyboardView.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        called.insert("KeyboardView.touchesCancelled")
        super.touchesCancelled(touches, with: event)
    }

    override func didMoveToWindow() {
        called.insert("KeyboardView.didMoveToWindow")
        super.didMoveToWindow()
    }
}

/// A view that takes digits, with a keyboard for them.
private final class CodeView: View, KeyInput {
    var text = ""

    var keyboardType: KeyboardType { .numberPad }
    var hasText: Bool { !text.isEmpty }
    func insertText(_ text: String) { self.text += text }
    func deleteBackward() { text = String(text.dropLast()) }
    override var canBecomeFirstResponder: Bool { true }
}

/// Types on the keyboard of the application.
///
/// - Parameter send: Sends a contact, and has the loop deliver it.
@MainActor
func useKeyboard(in window: Window, send: (TouchContact) -> Void) {
    guard let application = window.application else { fatalError("the window has no application") }
    let keyboard = MyKeyboardView(layout: .german)
    application.screenKeyboard = keyboard
    application.keyboardPolicy = .always
    let code = CodeView(frame: Rect(0, 0, 10, 10))
    window.addSubview(code)
    code.becomeFirstResponder()
    // Has the loop show the keyboard, elsewhere.
    send(TouchContact(30, .began, at: Point(1, 1)))
    send(TouchContact(30, .ended, at: Point(1, 1)))
    guard window.coveredRect.maxY == window.bounds.maxY, let place = keyboard.location(of: "5") else {
        fatalError("the keyboard covers \(window.coveredRect)")
    }
    let key = Point(window.coveredRect.minX + place.x, window.coveredRect.minY + place.y)
    for (contact, last) in [(31, TouchContact.Phase.ended), (32, .cancelled)] {
        send(TouchContact(contact, .began, at: key))
        send(TouchContact(contact, .moved, at: Point(key.x + 1, key.y)))
        send(TouchContact(contact, last, at: Point(key.x + 1, key.y)))
    }
    guard code.text == "5" else { fatalError("the keyboard typed \(code.text)") }
    code.removeFromSuperview()
}
