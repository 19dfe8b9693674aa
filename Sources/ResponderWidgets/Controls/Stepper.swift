public import ResponderCore
internal import ResponderEventLoop
public import ResponderTouchInput

/// A control that decreases or increases a number by a step.
///
/// A finger that is lifted on minus or plus makes a step. If the finger stays there, after half a second ten steps a
/// second follow, by a timer of the application's loop. ``Control/Events/valueChanged`` and then
/// ``Control/Events/primaryActionTriggered`` are sent for steps by the user alone. (`UIStepper`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class Stepper: Control {
    /// The two sides of a stepper.
    public enum Side: Hashable, Sendable, CaseIterable {
        /// The left side, which decreases the number.
        case minus
        /// The right side, which increases the number.
        case plus
    }

    final var range = SliderRange(maximum: 100)
    private final var pressed: Side? { didSet { if pressed != oldValue { setNeedsDisplay() } } }
    /// The side on which the finger came down.
    private final var side = Side.minus
    private final var repetition: MainRunLoop.Timer?
    private final var hasRepeated = false
    private final var valueBefore = 0.0

    /// The size of a step; 1 at first.
    ///
    /// - Precondition: Finite, and positive.
    public final var stepValue = 1.0 {
        didSet {
            guard stepValue.isFinite, stepValue > 0 else {
                fatalError("a stepper cannot have the step \(stepValue); use a positive number")
            }
        }
    }
    /// Whether a step beyond one end of the range leads to the other end; false at first.
    public final var wraps = false { didSet { setNeedsDisplay() } }
    /// Whether a finger that stays makes steps; true at first.
    public final var autorepeat = true
    /// Whether each step sends an event; otherwise the last step of a touch sends one.
    ///
    /// True at first.
    public final var isContinuous = true

    /// A stepper with that frame in its superview's coordinates, in points; from 0 to 100, at 0.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// Draws the stepper as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(Stepper,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The extent that the appearance gives steppers.
    ///
    /// - Complexity: Linear in the depth of the view; no allocation.
    open override func sizeThatFits(_ size: Size) -> Size {
        let appearance = resolvedControlAppearance
        return Size(appearance.stepperWidth, appearance.height)
    }

    /// False for a tap recogniser of an ancestor (rule G40).
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !keepsTap(from: recognizer)
    }

    /// Presses a side, and waits for the repetition.
    ///
    /// - Complexity: O(log timers); allocates nothing in the steady state.
    open override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        side = touch.location(in: self).x < bounds.midX ? .minus : .plus
        pressed = side
        hasRepeated = false
        valueBefore = value
        if autorepeat { beginRepeating() }
        return true
    }

    /// Presses the side while the finger is on it.
    open override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        let place = touch.location(in: self)
        let margin = trackingMargin
        let area = rect(of: side).insetBy(dx: -margin, dy: -margin)
        // The margin around the side does not cover the other side.
        pressed = area.contains(place) && !rect(of: side.opposite).contains(place) ? side : nil
        return true
    }

    /// Makes a step, unless the finger has already made steps by staying.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func endTracking(_ touch: Touch?, with event: Event?) {
        let isPressed = pressed != nil && isTouchInside
        stopRepeating()
        if !hasRepeated, isPressed { step(side, event) }
        if !isContinuous, value != valueBefore { sendValueChanged(event) }
    }

    /// Makes no more steps; the value keeps the steps that were made.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func cancelTracking(with event: Event?) {
        stopRepeating()
        if !isContinuous, value != valueBefore { sendValueChanged(event) }
    }

    override func moveValue(_ movement: FocusMovement) -> Bool {
        guard movement == .left || movement == .right else { return false }
        stepByKey(movement == .left ? .minus : .plus)
        return true
    }

    private final func beginRepeating() {
        guard let loop = window?.application?.runLoop else { return }
        repetition?.cancel()
        repetition = loop.addTimer(
            at: loop.now.advanced(by: Self.delay),
            every: Self.interval,
            name: "steps of a stepper"
        ) {
            [weak self] timer in
            // After the repetition began, a subclass may have refused the touch or stopped tracking it, and an
            // application that was killed ends its touches without a message.
            guard let self, isTracking, window?.application?.runsCode == true else { return timer.cancel() }
            if pressed != nil { stepByTimer() }
        }
    }

    private final func stepByTimer() {
        hasRepeated = true
        step(side, nil)
    }

    private final func stopRepeating() {
        repetition?.cancel()
        repetition = nil
        pressed = nil
    }

    /// Makes a step for the user.
    private final func step(_ side: Side, _ event: Event?) {
        if makeStep(side), isContinuous { sendValueChanged(event) }
    }

    private static let delay = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)
}

extension Stepper: RangedControl {
    static var kind: String { "stepper" }

    /// The number, always within the range; NaN counts as the minimum.
    ///
    /// Setting it sends no event.
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final var value: Double {
        get { range.value }
        set { change { $0.set(newValue) } }
    }

    /// The least value; 0 at first.
    ///
    /// If the maximum would be less, it is set to the same value.
    ///
    /// - Precondition: Finite.
    public final var minimumValue: Double {
        get { range.minimum }
        set { setMinimum(newValue) }
    }

    /// The greatest value; 100 at first.
    ///
    /// If the minimum would be greater, it is set to the same value.
    ///
    /// - Precondition: Finite.
    public final var maximumValue: Double {
        get { range.maximum }
        set { setMaximum(newValue) }
    }

    /// The side that a finger presses; nil while none does.
    public final var pressedSide: Side? { isTracking ? pressed : nil }

    /// Whether a step to that side changes the value.
    public final func canStep(_ side: Side) -> Bool {
        if wraps { return minimumValue < maximumValue }
        return side == .minus ? value > minimumValue : value < maximumValue
    }

    /// The half of the bounds that belongs to a side.
    public final func rect(of side: Side) -> Rect {
        let bounds = bounds.standardized
        return Rect(side == .minus ? bounds.minX : bounds.midX, bounds.minY, bounds.width / 2, bounds.height)
    }

    /// Makes a step by a key.
    final func stepByKey(_ side: Side) {
        if makeStep(side) { sendValueChanged(nil) }
    }

    /// Returns whether the value has changed.
    private final func makeStep(_ side: Side) -> Bool {
        let former = value
        let next = side == .minus ? value - stepValue : value + stepValue
        if wraps, next < minimumValue {
            value = maximumValue
        } else if wraps, next > maximumValue {
            value = minimumValue
        } else {
            value = next
        }
        return value != former
    }
}

extension Stepper.Side {
    var opposite: Self { self == .minus ? .plus : .minus }
}
