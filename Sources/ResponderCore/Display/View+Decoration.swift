internal import ResponderTouchInput

/// The corners, the border and the shadow of a view: few views have them.
final class Decoration {
    var cornerRadius = 0.0
    var borderWidth = 0.0
    var borderColor = Color.black
    var shadow: Shadow?
}

// The shape of a view, and what is drawn along its edges. Nothing of it affects touches.
extension View {
    /// The radius of the corners in points, of which at most half of either extent is used; 0 at first.
    ///
    /// The background, the view's own drawing, the border and the shadow have these corners, and so has what
    /// ``clipsToBounds`` clips to.
    ///
    /// - Complexity: O(1); the first change allocates room for it.
    public final var cornerRadius: Double {
        get { layer?.decoration?.cornerRadius ?? 0 }
        set {
            let radius = newValue > 0 && newValue.isFinite ? newValue : 0
            if radius != cornerRadius { decorate { $0.cornerRadius = radius } }
        }
    }

    /// The width of the line along the inside of the edges, in points, in front of all views inside; 0 at first.
    ///
    /// - Complexity: O(1); the first change allocates room for it.
    public final var borderWidth: Double {
        get { layer?.decoration?.borderWidth ?? 0 }
        set {
            let width = newValue > 0 && newValue.isFinite ? newValue : 0
            if width != borderWidth { decorate { $0.borderWidth = width } }
        }
    }

    /// The color of the line along the edges; black at first.
    ///
    /// - Complexity: O(1); the first change allocates room for it.
    public final var borderColor: Color {
        get { layer?.decoration?.borderColor ?? .black }
        set { if newValue != borderColor { decorate { $0.borderColor = newValue } } }
    }

    /// The shadow that the bounds cast, whatever is drawn in them; nil, as at first, for none.
    ///
    /// The shadow is seen outside of the bounds, as far as the views around do not clip it; and through the view, if
    /// that is not opaque.
    ///
    /// - Complexity: O(1); the first change allocates room for it.
    public final var shadow: Shadow? {
        get { layer?.decoration?.shadow }
        set {
            let shadow = newValue.flatMap { $0.offset.isFinite ? $0 : nil }
            if shadow != self.shadow { decorate { $0.shadow = shadow } }
        }
    }

    private final func decorate(_ change: (Decoration) -> Void) {
        record.compositionWillChange()
        let layer = makeLayer()
        let decoration = layer.decoration ?? Decoration()
        change(decoration)
        layer.decoration = decoration
    }

    /// The bounds with their corners.
    final var shape: Path { Path(roundedRect: bounds.standardized, cornerRadius: cornerRadius) }

    /// The bounds with the shadow around them.
    final var drawnExtent: Rect {
        guard let shadow = layer?.decoration?.shadow else { return bounds }
        let bounds = bounds.standardized
        return bounds.union(shadow.extent(of: bounds))
    }

    /// The largest rectangle in the bounds that no corner cuts off.
    final var uncutBounds: Rect {
        let radius = cornerRadius
        guard radius > 0 else { return bounds }
        let bounds = bounds.standardized
        return bounds.insetBy(dx: 0, dy: min(radius, min(bounds.width, bounds.height) / 2))
    }

    /// Draws the border, in front of all else.
    final func drawBorder(in canvas: any Canvas) {
        guard let decoration = layer?.decoration, decoration.borderWidth > 0 else { return }
        let bounds = bounds.standardized
        let width = min(decoration.borderWidth, min(bounds.width, bounds.height) / 2)
        guard width > 0 else { return }
        let inside = bounds.insetBy(dx: width / 2, dy: width / 2)
        let path = Path(roundedRect: inside, cornerRadius: max(0, cornerRadius - width / 2))
        canvas.stroke(path, with: decoration.borderColor, width: width)
    }
}
