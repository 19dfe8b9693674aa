import ResponderKitTesting
import ResponderScenarios

/// A tap that prevents no other recogniser.
private final class ModestTap: TapGestureRecognizer {
    override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
}

/// A tap that no other recogniser prevents.
private final class StubbornTap: TapGestureRecognizer {
    override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
}

/// A pan that waits for swipes, without saying so in advance.
private final class WaitingPan: PanGestureRecognizer {
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { other is SwipeGestureRecognizer }
}

/// A tap that ignores each touch on the right half of its view.
private final class LeftTap: TapGestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        for touch in touches where touch.location(in: view).x > 100 { ignore(touch, for: event) }
        if touches.allSatisfy({ $0.location(in: view).x <= 100 }) { super.touchesBegan(touches, with: event) }
    }
}

/// Begins when a finger comes down, and notes what it is told: `told began`, `told ended`, `reset`.
private final class Grip: GestureRecognizer {
    let log: ScreenLog

    init(_ log: ScreenLog) { self.log = log }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        log.note("told began")
        state = state == .possible ? .began : .changed
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        log.note("told ended")
        state = .ended
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        log.note("told cancelled")
        state = .cancelled
    }

    override func reset() { log.note("reset") }
}

/// Notes that it was called.
@MainActor
private final class Listener {
    let log: ScreenLog

    init(_ log: ScreenLog) { self.log = log }

    func tapped(_ tap: TapGestureRecognizer) { log.note("listener called") }
}

/// `recognizers`: pads as in `pads`, with classes of the app's own and with actions that say where and how far.
@MainActor
func fillRecognizers(_ window: Window) {
    var grid = PadGrid(window)
    let log = grid.log
    // The first row: who prevents whom.
    grid.pad("modest") {
        $0.add(ModestTap(), "modest")
        $0.add(TapGestureRecognizer(), "tap")
    }
    grid.pad("stubborn") {
        $0.add(TapGestureRecognizer(), "tap")
        $0.add(StubbornTap(), "stubborn")
    }
    grid.pad("waiting") {
        $0.add(WaitingPan(), "pan")
        $0.add(SwipeGestureRecognizer(), "swipe")
    }
    grid.pad("left") { $0.add(LeftTap(), "tap") }
    grid.pad("grip") { $0.add(Grip($0.log), "grip") }
    // The second row: actions.
    grid.pad("two actions") {
        $0.add(TapGestureRecognizer(), "tap") { $0.addAction { _ in log.note("second") } }
    }
    grid.pad("forgotten") {
        $0.add(TapGestureRecognizer(), "tap") { $0.addTarget(Listener(log), action: Listener.tapped) }
    }
    grid.pad("late") {
        $0.onBegan = { pad in
            pad.onBegan = { _ in }
            pad.add(TapGestureRecognizer(), "late tap")
        }
    }
    grid.pad("place") {
        $0.add(TapGestureRecognizer(), "tap") { tap in
            tap.addAction { log.note("at \(words($0.location(in: $0.view)))") }
        }
    }
    grid.pad("right edge") { $0.add(ScreenEdgePanGestureRecognizer(), "edge pan") { $0.edges = .right } }
    // The third row: how far.
    grid.pad("way") {
        $0.add(PanGestureRecognizer(), "pan") { pan in
            pan.addAction { log.note("way \(words($0.translation(in: $0.view)))") }
        }
    }
    grid.pad("steps") {
        $0.add(PanGestureRecognizer(), "pan") { pan in
            pan.addAction {
                log.note("step \(words($0.translation(in: $0.view)))")
                $0.setTranslation(Point(100, 0), in: $0.view)
            }
        }
    }
    grid.pad("scale") {
        $0.add(PinchGestureRecognizer(), "pinch") { pinch in
            pinch.addAction {
                log.note("scale \(($0.scale * 100).rounded() / 100)", isMove: true)
            }
        }
    }
    grid.pad("angle") {
        $0.add(RotationGestureRecognizer(), "rotation") { rotation in
            rotation.addAction {
                log.note("angle \(Int(($0.rotation * 180 / .pi).rounded()))", isMove: true)
            }
        }
    }
    grid.pad("moving finger") {
        $0.add(LongPressGestureRecognizer(), "press") { press in
            press.addAction {
                log.note("\($0.numberOfTouches) at \(words($0.location(in: $0.view)))")
            }
        }
    }
    // The fourth row: who holds up whom.
    let absent = TapGestureRecognizer()
    grid.pad("elsewhere") { $0.add(absent, "elsewhere") }
    grid.pad("not held up") { $0.add(TapGestureRecognizer(), "tap") { $0.require(toFail: absent) } }
    grid.pad("two delay") {
        $0.add(TapGestureRecognizer(taps: 2), "double") { $0.delaysTouchesBegan = true }
        $0.add(LongPressGestureRecognizer(), "press") { $0.delaysTouchesBegan = true }
    }
    grid.pad("pan after swipe") {
        let swipe = $0.add(SwipeGestureRecognizer(), "swipe")
        $0.add(PanGestureRecognizer(), "pan") { $0.require(toFail: swipe) }
    }
    grid.pad("middle") {
        $0.add(PanGestureRecognizer(), "pan") { pan in
            pan.minimumNumberOfTouches = 2
            pan.addAction { log.note("\($0.numberOfTouches) at \(words($0.location(in: $0.view)))") }
        }
    }
}

/// A point in whole numbers.
private func words(_ point: Point) -> String { "\(Int(point.x.rounded())),\(Int(point.y.rounded()))" }
