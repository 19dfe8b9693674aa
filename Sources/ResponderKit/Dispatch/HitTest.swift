internal import ResponderTouchInput

// The hit-test, on the records alone: no reference is retained, and only those views are called whose class overrides
// `hitTest` or `point(inside:)`, or was not seen yet not to.
extension RecordPointer {
    /// The result of `hitTest` on this view, by whichever implementation it has.
    @MainActor @inline(__always)
    func hit(_ point: Point, _ event: Event?) -> RecordPointer? {
        pointee.type.pointee.called.contains(.hitTest) ? askHitTest(point, event) : search(point, event)
    }

    /// The rule itself (H8), for this view and below.
    @MainActor
    func search(_ point: Point, _ event: Event?) -> RecordPointer? {
        guard pointee.flags.isDisjoint(with: .notHittable) else { return nil }
        if pointee.type.pointee.called.contains(.pointInside) {
            guard askPointInside(point, event) else { return nil }
        } else {
            guard pointee.bounds.contains(point) else { return nil }
        }
        var index = Int(pointee.childCount)
        while index > 0 {
            // Read anew each time: an override that was asked may have changed the tree.
            index = Swift.min(index, Int(pointee.childCount)) - 1
            guard index >= 0, let child = pointee.children?[index] else { break }
            let inner = Point(
                point.x - child.pointee.position.x + child.pointee.bounds.origin.x,
                point.y - child.pointee.position.y + child.pointee.bounds.origin.y
            )
            if let hit = child.hit(inner, event) { return hit }
        }
        return self
    }

    @MainActor @inline(never)
    private func askHitTest(_ point: Point, _ event: Event?) -> RecordPointer? {
        let wasUnseen = pointee.isUnseen(.hitTest)
        let hit = pointee.object.borrow { unsafeDowncast($0, to: View.self).hitTest(point, with: event) }
        if wasUnseen && pointee.isUnseen(.hitTest) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        // An override may return a view of nobody's: it lives until the search is over.
        if let hit, !hit.record.pointee.flags.contains(.attached) { Hierarchy.shared.keep(hit) }
        return hit?.record
    }

    @MainActor @inline(never)
    private func askPointInside(_ point: Point, _ event: Event?) -> Bool {
        let wasUnseen = pointee.isUnseen(.pointInside)
        let isInside = pointee.object.borrow { unsafeDowncast($0, to: View.self).point(inside: point, with: event) }
        if wasUnseen && pointee.isUnseen(.pointInside) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        return isInside
    }
}

extension View {
    /// The base implementation of `hitTest`.
    final func defaultHitTest(_ point: Point, _ event: Event?) -> View? {
        record.pointee.type.pointee.sawBaseEntered(.hitTest)
        // What an override takes out of the tree stays alive until the search is over.
        Hierarchy.shared.beginUse()
        let hit = record.search(point, event)?.pointee.view
        Hierarchy.shared.endUse()
        return hit
    }

    /// The base implementation of `point(inside:)`.
    final func defaultPointInside(_ point: Point) -> Bool {
        record.pointee.type.pointee.sawBaseEntered(.pointInside)
        return record.pointee.bounds.contains(point)
    }
}
