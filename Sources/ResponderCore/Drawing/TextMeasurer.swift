public import ResponderTouchInput

/// Measures text for the canvas that will draw it: an embedder has one for its fonts.
///
/// See ``Application/textMeasurer``.
@MainActor
public protocol TextMeasurer {
    /// Returns the extent of a text in one line, in points.
    func size(of text: String, in style: TextStyle) -> Size

    /// Returns where the base line of the style's lines is, in points.
    ///
    /// By default the ascent is four fifths of a line's height.
    func metrics(of style: TextStyle) -> FontMetrics

    /// Returns where a caret stands between the characters of a text in one line: a place before the first character,
    /// and one behind each character, in points from the left edge of the text.
    ///
    /// In text from right to left the places go from right to left. Where several characters are one glyph, the places
    /// divide the glyph evenly.
    ///
    /// By default each character is as wide as by itself, and the places are scaled to the width of the whole text.
    ///
    /// - Returns: A place more than the text has characters (`text.count`).
    func caretOffsets(of text: String, in style: TextStyle) -> [Double]
}

extension TextMeasurer {
    /// Returns an ascent of four fifths of a line's height.
    ///
    /// - Complexity: That of ``size(of:in:)``.
    public func metrics(of style: TextStyle) -> FontMetrics {
        let height = size(of: "", in: style).height
        return FontMetrics(ascent: 0.8 * height, descent: 0.2 * height)
    }

    /// Returns the sums of the characters' own widths, scaled to the width of the text.
    ///
    /// - Complexity: That of ``size(of:in:)`` for the text and for each of its characters; allocates the places.
    public func caretOffsets(of text: String, in style: TextStyle) -> [Double] {
        var offsets = [0.0]
        for character in text {
            offsets.append(offsets[offsets.count - 1] + size(of: String(character), in: style).width)
        }
        let (sum, width) = (offsets[offsets.count - 1], size(of: text, in: style).width)
        guard sum > 0, width != sum else { return offsets }
        return offsets.map { $0 / sum * width }
    }
}

/// The places of a font's lines around their base line.
public struct FontMetrics: Hashable, Sendable {
    /// How far the upper edge of a line is above the base line, in points.
    public var ascent: Double
    /// How far the lower edge of a line is below the base line, in points.
    public var descent: Double

    /// Metrics with these values.
    ///
    /// - Complexity: O(1); no allocation.
    public init(ascent: Double, descent: Double) {
        self.ascent = ascent
        self.descent = descent
    }
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
        Size(Double(text.count) * advance(in: style), lineHeight * style.fontSize)
    }

    /// Returns the multiples of a character's width.
    ///
    /// - Complexity: Linear in the text; allocates the places.
    public func caretOffsets(of text: String, in style: TextStyle) -> [Double] {
        let advance = advance(in: style)
        return (0...text.count).map { Double($0) * advance }
    }

    private func advance(in style: TextStyle) -> Double { characterWidth * style.fontSize + style.letterSpacing }
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
