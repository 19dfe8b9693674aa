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

    private static let margin = 8.0
    private static let arrow = "\u{2039} "

    init(_ alignment: Alignment = .center) {
        self.alignment = alignment
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    /// The width that the text needs.
    var fittingWidth: Double {
        let text = (alignment == .back ? Self.arrow : "") + (text ?? "")
        return textMeasurer.extentInEitherWeight(of: text, in: style).width + 2 * Self.margin
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        guard var text, !text.isEmpty else { return }
        if alignment == .back { text = Self.arrow + text }
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
