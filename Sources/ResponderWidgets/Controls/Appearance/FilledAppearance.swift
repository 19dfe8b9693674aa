public import ResponderCore
internal import ResponderTouchInput

/// An appearance for screens: filled shapes, text of 17 points, and shadows below what moves.
///
///     application.controlAppearance = FilledAppearance(.dark)
///
/// Draw it with a canvas and a measurer for real fonts, such as those of ResponderCairo. Text has a contrast of at
/// least 4.5 on what it is drawn on, except for that of disabled controls.
open class FilledAppearance: ControlAppearance {
    /// The color of shapes behind text that are no tint: keys, fields, steppers, and buttons that cancel.
    public final var fill = Color.black
    /// The color of knobs and of a selected segment.
    public final var raised = Color.black
    /// The color of the keys of a keyboard that type no text.
    public final var commandKey = Color.black
    /// The color behind the keys of a keyboard.
    public final var keyboardBackground = Color.black

    /// The appearance in light colors.
    ///
    /// - Complexity: O(1); allocates the object.
    public override init() {
        super.init()
        textStyle.fontSize = 17
        (cornerRadius, panelCornerRadius) = (10, 16)
        (switchWidth, stepperWidth, knobWidth, keyboardRowHeight) = (56, 112, 28, 54)
    }

    /// Sets all colors to those of a scheme.
    ///
    /// - Complexity: O(1); no allocation.
    open override func setColors(for colorScheme: ColorScheme) {
        super.setColors(for: colorScheme)
        switch colorScheme {
        case .light:
            (fill, raised) = (Color(white: 0.92), .white)
            (commandKey, keyboardBackground) = (Color(white: 0.72), Color(white: 0.84))
            tint = Color(red: 0.03, green: 0.39, blue: 0.88)
            pressed = Color(red: 0.02, green: 0.29, blue: 0.68)
            destructive = Color(red: 0.74, green: 0.09, blue: 0.11)
            (line, disabledTrack) = (Color(white: 0.78), Color(white: 0.91))
            textStyle.color = Color(white: 0.1)
        case .dark:
            (fill, raised) = (Color(white: 0.21), Color(white: 0.42))
            (commandKey, keyboardBackground) = (Color(white: 0.2), Color(white: 0.1))
            tint = Color(red: 0.42, green: 0.7, blue: 1)
            line = Color(white: 0.34)
        }
        caret = tint
    }

    /// Fills the button: the primary one with the tint, others with a pale color.
    ///
    /// - Complexity: O(1), and linear in the title; allocates what the canvas needs.
    open override func draw(_ button: Button, in canvas: any Canvas) {
        let bounds = button.bounds.standardized
        let isPressed = button.isHighlighted || button.isSelected
        let back: Color
        let front: Color
        switch button.role {
        case _ where !button.isEnabled: (back, front) = (disabledTrack, disabled)
        case .primary: (back, front) = (isPressed ? pressed : tint, background)
        case .normal: (back, front) = isPressed ? (tint, background) : (tint.withAlpha(Self.pale), tint)
        case .cancel: (back, front) = (isPressed ? line : fill, textStyle.color)
        case .destructive:
            (back, front) = isPressed ? (destructive, background) : (destructive.withAlpha(Self.pale), destructive)
        }
        canvas.fill(Path(roundedRect: bounds, cornerRadius: radius(in: bounds)), with: back)
        let room = bounds.inset(by: button.contentInsets)
        drawText(button.currentTitle ?? "", in: room, color: front, of: button, isBold: true, in: canvas)
        drawFocus(of: button, canvas)
    }

    /// Draws a track with a round knob.
    ///
    /// - Complexity: O(1); allocates what the canvas needs.
    open override func draw(_ control: Switch, in canvas: any Canvas) {
        let place = control.barRect
        let height = min(32, place.height)
        let bar = Rect(place.minX, place.midY - height / 2, place.width, height)
        let isOn = control.isShownOn
        let color =
            !control.isEnabled ? (isOn ? tint.withAlpha(0.35) : disabledTrack) : isOn ? tint : offTrack
        canvas.fill(Path(roundedRect: bar, cornerRadius: height / 2), with: color)
        let extent = max(0, min(height - 4, bar.width - 4))
        let knob = Rect(isOn ? bar.maxX - 2 - extent : bar.minX + 2, bar.midY - extent / 2, extent, extent)
        drawKnob(knob, isEnabled: control.isEnabled, isPressed: control.isHighlighted, in: canvas)
        if control.isFocusVisible {
            let frame = bar.insetBy(
                dx: -min(3, bar.minX - control.bounds.minX),
                dy: -min(4, (place.height - height) / 2)
            )
            drawFocus(around: frame, cornerRadius: frame.height / 2, in: canvas)
        }
    }

