import ResponderKit

/// A card: fingers drag it, and two fingers scale it.
final class Card: View, GestureRecognizerDelegate {
    private var scale = 1.0 {
        didSet { transform = Transform(scaleX: scale, y: scale) }
    }
    private let home: Point

    override init(frame: Rect) {
        home = frame.center
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        let (pan, pinch) = (PanGestureRecognizer(), PinchGestureRecognizer())
        pan.addTarget(self, action: Card.drag)
        pinch.addTarget(self, action: Card.zoom)
        pan.delegate = self
        addGestureRecognizer(pan)
        addGestureRecognizer(pinch)
    }

    /// Puts the card back where it was at first, at its first size.
    func putBack() {
        center = home
        scale = 1
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { true }

    private func drag(_ pan: PanGestureRecognizer) {
        center += pan.translation(in: superview)
        pan.setTranslation(.zero, in: superview)
        sayWhere(after: pan)
    }

    private func zoom(_ pinch: PinchGestureRecognizer) {
        scale = min(max(scale * pinch.scale, 0.5), 4)
        pinch.scale = 1
        sayWhere(after: pinch)
    }

    private func sayWhere(after gesture: GestureRecognizer) {
        guard gesture.state == .ended || gesture.state == .cancelled else { return }
        say("card at (\(Int(center.x)), \(Int(center.y))), \(Int((scale * 100).rounded())) % of its size")
    }
}
