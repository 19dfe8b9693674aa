import ResponderKit

// The base class of controls, buttons, and the views of the library that show something, with each open member
// overridden.

extension Action where Sender == MyControl {
    /// A finger or a key has pressed the control.
    static let pressed = Action("pressed")
}

final class MyControl: Control {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("Control.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("Control.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("Control.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        called.insert("Control.touchesCancelled")
        super.touchesCancelled(touches, with: event)
    }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Control.beginTracking")
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Control.continueTracking")
        return super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        called.insert("Control.endTracking")
        super.endTracking(touch, with: event)
    }

    override func cancelTracking(with event: Event?) {
        called.insert("Control.cancelTracking")
        super.cancelTracking(with: event)
    }

    override func stateDidChange() {
        called.insert("Control.stateDidChange")
        super.stateDidChange()
    }

    override var canBecomeFocused: Bool {
        called.insert("Control.canBecomeFocused")
        return super.canBecomeFocused
    }

    override var canBecomeFirstResponder: Bool {
        called.insert("Control.canBecomeFirstResponder")
        return super.canBecomeFirstResponder
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Control.pressesBegan")
        super.pressesBegan(presses, with: event)
    }

    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Control.pressesChanged")
        super.pressesChanged(presses, with: event)
    }

    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Control.pressesEnded")
        super.pressesEnded(presses, with: event)
    }

    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        called.insert("Control.pressesCancelled")
        super.pressesCancelled(presses, with: event)
    }

    override func sendAction(_ action: ControlAction, for event: Event?) {
        called.insert("Control.sendAction")
        super.sendAction(action, for: event)
    }

    override func sendAction<Sender>(_ action: Action<Sender>, to target: Responder?, for event: Event?) {
        called.insert("Control.sendAction to")
        super.sendAction(action, to: target, for: event)
    }

    /// Keeps every touch from the recognisers of views above.
    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("Control.gestureRecognizerShouldBegin")
        return false
    }
}

final class MyButton: Button {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("Button.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("Button.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("Button.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }
}

final class MyLabel: Label {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("Label.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("Label.sizeThatFits")
        return super.sizeThatFits(size)
    }
}

final class MyImageView: ImageView {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("ImageView.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("ImageView.sizeThatFits")
        return super.sizeThatFits(size)
    }
}

final class MyProgressView: ProgressView {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("ProgressView.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("ProgressView.sizeThatFits")
        return super.sizeThatFits(size)
    }
}

final class MyControlAppearance: ControlAppearance {
    override func setColors(for colorScheme: ColorScheme) {
        called.insert("ControlAppearance.setColors")
        super.setColors(for: colorScheme)
    }

    override func draw(_ button: Button, in canvas: any Canvas) {
        called.insert("ControlAppearance.draw")
        super.draw(button, in: canvas)
    }

    override func drawFocus(around rect: Rect, cornerRadius: Double, in canvas: any Canvas) {
        called.insert("ControlAppearance.drawFocus")
        super.drawFocus(around: rect, cornerRadius: cornerRadius, in: canvas)
    }
}

final class MyFilledAppearance: FilledAppearance {
    override func setColors(for colorScheme: ColorScheme) {
        called.insert("FilledAppearance.setColors")
        super.setColors(for: colorScheme)
    }

    override func draw(_ button: Button, in canvas: any Canvas) {
        called.insert("FilledAppearance.draw")
        super.draw(button, in: canvas)
    }
}
