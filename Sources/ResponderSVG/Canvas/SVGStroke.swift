internal import ResponderKit

extension StrokeStyle {
    /// The attributes that make the line look like this, but for those that SVG assumes.
    func attributes(_ precision: SVGPrecision) -> String {
        var text = width == 1 ? "" : " stroke-width=\"\(width.svg(precision))\""
        switch cap {
        case .butt: break
        case .round: text += " stroke-linecap=\"round\""
        case .square: text += " stroke-linecap=\"square\""
        }
        switch join {
        case .miter: break
        case .round: text += " stroke-linejoin=\"round\""
        case .bevel: text += " stroke-linejoin=\"bevel\""
        }
        // SVG draws no line at all for lengths that it does not allow.
        if !dash.isEmpty, dash.allSatisfy({ $0 >= 0 && $0.isFinite }), dash.contains(where: { $0 > 0 }) {
            text += " stroke-dasharray=\"\(dash.map { $0.svg(precision) }.joined(separator: " "))\""
        }
        return text
    }
}
