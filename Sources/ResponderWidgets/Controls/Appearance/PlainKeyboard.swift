internal import ResponderCore
internal import ResponderTouchInput

// The plain drawing of a keyboard.
extension ControlAppearance {
    /// Draws a frame around each key, or only the labels where keys are too low for frames.
    ///
    /// A pressed key is filled.
    func drawPlain(_ keyboard: KeyboardView, _ canvas: any Canvas) {
        let bounds = keyboard.bounds.standardized
        canvas.fill(keyboard.drawnRect ?? bounds, with: background)
        canvas.fill(Rect(bounds.minX, bounds.minY, bounds.width, 1), with: line)
        for place in keyboard.places {
            guard let key = keyboard.plane.key(at: place), let rect = keyboard.rect(of: place),
                keyboard.drawnRect.map(rect.intersects) ?? true
            else { continue }
            draw(key, place, in: rect, of: keyboard, canvas)
        }
    }

    private func draw(
        _ key: KeyboardLayout.Key,
        _ place: KeyboardLayout.Place,
        in rect: Rect,
        of keyboard: KeyboardView,
        _ canvas: any Canvas
    ) {
        // The distance between two keys is a terminal's cell, so that their frames do not touch.
        let cap = rect.insetBy(dx: min(4, rect.width / 8), dy: rect.height >= Self.lowestFrame ? 2 : 0)
        let isEnabled = keyboard.isEnabled(place)
        let isFilled = keyboard.isPressed(place) || key.action == .shift && keyboard.shift != .off
        if isFilled {
            canvas.fill(Path(roundedRect: cap, cornerRadius: cornerRadius), with: tint)
        } else if rect.height >= Self.lowestFrame {
            drawFrame(cap, isEnabled ? line : disabled, canvas)
        }
        let color = isFilled ? background : isEnabled ? tint : disabled
        drawText(keyboard.label(of: key), in: cap, color: color, of: keyboard, isBold: isFilled, in: canvas)
    }

    /// The least height of a key with a frame: on a terminal a lower frame would run through the label.
    private static var lowestFrame: Double { 40 }
}
