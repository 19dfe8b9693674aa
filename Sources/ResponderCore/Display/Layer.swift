internal import ResponderTouchInput

/// A view's drawing, how the view is composed with others, and its name: state that many views do not need.
final class Layer {
    /// See ``View/backgroundColor``.
    var backgroundColor: Color?
    /// See ``View/clipsToBounds``.
    var clipsToBounds = false
    /// The part of the bounds that a marked view must draw, relative to the bounds' origin; nil for the whole bounds.
    var dirtyRect: Rect?
    var contents = Contents()
    /// Corners, border and shadow; nil for a plain rectangle.
    var decoration: Decoration?
    /// See ``View/appearanceReference``.
    var controlAppearance: AnyObject?
    /// See ``View/restorationIdentifier``.
    var restorationIdentifier: String?
    /// What the app has said of the view for the element tree; nil while it has said nothing.
    var accessibility: AccessibilityDescription?
    /// The marked views inside this hidden one.
    var waiting = MarkedViews(flag: .awaitsUnhiding)
}

extension Layer? {
    /// The bounds of the layer's view with the shadow around them.
    func extent(of bounds: Rect) -> Rect { self?.decoration?.extent(of: bounds) ?? bounds }
}

/// A view's drawing: parts that do not overlap, drawn at different times.
struct Contents {
    /// The drawing of one call.
    private struct Part {
        let list: DisplayList
        /// The origin of the bounds at that time.
        let origin: Point
        /// The regions in which the part is seen, relative to the origin of the bounds.
        var regions: [Rect]
    }

    /// With more regions than this, the view next draws its whole bounds.
    private static let mostRegions = 64
    /// The most canvas calls in all parts, as a multiple of those in the last drawing of the whole bounds: many views
    /// draw all of their contents for each part.
    private static let mostRepetitions = 8

    private var parts: [Part] = []
    /// The number of canvas calls in the last drawing of the whole bounds.
    private var wholeCount = 0

    var isEmpty: Bool { parts.isEmpty }

    /// Whether the next drawing must replace all parts.
    var isFragmented: Bool {
        let (regions, commands) = parts.reduce((0, 0)) { ($0.0 + $1.regions.count, $0.1 + $1.list.commands.count) }
        return regions > Self.mostRegions || commands > Self.mostRepetitions * max(wholeCount, Self.mostRegions)
    }

    /// Replaces the drawing in a part of the bounds.
    ///
    /// - Parameters:
    ///   - list: The new drawing.
    ///   - rect: The part, in the view's coordinates.
    ///   - bounds: The bounds at the time.
    mutating func replace(_ rect: Rect, with list: DisplayList, in bounds: Rect) {
        let region = rect.offsetBy(dx: -bounds.origin.x, dy: -bounds.origin.y)
        if rect.contains(bounds) {
            parts = []
            wholeCount = list.commands.count
        } else {
            for index in parts.indices {
                parts[index].regions = parts[index].regions.flatMap { $0.subtracting(region) }
            }
            parts.removeAll(where: \.regions.isEmpty)
        }
        if !list.isEmpty { parts.append(Part(list: list, origin: bounds.origin, regions: [region])) }
    }

    /// Whether a picture with one of these names was drawn.
    func hasImage(named names: Set<String>) -> Bool { parts.contains { $0.list.hasImage(named: names) } }

    /// Draws the parts, as far as they are seen in the present bounds.
    ///
    /// A new origin of the bounds moves the subviews, as in scrolling; the view's own drawing stays in place.
    ///
    /// - Parameters:
    ///   - view: The view that has drawn the parts.
    ///   - rect: The part of the bounds to draw; nil for the whole bounds.
    @MainActor
    func replay(of view: View, in canvas: any Canvas, rect: Rect?) {
        let bounds = view.bounds.standardized
        // The bounds may have become smaller since the parts were drawn.
        guard let wanted = rect.map({ $0.intersection(bounds) }) ?? bounds else { return }
        // The view may have moved by a fraction of a pixel since: a seam would be seen between two parts.
        let grid = parts.count > 1 ? PixelGrid(of: view) : nil
        for part in parts {
            let regions = part.regions.compactMap { region in
                let region = region.offsetBy(dx: bounds.origin.x, dy: bounds.origin.y)
                return (grid?.snapped(region, in: bounds) ?? region).intersection(wanted)
            }
            if regions.allSatisfy(\.isEmpty) { continue }
            canvas.saveState()
            canvas.clip(to: Path(regions))
            if bounds.origin != part.origin {
                let offset = bounds.origin - part.origin
                canvas.concatenate(Transform(translationX: offset.x, y: offset.y))
            }
            part.list.replay(in: canvas)
            canvas.restoreState()
        }
    }
}

extension Rect {
    /// The parts of the rectangle outside of another one: at most four, without overlaps.
    func subtracting(_ other: Rect) -> [Rect] {
        guard let common = intersection(other), !common.isEmpty else { return [self] }
        return [
            Rect(minX, minY, width, common.minY - minY),
            Rect(minX, common.maxY, width, maxY - common.maxY),
            Rect(minX, common.minY, common.minX - minX, common.height),
            Rect(common.maxX, common.minY, maxX - common.maxX, common.height),
        ]
        .filter { !$0.isEmpty }
    }
}
