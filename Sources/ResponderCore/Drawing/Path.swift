internal import Glibc
public import ResponderTouchInput

/// A figure to be filled, stroked or clipped to: a common shape, or lines and curves.
///
/// Where a path crosses itself, a point is inside by the nonzero winding rule; or, with ``usesEvenOddFillRule``, by the
/// even-odd rule.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct Path: Hashable, Sendable {
    /// A step of a path.
    public enum Element: Hashable, Sendable {
        /// Begins a figure at the point.
        case move(Point)
        /// A line to the point.
        case line(Point)
        /// A quadratic Bézier curve to the point.
        case quadCurve(Point, control: Point)
        /// A cubic Bézier curve to the point.
        case curve(Point, control1: Point, control2: Point)
        /// A line back to the beginning of the figure, which ends there.
        case close
    }

    /// The shape as which the path was made, for a canvas that draws common shapes itself.
    public enum Shape: Hashable, Sendable {
        /// A rectangle.
        case rect(Rect)
        /// Rectangles that do not overlap.
        case rects([Rect])
        /// A rectangle with round corners; the radius is at most half of either extent.
        case roundedRect(Rect, cornerRadius: Double)
        /// The ellipse that touches the edges of the rectangle.
        case ellipse(in: Rect)
        /// Lines and curves.
        case elements([Element])
    }

    /// The shape as which the path was made.
    public private(set) var shape: Shape
    /// Whether a point is inside that a ray from there leaves the path an odd number of times; false at first.
    ///
    /// So a figure inside another one is a hole, whatever the direction of either.
    public var usesEvenOddFillRule = false

    /// An empty path.
    public init() {
        shape = .elements([])
    }

    /// A rectangle.
    public init(_ rect: Rect) {
        shape = .rect(rect.standardized)
    }

    /// Rectangles that do not overlap.
    ///
    /// - Complexity: Linear in the rectangles; allocates their array.
    public init(_ rects: [Rect]) {
        shape = rects.count == 1 ? .rect(rects[0].standardized) : .rects(rects.map(\.standardized))
    }

    /// A rectangle with round corners.
    ///
    /// The corners' radius is in points; at most half of either extent is used.
    public init(roundedRect rect: Rect, cornerRadius: Double) {
        let radius = max(0, min(cornerRadius, min(rect.width, rect.height) / 2))
        shape = radius > 0 ? .roundedRect(rect.standardized, cornerRadius: radius) : .rect(rect.standardized)
    }

    /// The ellipse that touches the edges of the rectangle.
    public init(ellipseIn rect: Rect) {
        shape = .ellipse(in: rect.standardized)
    }

    /// A circle.
    public init(circleAt center: Point, radius: Double) {
        self.init(ellipseIn: Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius))
    }

    /// A line from one point to the other.
    ///
    /// - Complexity: O(1); allocates the elements.
    public init(from start: Point, to end: Point) {
        shape = .elements([.move(start), .line(end)])
    }
}

// MARK: - Lines and curves

extension Path {
    /// Begins a figure at the point.
    ///
    /// - Complexity: O(1) on average; allocates where the elements grow.
    public mutating func move(to point: Point) { append(.move(point)) }

    /// Adds a line to the point.
    ///
    /// - Complexity: O(1) on average; allocates where the elements grow.
    public mutating func addLine(to point: Point) { append(.line(point)) }

    /// Adds a quadratic Bézier curve to the point.
    ///
    /// - Complexity: O(1) on average; allocates where the elements grow.
    public mutating func addQuadCurve(to point: Point, control: Point) { append(.quadCurve(point, control: control)) }

