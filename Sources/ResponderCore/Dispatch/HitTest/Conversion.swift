internal import ResponderTouchInput

// Conversion from one view's coordinates to another's, along the superviews.
extension RecordPointer {
    /// The topmost view of this view's tree: the window when the view is in one.
    @MainActor
    var root: RecordPointer {
        var record = self
        while let superview = record.superviewRecord { record = superview }
        return record
    }

    /// The map from this view's coordinates to those of `ancestor`, a view above this one.
    @MainActor
    func transform(toAncestor ancestor: RecordPointer) -> Transform {
        var transform = Transform.identity
        var record = self
        while record != ancestor, let superview = record.superviewRecord {
            transform = transform.concatenating(record.toSuperview)
            record = superview
        }
        return transform
    }

    /// The map from the coordinates of `ancestor`, a view above this one, to this view's.
    @MainActor
    func transform(fromAncestor ancestor: RecordPointer) -> Transform {
        var transform = Transform.identity
        var record = self
        while record != ancestor, let superview = record.superviewRecord {
            transform = record.fromSuperview.concatenating(transform)
            record = superview
        }
        return transform
    }

    /// The map from this view's coordinates to the other's: by way of their nearest common ancestor, or from one window
    /// to another by way of the screen (rule H29).
    ///
    /// Nil when the views have no common ancestor and are not both in windows.
    @MainActor
    func transform(to other: RecordPointer) -> Transform? {
        if let common = nearestCommonAncestor(with: other) {
            return transform(toAncestor: common).concatenating(other.transform(fromAncestor: common))
        }
        let (root, otherRoot) = (root, other.root)
        guard root.pointee.flags.contains(.window), otherRoot.pointee.flags.contains(.window) else { return nil }
        return transform(toAncestor: root).concatenating(root.toSuperview)
            .concatenating(otherRoot.fromSuperview).concatenating(other.transform(fromAncestor: otherRoot))
    }

    @MainActor
    private func nearestCommonAncestor(with other: RecordPointer) -> RecordPointer? {
        var (first, second) = (self, other)
        var (depth, otherDepth) = (depth, other.depth)
        while first != second {
            if depth >= otherDepth {
                guard let superview = first.superviewRecord else { return nil }
                first = superview
                depth -= 1
            } else {
                guard let superview = second.superviewRecord else { return nil }
                second = superview
                otherDepth -= 1
            }
        }
        return first
    }

    /// The number of superviews above this view.
    @MainActor
    private var depth: Int {
        var depth = 0
        var record = self
        while let superview = record.superviewRecord {
            depth += 1
            record = superview
        }
        return depth
    }
}

// MARK: - Where a touch is

extension RecordPointer {
    /// Converts a touch's position in `window` to this view's coordinates; `window` is nil when the touch is over.
    ///
    /// For a view that is in no window, the coordinates of the topmost view of its tree are taken to be those of the
    /// touch's window.
    @MainActor @inline(never)
    func locate(_ point: Point, in window: RecordPointer?) -> Point {
        let root = root
        if let window, root != window, root.pointee.flags.contains(.window) {
            let between = window.toSuperview.concatenating(root.fromSuperview)
            return point.applying(between).applying(transform(fromAncestor: root))
        }
        guard let offset = offset(from: root) else { return point.applying(transform(fromAncestor: root)) }
        // Cached only in a shown window: there all superviews stay alive until the tree changes.
        if pointee.flags.contains(.attached) {
            pointee.offset = offset
            pointee.offsetGeneration = processState.pointee.geometry
        }
        return Point(point.x - offset.x, point.y - offset.y)
    }

    /// How far this view's coordinates are shifted to the right and down relative to those of `ancestor`; nil when a
    /// view in between is transformed.
    @MainActor
    private func offset(from ancestor: RecordPointer) -> Point? {
        var offset = Point.zero
        var record = self
        while record != ancestor, let superview = record.superviewRecord {
            if record.pointee.flags.contains(.transformed) { return nil }
            offset.x += record.pointee.position.x - record.pointee.bounds.origin.x
            offset.y += record.pointee.position.y - record.pointee.bounds.origin.y
            record = superview
        }
        return offset
    }
}
