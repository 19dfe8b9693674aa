internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput

/// Withholds touches from the content of a scroll view until it is clear that they are no drag.
///
/// The recogniser delays the began (rule G23), and fails when ``ScrollView/contentTouchDelay`` has passed or the finger
/// is lifted.
///
/// When the recogniser succeeds, the content never gets the touches: they have stopped a motion, or
/// ``ScrollView/touchesShouldBegin(_:with:in:)`` has refused them.
///
/// If the app has added the pan to another view, that view also gets a recogniser of this class, which only stops
/// motions.
final class ContentTouchRecognizer: GestureRecognizer {
    weak var scrollView: ScrollView?
    private var timer: MainRunLoop.Timer?
    /// Whether the touches have stopped a motion.
    private var hasCaught = false

    override init() {
        super.init()
        delaysTouchesBegan = true
        delaysTouchesEnded = false
        name = "content touches"
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        guard let scrollView else { return state = .failed }
        let isBesidePan = view === scrollView.pan.view
        // Touches that the pan does not get have nothing to do with scrolling.
        if isBesidePan, scrollView.motion.kind == .deceleration,
            scrollView.pan.record.pointee.touches & touches.mask != 0
        {
            hasCaught = true
            state = .ended
            return scrollView.catchContent()
        }
        guard view === scrollView else { return state = .failed }
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
        hasCaught = false
    }

    /// A drag may begin with the same touches; only recognisers of the content fail, if the touches have stopped a
    /// motion.
    override func canPrevent(_ other: GestureRecognizer) -> Bool {
        guard hasCaught, let view = other.view, let own = self.view else { return false }
        return view !== own && view !== scrollView && view.isDescendant(of: own)
    }
}

extension ScrollView {
    /// Whether a drag may take the touches that the content has got.
    final var mayTakeContentTouches: Bool {
        for touch in pan.touches {
            guard let view = touch.view, view !== self, touch.slot.owed == .end else { continue }
            if !canCancelContentTouches || !touchesShouldCancel(in: view) { return false }
        }
        return true
    }

    /// The app has added the pan to a view: the recogniser that stops motions goes there, too.
    final func panDidChangeView() {
        if let catcher { catcher.view?.removeGestureRecognizer(catcher) }
        catcher = nil
        guard let view = pan.view else { return }
        if view === self, contentTouches.view === self {
            // It must come behind the pan, since it asks which touches the pan has got.
            removeGestureRecognizer(contentTouches)
            return addGestureRecognizer(contentTouches)
        }
        if view === self { return }
        let catcher = ContentTouchRecognizer()
        catcher.scrollView = self
        self.catcher = catcher
        view.addGestureRecognizer(catcher)
    }

    final func setScrollEnabled(_ isEnabled: Bool) {
        guard isEnabled != pan.isEnabled else { return }
        if isEnabled { return pan.isEnabled = true }
        // The next line ends a drag, after which the content must not move on.
        if motion.kind == .deceleration { catchContent() }
        pan.isEnabled = false
        releaseContent()
    }

    final func contentTouchDelayDidChange() {
        guard contentTouchDelay < .zero else { return }
        fatalError("\(Swift.type(of: self)) cannot withhold touches for \(contentTouchDelay): it is at least zero")
    }
}
