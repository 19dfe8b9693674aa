/// Distances from the edges of a rectangle inwards, in points.
@frozen
public struct EdgeInsets: Hashable, Sendable {
    /// Points from the upper edge downwards.
    public var top: Double
    /// Points from the left edge to the right.
    public var left: Double
    /// Points from the lower edge upwards.
    public var bottom: Double
    /// Points from the right edge to the left.
    public var right: Double

    /// No distance from any edge.
    public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

    /// These distances from the edges.
    ///
    /// - Complexity: O(1); no allocation.
    @inlinable
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

extension EdgeInsets: CustomStringConvertible {
    /// The distances as `(top 1.0, left 2.0, bottom 3.0, right 4.0)`.
    public var description: String { "(top \(top), left \(left), bottom \(bottom), right \(right))" }
}
