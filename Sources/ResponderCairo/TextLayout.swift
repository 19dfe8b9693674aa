#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// A text that Pango has shaped, which the last reference frees on whatever thread: each measurer has its own fonts.
final class TextLayout {
    let pointer: OpaquePointer
    /// The extent in points.
    let size: Size
    let metrics: FontMetrics
    /// Keeps the fonts.
    private let context: PangoContextHandle

    /// Nil if there is no memory.
    init?(
        _ text: String,
        _ description: FontDescription,
        _ attributes: TextAttributes,
        _ context: PangoContextHandle
    ) {
        guard let layout = pango_layout_new(context.pointer) else { return nil }
        pointer = layout
        self.context = context
        pango_layout_set_font_description(layout, description.pointer)
        pango_layout_set_single_paragraph_mode(layout, 1)
        attributes.set(on: layout)
        // For Pango a text ends before a zero.
        var text =
            text.utf8.contains(0)
            ? text.split(separator: "\0", omittingEmptySubsequences: false)
                .joined(separator: "\u{FFFD}") : text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                pango_layout_set_text(layout, bytes.baseAddress, Int32(clamping: bytes.count))
            }
        }
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_size(layout, &width, &height)
        let unit = Double(PANGO_SCALE)
        size = Size(Double(max(0, width)) / unit, Double(max(0, height)) / unit)
        let ascent = Double(max(0, pango_layout_get_baseline(layout))) / unit
        metrics = FontMetrics(ascent: ascent, descent: max(0, size.height - ascent))
    }

    deinit { g_object_unref(gpointer(pointer)) }
}

extension TextAttributes {
    /// Has Pango shape a text so.
    fileprivate func set(on layout: OpaquePointer) {
        if arePlain { return }
        let list = pango_attr_list_new()
        // An attribute holds for the whole text if nothing else is said, and belongs to the list.
        if letterSpacing != 0 {
            pango_attr_list_insert(list, pango_attr_letter_spacing_new(Int32(letterSpacing * Double(PANGO_SCALE))))
        }
        if isUnderlined { pango_attr_list_insert(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if usesTabularDigits { pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
        pango_layout_set_attributes(layout, list)
        pango_attr_list_unref(list)
    }
}

/// A font as Pango finds it, which the last reference frees.
final class FontDescription {
    let pointer: OpaquePointer?

    init(_ key: FontKey, defaultFamily: String) {
        pointer = pango_font_description_new()
        pango_font_description_set_family(pointer, key.family ?? defaultFamily)
        pango_font_description_set_weight(pointer, PangoWeight(UInt32(key.weight.rawValue)))
        pango_font_description_set_style(pointer, key.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_absolute_size(pointer, key.size * Double(PANGO_SCALE))
    }

    deinit { pango_font_description_free(pointer) }
}

/// Fonts with the way in which they are drawn, which the last reference frees on whatever thread.
///
/// Pango's usual fonts belong to a thread. These belong to one measurer, so they can be freed on another thread.
final class PangoContextHandle {
    private let fonts: UnsafeMutablePointer<PangoFontMap>?
    let pointer: OpaquePointer?

    init(isHinted: Bool) {
        fonts = pango_cairo_font_map_new()
        pointer = pango_font_map_create_context(fonts)
        pango_context_set_round_glyph_positions(pointer, isHinted ? 1 : 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, isHinted ? CAIRO_HINT_STYLE_SLIGHT : CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, isHinted ? CAIRO_HINT_METRICS_ON : CAIRO_HINT_METRICS_OFF)
        // The order of a screen's colors in a pixel is not known.
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(pointer, options)
        cairo_font_options_destroy(options)
        // At 72 dots in an inch a point of the font is a point of the canvas.
        pango_cairo_context_set_resolution(pointer, 72)
    }

    deinit {
        if let pointer { g_object_unref(gpointer(pointer)) }
        if let fonts { g_object_unref(gpointer(fonts)) }
    }

    /// Whether there is a font for the description, whatever its name.
    func hasFont(_ description: FontDescription) -> Bool {
        guard let font = pango_font_map_load_font(fonts, pointer, description.pointer) else { return false }
        g_object_unref(gpointer(font))
        return true
    }
}
#endif
