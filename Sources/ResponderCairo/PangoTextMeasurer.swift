#if Cairo
internal import CResponderCairo
internal import Logging
public import ResponderKit

/// Measures text by Pango, for views, and draws the text of a ``CairoCanvas``.
///
/// Set it before the first views are laid out, and draw with the same one:
///
///     application.textMeasurer = PangoTextMeasurer.shared
///
/// Fontconfig finds the fonts: a name that is not installed is replaced by the font that fontconfig finds nearest, and
/// so are characters that a font does not have. If the system has no font at all, text is measured as characters of
/// equal width, and is not drawn; ``onError`` is told once.
///
/// Text that was shaped is kept, up to a limit: what was used last stays. With the 257th font, by name and size, all
/// begins anew.
@MainActor
public final class PangoTextMeasurer: TextMeasurer {
    /// The measurer of who makes none: with the font family `sans-serif`.
    public static let shared = PangoTextMeasurer()

    /// The font family of a text without a font name.
    public let defaultFamily: String
    /// Whether glyphs stand on whole pixels, and extents are whole points.
    ///
    /// So it is before Cairo 1.17.4: those versions round the place of each glyph to a pixel, and with extents that are
    /// not whole the gaps between glyphs would be uneven. From 1.17.4 on glyphs stand between pixels, and a text is as
    /// wide at every scale.
    public nonisolated let isHinted: Bool
    /// Told of errors: at first the log is.
    public var onError: @MainActor (CairoError) -> Void = {
        Logger(label: "responderkit.ResponderCairo").error("\($0)")
    }

    private var context: PangoContextHandle
    private var layouts: RecentCache<LayoutKey, TextLayout>
    /// How many texts were found among those that are kept, and how many were not.
    private(set) var (hits, misses) = (0, 0)
    private var descriptions: [FontKey: FontDescription] = [:]
    /// Whether there is a font; nil before the first text.
    private var hasFont: Bool?

    /// A measurer with fonts of its own.
    ///
    /// - Parameters:
    ///   - defaultFamily: The font family of a text without a font name, or several with commas between them.
    ///   - layoutLimit: How many shaped texts are kept.
    /// - Complexity: O(1); allocates the measurer and Pango's parts.
    public convenience init(defaultFamily: String = "sans-serif", layoutLimit: Int = 1024) {
        self.init(defaultFamily: defaultFamily, layoutLimit: layoutLimit, isHinted: cairo_version() < 11_704)
    }

    init(defaultFamily: String = "sans-serif", layoutLimit: Int = 1024, isHinted: Bool) {
        self.defaultFamily = defaultFamily
        self.isHinted = isHinted
        context = PangoContextHandle(isHinted: isHinted)
        // A longer text is not kept.
        layouts = RecentCache(costLimit: 1 << 20, countLimit: max(1, layoutLimit))
    }

    /// The extent of a text in one line, in points: the advance of its glyphs, and the height of a line of its font.
    ///
    /// A font whose size is not a number, or is less than a hundredth of a point, has no extent; one of more than
    /// 10,000 points counts as one of 10,000.
    ///
    /// - Complexity: Linear in the text if it must be shaped, and to find it among the shaped ones; allocates a text
    ///   that was not kept.
    public func size(of text: String, in style: TextStyle) -> Size {
        guard let style = Self.limited(style) else { return .zero }
        return layout(of: text, in: style)?.size ?? FixedWidthTextMeasurer().size(of: text, in: style)
    }

    /// The ascent and the descent of the style's font; all of a text's lines have them.
    ///
    /// - Complexity: O(1) for a style that was used; allocates what is kept of another one.
    public func metrics(of style: TextStyle) -> FontMetrics {
        guard let style = Self.limited(style) else { return FontMetrics(ascent: 0, descent: 0) }
        guard let layout = layout(of: "", in: style) else { return FixedWidthTextMeasurer().metrics(of: style) }
        return layout.metrics
    }

    /// The places of carets, also in ligatures and in text from right to left.
    ///
    /// - Complexity: O(n log n) for n characters; allocates the places.
    public func caretOffsets(of text: String, in style: TextStyle) -> [Double] {
        guard let style = Self.limited(style) else { return Array(repeating: 0, count: text.count + 1) }
        guard let layout = layout(of: text, in: style) else {
            return FixedWidthTextMeasurer().caretOffsets(of: text, in: style)
        }
        return layout.caretOffsets(of: text)
    }

    /// Forgets the shaped texts and the fonts, as on a memory warning.
    ///
    /// - Complexity: Linear in the texts and fonts; allocates Pango's parts anew.
    public func removeAll() {
        layouts.removeAll()
        descriptions = [:]
        // Pango keeps some 15 kB for each size of a font, as long as its fonts are there.
        context = PangoContextHandle(isHinted: isHinted)
    }

    /// How many texts are kept.
    var keptLayouts: Int { layouts.count }
    /// How many fonts are kept.
    var keptFonts: Int { descriptions.count }

    /// The style with a size that Pango can serve; nil if nothing can be seen.
    static func limited(_ style: TextStyle) -> TextStyle? {
        guard style.fontSize >= 0.01 else { return nil }
        var style = style
        style.fontSize = min(style.fontSize, 10_000)
        return style
    }

    /// The shaped text; nil if there is no font.
    func layout(of text: String, in style: TextStyle) -> TextLayout? {
        let font = FontKey(style)
        let key = LayoutKey(text: text, font: font, attributes: TextAttributes(style))
        if let known = layouts[key] {
            hits += 1
            return known
        }
        misses += 1
        let description = description(font)
        if hasFont == nil {
            let found = context.hasFont(description)
            hasFont = found
            if !found { onError(CairoError(.noFont)) }
        }
        guard hasFont == true, let made = TextLayout(text, description, key.attributes, context) else { return nil }
        layouts.insert(made, for: key, cost: text.utf8.count)
        return made
    }

    private func description(_ key: FontKey) -> FontDescription {
        if let known = descriptions[key] { return known }
        // An animation of sizes would fill the memory.
        if descriptions.count >= 256 { removeAll() }
        let made = FontDescription(key, defaultFamily: defaultFamily)
        descriptions[key] = made
        return made
    }
}
#endif
