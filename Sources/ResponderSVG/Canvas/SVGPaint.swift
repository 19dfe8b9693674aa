internal import ResponderKit
internal import ResponderSupport

extension SVGDefinition {
    /// A gradient; nil where it has a number that is not finite.
    static func gradient(_ paint: Paint, _ precision: SVGPrecision) -> SVGDefinition? {
        func number(_ value: Double) -> String { value.svg(precision) }
        switch paint {
        case .linearGradient(let gradient, let from, let to):
            guard from.isFinite, to.isFinite else { return nil }
            let line =
                " x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" x2=\"\(number(to.x))\" y2=\"\(number(to.y))\""
            return SVGDefinition("gradient", element: "linearGradient\(inUserSpace)\(line)", content: gradient.svg)
        case .radialGradient(let gradient, let center, let radius):
            guard center.isFinite, radius >= 0, radius.isFinite else { return nil }
            let circle = " cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\""
            return SVGDefinition("gradient", element: "radialGradient\(inUserSpace)\(circle)", content: gradient.svg)
        case .color, .image: return nil
        }
    }

    private static let inUserSpace = " gradientUnits=\"userSpaceOnUse\""

    /// Elements that are repeated, each time in a place like this one.
    static func pattern(_ elements: String, in rect: Rect, _ precision: SVGPrecision) -> SVGDefinition {
        let place = rect.svgAttributes(precision)
        return SVGDefinition("pattern", element: "pattern patternUnits=\"userSpaceOnUse\"\(place)", content: elements)
    }

    /// A filter that draws a color where something is drawn.
    static func tint(_ color: Color) -> SVGDefinition {
        SVGDefinition(
            "tint",
            element: "filter",
            content: "<feFlood flood-color=\"\(color.svg)\" flood-opacity=\"\(color.alpha.svg())\"/>"
                + "<feComposite in2=\"SourceAlpha\" operator=\"in\"/>"
        )
    }

    /// A filter that blurs what is inside of a rectangle.
    static func blur(_ radius: Double, in rect: Rect, _ precision: SVGPrecision) -> SVGDefinition {
        SVGDefinition(
            "blur",
            element: "filter filterUnits=\"userSpaceOnUse\"\(rect.svgAttributes(precision))",
            content: "<feGaussianBlur stdDeviation=\"\(radius.svg(precision))\"/>"
        )
    }
}

extension Gradient {
    /// The stops as SVG writes them.
    fileprivate var svg: String {
        stops.map { stop in
            let opacity = stop.color.alpha < 1 ? " stop-opacity=\"\(stop.color.alpha.svg())\"" : ""
            return "<stop offset=\"\(stop.location.svg())\" stop-color=\"\(stop.color.svg)\"\(opacity)/>"
        }
        .joined()
    }
}
