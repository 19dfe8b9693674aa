public import ResponderCore
public import ResponderTouchInput

/// A control that is on or off.
///
/// A tap, or a drag of the knob to the other end, turns the switch. ``Control/Events/valueChanged`` and then
/// ``Control/Events/primaryActionTriggered`` are sent when the user has turned the switch, never for a change by the
/// app. (`UISwitch`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class Switch: Control {
    private final var isOnNow = false
    /// Whether the knob is dragged to the end for on; nil while it is not dragged.
    private final var draggedOn: Bool? { didSet { if draggedOn != oldValue { setNeedsDisplay() } } }
    private final var start = Point.zero

    /// A switch with that frame in its superview's coordinates, in points; off at first.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// Draws the switch as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(Switch,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The extent that the appearance gives switches.
    ///
    /// - Complexity: Linear in the depth of the view; no allocation.
    open override func sizeThatFits(_ size: Size) -> Size {
        let appearance = resolvedControlAppearance
        return Size(appearance.switchWidth, appearance.height)
    }

    /// False for an ancestor's recogniser of a tap, or of a drag of the knob to the left or right (rule G40).
    ///
    /// - Complexity: O(depth); no allocation.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        // A drag under way has moved the knob from the place where the finger took hold of it.
        !keepsTap(from: recognizer) && !keepsDrag(of: knobRect(isOnNow), from: recognizer)
    }

    /// Remembers where the finger came down.
    open override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        start = touch.location(in: self)
        draggedOn = nil
        return true
    }

    /// Drags the knob once the finger has gone far enough to the left or right.
    open override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        let place = touch.location(in: self)
        if draggedOn != nil || (place.x - start.x).magnitude >= Self.dragDistance {
            draggedOn = place.x >= barRect.midX
        }
        return true
    }

    /// Turns the switch to the side where the knob was dragged, or to the other side after a tap.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func endTracking(_ touch: Touch?, with event: Event?) {
        let isOn = draggedOn ?? (isTouchInside ? !isOnNow : isOnNow)
        draggedOn = nil
        turn(isOn, event)
    }

    /// Leaves the switch as it was.
    open override func cancelTracking(with event: Event?) { draggedOn = nil }

    override func wasPressedByKey() { turn(!isOn, nil) }

    /// How far a finger moves before it drags the knob, in points: AOSP's touch slop.
    private static let dragDistance = 8.0
}

extension Switch {
    /// Whether the switch is on.
    ///
    /// Setting it sends no event.
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final var isOn: Bool {
        get { isOnNow }
        set {
            guard newValue != isOnNow else { return }
            isOnNow = newValue
            setNeedsDisplay()
        }
    }

    /// Whether the knob is at the end for on: during a drag this may differ from ``isOn``.
    public final var isShownOn: Bool { (isTracking ? draggedOn : nil) ?? isOnNow }

    /// Where the switch is drawn: as wide as ``ControlAppearance/switchWidth``, at the left of the bounds, and as high
    /// as they are.
    ///
    /// A finger may be anywhere in the bounds.
    public final var barRect: Rect {
        let bounds = bounds.standardized
        return Rect(bounds.minX, bounds.minY, min(bounds.width, resolvedControlAppearance.switchWidth), bounds.height)
    }

    /// The half of ``barRect`` in which the knob is.
    public final var knobRect: Rect { knobRect(isShownOn) }

    fileprivate final func knobRect(_ isOn: Bool) -> Rect {
        let bar = barRect
        return Rect(isOn ? bar.midX : bar.minX, bar.minY, bar.width / 2, bar.height)
    }

    /// Turns the switch for the user.
    final func turn(_ isOn: Bool, _ event: Event?) {
        guard isOn != isOnNow else { return }
        self.isOn = isOn
        sendValueChanged(event)
    }
}
