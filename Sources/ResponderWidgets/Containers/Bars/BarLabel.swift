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
        let shown = fitting(text)
        let size = textMeasurer.size(of: shown, in: style)
        let left = alignment == .back ? Self.margin : (bounds.width - size.width) / 2
        canvas.draw(shown, at: Point(left, (bounds.height - size.height) / 2), style: style)
    }

    /// The text, or as much of its beginning as has room, with an ellipsis.
    private func fitting(_ text: String) -> String {
        let room = bounds.width - 2 * Self.margin
        let measurer = textMeasurer
        func fits(_ text: String) -> Bool { measurer.size(of: text, in: style).width <= room }
        if fits(text) { return text }
        var (least, most) = (0, text.count - 1)
        while least < most {
            let count = (least + most + 1) / 2
            if fits(text.prefix(count) + "…") { least = count } else { most = count - 1 }
        }
        return text.prefix(least) + "…"
    }
}
