/// How text looks.
public struct TextStyle: Hashable, Sendable {
    /// The name of the font; nil for the canvas's own.
    public var fontName: String?
    /// The size of the font, in points.
    public var fontSize: Double
    /// Whether the text is bold.
    public var isBold: Bool
    /// The color of the text.
    public var color: Color

    /// A style with these values.
    ///
    /// - Complexity: O(1); no allocation.
    public init(fontSize: Double = 16, isBold: Bool = false, color: Color = .black, fontName: String? = nil) {
        self.fontSize = fontSize
        self.isBold = isBold
        self.color = color
        self.fontName = fontName
    }
}