    /// Adds a cubic Bézier curve to the point.
    ///
    /// - Complexity: O(1) on average; allocates where the elements grow.
    public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        append(.curve(point, control1: control1, control2: control2))
    }

    /// Adds a part of a circle, after a line from the present end of the figure to the arc's beginning.
    ///
    /// - Parameters:
    ///   - center: The middle of the circle.
    ///   - radius: The circle's radius in points.
    ///   - startAngle: In radians, clockwise from the positive x axis.
    ///   - endAngle: Likewise; an angle less than `startAngle` makes a counterclockwise arc.
    /// - Complexity: Linear in the turns of the arc, of which at most one is drawn; allocates where the elements grow.
    public mutating func addArc(center: Point, radius: Double, startAngle: Double, endAngle: Double) {
        guard startAngle.isFinite, endAngle.isFinite else { return }
        let sweep = max(-2 * .pi, min(2 * .pi, endAngle - startAngle))
        let parts = max(1, Int((sweep.magnitude / (.pi / 2)).rounded(.up)))
        let step = sweep / Double(parts)
        // The distance of the control points at which a cubic curve comes closest to the arc.
        let handle = 4 / 3 * tan(step / 4) * radius
        func point(_ angle: Double) -> Point { Point(center.x + radius * cos(angle), center.y + radius * sin(angle)) }
        func tangent(_ angle: Double) -> Point { Point(-sin(angle), cos(angle)) * handle }
        if isEmpty { move(to: point(startAngle)) } else { addLine(to: point(startAngle)) }
        for part in 0..<parts {
            let (from, to) = (startAngle + Double(part) * step, startAngle + Double(part + 1) * step)
            addCurve(to: point(to), control1: point(from) + tangent(from), control2: point(to) - tangent(to))
        }
    }

    /// Ends the figure with a line back to its beginning.
    ///
    /// Call ``move(to:)`` before the next figure: a line or a curve without it begins where it ends itself.
    ///
    /// - Complexity: O(1) on average; allocates where the elements grow.
    public mutating func close() { append(.close) }

    /// Adds the figures of another path.
    ///
    /// - Complexity: Linear in the elements of the other path; allocates where the elements grow.
    public mutating func add(_ path: Path) {
        if isEmpty { return shape = path.shape }
        var elements = elements
        // Without the old shape the array has one owner, and grows in place.
        shape = .elements([])
        elements += path.elements
        shape = .elements(elements)
    }

    private mutating func append(_ element: Element) {
        var elements = elements
        // Without the old shape the array has one owner, and grows in place.
        shape = .elements([])
        elements.append(element)
        shape = .elements(elements)
    }

    /// Whether the path has no element.
    public var isEmpty: Bool {
        switch shape {
        case .elements(let elements): elements.isEmpty
        case .rects(let rects): rects.isEmpty
        case .rect, .roundedRect, .ellipse: false
        }
    }
}

// MARK: - Reading

extension Path {
    /// The path as lines and curves, whatever its ``shape``.
    ///
    /// - Complexity: Linear in the elements; allocates their array for a common shape.
    public var elements: [Element] {
        switch shape {
        case .elements(let elements): elements
        case .rect(let rect): Self.rect(rect)
        case .rects(let rects): rects.flatMap(Self.rect)
        case .roundedRect(let rect, let radius): Self.rounded(rect, radius, radius)
        case .ellipse(let rect): Self.rounded(rect, rect.width / 2, rect.height / 2)
        }
    }

    /// The smallest upright rectangle around all points and control points; nil for an empty path.
    ///
    /// - Complexity: Linear in the elements; no allocation.
    public var boundingBox: Rect? {
        switch shape {
        case .rect(let rect), .roundedRect(let rect, _), .ellipse(let rect): return rect
        case .rects(let rects):
            return rects.dropFirst().reduce(rects.first) { $0?.union($1) }
        case .elements(let elements):
            var box: (least: Point, greatest: Point)?
            func include(_ point: Point) {
                let (least, greatest) = box ?? (point, point)
                box = (
                    Point(min(least.x, point.x), min(least.y, point.y)),
                    Point(max(greatest.x, point.x), max(greatest.y, point.y))
                )
            }
            for element in elements {
                switch element {
                case .move(let point), .line(let point): include(point)
                case .quadCurve(let point, let control):
                    include(point)
                    include(control)
                case .curve(let point, let control1, let control2):
                    include(point)
                    include(control1)
                    include(control2)
                case .close: break
                }
            }
            return box.map { Rect($0.least.x, $0.least.y, $0.greatest.x - $0.least.x, $0.greatest.y - $0.least.y) }
        }
    }

    private static func rect(_ rect: Rect) -> [Element] {
        [
            .move(Point(rect.minX, rect.minY)), .line(Point(rect.maxX, rect.minY)),
            .line(Point(rect.maxX, rect.maxY)), .line(Point(rect.minX, rect.maxY)), .close,
        ]
    }

    /// A rectangle whose corners are quarters of an ellipse.
    private static func rounded(_ rect: Rect, _ x: Double, _ y: Double) -> [Element] {
        // The part of the radius at which a cubic curve comes closest to a quarter of a circle.
        let handle = 0.5522847498307936
        let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
        let (dx, dy) = (x * (1 - handle), y * (1 - handle))
        return [
            .move(Point(left + x, top)),
            .line(Point(right - x, top)),
            .curve(Point(right, top + y), control1: Point(right - dx, top), control2: Point(right, top + dy)),
            .line(Point(right, bottom - y)),
            .curve(Point(right - x, bottom), control1: Point(right, bottom - dy), control2: Point(right - dx, bottom)),
            .line(Point(left + x, bottom)),
            .curve(Point(left, bottom - y), control1: Point(left + dx, bottom), control2: Point(left, bottom - dy)),
            .line(Point(left, top + y)),
            .curve(Point(left + x, top), control1: Point(left, top + dy), control2: Point(left + dx, top)),
            .close,
        ]
    }
}