    /// Draws a track with a round knob; the part up to the knob has the tint.
    ///
    /// - Complexity: O(1); allocates what the canvas needs.
    open override func draw(_ slider: Slider, in canvas: any Canvas) {
        let (bounds, knob) = (slider.bounds.standardized, slider.knobRect)
        let height = min(6, bounds.height)
        let track = Rect(bounds.minX, bounds.midY - height / 2, bounds.width, height)
        canvas.fill(
            Path(roundedRect: track, cornerRadius: height / 2),
            with: slider.isEnabled ? offTrack : disabledTrack
        )
        let done = Rect(track.minX, track.minY, max(0, knob.midX - track.minX), height)
        let color = slider.isEnabled ? tint : disabled
        if !done.isEmpty { canvas.fill(Path(roundedRect: done, cornerRadius: height / 2), with: color) }
        let extent = min(knob.width, bounds.height)
        let shape = Rect(knob.midX - extent / 2, bounds.midY - extent / 2, extent, extent)
        drawKnob(shape, isEnabled: slider.isEnabled, isPressed: slider.isHighlighted, in: canvas)
        drawFocus(of: slider, canvas)
    }

    /// Draws both signs on one filled shape.
    ///
    /// - Complexity: O(1); allocates what the canvas needs.
    open override func draw(_ stepper: Stepper, in canvas: any Canvas) {
        let bounds = stepper.bounds.standardized
        let shape = bounds.insetBy(dx: 0, dy: min(4, bounds.height / 8))
        let radius = radius(in: shape)
        canvas.fill(Path(roundedRect: shape, cornerRadius: radius), with: stepper.isEnabled ? fill : disabledTrack)
        for side in Stepper.Side.allCases {
            let half = stepper.rect(of: side)
            if stepper.pressedSide == side, let inner = half.intersection(shape)?.insetBy(dx: 2, dy: 2) {
                canvas.fill(Path(roundedRect: inner, cornerRadius: max(0, radius - 2)), with: raised)
            }
            drawSign(side, in: half, color: stepper.isEnabled && stepper.canStep(side) ? tint : disabled, in: canvas)
        }
        canvas.fill(Rect(bounds.midX - 0.5, shape.minY + shape.height * 0.25, 1, shape.height / 2), with: line)
        drawFocus(of: stepper, canvas)
    }

    private func drawSign(_ side: Stepper.Side, in rect: Rect, color: Color, in canvas: any Canvas) {
        let center = Point(rect.midX.rounded(), rect.midY.rounded())
        canvas.fill(Rect(center.x - 7, center.y - 1, 14, 2), with: color)
        if side == .plus { canvas.fill(Rect(center.x - 1, center.y - 7, 2, 14), with: color) }
    }

    /// Draws the titles on one filled shape, and the selected one on a raised part of it.
    ///
    /// - Complexity: Linear in the segments; allocates what the canvas needs.
    open override func draw(_ control: SegmentedControl, in canvas: any Canvas) {
        let bounds = control.bounds.standardized
        let shape = bounds.insetBy(dx: 0, dy: min(4, bounds.height / 8))
        let radius = radius(in: shape)
        canvas.fill(Path(roundedRect: shape, cornerRadius: radius), with: control.isEnabled ? fill : disabledTrack)
        for index in 0..<control.numberOfSegments {
            let rect = control.rect(ofSegment: index)
            let isSelected = control.selectedSegmentIndex == index
            let isEnabled = control.isEnabled && control.isEnabled(forSegment: index)
            if let inner = rect.intersection(shape)?.insetBy(dx: 3, dy: 3), !inner.isEmpty {
                let path = Path(roundedRect: inner, cornerRadius: max(0, radius - 3))
                if isSelected {
                    canvas.drawShadow(of: path, shade)
                    canvas.fill(path, with: raised)
                } else if control.pressedSegment == index {
                    canvas.fill(path, with: line)
                }
            }
            let title = control.title(forSegment: index) ?? ""
            let color = isEnabled ? textStyle.color : disabled
            drawText(
                title,
                in: rect.insetBy(dx: min(6, rect.width / 4), dy: 0),
                color: color,
                of: control,
                isBold: isSelected,
                fontSize: textStyle.fontSize - 2,
                in: canvas
            )
        }
        drawFocus(of: control, canvas)
    }

