internal import ResponderTouchInput

/// The corners, the border and the shadow of a view: few views have them.
final class Decoration {
    /// See ``View/cornerRadius``.
    var cornerRadius = 0.0
    /// See ``View/borderWidth``.
    var borderWidth = 0.0
    /// See ``View/borderColor``.
    var borderColor = Color.black
    /// See ``View/shadow``.
    var shadow: Shadow?

    /// The bounds of a view with their corners.
    func shape(of bounds: Rect) -> Path { Path(roundedRect: bounds.standardized, cornerRadius: cornerRadius) }

    /// The bounds with the shadow around them.
    func extent(of bounds: Rect) -> Rect {
        let bounds = bounds.standardized
        return shadow.map { bounds.union($0.extent(of: bounds)) } ?? bounds
    }

    /// The largest rectangle as wide as the bounds that no corner cuts off.
    func uncutPart(of bounds: Rect) -> Rect {
        let bounds = bounds.standardized
        return bounds.insetBy(dx: 0, dy: min(cornerRadius, min(bounds.width, bounds.height) / 2))
    }

    /// Draws the border along the inside of the bounds.
    @MainActor
    func drawBorder(of bounds: Rect, in canvas: any Canvas) {
        let bounds = bounds.standardized
        let width = min(borderWidth, min(bounds.width, bounds.height) / 2)
        guard width > 0 else { return }
        let inside = bounds.insetBy(dx: width / 2, dy: width / 2)
        let path = Path(roundedRect: inside, cornerRadius: max(0, cornerRadius - width / 2))
        canvas.stroke(path, with: borderColor, width: width)
    }
}
