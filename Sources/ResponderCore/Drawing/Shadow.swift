public import ResponderTouchInput

/// A shadow that a shape casts.
public struct Shadow: Hashable, Sendable {
    /// The color, with its opacity where the shadow is not blurred.
    public var color: Color
    /// How far the shadow lies from the shape, in points.
    public var offset: Point
    /// How far the edge is blurred, in points: the standard deviation, as that of UIKit's `shadowRadius`; 0 for a sharp
    /// edge.
    public var radius: Double

    /// A shadow with these values.
    ///
    /// - Complexity: O(1); no allocation.
    public init(color: Color = Color(white: 0, alpha: 0.3), offset: Point = Point(0, 1), radius: Double = 3) {
        self.color = color
        self.offset = offset
        self.radius = radius
    }

    /// How far a shadow is seen from the edge of its shape, where it has no offset; in points.
    ///
    /// - Complexity: O(1); no allocation.
    public var reach: Double { radius > 0 && radius.isFinite ? 3 * radius : 0 }

    /// The rectangle outside of which the shadow of a shape inside `rect` is not seen.
    ///
    /// - Complexity: O(1); no allocation.
    public func extent(of rect: Rect) -> Rect {
        rect.offsetBy(dx: offset.x, dy: offset.y).insetBy(dx: -reach, dy: -reach)
    }
}
