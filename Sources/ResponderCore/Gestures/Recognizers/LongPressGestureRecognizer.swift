internal import ResponderEventLoop

/// A recogniser of fingers that are held down.
///
/// This is a continuous gesture, which begins when the last of the fingers has been down for ``minimumPressDuration``,
/// without a new event (rule G46).
///
/// If a finger moves further than ``allowableMovement`` or is lifted before that, the recogniser fails. Once the
/// gesture has begun, the fingers may move anywhere: each move changes the gesture, and the first lift ends it. With
/// ``numberOfTapsRequired`` the press follows that many full taps (rule G47).
open class LongPressGestureRecognizer: GestureRecognizer {
    private struct Press {
        var minimumDuration = Duration.milliseconds(500)
        /// When the press has lasted long enough; none before its fingers are down.
        var deadline = AttemptDeadline()
        /// Whether the press has lasted long enough.
        var isLongEnough = false
    }

    nonisolated(unsafe) private final let tracking: UnsafeMutablePointer<TapTracking>
    nonisolated(unsafe) private final let press: UnsafeMutablePointer<Press>

    /// A recogniser of one finger that is held for half a second.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        tracking = TapTracking.make(tapsRequired: 0, allowableMovement: 10)
        press = .allocate(capacity: 1)
        press.initialize(to: Press())
        super.init()
    }

    deinit {
        TapTracking.free(tracking)
        press.deinitialize(count: 1).deallocate()
    }

    /// How long all fingers must be down before the gesture begins; 0.5 s at first, as in UIKit.
    ///
    /// With zero the gesture begins when the fingers come down.
    ///
    /// - Precondition: Not negative.
    public final var minimumPressDuration: Duration {
        get { press.pointee.minimumDuration }
        set {
            check(newValue, for: "minimumPressDuration")
            press.pointee.minimumDuration = newValue
        }
    }

    /// How far each finger may move from where it came down before the gesture begins, in points of the window; 10 at
    /// first, as in UIKit.
    ///
    /// - Precondition: Not negative, and not NaN.
    public final var allowableMovement: Double {
        get { tracking.pointee.allowableMovement }
        set {
            check(newValue, for: "allowableMovement")
            tracking.pointee.allowableMovement = newValue
        }
    }

    /// How many full taps come before the press; 0 at first, as in UIKit.
    ///
    /// - Precondition: Not negative.
    public final var numberOfTapsRequired: Int {
        get { tracking.pointee.tapsRequired }
        set {
            check(newValue, isAtLeast: 0, for: "numberOfTapsRequired")
            tracking.pointee.tapsRequired = newValue
        }
    }

    /// How many fingers the press, and each tap before it, has; 1 at first, as in UIKit.
    ///
    /// - Precondition: At least 1.
    public final var numberOfTouchesRequired: Int {
        get { tracking.pointee.touchesRequired }
        set {
            check(newValue, isAtLeast: 1, for: "numberOfTouchesRequired")
            tracking.pointee.touchesRequired = newValue
        }
    }

    /// Starts to time the press when all of its fingers are down; ignores further fingers once it has begun.
    ///
    /// - Complexity: O(touches of the recogniser), and O(log n) in the timers of the application's loop; no allocation
    ///   in the steady state.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if press.pointee.isLongEnough {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        guard tracking.pointee.land(touches, in: self) else {
            state = .failed
            return
        }
        guard tracking.pointee.taps >= tracking.pointee.tapsRequired, tracking.pointee.hasAllFingers else { return }
        let instant = touches.newestTimestamp
        let deadline = instant.advanced(by: press.pointee.minimumDuration)
        press.pointee.deadline.instant = deadline
        if deadline <= instant { return begin() }
        press.pointee.deadline.timer = addTimer(at: deadline) { [press] recognizer in
            press.pointee.isLongEnough = true
            recognizer.state = .began
        }
    }

    /// Changes the gesture, or fails when a finger has moved too far before the gesture began.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        if !press.pointee.isLongEnough, hasLasted(touches) { begin() }
        if press.pointee.isLongEnough {
            state = .changed
        } else if !tracking.pointee.follow(touches) {
            state = .failed
        }
    }

    /// Ends the gesture, or completes a tap before the press; fails when the press was too short.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation in the steady state.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        if !press.pointee.isLongEnough, hasLasted(touches) { begin() }
        if press.pointee.isLongEnough {
            state = .ended
            return
        }
        guard press.pointee.deadline.instant == nil else {
            state = .failed
            return
        }
        guard completesTap(touches, in: tracking) else { return }
        tracking.pointee.completeTap(at: touches.newestTimestamp, isLast: false, in: self)
    }

    /// Forgets the taps and the press.
    ///
    /// - Complexity: O(log n) in the timers of the application's loop; no allocation.
    open override func reset() {
        tracking.pointee.reset()
        press.pointee.deadline.clear()
        press.pointee.isLongEnough = false
    }

    private func begin() {
        press.pointee.isLongEnough = true
        press.pointee.deadline.timer?.cancel()
        state = .began
    }

    /// Whether the press has lasted long enough by the time of the touches, although the loop was too busy for the
    /// timer.
    private func hasLasted(_ touches: TouchSet) -> Bool {
        guard let deadline = press.pointee.deadline.instant else { return false }
        return touches.newestTimestamp >= deadline
    }
}