    /// Draws a track, whose part up to the value has the tint.
    ///
    /// - Complexity: O(1); allocates what the canvas needs.
    open override func draw(_ view: ProgressView, in canvas: any Canvas) {
        let bounds = view.bounds.standardized
        let height = min(6, bounds.height)
        let bar = Rect(bounds.minX, bounds.midY - height / 2, bounds.width, height)
        canvas.fill(Path(roundedRect: bar, cornerRadius: height / 2), with: offTrack)
        let done = Rect(bar.minX, bar.minY, bar.width * view.progress, height)
        if !done.isEmpty { canvas.fill(Path(roundedRect: done, cornerRadius: height / 2), with: tint) }
    }

    /// Fills the field, and draws a frame around it; the frame has the tint while the field is edited.
    ///
    /// - Complexity: Linear in the text that is seen, besides what measuring takes; allocates what the canvas needs.
    open override func draw(_ field: TextField, in canvas: any Canvas) {
        let bounds = field.bounds.standardized
        let radius = radius(in: bounds)
        canvas.fill(Path(roundedRect: bounds, cornerRadius: radius), with: field.isEnabled ? background : disabledTrack)
        let width = field.isFocused ? 2.0 : 1.0
        let frame = bounds.insetBy(dx: width / 2, dy: width / 2)
        if !frame.isEmpty {
            let path = Path(roundedRect: frame, cornerRadius: max(0, radius - width / 2))
            canvas.stroke(path, with: field.isFocused ? tint : line, width: width)
        }
        drawFocus(of: field, canvas)
        drawText(of: field, in: canvas)
    }

    /// Draws keys that stand out from their background.
    ///
    /// - Complexity: Linear in the keys; allocates what the canvas needs.
    open override func draw(_ keyboard: KeyboardView, in canvas: any Canvas) {
        canvas.fill(keyboard.drawnRect ?? keyboard.bounds.standardized, with: keyboardBackground)
        for place in keyboard.places {
            guard let key = keyboard.plane.key(at: place), let rect = keyboard.rect(of: place),
                keyboard.drawnRect.map(rect.intersects) ?? true
            else { continue }
            let cap = rect.insetBy(dx: min(3, rect.width / 10), dy: min(4, rect.height / 10))
            var isText = false
            switch key.action {
            case .text, .space: isText = true
            default: break
            }
            let isActive = keyboard.isPressed(place) || key.action == .shift && keyboard.shift != .off
            let path = Path(roundedRect: cap, cornerRadius: min(6, cap.height / 2))
            let isRaised = isText != isActive
            if isText { canvas.drawShadow(of: path, keyShade) }
            canvas.fill(path, with: isRaised ? textKey : commandKey)
            let label = keyboard.label(of: key)
            let color = keyboard.isEnabled(place) ? textStyle.color : disabled
            let size = label.count > 1 ? textStyle.fontSize - 1 : textStyle.fontSize + 5
            drawText(label, in: cap, color: color, of: keyboard, fontSize: size, in: canvas)
        }
    }
}

extension FilledAppearance {
    /// The color of the track of a switch that is off, and of a slider beyond its knob.
    private var offTrack: Color { colorScheme == .light ? Color(white: 0.76) : Color(white: 0.36) }

    private var textKey: Color { colorScheme == .light ? .white : Color(white: 0.34) }

    private var shade: Shadow { Shadow(color: Color(white: 0, alpha: 0.25), offset: Point(0, 1), radius: 1.5) }

    /// Without a blur, since a keyboard has many keys.
    private var keyShade: Shadow { Shadow(color: Color(white: 0, alpha: 0.3), offset: Point(0, 1), radius: 0) }

    private func radius(in rect: Rect) -> Double { min(cornerRadius, min(rect.width, rect.height) / 2) }

    private func drawKnob(_ rect: Rect, isEnabled: Bool, isPressed: Bool = false, in canvas: any Canvas) {
        guard !rect.isEmpty else { return }
        let path = Path(roundedRect: rect, cornerRadius: rect.height / 2)
        let isLight = colorScheme == .light
        if isEnabled {
            canvas.drawShadow(of: path, shade)
            let color = Color(white: isLight ? (isPressed ? 0.88 : 1) : (isPressed ? 1 : 0.88))
            canvas.fill(path, with: color)
        } else {
            canvas.fill(path, with: Color(white: isLight ? 0.97 : 0.5))
        }
        // The edge is seen on a light background, too.
        let edge = Path(roundedRect: rect.insetBy(dx: 0.5, dy: 0.5), cornerRadius: rect.height / 2)
        canvas.stroke(edge, with: Color(white: 0, alpha: 0.12), width: 1)
    }

    /// The opacity of a background that is paler than the text on it.
    static var pale: Double { 0.12 }
}
