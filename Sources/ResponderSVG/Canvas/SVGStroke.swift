internal import ResponderKit

extension StrokeStyle {
    /// The attributes that make the line look like this, but for those that SVG assumes.
    func attributes(along path: Path, _ precision: SVGPrecision) -> String {
        var text = width == 1 ? "" : " stroke-width=\"\(width.svg(precision))\""
        switch cap {
        case .butt: break
        case .round: text += " stroke-linecap=\"round\""
        case .square: text += " stroke-linecap=\"square\""
        }
        switch join {
        case .miter:
            // The common shapes have no corner that is sharp enough, and SVG assumes 4.
            if case .elements(let elements) = path.shape, elements.count > 2, miterLimit != 4, miterLimit >= 1,
                miterLimit.isFinite
            {
                text += " stroke-miterlimit=\"\(miterLimit.svg())\""
            }
        case .round: text += " stroke-linejoin=\"round\""
        case .bevel: text += " stroke-linejoin=\"bevel\""
        }
        // SVG draws no line at all for lengths that it does not allow.
        if !dash.isEmpty, dash.allSatisfy({ $0 >= 0 && $0.isFinite }), dash.contains(where: { $0 > 0 }) {
            text += " stroke-dasharray=\"\(dash.map { $0.svg(precision) }.joined(separator: " "))\""
            if dashPhase != 0, dashPhase.isFinite { text += " stroke-dashoffset=\"\(dashPhase.svg(precision))\"" }
        }
        return text
    }
}
