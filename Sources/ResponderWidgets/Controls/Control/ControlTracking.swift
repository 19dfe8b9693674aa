internal import ResponderCore
internal import ResponderTouchInput

// The tracking of a touch (rules C3 to C10).
//
// Hooks and actions are code of the app, which may disable or remove the control, or run the loop. So the record is
// read again after each call. A control that leaves its window gets the cancel of its touch like every view.
extension Control {
    final func trackBegan(_ touches: TouchSet, _ event: Event) {
        let control = control
        // An application that has ended may have left a touch without a message.
        if control.pointee.contact != 0, control.pointee.bank != touches.bank { stopTracking() }
        // A key may press the control, or a run nested in a subclass's method may have brought the end of the touch.
        guard control.pointee.contact == 0, control.pointee.keyPress == 0, isEnabled,
            let touch = touches.firstUnfinished
        else { return }
        control.pointee.contact = touch.contact
        control.pointee.slot = touch.slot
        control.pointee.bank = touches.bank
        control.pointee.attempt += 1
        control.pointee.phase = .asking
        let begins = beginTracking(touch, with: event)
        guard begins, control.pointee.phase == .asking, record.isAttached else {
            if begins { cancelTracking(with: event) }
            return forgetTouch()
        }
        let attempt = control.pointee.attempt
        control.pointee.phase = .tracking
        control.pointee.isTracking = true
        control.pointee.isTouchInside = true
        control.pointee.hasSentDown = false
        set(.highlighted, true)
        guard tracks(attempt) else { return }
        sendDown(event)
        if follows(attempt), touch.tapCount > 1 { send(.touchDownRepeat, event) }
    }

    /// Sends the first event of a touch or a key, unless it was sent.
    ///
    /// A hook that is called before may run the loop, where the next event of the touch comes.
    @inline(__always)
    final func sendDown(_ event: Event?) {
        if control.pointee.hasSentDown { return }
        control.pointee.hasSentDown = true
        send(.touchDown, event)
    }

    final func trackMoved(_ touches: TouchSet, _ event: Event) {
        let control = control
        guard let touch = control.tracked(in: touches), control.pointee.phase == .tracking else { return }
        let attempt = control.pointee.attempt
        guard continueTracking(touch, with: event) else {
            guard tracks(attempt) else { return }
            forgetTouch()
            clear()
            return
        }
        guard follows(attempt) else { return }
        if !control.pointee.hasSentDown {
            sendDown(event)
            guard follows(attempt) else { return }
        }
        let isInside = isInside(touch, event)
        guard follows(attempt) else { return }
        if isInside != control.pointee.isTouchInside {
            control.pointee.isTouchInside = isInside
            set(.highlighted, isInside)
            guard follows(attempt) else { return }
            send(isInside ? .touchDragEnter : .touchDragExit, event)
            guard follows(attempt) else { return }
        }
        send(isInside ? .touchDragInside : .touchDragOutside, event)
    }

    final func trackEnded(_ touches: TouchSet, _ event: Event) {
        let control = control
        guard let touch = control.tracked(in: touches) else { return }
        guard control.pointee.phase == .tracking else { return loseTouchWhileAsking() }
        let attempt = control.pointee.attempt
        let isInside = isInside(touch, event)
        guard tracks(attempt) else { return }
        control.pointee.isTouchInside = isInside
        control.pointee.phase = .ending
        endTracking(touch, with: event)
        let owesDown = !control.pointee.hasSentDown
        forgetTouch()
        set(.highlighted, false)
        if isEnabled {
            if owesDown { send(.touchDown, event) }
            send(isInside ? .touchUpInside : .touchUpOutside, event)
            if isInside { wasActivated(event) }
        } else if !owesDown {
            send(.touchCancel, event)
        }
        clear(after: attempt)
    }

    final func trackCancelled(_ touches: TouchSet, _ event: Event) {
        if control.tracked(in: touches) != nil { loseTouch(event) }
    }

    /// Ends the tracking of a touch as if the touch had been cancelled; does nothing when none is tracked.
    ///
    /// Call this method when the control gets another meaning: ``cancelTracking(with:)`` is called, and
    /// ``Events/touchCancel`` is sent (rule C8). The control ignores the rest of the touch.
    ///
    /// - Complexity: O(1), besides the work of hooks and actions; no allocation.
    public final func stopTracking() {
        if control.pointee.contact != 0 { loseTouch(nil) }
    }

    private final func loseTouch(_ event: Event?) {
        let control = control
        guard control.pointee.phase == .tracking else { return loseTouchWhileAsking() }
        let attempt = control.pointee.attempt
        control.pointee.phase = .ending
        cancelTracking(with: event)
        let owesDown = !control.pointee.hasSentDown
        forgetTouch()
        set(.highlighted, false)
        if !owesDown { send(.touchCancel, event) }
        clear(after: attempt)
    }

    /// The hook that asks is still under way: its caller reads the phase when the hook returns.
    private final func loseTouchWhileAsking() {
        if control.pointee.phase == .asking { control.pointee.phase = .askedTooLate }
    }

    /// Whether the touch of that attempt is still tracked.
    @inline(__always)
    private final func tracks(_ attempt: UInt64) -> Bool {
        control.pointee.attempt == attempt && control.pointee.phase == .tracking
    }

    /// Whether the touch of that attempt is still tracked, and the control is still on the screen.
    ///
    /// A control that has left the screen will get the touch's cancel, and has no place for the touch.
    @inline(__always)
    private final func follows(_ attempt: UInt64) -> Bool {
        tracks(attempt) && record.isAttached
    }

    /// Lets go of the touch: from now on another one may be tracked.
    @inline(__always)
    private final func forgetTouch() {
        control.pointee.contact = 0
        control.pointee.phase = .idle
    }

    /// Resets the state of tracking, unless another touch is tracked by now.
    @inline(__always)
    private final func clear(after attempt: UInt64) {
        guard control.pointee.attempt == attempt else { return }
        control.pointee.isTracking = false
        control.pointee.isTouchInside = false
    }

    private final func clear() {
        clear(after: control.pointee.attempt)
        set(.highlighted, false)
    }

    /// Whether the touch is inside the control, or not further outside than the margin (rule C9).
    @inline(__always)
    private final func isInside(_ touch: Touch, _ event: Event) -> Bool {
        let point = touch.location(in: self)
        let bounds = record.pointee.bounds
        let margin = control.pointee.margin
        if margin > 0 {
            let isNear =
                point.x >= bounds.minX - margin && point.x < bounds.maxX + margin
                && point.y >= bounds.minY - margin && point.y < bounds.maxY + margin
            if isNear { return true }
        }
        return self.point(inside: point, with: event)
    }
}
