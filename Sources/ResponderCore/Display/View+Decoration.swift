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
}
