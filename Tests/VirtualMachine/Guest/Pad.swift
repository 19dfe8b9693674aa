internal import ResponderKit

/// A view over the whole screen that keeps what it is told, and checks that each began has one end.
final class Pad: View {
    /// What the view was told.
    struct Log {
        var (began, moved, ended, cancelled) = (0, 0, 0, 0)
        /// The most touches that were down at once.
        var mostDown = 0
        /// The touches that are down.
        var down: Set<Touch> = []
        /// Where touches began, in points.
        var begins: [Point] = []
        /// Where touches ended, in points.
        var ends: [Point] = []
        /// The text of the keys that went down.
        var text = ""
        /// The keys that are down, and those that were cancelled.
        var (keysDown, keysCancelled) = (0, 0)
        /// What the wheel has turned, in points.
        var wheel = Point.zero
        /// What is against the promises (rule T20).
        var faults: [String] = []
    }

    var log = Log()

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        for touch in touches {
            if !log.down.insert(touch).inserted { log.faults.append("a touch began twice") }
            log.begins.append(touch.location(in: self))
        }
        log.began += touches.count
        log.mostDown = max(log.mostDown, log.down.count)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        for touch in touches where !log.down.contains(touch) { log.faults.append("a touch moved that was not down") }
        log.moved += touches.count
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        lift(touches)
        log.ended += touches.count
        for touch in touches { log.ends.append(touch.location(in: self)) }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        lift(touches)
        log.cancelled += touches.count
    }

    private func lift(_ touches: TouchSet) {
        for touch in touches where log.down.remove(touch) == nil {
            log.faults.append("a touch ended that was not down")
        }
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        for press in presses { log.text += press.key.characters }
        log.keysDown += presses.count
    }

    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { log.keysDown -= presses.count }

    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        log.keysDown -= presses.count
        log.keysCancelled += presses.count
    }

    override func scrollWheel(with event: WheelEvent) { log.wheel = log.wheel + event.delta }
}
