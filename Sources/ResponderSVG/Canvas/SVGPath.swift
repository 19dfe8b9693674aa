internal import ResponderKit

extension Path {
    /// The element that draws the path, without its end: `<rect width="8" height="16"`.
    ///
    /// Nil for a path that draws nothing, and for one with a coordinate that is not finite.
    func svg(_ precision: SVGPrecision) -> String? {
        switch shape {
        case .rect(let rect):
            return rect.isFinite ? "<rect\(rect.svgAttributes(precision))" : nil
        case .roundedRect(let rect, let radius):
            return rect.isFinite && radius.isFinite
                ? "<rect\(rect.svgAttributes(precision)) rx=\"\(radius.svg(precision))\"" : nil
        case .ellipse(let rect):
            guard rect.isFinite else { return nil }
            let (x, y) = (rect.width / 2, rect.height / 2)
            let center = " cx=\"\(rect.center.x.svg(precision))\" cy=\"\(rect.center.y.svg(precision))\""
            return x == y
                ? "<circle\(center) r=\"\(x.svg(precision))\""
                : "<ellipse\(center) rx=\"\(x.svg(precision))\" ry=\"\(y.svg(precision))\""
        case .rects(let rects):
            guard !rects.isEmpty, rects.allSatisfy(\.isFinite) else { return nil }
            return "<path d=\"\(rects.map { $0.svgFigure(precision) }.joined())\""
        case .elements(let elements):
            return Self.figures(elements, precision).map { "<path d=\"\($0)\"" }
        }
    }

    /// The attribute of a path that is filled by the even-odd rule.
    var fillRule: String { usesEvenOddFillRule ? " fill-rule=\"evenodd\"" : "" }

    /// The data of a path element: each figure begins with a move, as SVG demands.
    private static func figures(_ elements: [Element], _ precision: SVGPrecision) -> String? {
        var data = ""
        var isInFigure = false
        for element in elements {
            guard element.isFinite else { return nil }
            if !isInFigure, let point = element.end, !element.isMove { data += "M" + point.svg(precision) }
            switch element {
            case .move(let point): data += "M" + point.svg(precision)
            case .line(let point): data += isInFigure ? "L" + point.svg(precision) : ""
            case .quadCurve(let point, let control): data += "Q" + control.svg(precision) + " " + point.svg(precision)
            case .curve(let point, let control1, let control2):
                data += "C" + control1.svg(precision) + " " + control2.svg(precision) + " " + point.svg(precision)
            case .close: data += isInFigure ? "Z" : ""
            }
            isInFigure = element.end != nil
        }
        return data.isEmpty ? nil : data
    }
}

extension Path.Element {
    /// Where the step ends; nil for the end of a figure.
    fileprivate var end: Point? {
        switch self {
        case .move(let point), .line(let point), .quadCurve(let point, _), .curve(let point, _, _): point
        case .close: nil
        }
    }

    fileprivate var isMove: Bool { if case .move = self { true } else { false } }

    fileprivate var isFinite: Bool {
        switch self {
        case .move(let point), .line(let point): point.isFinite
        case .quadCurve(let point, let control): point.isFinite && control.isFinite
        case .curve(let point, let control1, let control2):
            point.isFinite && control1.isFinite && control2.isFinite
        case .close: true
        }
    }
}

extension Point {
    /// The point in the data of a path.
    func svg(_ precision: SVGPrecision) -> String { "\(x.svg(precision)) \(y.svg(precision))" }
}

extension Rect {
    /// The rectangle as attributes; a coordinate of zero needs none.
    func svgAttributes(_ precision: SVGPrecision) -> String {
        (minX == 0 ? "" : " x=\"\(minX.svg(precision))\"") + (minY == 0 ? "" : " y=\"\(minY.svg(precision))\"")
            + " width=\"\(width.svg(precision))\" height=\"\(height.svg(precision))\""
    }

    fileprivate func svgFigure(_ precision: SVGPrecision) -> String {
        "M\(origin.svg(precision))h\(width.svg(precision))v\(height.svg(precision))"
            + "h\((-width).svg(precision))Z"
    }
}
