import ResponderKit

// The recognisers of the library, subclassed.

final class MyTapGestureRecognizer: TapGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("TapGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("TapGestureRecognizer.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("TapGestureRecognizer.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        called.insert("TapGestureRecognizer.reset")
        super.reset()
    }

    override func canPrevent(_ other: GestureRecognizer) -> Bool {
        called.insert("TapGestureRecognizer.canPrevent")
        return super.canPrevent(other)
    }

    override func location(in view: View?) -> Point {
        called.insert("TapGestureRecognizer.location")
        return super.location(in: view)
    }
}

final class MyLongPressGestureRecognizer: LongPressGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("LongPressGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("LongPressGestureRecognizer.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("LongPressGestureRecognizer.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        called.insert("LongPressGestureRecognizer.reset")
        super.reset()
    }
}

final class MySwipeGestureRecognizer: SwipeGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("SwipeGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("SwipeGestureRecognizer.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("SwipeGestureRecognizer.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        called.insert("SwipeGestureRecognizer.reset")
        super.reset()
    }
}

/// Taps a view that has each of the recognisers.
@MainActor
func useRecognizers(in window: Window, send: (TouchContact) -> Void) {
    let view = View(frame: Rect(60, 60, 30, 30))
    window.addSubview(view)
    let tap = MyTapGestureRecognizer()
    var place: Point?
    tap.addAction { place = $0.location(in: nil) }
    for recognizer in [tap, MyLongPressGestureRecognizer(), MySwipeGestureRecognizer()] {
        view.addGestureRecognizer(recognizer)
    }
    send(TouchContact(9, .began, at: Point(70, 70)))
    send(TouchContact(9, .moved, at: Point(72, 70)))
    send(TouchContact(9, .ended, at: Point(72, 70)))
    view.removeFromSuperview()
    guard place == Point(72, 70) else { fatalError("the tap was at \(String(describing: place))") }
}
