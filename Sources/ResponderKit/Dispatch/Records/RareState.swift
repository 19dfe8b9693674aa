internal import ResponderTouchInput

/// What few views have: a transform, an alpha of their own.
struct RareState {
    var alpha = 1.0
    /// The point of the bounds that stays where it is when the view is transformed or resized, in parts of their extent.
    var anchor = Point(0.5, 0.5)
    var transform = Transform.identity
    /// From the view's own coordinates to its superview's, and back (rule H25).
    ///
    /// Where the transform cannot be inverted, the way back leaves it out.
    var toSuperview = Transform.identity
    var fromSuperview = Transform.identity
}

extension RecordPointer {
    @MainActor
    var anchor: Point { pointee.rare?.pointee.anchor ?? Point(0.5, 0.5) }

    /// Changes the rare state, which is made the first time.
    @MainActor
    func changeRareState(_ change: (inout RareState) -> Void) {
        let rare = pointee.rare ?? .allocate(capacity: 1)
        if pointee.rare == nil {
            rare.initialize(to: RareState())
            pointee.rare = rare
        }
        change(&rare.pointee)
    }

    /// Works out what follows from the transform, the anchor, the position and the bounds, after one of them changed.
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
            let transform = rare.pointee.transform
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
    }
}

// MARK: - One step up or down

extension RecordPointer {
    /// The position in the view's own coordinates of a position in its superview's; of one on the screen for a window.
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

    /// The way from the view's own coordinates to its superview's; to the screen's for a window.
    var toSuperview: Transform {
        if pointee.flags.contains(.transformed), let rare = pointee.rare { return rare.pointee.toSuperview }
        return Transform(
            translationX: pointee.position.x - pointee.bounds.origin.x,
            y: pointee.position.y - pointee.bounds.origin.y
        )
    }

    /// The way from the superview's coordinates to the view's own; from the screen's for a window.
    var fromSuperview: Transform {
        if pointee.flags.contains(.transformed), let rare = pointee.rare { return rare.pointee.fromSuperview }
        return Transform(
            translationX: pointee.bounds.origin.x - pointee.position.x,
            y: pointee.bounds.origin.y - pointee.position.y
        )
    }
}
