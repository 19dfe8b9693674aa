import ResponderKit

// The controls that have a value, with each open member overridden.

final class MySwitch: Switch {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("Switch.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("Switch.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("Switch.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Switch.beginTracking")
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Switch.continueTracking")
        return super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        called.insert("Switch.endTracking")
        super.endTracking(touch, with: event)
    }

    override func cancelTracking(with event: Event?) {
        called.insert("Switch.cancelTracking")
        super.cancelTracking(with: event)
    }
}

final class MySlider: Slider {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("Slider.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("Slider.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("Slider.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Slider.beginTracking")
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Slider.continueTracking")
        return super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        called.insert("Slider.endTracking")
        super.endTracking(touch, with: event)
    }

    override func cancelTracking(with event: Event?) {
        called.insert("Slider.cancelTracking")
        super.cancelTracking(with: event)
    }
}

final class MyStepper: Stepper {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("Stepper.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("Stepper.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("Stepper.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Stepper.beginTracking")
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("Stepper.continueTracking")
        return super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        called.insert("Stepper.endTracking")
        super.endTracking(touch, with: event)
    }

    override func cancelTracking(with event: Event?) {
        called.insert("Stepper.cancelTracking")
        super.cancelTracking(with: event)
    }
}

final class MySegmentedControl: SegmentedControl {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("SegmentedControl.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("SegmentedControl.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("SegmentedControl.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("SegmentedControl.beginTracking")
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        called.insert("SegmentedControl.continueTracking")
        return super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        called.insert("SegmentedControl.endTracking")
        super.endTracking(touch, with: event)
    }

    override func cancelTracking(with event: Event?) {
        called.insert("SegmentedControl.cancelTracking")
        super.cancelTracking(with: event)
    }
}

final class MyPageControl: PageControl {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("PageControl.draw")
        super.draw(rect, in: canvas)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        called.insert("PageControl.sizeThatFits")
        return super.sizeThatFits(size)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        called.insert("PageControl.gestureRecognizerShouldBegin")
        return super.gestureRecognizerShouldBegin(recognizer)
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        called.insert("PageControl.endTracking")
        super.endTracking(touch, with: event)
    }
}
