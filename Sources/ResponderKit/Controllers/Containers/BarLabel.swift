internal import ResponderTouchInput

/// A line of text in a bar, which takes no touches.
final class BarLabel: View {
    /// How the text stands in the bounds.
    enum Alignment {
        case center
        /// At the left, behind an arrow.
        case back
    }

    var text: String? {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }
    var style = TextStyle() {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }
    private let alignment: Alignment

    /// The color of what can be tapped, or is selected.
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
        let size = textMeasurer.size(of: text, in: style)
        // A text that is too long begins at the edge, and is cut off.
        let left = alignment == .back ? Self.margin : max(0, (bounds.width - size.width) / 2)
        canvas.draw(text, at: Point(left, (bounds.height - size.height) / 2), style: style)
    }
}
