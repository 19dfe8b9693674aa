/// Pixels that never change: those of an ``Image``.
///
/// Each pixel is `0xAARRGGBB`: 8 bits for the opacity, then red, green and blue, each multiplied by the opacity. The
/// color space is sRGB. Two objects are equal if they are the same, so new pixels are a new object.
public final class ImagePixels: Hashable, Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The pixels, row by row from the top, each from left to right.
    public let values: [UInt32]

    /// Pixels, row by row from the top.
    ///
    /// - Parameters:
    ///   - width: The number of pixels in a row.
    ///   - height: The number of rows.
    ///   - values: The pixels. A color above its opacity, which no picture has, is drawn as a canvas likes.
    /// - Returns: Nil unless both numbers are above 0 and there are as many values as pixels.
    /// - Complexity: O(1); allocates the object, which shares the values.
    public init?(width: Int, height: Int, values: [UInt32]) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows, count == values.count else { return nil }
        self.width = width
        self.height = height
        self.values = values
    }

    /// Whether both are the same object.
    ///
    /// - Complexity: O(1); no allocation.
    public static func == (one: ImagePixels, other: ImagePixels) -> Bool { one === other }

    /// Hashes the object's identity.
    ///
    /// - Complexity: O(1); no allocation.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
