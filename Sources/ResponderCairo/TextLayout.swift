#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// A text that Pango has shaped, which the last reference frees on whatever thread: each measurer has its own fonts.
final class TextLayout {
    let pointer: OpaquePointer
    /// The extent in points.
    let size: Size
    /// Keeps the fonts.
    private let context: PangoContextHandle

    /// Nil if there is no memory.
    init?(_ text: String, _ description: FontDescription, _ context: PangoContextHandle) {
        guard let layout = pango_layout_new(context.pointer) else { return nil }
        pointer = layout
        self.context = context
        pango_layout_set_font_description(layout, description.pointer)
        pango_layout_set_single_paragraph_mode(layout, 1)
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
    }

    deinit { g_object_unref(gpointer(pointer)) }
}

/// A font as Pango finds it, which the last reference frees.
final class FontDescription {
    let pointer: OpaquePointer?

    init(family: String, size: Double, isBold: Bool) {
        pointer = pango_font_description_new()
        pango_font_description_set_family(pointer, family)
        pango_font_description_set_weight(pointer, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_font_description_set_absolute_size(pointer, size * Double(PANGO_SCALE))
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
