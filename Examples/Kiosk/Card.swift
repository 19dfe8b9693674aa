import ResponderKit

/// A card: fingers drag it, and two fingers scale it.
final class Card: View, GestureRecognizerDelegate {
    private var scale = 1.0 {
        didSet { transform = Transform(scaleX: scale, y: scale) }
    }
    private var home = Rect.zero

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        backgroundColor = Color(red: 0.12, green: 0.42, blue: 0.45)
        cornerRadius = 24
        shadow = Shadow(color: Color(white: 0, alpha: 0.3), offset: Point(0, 6), radius: 10)
        let (pan, pinch) = (PanGestureRecognizer(), PinchGestureRecognizer())
        pan.addTarget(self, action: Card.drag)
        pinch.addTarget(self, action: Card.zoom)
        pan.delegate = self
        addGestureRecognizer(pan)
        addGestureRecognizer(pinch)
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let style = TextStyle(fontSize: 24, weight: .semibold, color: .white)
        let text = "Drag me, or pinch me"
        canvas.draw(text, in: bounds, style: style, measurer: textMeasurer, alignment: .center)
    }

    /// Puts the card back where it was at first, at its first size.
    func putBack() {
        scale = 1
        frame = home
    }

    /// Gives the card a place; the card moves there unless it has it already, and fingers may have moved it since.
    func lay(_ place: Rect) {
        guard place != home else { return }
        home = place
        putBack()
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
