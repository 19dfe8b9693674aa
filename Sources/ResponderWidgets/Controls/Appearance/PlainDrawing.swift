public import ResponderCore
public import ResponderTouchInput

// Parts that drawings have in common, for appearances of others, too.
extension ControlAppearance {
    /// Draws text in the middle of a rectangle in one line, cut off where there is no room.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - rect: The room, in the view's own coordinates.
    ///   - color: The color of the text; otherwise the text looks as ``textStyle`` says.
    ///   - view: The view that draws, whose measurer is used.
    ///   - isBold: Whether the text is bold, whatever the style says.
    ///   - fontSize: The size of the font, in points; nil for the style's.
    ///   - canvas: Draws the text.
    /// - Complexity: Linear in the text; allocates what measuring needs.
    public final func drawText(
        _ text: String,
        in rect: Rect,
        color: Color,
        of view: View,
        isBold: Bool = false,
        fontSize: Double? = nil,
        in canvas: any Canvas
    ) {
        var style = textStyle
        style.color = color
        style.isBold = style.isBold || isBold
        if let fontSize { style.fontSize = fontSize }
        canvas.draw(text, in: rect, style: style, measurer: view.textMeasurer, alignment: .center, limit: 1)
    }

    /// The color of a control's parts.
    final func color(of control: Control) -> Color { control.isEnabled ? tint : disabled }

    /// The color of a button's frame and title, or of its background and of what is on it.
    final func color(of button: Button) -> Color {
        guard button.isEnabled else { return disabled }
        switch button.role {
        case .normal, .primary: return tint
        case .cancel: return textStyle.color
        case .destructive: return destructive
        }
    }

    /// Draws a frame around the control if keys have brought the focus to it.
    final func drawFocus(of control: Control, _ canvas: any Canvas) {
        if control.isFocusVisible { drawFocus(around: control.bounds, cornerRadius: cornerRadius, in: canvas) }
    }

    /// Draws a frame along the inside of a rectangle.
    final func drawFrame(_ rect: Rect, _ color: Color, _ canvas: any Canvas) {
        let path = Path(roundedRect: rect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: cornerRadius)
        canvas.stroke(path, with: color, width: 1)
    }
}

extension View {
    /// Whether the view has the focus, and keys have brought it there: then a frame shows where keys act. (CSS's
    /// `:focus-visible`)
    ///
    /// - Complexity: Linear in the depth of the view; no allocation.
    public final var isFocusVisible: Bool { isFirstResponder && window?.viewFocusedByKey === self }
}

extension KeyPressed {
    /// Draws a frame along the edges of the view while keys have brought the focus to it.
    func drawFocusFrame(cornerRadius: Double = 0, _ canvas: any Canvas) {
        guard isFocusVisible else { return }
        resolvedControlAppearance.drawFocus(around: bounds, cornerRadius: cornerRadius, in: canvas)
    }
}
