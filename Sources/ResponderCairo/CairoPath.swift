#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// Makes a path the present one of a context, with the path's rule for what is inside.
func addPath(_ path: Path, to cairo: OpaquePointer?) {
    cairo_new_path(cairo)
    cairo_set_fill_rule(cairo, path.usesEvenOddFillRule ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    switch path.shape {
    case .rect(let rect): cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height)
    case .rects(let rects):
        for rect in rects { cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height) }
    case .roundedRect(let rect, let radius): addRounded(rect, radius, radius, to: cairo)
    case .ellipse(let rect): addRounded(rect, rect.width / 2, rect.height / 2, to: cairo)
    case .elements(let elements): add(elements, to: cairo)
    }
}

/// A rectangle whose corners are quarters of an ellipse.
private func addRounded(_ rect: Rect, _ x: Double, _ y: Double, to cairo: OpaquePointer?) {
    // One less the part of the radius at which a cubic curve comes closest to a quarter of a circle.
    let handle = 1 - 0.5522847498307936
    let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    let (dx, dy) = (x * handle, y * handle)
    cairo_move_to(cairo, left + x, top)
    cairo_line_to(cairo, right - x, top)
    cairo_curve_to(cairo, right - dx, top, right, top + dy, right, top + y)
    cairo_line_to(cairo, right, bottom - y)
    cairo_curve_to(cairo, right, bottom - dy, right - dx, bottom, right - x, bottom)
    cairo_line_to(cairo, left + x, bottom)
    cairo_curve_to(cairo, left + dx, bottom, left, bottom - dy, left, bottom - y)
    cairo_line_to(cairo, left, top + y)
    cairo_curve_to(cairo, left, top + dy, left + dx, top, left + x, top)
    cairo_close_path(cairo)
}

private func add(_ elements: [Path.Element], to cairo: OpaquePointer?) {
    /// The present end of the figure; nil between figures.
    var last: Point?
    /// A line or a curve without a move begins where it ends itself.
    func begin(_ end: Point) -> Point {
        if let last { return last }
        cairo_move_to(cairo, end.x, end.y)
        return end
    }
    for element in elements {
        switch element {
        case .move(let point):
            cairo_move_to(cairo, point.x, point.y)
            last = point
        case .line(let end):
            _ = begin(end)
            cairo_line_to(cairo, end.x, end.y)
            last = end
        case .quadCurve(let end, let control):
            let start = begin(end)
            // The cubic curve that is the same.
            let (first, second) = (start + (control - start) * (2 / 3), end + (control - end) * (2 / 3))
            cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
            last = end
        case .curve(let end, let first, let second):
            _ = begin(end)
            cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
            last = end
        case .close:
            cairo_close_path(cairo)
            last = nil
        }
    }
}
#endif
