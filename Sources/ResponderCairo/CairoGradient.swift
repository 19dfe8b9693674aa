#if Cairo
internal import CResponderCairo
internal import ResponderKit

extension Paint {
    /// Whether the paint is a gradient with finite numbers, which Cairo can draw.
    var isDrawableGradient: Bool {
        switch self {
        case .linearGradient(_, let from, let to): from.isFinite && to.isFinite
        case .radialGradient(_, let center, let radius): center.isFinite && radius >= 0 && radius.isFinite
        case .color, .image: false
        }
    }

    /// Makes a gradient the source of a context.
    func setGradient(opacity: Double, on cairo: OpaquePointer?) {
        let pattern: OpaquePointer?
        let gradient: Gradient
        switch self {
        case .linearGradient(let colors, let from, let to):
            (pattern, gradient) = (cairo_pattern_create_linear(from.x, from.y, to.x, to.y), colors)
        case .radialGradient(let colors, let center, let radius):
            (pattern, gradient) = (
                cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), colors
            )
        case .color, .image: return
        }
        for stop in gradient.stops {
            let color = stop.color
            let alpha = color.alpha * opacity
            cairo_pattern_add_color_stop_rgba(pattern, stop.location, color.red, color.green, color.blue, alpha)
        }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_set_source(cairo, pattern)
        cairo_pattern_destroy(pattern)
    }
}
#endif
