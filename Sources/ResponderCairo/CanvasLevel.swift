#if Cairo
internal import ResponderKit

/// What a canvas knows of a saved state, or of a layer.
struct CanvasLevel {
    enum Opening {
        case base
        case state
        case layer
    }

    let opening: Opening
    /// From the present coordinates to pixels.
    var transform: Transform
    /// A box around the clip, in pixels.
    var clip: Rect
    /// Whether nothing can be seen.
    var isHidden: Bool
    /// The innermost layer, among those that are recorded.
    var layer: Int?

    @MainActor
    init(on surface: CairoSurface) {
        opening = .base
        transform = Transform(scaleX: surface.scale, y: surface.scale)
        clip = surface.pixelBounds
        isHidden = clip.isEmpty || !transform.isDrawable
    }

    private init(_ opening: Opening, in outer: CanvasLevel) {
        self.opening = opening
        transform = outer.transform
        clip = outer.clip
        isHidden = outer.isHidden
        layer = outer.layer
    }

    func inner(_ opening: Opening) -> CanvasLevel { CanvasLevel(opening, in: self) }
}

extension Transform {
    /// Whether Cairo can draw under the transform to pixels: one that cannot be inverted would spoil the context.
    var isDrawable: Bool {
        let greatest = max(max(a.magnitude, b.magnitude), max(c.magnitude, d.magnitude))
        let isInRange = greatest >= 1e-7 && greatest <= 1e7 && max(tx.magnitude, ty.magnitude) <= 1e12
        // Each comparison with NaN is false.
        return isInRange && (a * d - b * c).magnitude >= 1e-12 * greatest * greatest
    }

    /// The factor by which the transform enlarges the axis that it enlarges more.
    var greatestScale: Double { max(Point(a, b).length, Point(c, d).length) }
}

extension Point {
    /// The distance from the origin.
    var length: Double { (x * x + y * y).squareRoot() }
}
#endif
