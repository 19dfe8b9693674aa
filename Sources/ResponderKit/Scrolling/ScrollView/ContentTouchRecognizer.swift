internal import ResponderEventLoop
internal import ResponderTouchInput

/// Withholds touches from the content of a scroll view until they are no drag: it delays their began (rule G23), and
/// fails when the time has passed or the finger is lifted.
///
/// When it succeeds instead, the content never hears of the touches: they have stopped a motion, or the scroll view
/// does not let them begin.
final class ContentTouchRecognizer: GestureRecognizer {
    weak var scrollView: ScrollView?
    private var timer: MainRunLoop.Timer?

    override init() {
        super.init()
        delaysTouchesBegan = true
        delaysTouchesEnded = false
        name = "content touches"
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard let scrollView else { return }
        if scrollView.motion.kind == .deceleration {
            scrollView.stopMotion()
            state = .ended
            return
        }
        var refused: UInt64 = 0
        for touch in touches {
            guard let view = touch.view, view !== scrollView else { continue }
            if !scrollView.touchesShouldBegin(touches, with: event, in: view) { refused |= touch.slot.pointee.bit }
        }
        if refused != 0 {
            for touch in self.touches where touch.slot.pointee.bit & refused == 0 { ignore(touch, for: event) }
            state = .ended
        } else if !scrollView.delaysContentTouches || touches.allSatisfy({ $0.view === scrollView }) {
            state = .failed
        } else if timer == nil {
            let start = MainRunLoop.Instant(nanoseconds: event.state.pointee.timestamp)
            timer = addTimer(at: start.advanced(by: scrollView.contentTouchDelay)) { $0.state = .failed }
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) { state = .failed }

    override func reset() {
        timer?.cancel()
        timer = nil
    }

    /// A drag begins with the same touches.
    override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
}

extension ScrollView {
    /// Whether a drag may begin with the touches that the content has got.
    final var mayTakeContentTouches: Bool {
        for touch in pan.touches {
            guard let view = touch.view, view !== self, touch.slot.owed == .end else { continue }
            if !canCancelContentTouches || !touchesShouldCancel(in: view) { return false }
        }
        return true
    }

    final func contentTouchDelayDidChange() {
        guard contentTouchDelay < .zero else { return }
        fatalError("\(Swift.type(of: self)) cannot withhold touches for \(contentTouchDelay): it is at least zero")
    }
}
