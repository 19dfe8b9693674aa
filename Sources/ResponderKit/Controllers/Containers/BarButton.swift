internal import ResponderTouchInput

/// A button in a bar: highlighted while its finger is inside, and tapped when the finger is lifted inside.
class BarButton: View {
    final let label: BarLabel
    /// Called for a tap.
    final var onTap: (@MainActor () -> Void)?
    final private(set) var isHighlighted = false {
        didSet { if isHighlighted != oldValue { alpha = isHighlighted ? 0.3 : 1 } }
    }
    /// Whether a finger is down that may still tap the button.
    private var isTracking = false

    init(_ alignment: BarLabel.Alignment = .center) {
        label = BarLabel(alignment)
        label.style.color = BarLabel.tint
        super.init(frame: .zero)
        addSubview(label)
    }

    /// Forgets the finger that is down: the button now stands for something else.
    final func cancelTracking() {
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

    /// Whether the finger is inside: there is one, since the button takes a single touch.
    private func contains(_ touches: TouchSet) -> Bool {
        touches.contains { bounds.contains($0.location(in: self)) }
    }

    override func layoutSubviews() {
        label.frame = bounds
    }
}
