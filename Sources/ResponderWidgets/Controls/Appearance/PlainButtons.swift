internal import ResponderCore
internal import ResponderTouchInput

// The plain drawings of controls that are tapped: buttons, steppers and segments.
extension ControlAppearance {
    /// Draws a frame around the title; a button that is too low for a frame is filled instead.
    ///
    /// For a button that is pressed or selected it is the other way round.
    func drawPlain(_ button: Button, _ canvas: any Canvas) {
        let bounds = button.bounds.standardized
        let color = button.role == .primary && button.isHighlighted ? pressed : color(of: button)
        let hasFrame = bounds.height >= 2.5 * textStyle.fontSize
        let isActive = button.isHighlighted || button.isSelected || button.role == .primary
        let isFilled = hasFrame == isActive
        // A pale background, so that a disabled button weighs less than others.
        let isPale = button.role == .primary && !button.isEnabled
        if isFilled {
            let shape = Path(roundedRect: bounds, cornerRadius: cornerRadius)
            canvas.fill(shape, with: isPale ? disabledTrack : color)
        } else if hasFrame {
            drawFrame(bounds, button.role == .cancel && button.isEnabled ? line : color, canvas)
        }
        drawFocus(of: button, canvas)
        let title = button.currentTitle ?? ""
        let room = bounds.inset(by: button.contentInsets)
        let front = isFilled && !isPale ? background : color
        drawText(title, in: room, color: front, of: button, isBold: isActive, in: canvas)
    }

    /// Draws a frame around minus and plus.
    func drawPlain(_ stepper: Stepper, _ canvas: any Canvas) {
        let bounds = stepper.bounds.standardized
        for side in Stepper.Side.allCases where stepper.pressedSide == side {
            fill(stepper.rect(of: side), of: bounds, tint, canvas)
        }
        // In one line of text a frame would run through the signs.
        if bounds.height >= 2.5 * textStyle.fontSize { drawFrame(bounds, color(of: stepper), canvas) }
        drawFocus(of: stepper, canvas)
        for side in Stepper.Side.allCases {
            let half = stepper.rect(of: side)
            let isPressed = stepper.pressedSide == side
            let color = stepper.isEnabled && stepper.canStep(side) ? tint : disabled
            let sign = side == .minus ? "\u{2212}" : "+"
            drawText(sign, in: half, color: isPressed ? background : color, of: stepper, isBold: true, in: canvas)
        }
        canvas.fill(Rect(bounds.midX - 0.5, bounds.minY, 1, bounds.height), with: color(of: stepper))
    }

    /// Draws a frame around the segments; the selected segment is filled.
    func drawPlain(_ control: SegmentedControl, _ canvas: any Canvas) {
        let bounds = control.bounds.standardized
        func isFilled(_ index: Int) -> Bool {
            control.pressedSegment == index || control.selectedSegmentIndex == index
        }
        func color(_ index: Int) -> Color {
            control.isEnabled && control.isEnabled(forSegment: index) ? tint : disabled
        }
        for index in 0..<control.numberOfSegments where isFilled(index) {
            fill(control.rect(ofSegment: index), of: bounds, color(index), canvas)
        }
        drawFrame(bounds, self.color(of: control), canvas)
        drawFocus(of: control, canvas)
        for index in 0..<control.numberOfSegments {
            let rect = control.rect(ofSegment: index)
            let (color, isFilled) = (color(index), isFilled(index))
            if index > 0 { canvas.fill(Rect(rect.minX - 0.5, bounds.minY, 1, bounds.height), with: color) }
            let title = control.title(forSegment: index) ?? ""
            let room = rect.insetBy(dx: min(4, rect.width / 4), dy: 0)
            drawText(title, in: room, color: isFilled ? background : color, of: control, isBold: isFilled, in: canvas)
        }
    }

    /// Fills a part of a frame, up to the frame's round corners.
    private func fill(_ part: Rect, of bounds: Rect, _ color: Color, _ canvas: any Canvas) {
        canvas.saveState()
        canvas.clip(to: Path(roundedRect: bounds, cornerRadius: cornerRadius))
        canvas.fill(part, with: color)
        canvas.restoreState()
    }
}
