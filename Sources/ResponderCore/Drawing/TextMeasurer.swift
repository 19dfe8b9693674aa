public import ResponderTouchInput

/// Measures text for the canvas that will draw it: an embedder has one for its fonts.
///
/// See ``Application/textMeasurer``.
@MainActor
public protocol TextMeasurer {
    /// Returns the extent of a text in one line, in points.
    func size(of text: String, in style: TextStyle) -> Size
}

/// Measures text as if all characters were equally wide.
///
/// This is the measurer of an application that was given none.
public struct FixedWidthTextMeasurer: TextMeasurer {
    /// The width of a character, as a part of the font's size.
    public var characterWidth: Double
    /// The height of a line, as a part of the font's size.
    public var lineHeight: Double

    /// A measurer for characters of these extents, as parts of the font's size.
    ///
    /// - Complexity: O(1); no allocation.
    public nonisolated init(characterWidth: Double = 0.6, lineHeight: Double = 1.2) {
        self.characterWidth = characterWidth
        self.lineHeight = lineHeight
    }

    /// Returns the number of characters times their width, and the height of a line.
    ///
    /// - Complexity: Linear in the text; no allocation.
    public func size(of text: String, in style: TextStyle) -> Size {
        Size(Double(text.count) * characterWidth * style.fontSize, lineHeight * style.fontSize)
    }
}

extension Application {
    /// Measures the text of the application's views: equally wide characters at first.
    ///
    /// Set it before the first views are laid out: setting it marks no view.
    public final var textMeasurer: any TextMeasurer {
        get { updatePass.textMeasurer }
        set { updatePass.textMeasurer = newValue }
    }
}

extension View {
    /// Measures text for this view: that of its window's application, or equally wide characters in no window.
    ///
    /// May be used anywhere, for example in ``sizeThatFits(_:)``.
    public final var textMeasurer: any TextMeasurer { window?.updatePass.textMeasurer ?? FixedWidthTextMeasurer() }
}

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
