import ResponderKit

/// A recogniser of another package: a press that succeeds when its finger is lifted, and that drags meanwhile.
final class MyGestureRecognizer: GestureRecognizer {
    var isContinuous = false

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("GestureRecognizer.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("GestureRecognizer.touchesMoved")
        if isContinuous { state = state == .possible ? .began : .changed }
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("GestureRecognizer.touchesEnded")
        state = .ended
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        called.insert("GestureRecognizer.touchesCancelled")
        super.touchesCancelled(touches, with: event)
    }

    override func reset() {
        called.insert("GestureRecognizer.reset")
        super.reset()
    }

    override func canPrevent(_ other: GestureRecognizer) -> Bool {
        called.insert("GestureRecognizer.canPrevent")
        return super.canPrevent(other)
    }

    override func canBePrevented(by other: GestureRecognizer) -> Bool {
        called.insert("GestureRecognizer.canBePrevented")
        return super.canBePrevented(by: other)
    }

    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
        called.insert("GestureRecognizer.shouldRequireFailure")
        return super.shouldRequireFailure(of: other)
    }

    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool {
        called.insert("GestureRecognizer.shouldBeRequiredToFail")
        return super.shouldBeRequiredToFail(by: other)
    }

    override func shouldReceive(_ event: Event) -> Bool {
        called.insert("GestureRecognizer.shouldReceive")
        return super.shouldReceive(event)
    }

    override func location(in view: View?) -> Point {
        called.insert("GestureRecognizer.location")
        return super.location(in: view)
    }
}

/// Has recognisers negotiate about touches of a view.
@MainActor
func negotiate(on view: View, _ sender: TouchPort.Sender, _ application: Application, _ clock: VirtualClock) {
    func send(_ phases: [TouchContact.Phase]) {
        for (place, phase) in phases.enumerated() {
            sender.send(TouchContact(9, phase, at: Point(15, 20 + Double(place))), at: clock.now)
            application.runLoop.run(until: clock.now)
        }
    }
    let (press, drag, tap) = (MyGestureRecognizer(), MyGestureRecognizer(), MyTapGestureRecognizer())
    drag.isContinuous = true
    var states: [GestureRecognizer.State] = []
    for recognizer in [press, drag] {
        recognizer.addAction { states.append($0.state) }
        view.addGestureRecognizer(recognizer)
    }
    send([.began, .moved, .ended, .began, .cancelled])
    let place = drag.location(in: nil)
    for recognizer in view.gestureRecognizers { view.removeGestureRecognizer(recognizer) }
    var taps = 0
    tap.addAction { if $0.location(in: nil).x == 15 { taps += 1 } }
    view.addGestureRecognizer(tap)
    view.addGestureRecognizer(press)
    send([.began, .moved, .ended])
    for recognizer in view.gestureRecognizers { view.removeGestureRecognizer(recognizer) }
    guard states == [.began, .ended], place.x == 15, taps == 1 else {
        fatalError("the recognisers went to \(states) at \(place), with \(taps) taps")
    }
}
