internal import ResponderCore
internal import ResponderTouchInput

// Parts that the plain drawings have in common.
extension ControlAppearance {
    /// The color of a control's parts.
    func color(of control: Control) -> Color { control.isEnabled ? tint : disabled }

    /// Draws a frame around the control that has the focus.
    func drawFocus(of control: Control, _ canvas: any Canvas) {
        guard control.state.contains(.focused) else { return }
        canvas.stroke(control.bounds.standardized.insetBy(dx: 1.5, dy: 1.5), with: focus, width: 3)
    }

    /// Draws a frame along the inside of a rectangle.
    func drawFrame(_ rect: Rect, _ color: Color, _ canvas: any Canvas) {
        let path = Path(roundedRect: rect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Self.cornerRadius)
        canvas.stroke(path, with: color, width: 1)
    }

    /// Draws text in the middle of a rectangle, cut off where there is no room.
    func draw(_ text: String, in rect: Rect, _ color: Color, of view: View, isBold: Bool = false, _ canvas: any Canvas)
    {
        var style = textStyle
        style.color = color
        style.isBold = style.isBold || isBold
        canvas.draw(text, in: rect, style: style, measurer: view.textMeasurer, alignment: .center, limit: 1)
    }

    static var cornerRadius: Double { 6 }
}

extension KeyPressed {
    /// Draws a frame along the edges of the view while it has the focus.
    func drawFocusFrame(_ canvas: any Canvas) {
        guard isFirstResponder else { return }
        let color = resolvedControlAppearance.focus
        canvas.stroke(bounds.standardized.insetBy(dx: 1.5, dy: 1.5), with: color, width: 3)
    }
}
