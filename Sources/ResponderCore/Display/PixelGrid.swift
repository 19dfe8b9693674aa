internal import ResponderTouchInput

/// The pixels of the screen, seen from a view whose edges are parallel to theirs.
struct PixelGrid {
    private let toPixels: Transform
    private let fromPixels: Transform

    /// Nil for a view in no shown window, and for a view that is not rotated by right angles.
    ///
    /// - Complexity: Linear in the depth of the view.
    @MainActor
    init?(of view: View) {
        guard let window = view.shownWindow else { return nil }
        let scale = window.updatePass.screen.scale
        let toPixels = view.record.transform(toAncestor: window.record).concatenating(window.record.toSuperview)
            .concatenating(Transform(scaleX: scale, y: scale))
        guard toPixels.keepsAxes, let fromPixels = toPixels.inverted() else { return nil }
        (self.toPixels, self.fromPixels) = (toPixels, fromPixels)
    }

    /// The smallest rectangle of whole pixels around a rectangle in the view's coordinates; nil if it is too large.
    func roundedOutwards(_ rect: Rect) -> Rect? {
        let rounded = rect.applying(toPixels).roundedOutwards.applying(fromPixels)
        return rounded.isFinite ? rounded.union(rect) : nil
    }

    /// The rectangle with its edges moved to the nearest edges of pixels, except edges that are edges of the bounds.
    func snapped(_ rect: Rect, in bounds: Rect) -> Rect {
        let pixels = rect.applying(toPixels)
        let (left, top) = (pixels.minX.rounded(), pixels.minY.rounded())
        let near = Rect(left, top, pixels.maxX.rounded() - left, pixels.maxY.rounded() - top).applying(fromPixels)
        guard near.isFinite else { return rect }
        let minX = rect.minX <= bounds.minX ? rect.minX : near.minX
        let minY = rect.minY <= bounds.minY ? rect.minY : near.minY
        let maxX = rect.maxX >= bounds.maxX ? rect.maxX : near.maxX
        let maxY = rect.maxY >= bounds.maxY ? rect.maxY : near.maxY
        return Rect(minX, minY, max(0, maxX - minX), max(0, maxY - minY))
    }
}

// A rectangle in pixels.
extension Rect {
    /// The part of a pixel that does not count: rounding errors of transforms are smaller.
    private static var tolerance: Double { 1e-6 }

    /// Contains every screen.
    static var utmost: Rect { Rect(-16_777_216, -16_777_216, 33_554_432, 33_554_432) }

    /// The rectangle with all numbers multiplied, as from points to pixels.
    func scaled(by factor: Double) -> Rect { Rect(minX * factor, minY * factor, width * factor, height * factor) }

    /// The smallest rectangle of whole pixels around this one.
    var roundedOutwards: Rect {
        let (left, top) = ((minX + Self.tolerance).rounded(.down), (minY + Self.tolerance).rounded(.down))
        let (right, bottom) = ((maxX - Self.tolerance).rounded(.up), (maxY - Self.tolerance).rounded(.up))
        return Rect(left, top, max(0, right - left), max(0, bottom - top))
    }

    /// The largest rectangle of whole pixels in this one; without extent if there is none.
    var roundedInwards: Rect {
        let (left, top) = ((minX - Self.tolerance).rounded(.up), (minY - Self.tolerance).rounded(.up))
        let (right, bottom) = ((maxX + Self.tolerance).rounded(.down), (maxY + Self.tolerance).rounded(.down))
        return Rect(left, top, max(0, right - left), max(0, bottom - top))
    }
}

extension Transform {
    /// Whether rectangles stay upright, since the map rotates only by right angles.
    var keepsAxes: Bool {
        let (straight, across) = (max(a.magnitude, d.magnitude), max(b.magnitude, c.magnitude))
        return min(straight, across) <= 1e-9 * max(straight, across)
    }
}
