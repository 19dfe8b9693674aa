public import ResponderTouchInput

/// A recogniser of taps with one or more fingers.
///
/// This is a discrete gesture, which is recognised when the last finger of the last tap is lifted (rule G51).
///
/// All fingers of a tap must be down at the same time. How long a tap may last has no limit. The recogniser fails with
/// more fingers than ``numberOfTouchesRequired``, when a finger moves further than ``allowableMovement``, and after a
/// wait for the next finger that is longer than ``maximumGap``.
///
/// A tap recogniser does not prevent a recogniser that needs more taps. So the first tap of a double tap is also
/// recognised as a single tap, unless the single tap waits with ``GestureRecognizer/require(toFail:)`` (rule G33).
open class TapGestureRecognizer: GestureRecognizer {
    nonisolated(unsafe) private final let tracking: UnsafeMutablePointer<TapTracking>
    /// Where the latest tap was, in the window's coordinates; nil before the first.
    private final var tapPlace: Point?

    /// A recogniser of a single tap with one finger.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        // Flutter's touch slop.
        tracking = TapTracking.make(tapsRequired: 1, allowableMovement: 18)
        super.init()
    }

    deinit { TapTracking.free(tracking) }

    /// How many taps make the gesture; 1 at first.
    ///
    /// - Precondition: At least 1.
    public final var numberOfTapsRequired: Int {
        get { tracking.pointee.tapsRequired }
        set {
            check(newValue, isAtLeast: 1, for: "numberOfTapsRequired")
            tracking.pointee.tapsRequired = newValue
        }
    }

    /// How many fingers each tap has; 1 at first.
    ///
    /// - Precondition: At least 1.
    public final var numberOfTouchesRequired: Int {
        get { tracking.pointee.touchesRequired }
        set {
            check(newValue, isAtLeast: 1, for: "numberOfTouchesRequired")
            tracking.pointee.touchesRequired = newValue
        }
    }

    /// How far each finger may move from where it came down, in points of the window.
    ///
    /// 18 at first, the touch slop of Flutter: UIKit's limit is private.
    ///
    /// - Precondition: Not negative, and not NaN.
    public final var allowableMovement: Double {
        get { tracking.pointee.allowableMovement }
        set {
            check(newValue, for: "allowableMovement")
            tracking.pointee.allowableMovement = newValue
        }
    }

    /// The longest time from the end of a tap to the beginning of the next, and from one finger of a tap to the next.
    ///
    /// 0.3 s at first, the double-tap timeout of Android: UIKit's limit is private. The time is measured between
    /// frames.
    ///
    /// - Precondition: Not negative.
    public final var maximumGap: Duration {
        get { tracking.pointee.maximumGap }
        set {
            check(newValue, for: "maximumGap")
            tracking.pointee.maximumGap = newValue
        }
    }

    /// How far apart two taps of the gesture may begin, in points of the window.
    ///
    /// 40 at first, as the radius of ``Application/TapCounting``.
    ///
    /// - Precondition: Not negative, and not NaN.
    public final var allowableSeparation: Double {
        get { tracking.pointee.allowableSeparation }
        set {
            check(newValue, for: "allowableSeparation")
            tracking.pointee.allowableSeparation = newValue
        }
    }

    /// Counts the fingers of the tap.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation in the steady state.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if !tracking.pointee.land(touches, in: self) { state = .failed }
    }

    /// Fails when a finger has moved too far.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        if !tracking.pointee.follow(touches) { state = .failed }
    }

    /// Completes the tap when the last finger is lifted, and with the last tap the gesture.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation in the steady state.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        guard completesTap(touches, in: tracking) else { return }
        tapPlace = tracking.pointee.fingers.meanPlace
        let isLast = tracking.pointee.taps + 1 >= tracking.pointee.tapsRequired
        tracking.pointee.completeTap(at: touches.newestTimestamp, isLast: isLast, in: self)
        if isLast { state = .ended }
    }

    /// Forgets the taps, but not the place of the latest one.
    ///
    /// - Complexity: O(log n) in the timers of the application's loop; no allocation.
    open override func reset() { tracking.pointee.reset() }

    /// False for a tap recogniser that needs more taps, otherwise true (rule G33).
    ///
    /// - Complexity: O(1); no allocation.
    open override func canPrevent(_ other: GestureRecognizer) -> Bool {
        guard let tap = other as? TapGestureRecognizer else { return super.canPrevent(other) }
        return tap.numberOfTapsRequired <= numberOfTapsRequired
    }

    /// Where the tap is: the mean of the places of its fingers, including lifted ones (rule G52).
    ///
    /// When no finger is down, the place of the latest tap; the origin before the first tap.
    ///
    /// - Parameter view: The view in whose coordinates the location is; nil stands for the window's.
    /// - Complexity: O(fingers of the tap), and a conversion; no allocation.
    open override func location(in view: View?) -> Point {
        let isDown = tracking.pointee.fingers.count > 0
        guard let place = isDown ? tracking.pointee.fingers.meanPlace : tapPlace else { return .zero }
        guard let view, let window = self.view?.window else { return place }
        return view.convert(place, from: window)
    }
}
