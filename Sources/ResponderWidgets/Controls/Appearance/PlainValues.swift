internal import ResponderCore
internal import ResponderTouchInput

// The plain drawings of controls and views that show a value: switches, sliders, dots and bars.
extension ControlAppearance {
    /// Draws a bar, which has the tint while the switch is on, and a knob at one end of the bar.
    func drawPlain(_ control: Switch, _ canvas: any Canvas) {
        let place = control.barRect
        let height = min(28, place.height)
        let bar = Rect(place.minX, place.midY - height / 2, place.width, height)
        let isOn = control.isShownOn
        let color = control.isEnabled ? (isOn ? (control.isHighlighted ? pressed : tint) : line) : disabledTrack
        canvas.fill(Path(roundedRect: bar, cornerRadius: height / 2), with: color)
        let knob = control.knobRect.intersection(bar)?.insetBy(dx: 2, dy: 2) ?? bar
        let path = Path(roundedRect: knob, cornerRadius: knob.height / 2)
        canvas.fill(path, with: control.isHighlighted ? pressedBackground : background)
        if control.isFocusVisible {
            let frame = bar.insetBy(dx: 0, dy: -min(4, (place.height - height) / 2))
            drawFocus(around: frame, cornerRadius: frame.height / 2, in: canvas)
        }
    }

    /// Draws a line with a knob; only the part up to the value has the slider's color.
    func drawPlain(_ slider: Slider, _ canvas: any Canvas) {
        let bounds = slider.bounds.standardized
        drawFocus(of: slider, canvas)
        let knob = slider.knobRect
        let y = bounds.midY
        let color = color(of: slider)
        canvas.stroke(Path(from: Point(knob.midX, y), to: Point(bounds.maxX, y)), with: line, width: 1)
        canvas.stroke(Path(from: Point(bounds.minX, y), to: Point(knob.midX, y)), with: color, width: 4)
        let height = min(28, bounds.height)
        let shape = Rect(knob.minX, y - height / 2, knob.width, height)
        let path = Path(roundedRect: shape, cornerRadius: cornerRadius)
        canvas.fill(path, with: slider.isHighlighted ? pressed : color)
    }

    /// Draws a dot for each page; only the current page's dot has the control's color.
    func drawPlain(_ control: PageControl, _ canvas: any Canvas) {
        drawFocus(of: control, canvas)
        if control.hidesForSinglePage && control.numberOfPages < 2 { return }
        let bounds = control.bounds.standardized
        let left = bounds.midX - Double(control.numberOfPages - 1) / 2 * dotDistance
        // Dots beyond the bounds are not drawn.
        let shown = min(control.numberOfPages, Int(max(0, min(1e6, bounds.width / dotDistance))) + 1)
        let first = max(0, min(control.numberOfPages - shown, Int(max(0, (bounds.minX - left) / dotDistance))))
        for page in first..<first + shown {
            let center = Point(left + Double(page) * dotDistance, bounds.midY)
            let color = page == control.currentPage ? color(of: control) : line
            canvas.fill(Path(circleAt: center, radius: 5), with: color)
        }
    }

    /// Draws a bar, whose part up to the value has the tint.
    func drawPlain(_ view: ProgressView, _ canvas: any Canvas) {
        let bounds = view.bounds.standardized
        let height = min(6, bounds.height)
        let bar = Rect(bounds.minX, bounds.midY - height / 2, bounds.width, height)
        canvas.fill(Path(roundedRect: bar, cornerRadius: height / 2), with: line)
        let done = Rect(bar.minX, bar.minY, bar.width * view.progress, height)
        if !done.isEmpty { canvas.fill(Path(roundedRect: done, cornerRadius: height / 2), with: tint) }
    }
}
