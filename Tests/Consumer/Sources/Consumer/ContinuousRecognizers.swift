import ResponderKit

// The recognisers with each open member overridden.

final class MyPanGestureRecognizer: PanGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("PanGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("PanGestureRecognizer.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("PanGestureRecognizer.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        called.insert("PanGestureRecognizer.reset")
        super.reset()
    }
}

final class MyPinchGestureRecognizer: PinchGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("PinchGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("PinchGestureRecognizer.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("PinchGestureRecognizer.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        called.insert("PinchGestureRecognizer.reset")
        super.reset()
    }
}

final class MyRotationGestureRecognizer: RotationGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("RotationGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("RotationGestureRecognizer.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("RotationGestureRecognizer.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        called.insert("RotationGestureRecognizer.reset")
        super.reset()
    }
}

final class MyScreenEdgePanGestureRecognizer: ScreenEdgePanGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("ScreenEdgePanGestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func reset() {
        called.insert("ScreenEdgePanGestureRecognizer.reset")
        super.reset()
    }
}

final class MyHoverGestureRecognizer: HoverGestureRecognizer {
    override func reset() {
        called.insert("HoverGestureRecognizer.reset")
        super.reset()
    }
}

/// Puts two fingers on a view with all of them, which do not begin, so that each sees all touches.
@MainActor
func useContinuousRecognizers(in view: View, _ send: (TouchContact) -> Void) {
    let (pan, pinch, rotation) = (MyPanGestureRecognizer(), MyPinchGestureRecognizer(), MyRotationGestureRecognizer())
    let edgePan = MyScreenEdgePanGestureRecognizer()
    pan.beginningDistance = 1000
    pinch.beginningSpanChange = 1000
    rotation.beginningRotation = 1000
    edgePan.beginningDistance = 1000
    edgePan.edges = .all
    edgePan.edgeWidth = 1000
    edgePan.maximumNumberOfTouches = 2
    let recognizers: [GestureRecognizer] = [pan, pinch, rotation, edgePan]
    for recognizer in recognizers { view.addGestureRecognizer(recognizer) }
    for phase in [TouchContact.Phase.began, .moved, .ended] {
        for (contact, x) in [(1001, 20.0), (1002, 40.0)] {
            send(TouchContact(contact, phase, at: Point(phase == .began ? x : x + 5, 20)))
        }
    }
    for recognizer in recognizers { view.removeGestureRecognizer(recognizer) }
    let hover = MyHoverGestureRecognizer()
    view.addGestureRecognizer(hover)
    for phase in [TouchContact.Phase.began, .ended] { send(.hovering(1003, phase, at: Point(20, 20))) }
    view.removeGestureRecognizer(hover)
}
