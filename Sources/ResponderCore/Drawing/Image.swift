public import ResponderTouchInput

/// A picture that the canvas finds by its name: the package reads no image files.
public struct Image: Hashable, Sendable {
    /// The name by which a canvas finds the picture, such as a file's.
    public var name: String
    /// The extent of the picture, in points.
    public var size: Size

    /// A picture with a name and an extent.
    ///
    /// - Complexity: O(1); no allocation.
    public init(name: String, size: Size) {
        self.name = name
        self.size = size
    }
}
