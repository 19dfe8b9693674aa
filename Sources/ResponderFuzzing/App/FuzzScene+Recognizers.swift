internal import ResponderKit

// Makes recognisers, whose actions tell their states.
extension FuzzScene {
    func addRecognizers(to view: View) {
        for _ in 0...random.below(2) { view.addGestureRecognizer(makeRecognizer()) }
    }

    func makeRecognizer() -> GestureRecognizer {
        let recognizer: GestureRecognizer
        switch random.below(9) {
        case 0:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = random.number(in: 1...2)
            tap.numberOfTouchesRequired = random.one(in: 4) ? 2 : 1
            recognizer = prepared(tap, "tap")
        case 1: recognizer = prepared(LongPressGestureRecognizer(), "press")
        case 2, 3: recognizer = prepared(PanGestureRecognizer(), "pan")
        case 4:
            let swipe = SwipeGestureRecognizer()
            if random.one(in: 2) { swipe.direction = .left }
            recognizer = prepared(swipe, "swipe")
        case 5: recognizer = prepared(PinchGestureRecognizer(), "pinch")
        case 6: recognizer = prepared(RotationGestureRecognizer(), "rotation")
        case 7: recognizer = prepared(HoverGestureRecognizer(), "hover")
        default:
            let pan = ScreenEdgePanGestureRecognizer()
            pan.edges = random.one(in: 2) ? .left : .right
            recognizer = prepared(pan, "edge")
        }
        recognizer.cancelsTouchesInView = !random.one(in: 3)
        recognizer.delaysTouchesBegan = random.one(in: 5)
        recognizer.delaysTouchesEnded = random.one(in: 2)
        return recognizer
    }

    private func prepared<Recognizer: GestureRecognizer>(
        _ recognizer: Recognizer,
        _ kind: String
    ) -> GestureRecognizer {
        let name = name(kind)
        recognizer.name = name
        recognizer.delegate = gestureDelegate
        _ = recognizer.addAction { [weak self] recognizer in
            self?.note(.gesture(name, recognizer.state))
            self?.happen("gesture")
        }
        recognizers.add(recognizer)
        made(recognizer, name)
        return recognizer
    }
}
