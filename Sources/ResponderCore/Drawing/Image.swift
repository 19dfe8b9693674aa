public import ResponderTouchInput

/// A picture: pixels, or a name by which the canvas finds them, and how they are drawn.
///
/// Two images are equal if they draw the same: with pixels, if these are the same object.
public struct Image: Hashable, Sendable {
    /// The name by which a canvas finds the picture, such as a file's; what a canvas without pixels may show instead.
    public var name: String
    /// The extent of the picture, in points.
    public var size: Size
    /// The picture itself; nil for the one that the canvas finds by the name.
    public var pixels: ImagePixels?
    /// The color that is drawn instead of the picture's own, with the picture's opacity; nil for the picture's own.
    /// (`UIImage.withTintColor`)
    public var tint: Color?
    /// The edges that keep their extent where the picture is drawn in another size, in points; what lies between them
    /// is stretched. (`UIImage.resizableImage(withCapInsets:)`; a nine-patch)
    ///
    /// Where two edges have no room beside each other, they share it in proportion. A canvas that knows of no such
    /// edges stretches the picture as a whole.
    public var capInsets = EdgeInsets.zero

    /// A picture with a name and an extent in points.
    ///
    /// - Complexity: O(1); no allocation.
    public init(name: String, size: Size) {
        self.name = name
        self.size = size
    }

    /// A picture of pixels.
    ///
    /// - Parameters:
    ///   - pixels: The pixels.
    ///   - scale: The number of pixels in a point; where it is not finite or not above 0, it is 1.
    ///   - name: What a canvas may show that draws no pixels.
    /// - Complexity: O(1); no allocation.
    public init(_ pixels: ImagePixels, scale: Double = 1, name: String = "") {
        let scale = scale > 0 && scale.isFinite ? scale : 1
        self.init(name: name, size: Size(Double(pixels.width) / scale, Double(pixels.height) / scale))
        self.pixels = pixels
    }

    /// The picture in one color, with its own opacity.
    ///
    /// - Complexity: O(1); no allocation.
    public func tinted(_ color: Color) -> Image {
        var image = self
        image.tint = color
        return image
    }

    /// The picture with edges that keep their extent.
    ///
    /// - Parameter insets: The extent of the edges, in points.
    /// - Complexity: O(1); no allocation.
    public func resizable(capInsets insets: EdgeInsets) -> Image {
        var image = self
        image.capInsets = insets
        return image
    }
}
