internal import ResponderTouchInput

/// A corner of the screen, or of another view.
public enum Corner: Hashable, Sendable, CaseIterable {
    /// The corner at the origin of a view's coordinates.
    case topLeft
    /// The corner at the other end of the upper edge.
    case topRight
    /// The corner beneath the first.
    case bottomLeft
    /// The corner opposite the first.
    case bottomRight

    /// The width and the height of a corner, in points: larger than a finger, smaller than a cloth.
    public static let size = 80.0

    /// The corner at a point; nil for a point in no corner.
    init?(at point: Point, in bounds: Rect) {
        let (x, y) = (point.x - bounds.origin.x, point.y - bounds.origin.y)
        let (isLeft, isTop) = (x < Self.size, y < Self.size)
        guard isLeft || x > bounds.width - Self.size, isTop || y > bounds.height - Self.size else { return nil }
        self = isTop ? (isLeft ? .topLeft : .topRight) : (isLeft ? .bottomLeft : .bottomRight)
    }
}
