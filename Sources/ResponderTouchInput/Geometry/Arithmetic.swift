extension Point {
    /// The sum of both positions, coordinate by coordinate.
    @inlinable
    public static func + (lhs: Point, rhs: Point) -> Point { Point(lhs.x + rhs.x, lhs.y + rhs.y) }

    /// The way from `rhs` to `lhs`, coordinate by coordinate.
    @inlinable
    public static func - (lhs: Point, rhs: Point) -> Point { Point(lhs.x - rhs.x, lhs.y - rhs.y) }

    /// The position as far from the origin in the opposite direction.
    @inlinable
    public static prefix func - (point: Point) -> Point { Point(-point.x, -point.y) }

    /// The position `factor` times as far from the origin.
    @inlinable
    public static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

    /// The position `factor` times as far from the origin.
    @inlinable
    public static func * (factor: Double, point: Point) -> Point { point * factor }

    /// The position at the given fraction of the distance from the origin.
    @inlinable
    public static func / (point: Point, divisor: Double) -> Point { Point(point.x / divisor, point.y / divisor) }

    /// Adds another position's coordinates.
    @inlinable
    public static func += (lhs: inout Point, rhs: Point) { lhs = lhs + rhs }

    /// Subtracts another position's coordinates.
    @inlinable
    public static func -= (lhs: inout Point, rhs: Point) { lhs = lhs - rhs }

    /// Multiplies both coordinates.
    @inlinable
    public static func *= (point: inout Point, factor: Double) { point = point * factor }

    /// Divides both coordinates.
    @inlinable
    public static func /= (point: inout Point, divisor: Double) { point = point / divisor }
}

extension Size {
    /// Whether both extents are numbers: neither NaN nor infinite.
    @inlinable
    public var isFinite: Bool { width.isFinite && height.isFinite }

    /// The sum of both sizes, direction by direction.
    @inlinable
    public static func + (lhs: Size, rhs: Size) -> Size { Size(lhs.width + rhs.width, lhs.height + rhs.height) }

    /// The difference of both sizes, direction by direction.
    @inlinable
    public static func - (lhs: Size, rhs: Size) -> Size { Size(lhs.width - rhs.width, lhs.height - rhs.height) }

    /// The size scaled in both directions.
    @inlinable
    public static func * (size: Size, factor: Double) -> Size { Size(size.width * factor, size.height * factor) }

    /// The size scaled in both directions.
    @inlinable
    public static func * (factor: Double, size: Size) -> Size { size * factor }

    /// The size divided in both directions.
    @inlinable
    public static func / (size: Size, divisor: Double) -> Size { Size(size.width / divisor, size.height / divisor) }

    /// Adds another size's extents.
    @inlinable
    public static func += (lhs: inout Size, rhs: Size) { lhs = lhs + rhs }

    /// Subtracts another size's extents.
    @inlinable
    public static func -= (lhs: inout Size, rhs: Size) { lhs = lhs - rhs }
}
