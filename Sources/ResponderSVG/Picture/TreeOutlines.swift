internal import ResponderKit

/// The outlines of the views of a tree, superviews first.
@MainActor
struct TreeOutlines {
    /// A view, or several views that lie one on another exactly.
    struct Outline {
        var names: [String]
        let corners: [Point]
        let isHidden: Bool

        /// The smallest upright rectangle around the outline.
        var box: Rect {
            let (x, y) = (corners.map(\.x), corners.map(\.y))
            let (left, top) = (x.min() ?? 0, y.min() ?? 0)
            return Rect(left, top, (x.max() ?? 0) - left, (y.max() ?? 0) - top)
        }

        /// The outline, moved inwards where the view is upright.
        func path(inset: Double) -> Path {
            let isUpright = zip(corners, corners.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
            if isUpright { return Path(box.insetBy(dx: inset, dy: inset)) }
            var path = Path()
            path.move(to: corners[0])
            corners.dropFirst().forEach { path.addLine(to: $0) }
            path.close()
            return path
        }
    }

    private(set) var outlines: [Outline] = []
    private var places: [ObjectIdentifier: Int] = [:]

    /// The outlines of the view and of all views in it; not of those in hidden ones.
    ///
    /// - Parameter transform: From the coordinates of the view to those of the picture.
    init(of root: View, transform: Transform) {
        var remaining: [(view: View, transform: Transform, above: Int?)] = [(root, transform, nil)]
        while let (view, transform, above) = remaining.popLast() {
            let isHidden = view !== root && (view.isHidden || view.alpha < 0.01)
            let place = add(view, transform, above: above, isHidden: isHidden)
            guard !isHidden else { continue }
            for subview in view.subviews.reversed() {
                remaining.append((subview, subview.toSuperview.concatenating(transform), place))
            }
        }
    }

    /// The outline of the view, if the view is in the tree.
    func outline(of view: View) -> Outline? { places[ObjectIdentifier(view)].map { outlines[$0] } }

    private mutating func add(_ view: View, _ transform: Transform, above: Int?, isHidden: Bool) -> Int {
        let (bounds, name) = (view.bounds, "\(type(of: view))")
        let corners = [
            Point(bounds.minX, bounds.minY), Point(bounds.maxX, bounds.minY), Point(bounds.maxX, bounds.maxY),
            Point(bounds.minX, bounds.maxY),
        ].map { $0.applying(transform) }
        if let above, outlines[above].corners == corners, !isHidden {
            outlines[above].names.append(name)
            places[ObjectIdentifier(view)] = above
            return above
        }
        outlines.append(Outline(names: [name], corners: corners, isHidden: isHidden))
        places[ObjectIdentifier(view)] = outlines.count - 1
        return outlines.count - 1
    }
}

extension View {
    /// From the view's coordinates to its superview's.
    fileprivate var toSuperview: Transform {
        let (bounds, anchor, center) = (bounds, anchorPoint, center)
        let anchorPlace = Point(
            bounds.origin.x + anchor.x * bounds.size.width,
            bounds.origin.y + anchor.y * bounds.size.height
        )
        return Transform(translationX: -anchorPlace.x, y: -anchorPlace.y)
            .concatenating(transform)
            .concatenating(Transform(translationX: center.x, y: center.y))
    }
}
