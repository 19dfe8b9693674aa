internal import ResponderTouchInput

// From one view's coordinates to another's, along the superviews.
extension RecordPointer {
    /// The topmost view above this one, or this one: its window, where it is in one.
    @MainActor
    var root: RecordPointer {
        var record = self
        while let superview = record.superviewRecord { record = superview }
        return record
    }

    /// The way from this view's coordinates to those of `ancestor`, which it is in.
    @MainActor
    func way(upTo ancestor: RecordPointer) -> Transform {
        var way = Transform.identity
        var record = self
        while record != ancestor, let superview = record.superviewRecord {
            way = way.concatenating(record.toSuperview)
            record = superview
        }
        return way
    }

    /// The way from the coordinates of `ancestor`, which this view is in, to this view's.
    @MainActor
    func way(downFrom ancestor: RecordPointer) -> Transform {
        var way = Transform.identity
        var record = self
        while record != ancestor, let superview = record.superviewRecord {
            way = record.fromSuperview.concatenating(way)
            record = superview
        }
        return way
    }

    /// The way from this view's coordinates to the other's: by the nearest view that both are in, and from one window to
    /// another by the screen (rule H29).
    ///
    /// Nil where they have neither in common.
    @MainActor
    func way(to other: RecordPointer) -> Transform? {
        if let common = nearestCommonAncestor(with: other) {
            return way(upTo: common).concatenating(other.way(downFrom: common))
        }
        let (root, otherRoot) = (root, other.root)
        guard root.pointee.flags.contains(.window), otherRoot.pointee.flags.contains(.window) else { return nil }
        return way(upTo: root).concatenating(root.toSuperview)
            .concatenating(otherRoot.fromSuperview).concatenating(other.way(downFrom: otherRoot))
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

    /// How many views it is in.
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
    /// The position in this view of a touch's position in `window`, which is nil when the touch is over.
    ///
    /// A view that is in no window counts as if its topmost view were one in the touch's window's place.
    @MainActor @inline(never)
    func locate(_ point: Point, in window: RecordPointer?) -> Point {
        let root = root
        if let window, root != window, root.pointee.flags.contains(.window) {
            let between = window.toSuperview.concatenating(root.fromSuperview)
            return point.applying(between).applying(way(downFrom: root))
        }
        guard let offset = offset(from: root) else { return point.applying(way(downFrom: root)) }
        // Only in a window that is shown does everything above stay alive until the tree changes.
        if pointee.flags.contains(.attached) {
            pointee.offset = offset
            pointee.offsetGeneration = hierarchy.pointee.geometry
        }
        return Point(point.x - offset.x, point.y - offset.y)
    }

    /// By how much a position in this view lies left of and above the same position in `ancestor`; nil when something is
    /// transformed on the way.
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
