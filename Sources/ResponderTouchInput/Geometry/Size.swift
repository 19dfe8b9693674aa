/// A width and a height in points.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@frozen
public struct Size: Hashable, Sendable {
    /// Points from the left to the right edge.
    public var width: Double
    /// Points from the upper to the lower edge.
    public var height: Double

    /// No extent in either direction.
    public static let zero = Size(0, 0)

    /// An extent of `width` by `height` points.
    @inlinable
    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    /// An extent of `width` by `height` points.
    @inlinable
    public init(width: Double, height: Double) {
        self.init(width, height)
    }
}

extension Size: CustomStringConvertible {
    /// The extent as `320.0 x 240.0`.
    public var description: String { "\(width) x \(height)" }
}
