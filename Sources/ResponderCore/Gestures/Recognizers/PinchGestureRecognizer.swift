internal import ResponderTouchInput

/// A recogniser of two fingers that move apart or together.
///
/// The gesture begins when the span between exactly two fingers has changed enough. A third finger before that makes
/// the recogniser fail; later fingers are ignored. When one finger is lifted, the scale stays, and continues from there
/// when another finger comes down. The gesture ends when both fingers are lifted (rule G49).
///
/// A subclass that overrides the touch methods or ``reset()`` calls super. (`UIPinchGestureRecognizer`)
open class PinchGestureRecognizer: GestureRecognizer {
    nonisolated(unsafe) private final let pair: UnsafeMutablePointer<FingerPair>

    /// A recogniser in no view.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        pair = FingerPair.make(threshold: 16, tremble: 2)
        super.init()
    }

    deinit { FingerPair.free(pair) }

    /// By how many points of the window the span must change before the gesture begins; 16 at first, which is AOSP's
    /// span slop.
    ///
    /// - Precondition: The change is finite, and not negative.
    public final var beginningSpanChange: Double {
        get { pair.pointee.threshold }
        set {
            if !newValue.isFinite || newValue < 0 { fatalError("\(displayName) cannot begin after \(newValue) points") }
            pair.pointee.threshold = newValue
        }
    }

    /// The ratio of the fingers' span to the span at the beginning; 1 outside of an attempt (rule G49).
    ///
    /// Before the gesture begins, and while delegates and views are asked whether it may, the scale is relative to the
    /// span at which two fingers were down. From the action for began on, the scale is relative to the span at which
    /// ``beginningSpanChange`` was reached.
    ///
    /// Setting the scale resets the velocity; later changes of the span count from the value that was set. Before the
    /// gesture has begun, setting has no effect. A span of less than a point counts as a point.
    ///
    /// - Precondition: The scale is finite, and more than 0.
    public final var scale: Double {
        get { pair.pointee.value > 0 ? pair.pointee.value / pair.pointee.reference(record) : 1 }
        set {
            if !newValue.isFinite || newValue <= 0 { fatalError("\(displayName) cannot have the scale \(newValue)") }
            guard record.hasBegun else { return }
            pair.pointee.base = pair.pointee.value / newValue
            pair.pointee.restartVelocity()
        }
    }

    /// How fast ``scale`` changes, per second.
    ///
    /// The velocity is estimated like ``PanGestureRecognizer/velocity(in:)``, for the event in which the span changed
    /// last. When the gesture ends, it is zero if the last change was at least 40 ms before. Outside of an attempt it
    /// is zero.
    public final var velocity: Double {
        pair.pointee.value > 0 ? pair.pointee.estimator.velocity.x / pair.pointee.reference(record) : 0
    }

    /// Follows the first two fingers; fails when there are more before the gesture has begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if pair.pointee.hasPassed { measureLast(event) }
        let pairing = add(touches, in: pair, event)
        guard pairing != .unchanged, let span else { return }
        if pairing == .begins { return pair.pointee.restart(at: span, event.state.pointee.timestamp) }
        let growth = span / pair.pointee.value
        (pair.pointee.start, pair.pointee.base) = (pair.pointee.start * growth, pair.pointee.base * growth)
        pair.pointee.value = span
        pair.pointee.restartVelocity(at: event.state.pointee.timestamp)
    }

    /// Begins the gesture when the span has changed enough, or changes it.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let span else { return }
        if var past = pair.pointee.past(of: self.touches, event) {
            while let sample = past.next() {
                pair.pointee.measure(Self.span(pair.pointee.arm(at: past)), at: sample.time)
            }
        }
        pair.pointee.measure(span, at: event.state.pointee.timestamp)
        pairDidChange(pair)
    }

    /// Ends the gesture when no finger is left, or fails when it has not begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        if pair.pointee.hasPassed { measureLast(event) }
        lift(touches, in: pair, event)
    }

    /// Forgets the fingers: the scale is 1, and the velocity is zero.
    ///
    /// - Complexity: O(1); no allocation.
    open override func reset() { pair.pointee.reset() }

    private var span: Double? {
        guard let arm = pair.pointee.arm(of: touches) else { return nil }
        return Self.span(arm)
    }

    private static func span(_ arm: Point) -> Double { max(1, arm.distance(to: .zero)) }

    /// Measures once more when one of the fingers is lifted at a new place.
    private func measureLast(_ event: Event) {
        guard let span, span != pair.pointee.value else { return }
        pair.pointee.measure(span, at: event.state.pointee.timestamp)
        pairDidChange(pair)
    }
}
