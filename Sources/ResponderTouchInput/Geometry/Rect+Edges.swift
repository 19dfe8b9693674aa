extension Rect {
    /// The x coordinate of the left edge: of the origin, or of the other corner where the width is negative.
    @inlinable
    public var minX: Double { size.width < 0 ? origin.x + size.width : origin.x }

    /// The x coordinate halfway between the left and the right edge.
    @inlinable
    public var midX: Double { origin.x + size.width / 2 }

    /// The x coordinate of the right edge.
    @inlinable
    public var maxX: Double { size.width < 0 ? origin.x : origin.x + size.width }

    /// The y coordinate of the upper edge: of the origin, or of the other corner where the height is negative.
    @inlinable
    public var minY: Double { size.height < 0 ? origin.y + size.height : origin.y }

    /// The y coordinate halfway between the upper and the lower edge.
    @inlinable
    public var midY: Double { origin.y + size.height / 2 }

    /// The y coordinate of the lower edge.
    @inlinable
    public var maxY: Double { size.height < 0 ? origin.y : origin.y + size.height }

    /// The extent from the left to the right edge, never negative.
    @inlinable
    public var width: Double { size.width.magnitude }

    /// The extent from the upper to the lower edge, never negative.
    @inlinable
    public var height: Double { size.height.magnitude }

    /// Whether the rectangle has no area.
    ///
    /// A rectangle with a NaN in its size counts as empty.
    @inlinable
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Whether all coordinates are numbers: neither NaN nor infinite.
    @inlinable
    public var isFinite: Bool { origin.isFinite && size.isFinite }

    /// The same rectangle with a size that is not negative.
    @inlinable
    public var standardized: Rect { Rect(minX, minY, width, height) }
}

extension Rect {
    /// The rectangle whose edges lie `dx` further in at the left and the right, and `dy` at the top and the bottom;
    /// negative values move the edges out.
    ///
    /// Where the rectangle is less than twice as wide or high as the inset, the result has no extent in that direction
    /// and lies in the middle.
    @inlinable
    public func insetBy(dx: Double, dy: Double) -> Rect {
        inset(by: EdgeInsets(top: dy, left: dx, bottom: dy, right: dx))
    }

    /// The rectangle whose edges lie further in by the insets; negative insets move the edges out.
    ///
    /// Where two opposite insets exceed the extent, the result has no extent in that direction and lies between them.
    @inlinable
    public func inset(by insets: EdgeInsets) -> Rect {
        let (left, right) = (minX + insets.left, maxX - insets.right)
        let (top, bottom) = (minY + insets.top, maxY - insets.bottom)
        let (x, width) = left <= right ? (left, right - left) : ((left + right) / 2, 0)
        let (y, height) = top <= bottom ? (top, bottom - top) : ((top + bottom) / 2, 0)
        return Rect(x, y, width, height)
    }

    /// The rectangle moved by `dx` to the right and `dy` downwards.
    @inlinable
    public func offsetBy(dx: Double, dy: Double) -> Rect {
        Rect(origin: Point(origin.x + dx, origin.y + dy), size: size)
    }

    /// The part that both rectangles have, or nil where they have none.
    ///
    /// Rectangles that only touch at an edge have a part without area.
    @inlinable
    public func intersection(_ other: Rect) -> Rect? {
        let (left, right) = (Swift.max(minX, other.minX), Swift.min(maxX, other.maxX))
        let (top, bottom) = (Swift.max(minY, other.minY), Swift.min(maxY, other.maxY))
        guard left <= right, top <= bottom else { return nil }
        return Rect(left, top, right - left, bottom - top)
    }

    /// Whether the rectangles have a part with an area in common.
    @inlinable
    public func intersects(_ other: Rect) -> Bool {
        !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The smallest rectangle that contains both.
    @inlinable
    public func union(_ other: Rect) -> Rect {
        let (left, right) = (Swift.min(minX, other.minX), Swift.max(maxX, other.maxX))
        let (top, bottom) = (Swift.min(minY, other.minY), Swift.max(maxY, other.maxY))
        return Rect(left, top, right - left, bottom - top)
    }

    /// Whether `other` lies inside, edges included.
    @inlinable
    public func contains(_ other: Rect) -> Bool {
        minX <= other.minX && minY <= other.minY && other.maxX <= maxX && other.maxY <= maxY
    }
}
