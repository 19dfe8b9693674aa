internal import ResponderCore
internal import ResponderTouchInput

/// A line of text in a bar, which takes no touches.
final class BarLabel: View {
    /// How the text stands in the bounds.
    enum Alignment {
        case center
        /// The text stands at the left, behind an arrow.
        case back
    }

    var text: String? {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }
    var style = TextStyle() {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }
    private let alignment: Alignment

    /// The color of things that can be tapped, or are selected.
    static let tint = Color(red: 0, green: 0.4, blue: 0.9)
    private static let margin = 8.0

    init(_ alignment: Alignment = .center) {
        self.alignment = alignment
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        guard var text, !text.isEmpty else { return }
        if alignment == .back { text = "< " + text }
        canvas.draw(
            text,
            in: bounds.insetBy(dx: Self.margin, dy: 0),
            style: style,
            measurer: textMeasurer,
            alignment: alignment == .back ? .left : .center,
            limit: 1
        )
    }
}
