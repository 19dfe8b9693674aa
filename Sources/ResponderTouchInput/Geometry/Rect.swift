/// A rectangle in points.
///
/// The declaration that uses the rectangle says which space it is in.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@frozen
public struct Rect: Hashable, Sendable {
    /// The upper left corner.
    public var origin: Point
    /// The extent from the origin, rightwards and downwards.
    public var size: Size

    /// No extent, at the origin.
    public static let zero = Rect(0, 0, 0, 0)

    /// A rectangle of `width` by `height` points with its upper left corner at (`x`, `y`).
    @inlinable
    public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(origin: Point(x, y), size: Size(width, height))
    }

    /// The rectangle of `size` with its upper left corner at `origin`.
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// The point in the middle.
    @inlinable
    public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }

    /// Whether the point lies inside: the left and upper edges belong to the rectangle, the right and lower edges do
    /// not.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        point.x >= origin.x && point.y >= origin.y && point.x < origin.x + size.width
            && point.y < origin.y + size.height
    }
}

extension Rect: CustomStringConvertible {
    /// The rectangle as `(0.0, 0.0, 320.0 x 240.0)`.
    public var description: String { "(\(origin.x), \(origin.y), \(size))" }
}
