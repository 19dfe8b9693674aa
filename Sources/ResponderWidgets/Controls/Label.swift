public import ResponderCore
public import ResponderTouchInput

/// A view that shows text in one line or several.
///
/// At first the view takes no touches. (`UILabel`)
///
/// Text that has no room is broken between words where ``numberOfLines`` allows, and otherwise truncated.
open class Label: View {
    /// How text stands between the left and the right edge.
    public typealias Alignment = TextAlignment

    /// The text; nil, as at first, for none.
    ///
    /// A line feed begins a new line.
    public final var text: String? { didSet { if text != oldValue { setNeedsDisplay() } } }
    /// How the text looks; nil, as at first, for ``ControlAppearance/textStyle``.
    public final var style: TextStyle? { didSet { if style != oldValue { setNeedsDisplay() } } }
    /// The color of the text; nil, as at first, for that of the style.
    public final var textColor: Color? { didSet { if textColor != oldValue { setNeedsDisplay() } } }
    /// How the text stands in the bounds: at the left edge at first.
    public final var alignment = Alignment.left { didSet { if alignment != oldValue { setNeedsDisplay() } } }
    /// What is left out of a text that has no room: the end at first.
    public final var truncation = TextTruncation.tail {
        didSet { if truncation != oldValue { setNeedsDisplay() } }
    }
    /// The most lines; 1 at first.
    ///
    /// 0 stands for any number.
    public final var numberOfLines = 1 { didSet { if numberOfLines != oldValue { setNeedsDisplay() } } }

    /// A label with that frame in its superview's coordinates, in points, without text.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object.
    public override init(frame: Rect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// A label as large as its text in one line, at its superview's origin.
    ///
    /// - Complexity: Linear in the text; allocates the object.
    public convenience init(text: String) {
        self.init(frame: .zero)
        self.text = text
        sizeToFit()
    }

    /// Draws the text: as many lines as the height has room for, at least one, in the middle of the height.
    ///
    /// - Complexity: Linear in the lines that are drawn; allocates the lines.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { drawLines(canvas) }

    /// The extent of the text, broken into lines within the width of `size` where ``numberOfLines`` allows; a width
    /// that is not positive stands for any width.
    ///
    /// - Complexity: Linear in the text; allocates its lines.
    open override func sizeThatFits(_ size: Size) -> Size { fittingSize(size) }
}

extension Label {
    /// How the text is drawn.
    final var resolvedStyle: TextStyle {
        var style = style ?? resolvedControlAppearance.textStyle
        if let textColor { style.color = textColor }
        return style
    }

    fileprivate final func fittingSize(_ size: Size) -> Size {
        let (style, measurer) = (resolvedStyle, textMeasurer)
        let lineHeight = measurer.extent(of: "", in: style).height
        let width = size.width > 0 ? size.width : .infinity
        let lines = measurer.lines(
            of: text ?? "",
            width: width,
            limit: numberOfLines,
            in: style,
            truncation: truncation
        )
        let widest = lines.reduce(0) { max($0, measurer.extent(of: $1, in: style).width) }
        return Size(widest, lineHeight * Double(lines.count))
    }

    fileprivate final func drawLines(_ canvas: any Canvas) {
        canvas.draw(
            text ?? "",
            in: bounds,
            style: resolvedStyle,
            measurer: textMeasurer,
            alignment: alignment,
            truncation: truncation,
            limit: numberOfLines
        )
    }
}
