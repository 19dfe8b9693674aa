/// A position in points.
///
/// The declaration that uses the point says which space it is in: a view's own, its window's or the screen's.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@frozen
public struct Point: Hashable, Sendable {
    /// Points to the right of the space's origin.
    public var x: Double
    /// Points below the space's origin.
    public var y: Double

    /// The origin.
    @inlinable
    public static var zero: Point {
        // Computed, not stored: access to a stored property costs a call, and every touch location in a view starts
        // from `zero`.
        Point(0, 0)
    }

    /// A position `x` points to the right of and `y` points below the origin.
    @inlinable
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The position `x` points to the right of and `y` points below the origin.
    @inlinable
    public init(x: Double, y: Double) {
        self.init(x, y)
    }

    /// Whether both coordinates are numbers: neither NaN nor infinite.
    @inlinable
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The distance to `other` in points.
    @inlinable
    public func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension Point: CustomStringConvertible {
    /// The coordinates as `(12.0, 7.5)`.
    public var description: String { "(\(x), \(y))" }
}
