internal import ResponderTouchInput

/// The state that few views need: a transform, an anchor, an alpha other than 1.
package struct RareState {
    var alpha = 1.0
    /// The point of the bounds that stays in place when the view is transformed or resized, as fractions of the size.
    var anchor = Point(0.5, 0.5)
    var transform = Transform.identity
    /// The rotation of a window to the interface's orientation, which comes before the transform.
    package var rotation = Transform.identity
    /// The maps from the view's own coordinates to its superview's, and back (rule H25).
    ///
    /// When the transform cannot be inverted, the map back ignores it.
    var toSuperview = Transform.identity
    var fromSuperview = Transform.identity
}

extension RecordPointer {
    @MainActor
    var anchor: Point { pointee.rare?.pointee.anchor ?? Point(0.5, 0.5) }

    /// Changes the rare state; the first change allocates it.
    @MainActor
    func changeRareState(_ change: (inout RareState) -> Void) {
        let rare = pointee.rare ?? .allocate(capacity: 1)
        if pointee.rare == nil {
            rare.initialize(to: RareState())
            pointee.rare = rare
        }
        change(&rare.pointee)
    }

    /// Changes the transform, or the rotation, of the view.
    @MainActor
    package func changeTransform(_ change: (inout RareState) -> Void) {
        compositionWillChange()
        changeRareState(change)
        let isTransformed = pointee.rare.map { !$0.pointee.transform.isIdentity || !$0.pointee.rotation.isIdentity }
        pointee.flags.set(.transformed, isTransformed ?? false)
        placeDidChange()
    }

    /// Updates the values that depend on the transform, the anchor, the position and the bounds, after one of them
    /// has changed.
    @MainActor
    func placeDidChange() {
        if pointee.flags.contains(.transformed), let rare = pointee.rare {
            let (position, bounds, anchor) = (pointee.position, pointee.bounds, rare.pointee.anchor)
            // The anchor in the view's own coordinates, and in its superview's.
            let inner = Point(
                bounds.origin.x + anchor.x * bounds.size.width,
                bounds.origin.y + anchor.y * bounds.size.height
            )
            let outer = Point(position.x + anchor.x * bounds.size.width, position.y + anchor.y * bounds.size.height)
            let transform = rare.pointee.rotation.concatenating(rare.pointee.transform)
            let inverse = transform.inverted()
            pointee.flags.set(.singular, inverse == nil)
            rare.pointee.toSuperview = Transform(translationX: -inner.x, y: -inner.y)
                .concatenating(transform)
                .concatenating(Transform(translationX: outer.x, y: outer.y))
            rare.pointee.fromSuperview = Transform(translationX: -outer.x, y: -outer.y)
                .concatenating(inverse ?? .identity)
                .concatenating(Transform(translationX: inner.x, y: inner.y))
        } else {
            pointee.flags.remove(.singular)
        }
        hitGeometryDidChange()
        if pointee.flags.contains(.window) {
            Application.observer?.placeDidChange(of: unsafeDowncast(pointee.view, to: Window.self))
        }
    }
}

// MARK: - One step up or down

extension RecordPointer {
    /// Converts a position in the superview's coordinates, or on the screen for a window, to the view's own.
    @inline(__always)
    func fromSuperview(_ point: Point) -> Point {
        if pointee.flags.contains(.transformed) { return fromSuperviewTransformed(point) }
        return Point(
            point.x - pointee.position.x + pointee.bounds.origin.x,
            point.y - pointee.position.y + pointee.bounds.origin.y
        )
    }

    @inline(never)
    private func fromSuperviewTransformed(_ point: Point) -> Point {
        pointee.rare.map { point.applying($0.pointee.fromSuperview) } ?? point
    }

    /// The map from the view's own coordinates to its superview's, or to the screen's for a window.
    package var toSuperview: Transform {
        if pointee.flags.contains(.transformed), let rare = pointee.rare { return rare.pointee.toSuperview }
        return Transform(
            translationX: pointee.position.x - pointee.bounds.origin.x,
            y: pointee.position.y - pointee.bounds.origin.y
        )
    }

    /// The map from the superview's coordinates, or from the screen's for a window, to the view's own.
    var fromSuperview: Transform {
        if pointee.flags.contains(.transformed), let rare = pointee.rare { return rare.pointee.fromSuperview }
        return Transform(
            translationX: pointee.bounds.origin.x - pointee.position.x,
            y: pointee.bounds.origin.y - pointee.position.y
        )
    }
}
