public import ResponderCore
public import ResponderTouchInput

/// A control for a number in a range: a knob that is dragged along a line.
///
/// A touch is tracked when it begins at the knob, or up to 14 points beside it. ``Control/Events/valueChanged`` and
/// then ``Control/Events/primaryActionTriggered`` are sent for changes by the user alone. (`UISlider`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class Slider: Control {
    final var range = SliderRange()
    /// How far the finger is to the right of the knob's middle.
    private final var grip = 0.0
    /// Where the finger took hold of the knob.
    private final var gripRect = Rect.zero
    private final var valueBefore = 0.0
    private final var hasMoved = false

    /// Whether each move of the knob sends an event; if false, only the end of the drag sends an event.
    ///
    /// True at first.
    public final var isContinuous = true

    /// A slider with that frame in its superview's coordinates, in points; from 0 to 1, at 0.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// Draws the slider as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(Slider,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The present width, and the height of a control.
    ///
    /// - Complexity: Linear in the depth of the view; no allocation.
    open override func sizeThatFits(_ size: Size) -> Size { Size(bounds.width, resolvedControlAppearance.height) }

    /// False for a drag of the knob to the left or right by an ancestor's recogniser (rule G40).
    ///
    /// - Complexity: O(depth); no allocation.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        // A drag under way has moved the knob from the place where the finger took hold of it.
        !keepsDrag(of: isTracking ? gripRect : graspRect, from: recognizer)
    }

    /// Takes hold of the knob; refuses touches elsewhere.
    open override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        let place = touch.location(in: self)
        let area = graspRect
        guard place.x >= area.minX, place.x < area.maxX else { return false }
        grip = place.x - area.midX
        gripRect = area
        valueBefore = value
        hasMoved = false
        return true
    }

    /// Moves the knob.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        drag(touch, event)
        return true
    }

    /// Sends the change, if the slider is not continuous.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func endTracking(_ touch: Touch?, with event: Event?) {
        if let touch { drag(touch, event) }
        if hasMoved, !isContinuous, value != valueBefore { sendValueChanged(event) }
        hasMoved = false
    }

    /// Keeps the value of a continuous slider; restores the former value of another slider.
    open override func cancelTracking(with event: Event?) {
        if hasMoved, !isContinuous { value = valueBefore }
        hasMoved = false
    }

    override func moveValue(_ movement: FocusMovement) -> Bool {
        guard movement == .left || movement == .right else { return false }
        move(steps: movement == .left ? -1 : 1, nil)
        return true
    }

    private final func drag(_ touch: Touch, _ event: Event?) {
        let former = value
        value = value(atKnob: touch.location(in: self).x - grip)
        guard value != former else { return }
        hasMoved = true
        if isContinuous { sendValueChanged(event) }
    }

    /// Where a finger takes hold of the knob.
    private final var graspRect: Rect { knobRect.insetBy(dx: -Self.grasp, dy: 0) }

    /// How far beside the knob a finger may come down: with a knob of 16 points, the area has the 44 points that a
    /// finger needs.
    static let grasp = 14.0
}

extension Slider: RangedControl {
    static var kind: String { "slider" }

    /// The number, always within the range, and on a step if there is one; NaN counts as the minimum.
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

    /// The greatest value; 1 at first.
    ///
    /// If the minimum would be greater, it is set to the same value.
    ///
    /// - Precondition: Finite.
    public final var maximumValue: Double {
        get { range.maximum }
        set { setMaximum(newValue) }
    }

    /// The distance between allowed values, counted from the minimum; 0, as at first, to allow all values.
    ///
    /// The maximum is always allowed.
    ///
    /// - Precondition: Finite, and not negative.
    public final var step: Double {
        get { range.step }
        set {
            guard newValue.isFinite, newValue >= 0 else {
                fatalError("a slider cannot have the step \(newValue); use 0 or a positive number")
            }
            change { $0.setStep(newValue) }
        }
    }

    /// Where the knob is, in the slider's own coordinates: as high as the bounds.
    public final var knobRect: Rect {
        let bounds = bounds.standardized
        let width = min(resolvedControlAppearance.knobWidth, bounds.width)
        return Rect(bounds.minX + range.fraction * (bounds.width - width), bounds.minY, width, bounds.height)
    }

    /// Moves the knob for the user by that many steps; without a step, by tenths of the range.
    final func move(steps: Int, _ event: Event?) {
        let former = value
        let step = range.step > 0 ? range.step : range.extent / 10
        value += Double(steps) * step
        if value != former { sendValueChanged(event) }
    }

    fileprivate final func value(atKnob middle: Double) -> Double {
        let bounds = bounds.standardized
        let width = min(resolvedControlAppearance.knobWidth, bounds.width)
        let room = bounds.width - width
        return room > 0 ? range.value(at: (middle - bounds.minX - width / 2) / room) : value
    }
}
