internal import ResponderCore
internal import ResponderTouchInput

/// A button in a bar: highlighted while its finger is inside, and tapped when the finger is lifted inside.
///
/// Return and the space bar tap the button while it has the focus.
class BarButton: View, KeyPressed {
    final let label: BarLabel
    /// Called for a tap.
    final var onTap: (@MainActor () -> Void)?
    final private(set) var isHighlighted = false {
        didSet { if isHighlighted != oldValue { alpha = isHighlighted ? 0.3 : 1 } }
    }
    /// Whether a finger is down that may still tap the button.
    private var isTracking = false
    final var focusKeys = FocusKeys()

    init(_ alignment: BarLabel.Alignment = .center) {
        label = BarLabel(alignment)
        super.init(frame: .zero)
        addSubview(label)
    }

    /// Forgets the finger or the key that is down, since the button gets another meaning.
    final func cancelTracking() {
        endKeyPress(isCancelled: true)
        isTracking = false
        isHighlighted = false
    }

    final override func touchesBegan(_ touches: TouchSet, with event: Event) {
        isTracking = true
        isHighlighted = contains(touches)
    }

    final override func touchesMoved(_ touches: TouchSet, with event: Event) {
        if isTracking { isHighlighted = contains(touches) }
    }

    final override func touchesEnded(_ touches: TouchSet, with event: Event) {
        let isTapped = isTracking && contains(touches)
        cancelTracking()
        if isTapped { onTap?() }
    }

    final override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        cancelTracking()
    }

    /// Whether the finger is inside; there is only one, since the button takes a single touch.
    private func contains(_ touches: TouchSet) -> Bool {
        touches.contains { bounds.contains($0.location(in: self)) }
    }

    override func layoutSubviews() {
        label.frame = bounds
    }

    // MARK: Keys

    final override var canBecomeFocused: Bool { true }
    final override var canBecomeFirstResponder: Bool { true }

    final override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .began)
        if !others.isEmpty { super.pressesBegan(others, with: event) }
    }

    final override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .changed)
        if !others.isEmpty { super.pressesChanged(others, with: event) }
    }

    final override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .ended)
        if !others.isEmpty { super.pressesEnded(others, with: event) }
    }

    final override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .cancelled)
        if !others.isEmpty { super.pressesCancelled(others, with: event) }
    }

    final func keyDidGoDown() -> Bool {
        guard !isTracking else { return false }
        isHighlighted = true
        return true
    }

    final func keyDidComeUp(isCancelled: Bool) {
        isHighlighted = false
        if !isCancelled { onTap?() }
    }

    final func focusDidChange() { setNeedsDisplay() }

    final override func draw(_ rect: Rect, in canvas: any Canvas) { drawFocusFrame(cornerRadius: 8, canvas) }
}
