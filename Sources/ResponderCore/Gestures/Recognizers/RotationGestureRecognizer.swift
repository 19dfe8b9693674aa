internal import Glibc
internal import ResponderTouchInput

/// A recogniser of two fingers that turn about each other.
///
/// The gesture begins when the line between exactly two fingers has turned enough. A third finger before that makes the
/// recogniser fail; later fingers are ignored. When one finger is lifted, the rotation stays, and continues from there
/// when another finger comes down. The gesture ends when both fingers are lifted.
///
/// A subclass that overrides the touch methods or ``reset()`` calls super. (`UIRotationGestureRecognizer`)
open class RotationGestureRecognizer: GestureRecognizer {
    nonisolated(unsafe) private final let pair: UnsafeMutablePointer<FingerPair>

    /// A recogniser in no view.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        pair = FingerPair.make(threshold: 0.2, tremble: 0.02)
        super.init()
    }

    deinit { FingerPair.free(pair) }

    /// By how many radians the fingers must turn before the gesture begins; 0.2 at first, which is about 11 degrees.
    ///
    /// - Precondition: The rotation is finite, and not negative.
    public final var beginningRotation: Double {
        get { pair.pointee.threshold }
        set {
            if !newValue.isFinite || newValue < 0 {
                fatalError("\(displayName) cannot begin after \(newValue) radians")
            }
            pair.pointee.threshold = newValue
        }
    }

    /// By how many radians the fingers have turned, clockwise in the window; zero outside of an attempt.
    ///
    /// Before the gesture begins, and while delegates and views are asked whether it may, the rotation counts from when
    /// two fingers were down. From the action for began on, the rotation does not include ``beginningRotation``.
    /// Several turns add up.
    ///
    /// Setting the rotation resets the velocity; later turns are added to the value that was set. Before the gesture
    /// has begun, setting has no effect.
    ///
    /// - Precondition: The rotation is finite.
    public final var rotation: Double {
        get { pair.pointee.value - pair.pointee.reference(record) }
        set {
            if !newValue.isFinite { fatalError("\(displayName) cannot have the rotation \(newValue)") }
            guard record.hasBegun else { return }
            pair.pointee.base = pair.pointee.value - newValue
            pair.pointee.restartVelocity()
        }
    }

    /// How fast ``rotation`` changes, in radians per second.
    ///
    /// The velocity is estimated like ``PanGestureRecognizer/velocity(in:)``, for the event in which the fingers moved
    /// last. When the gesture ends, it is zero if the last move was at least 40 ms before. Outside of an attempt it is
    /// zero.
    public final var velocity: Double { pair.pointee.estimator.velocity.x }

    /// Follows the first two fingers; fails when there are more before the gesture has begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if pair.pointee.hasPassed { measureLast(event) }
        let pairing = add(touches, in: pair, event)
        guard pairing != .unchanged, let arm = pair.pointee.arm(of: self.touches) else { return }
        pair.pointee.direction = arm
        let time = event.state.pointee.timestamp
        if pairing == .begins { pair.pointee.restart(at: 0, time) } else { pair.pointee.restartVelocity(at: time) }
    }

    /// Begins the gesture when the fingers have turned enough, or changes it.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let arm = pair.pointee.arm(of: self.touches) else { return }
        if var past = pair.pointee.past(of: self.touches, event) {
            while let sample = past.next() { turn(to: pair.pointee.arm(at: past), at: sample.time) }
        }
        turn(to: arm, at: event.state.pointee.timestamp)
        pairDidChange(pair)
    }

    /// Ends the gesture when no finger is left, or fails when it has not begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        if pair.pointee.hasPassed { measureLast(event) }
        lift(touches, in: pair, event)
    }

    /// Forgets the fingers: rotation and velocity are zero.
    ///
    /// - Complexity: O(1); no allocation.
    open override func reset() { pair.pointee.reset() }

    /// Adds the angle from the former direction, by the shorter way, so that turns add up.
    private func turn(to arm: Point, at time: Int64) {
        let former = pair.pointee.direction
        // Fingers that meet have no direction.
        guard arm.distance(to: .zero) >= 1 else { return }
        pair.pointee.direction = arm
        let angle = atan2(former.x * arm.y - former.y * arm.x, former.x * arm.x + former.y * arm.y)
        pair.pointee.measure(pair.pointee.value + angle, at: time)
    }

    /// Measures once more when one of the fingers is lifted at a new place.
    private func measureLast(_ event: Event) {
        guard let arm = pair.pointee.arm(of: touches), arm != pair.pointee.direction else { return }
        turn(to: arm, at: event.state.pointee.timestamp)
        pairDidChange(pair)
    }
}
