#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// Draws by a context of Cairo what a canvas has found to be drawable.
@MainActor
final class CairoPainter {
    /// A context of Cairo, which the last reference frees on whatever thread.
    private final class Context {
        let pointer: OpaquePointer?

        init(on surface: SurfaceHandle) { pointer = cairo_create(surface.pointer) }

        deinit { cairo_destroy(pointer) }
    }

    /// Glyphs of more pixels are drawn as shapes: Cairo would keep a picture of each.
    static let largestGlyphs = 256.0

    private let surface: SurfaceHandle
    private var context: Context
    /// Whether the error of the context was taken.
    private var isTold = false

    init(on surface: SurfaceHandle, _ level: CanvasLevel) {
        self.surface = surface
        context = Context(on: surface)
        apply(level)
    }

    private var cairo: OpaquePointer? { context.pointer }

    /// Why the context draws no more; nil if it draws.
    var error: String? {
        let status = cairo_status(cairo)
        return status == CAIRO_STATUS_SUCCESS ? nil : status.reason
    }

    /// The error, once.
    func takeError() -> String? {
        guard !isTold, let error else { return nil }
        isTold = true
        return error
    }

    /// Goes on with another context: nothing ends the error of one.
    func renew(_ level: CanvasLevel) {
        context = Context(on: surface)
        // A surface with an error stays so.
        isTold = surface.error != nil
        apply(level)
    }

    private func apply(_ level: CanvasLevel) {
        let clip = level.clip
        cairo_rectangle(cairo, clip.minX, clip.minY, clip.width, clip.height)
        cairo_clip(cairo)
        if !level.isHidden { transform(level.transform) }
    }

    private func transform(_ transform: Transform) {
        var matrix = cairo_matrix_t(transform)
        cairo_transform(cairo, &matrix)
    }

    /// Performs any command but the beginning and the end of a layer.
    ///
    /// - Parameter opacity: What the opacity of a color or of a picture is multiplied by.
    func perform(_ command: DrawingCommand, opacity: Double) {
        switch command {
        case .saveState: cairo_save(cairo)
        case .restoreState: cairo_restore(cairo)
        case .concatenate(let transform): self.transform(transform)
        case .clip(let path):
            addPath(path, to: cairo)
            cairo_clip(cairo)
        case .fill(let path, let source):
            set(source, opacity)
            addPath(path, to: cairo)
            cairo_fill(cairo)
        case .stroke(let path, let source, let style):
            set(source, opacity)
            addPath(path, to: cairo)
            set(style)
            cairo_stroke(cairo)
        case .mask(let mask, let place, let color):
            set(color, opacity)
            cairo_save(cairo)
            cairo_identity_matrix(cairo)
            cairo_mask_surface(cairo, mask.pointer, place.x, place.y)
            cairo_restore(cairo)
        case .picture(let picture, let rect): draw(picture, in: rect, opacity)
        case .text(let layout, let point, let color, let asPath):
            set(color, opacity)
            cairo_move_to(cairo, point.x, point.y)
            if asPath {
                pango_cairo_layout_path(cairo, layout.pointer)
                cairo_fill(cairo)
            } else {
                pango_cairo_show_layout(cairo, layout.pointer)
                cairo_new_path(cairo)
            }
        case .beginLayer, .endLayer: break
        }
    }

    private func set(_ color: Color, _ opacity: Double) {
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * opacity)
    }

    private func set(_ source: DrawingSource, _ opacity: Double) {
        switch source {
        case .color(let color): set(color, opacity)
        case .gradient(let paint): paint.setGradient(opacity: opacity, on: cairo)
        case .tiles(let picture, let rect): set(picture, in: rect, CAIRO_EXTEND_REPEAT)
        }
    }

    /// Makes a picture the source, which has this place.
    private func set(_ picture: SurfaceHandle, in rect: Rect, _ extend: cairo_extend_t) {
        cairo_set_source_surface(cairo, picture.pointer, 0, 0)
        let (x, y) = (Double(picture.width) / rect.width, Double(picture.height) / rect.height)
        var matrix = cairo_matrix_t(xx: x, yx: 0, xy: 0, yy: y, x0: -rect.minX * x, y0: -rect.minY * y)
        let pattern = cairo_get_source(cairo)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_extend(pattern, extend)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    }

    private func set(_ style: StrokeStyle) {
        cairo_set_line_width(cairo, style.width)
        let cap =
            switch style.cap {
            case .butt: CAIRO_LINE_CAP_BUTT
            case .round: CAIRO_LINE_CAP_ROUND
            case .square: CAIRO_LINE_CAP_SQUARE
            }
        cairo_set_line_cap(cairo, cap)
        let join =
            switch style.join {
            case .miter: CAIRO_LINE_JOIN_MITER
            case .round: CAIRO_LINE_JOIN_ROUND
            case .bevel: CAIRO_LINE_JOIN_BEVEL
            }
        cairo_set_line_join(cairo, join)
        cairo_set_miter_limit(cairo, style.miterLimit)
        cairo_set_dash(cairo, style.dash, Int32(style.dash.count), style.dash.isEmpty ? 0 : style.dashPhase)
    }

    private func draw(_ picture: SurfaceHandle, in rect: Rect, _ opacity: Double) {
        // Without padding the edges of a picture that is enlarged fade out.
        set(picture, in: rect, CAIRO_EXTEND_PAD)
        cairo_new_path(cairo)
        cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height)
        if opacity < 1 {
            cairo_save(cairo)
            cairo_clip(cairo)
            cairo_paint_with_alpha(cairo, opacity)
            cairo_restore(cairo)
        } else {
            cairo_fill(cairo)
        }
        // Lets go of the picture.
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }

    /// Begins a group, with pixels for this box alone.
    func beginGroup(in box: Rect) {
        cairo_save(cairo)
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        cairo_identity_matrix(cairo)
        let pixels = box.roundedOutwards
        cairo_new_path(cairo)
        cairo_rectangle(cairo, pixels.minX, pixels.minY, pixels.width, pixels.height)
        cairo_clip(cairo)
        cairo_set_matrix(cairo, &matrix)
        cairo_push_group(cairo)
        // The clip holds for the group as a whole: an edge inside a pixel would otherwise clip twice.
        cairo_reset_clip(cairo)
    }

    /// Draws the group with an opacity.
    func endGroup(alpha: Double) {
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, alpha)
        cairo_restore(cairo)
    }
}

extension cairo_matrix_t {
    init(_ transform: Transform) {
        self.init(
            xx: transform.a,
            yx: transform.b,
            xy: transform.c,
            yy: transform.d,
            x0: transform.tx,
            y0: transform.ty
        )
    }
}
#endif
