internal import ResponderTouchInput

// The touches that a recogniser follows itself, as a mask of slots.
extension TouchSet {
    /// The touches of the set whose slots are in `mask`.
    func intersection(_ mask: UInt64) -> TouchSet { subtracting(~mask) }

    /// The mean of the locations in the window's coordinates; the origin for no touches.
    var meanLocation: Point {
        var (x, y) = (0.0, 0.0)
        for touch in self {
            let location = touch.location(in: nil)
            (x, y) = (x + location.x, y + location.y)
        }
        return isEmpty ? .zero : Point(x / Double(count), y / Double(count))
    }

    /// The mean of the locations in the previous event, in the window's coordinates; the origin for no touches.
    var meanPreviousLocation: Point {
        var (x, y) = (0.0, 0.0)
        for touch in self {
            let location = touch.previousLocation(in: nil)
            (x, y) = (x + location.x, y + location.y)
        }
        return isEmpty ? .zero : Point(x / Double(count), y / Double(count))
    }
}

// Distances and velocities in the coordinates of views.
extension GestureRecognizer {
    /// Converts a distance from the coordinates of the recogniser's window to those of `view`.
    package final func convert(distance: Point, to view: View?) -> Point {
        guard let view else { return distance }
        return distance.applyingLinearPart(of: transform(to: view))
    }

    /// Converts a distance from the coordinates of `view` to those of the recogniser's window.
    ///
    /// A view whose transform cannot be inverted, so that it shows no distance, gives zero.
    final func convert(distance: Point, from view: View?) -> Point {
        guard let view else { return distance }
        guard let inverse = transform(to: view).inverted() else { return .zero }
        return distance.applyingLinearPart(of: inverse)
    }

    private func transform(to view: View) -> Transform { view.transform(from: viewReference?.window) }
}

extension View {
    /// The transform from the coordinates of a window to those of this view.
    ///
    /// If the two have no common ancestor, the coordinates of the view's topmost superview count as the window's.
    final func transform(from window: Window?) -> Transform {
        window?.record.transform(to: record) ?? record.transform(fromAncestor: record.root)
    }
}

extension Point {
    func applyingLinearPart(of transform: Transform) -> Point {
        Point(transform.a * x + transform.c * y, transform.b * x + transform.d * y)
    }
}
