#if Cairo
internal import ResponderKit

extension Path {
    /// The path as Cairo can draw it, and the box in pixels around it; nil for an empty path, and for one with a number
    /// that is not finite.
    ///
    /// Cairo's numbers of pixels have 24 bits before the point, and would wrap around. So what lies farther away is
    /// brought nearer, which changes nothing on a surface.
    func located(by transform: Transform) -> (path: Path, box: Rect)? {
        guard let extent = finiteExtent else { return nil }
        let box = extent.applying(transform)
        let limit = Self.farthest
        if box.minX > -limit, box.minY > -limit, box.maxX < limit, box.maxY < limit { return (self, box) }
        guard let near = broughtNearer(by: transform), let extent = near.finiteExtent else { return nil }
        return (near, extent.applying(transform))
    }

    /// How far from the origin Cairo draws, in pixels; half of what it could, for the width of lines.
    static var farthest: Double { 4e6 }

    private func broughtNearer(by transform: Transform) -> Path? {
        guard let back = transform.inverted() else { return nil }
        func near(_ point: Point) -> Point {
            let pixel = point.applying(transform)
            let (x, y) = (
                min(max(-Self.farthest, pixel.x), Self.farthest), min(max(-Self.farthest, pixel.y), Self.farthest)
            )
            return Point(x, y).applying(back)
        }
        var path = Path()
        path.usesEvenOddFillRule = usesEvenOddFillRule
        for element in elements {
            switch element {
            case .move(let point): path.move(to: near(point))
            case .line(let point): path.addLine(to: near(point))
            case .quadCurve(let point, let control): path.addQuadCurve(to: near(point), control: near(control))
            case .curve(let point, let first, let second):
                path.addCurve(to: near(point), control1: near(first), control2: near(second))
            case .close: path.close()
            }
        }
        return path
    }

    /// The box around all points; nil if there is none, or if a number is not finite.
    private var finiteExtent: Rect? {
        switch shape {
        case .rect(let rect), .ellipse(let rect): return rect.isFinite ? rect : nil
        case .roundedRect(let rect, let radius): return rect.isFinite && radius.isFinite ? rect : nil
        case .rects(let rects): return rects.allSatisfy(\.isFinite) ? boundingBox : nil
        case .elements(let elements): return elements.allSatisfy(\.isFinite) ? boundingBox : nil
        }
    }

    /// The length of the path's lines and of the lines through the control points of its curves, in pixels.
    fileprivate func roughLength(by transform: Transform) -> Double {
        var length = 0.0
        var (start, last) = (Point.zero, Point.zero)
        func add(_ point: Point) {
            length += (point.applying(transform) - last.applying(transform)).length
            last = point
        }
        for element in elements {
            switch element {
            case .move(let point): (start, last) = (point, point)
            case .line(let point): add(point)
            case .quadCurve(let point, let control): [control, point].forEach(add)
            case .curve(let point, let first, let second): [first, second, point].forEach(add)
            case .close: add(start)
            }
        }
        return length
    }
}

extension Path.Element {
    fileprivate var isFinite: Bool {
        switch self {
        case .move(let point), .line(let point): point.isFinite
        case .quadCurve(let point, let control): point.isFinite && control.isFinite
        case .curve(let point, let first, let second): point.isFinite && first.isFinite && second.isFinite
        case .close: true
        }
    }
}

extension StrokeStyle {
    /// The style as Cairo can draw it: with a width that it has numbers for, and with dashes that are lengths and of
    /// which a line has at most a hundred thousand; with other dashes the line has no gaps.
    func drawable(along path: Path, by transform: Transform) -> StrokeStyle {
        var style = self
        let scale = transform.greatestScale
        style.width = min(width, Path.farthest / scale)
        // Every comparison with NaN is false.
        if !(miterLimit >= 1 && miterLimit <= 1000) { style.miterLimit = miterLimit > 1000 ? 1000 : 10 }
        guard !dash.isEmpty else { return style }
        let period = dash.reduce(0, +) * scale
        let areLengths = dash.allSatisfy { $0 >= 0 } && period > 0 && period.isFinite
        if !areLengths || path.roughLength(by: transform) / period * Double(dash.count) > 1e5 { style.dash = [] }
        style.dashPhase = dashPhase.isFinite ? dashPhase.truncatingRemainder(dividingBy: dash.reduce(0, +)) : 0
        return style
    }

    /// How far from its path a line reaches, in points.
    var reach: Double {
        switch join {
        case .miter: width / 2 * max(miterLimit, 1.5)
        case .round, .bevel: width * 0.75
        }
    }
}
#endif
