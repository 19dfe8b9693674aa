internal import ResponderSupport
internal import ResponderTouchInput

// The hit-test. It reads only records and retains no object. It calls a view only when the view's class overrides
// `hitTest` or `point(inside:)`, or has not yet been seen to inherit them.
extension RecordPointer {
    /// The result of `hitTest` on this view, from an override or from the default hit-test.
    @MainActor @inline(__always)
    func hit(_ point: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer? {
        if pointee.flags.contains(.singular) {
            probe.passedOver(self, point)
            return nil
        }
        if pointee.type.pointee.mustCall.contains(.hitTest) { return callHitTest(point, event, probe) }
        return search(point, event, probe)
    }

    /// The default hit-test (rule H8) of this view and the views below it.
    @MainActor @inline(__always)
    func search(_ point: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer? {
        probe.begins()
        defer { probe.ends() }
        guard pointee.flags.isDisjoint(with: .notHittable) else {
            probe.passedOver(self, point)
            return nil
        }
        if pointee.type.pointee.mustCall.contains(.pointInside) {
            guard callPointInside(point, event) else {
                probe.refused(self, point)
                return nil
            }
        } else {
            guard pointee.bounds.contains(point) else {
                probe.passedOver(self, point)
                return nil
            }
        }
        probe.entered(self, point)
        return searchInside(point, event, probe)
    }

    /// Returns the view that is hit inside this one; this view when no subview contains the point.
    ///
    /// This view must contain the point.
    ///
    /// Unless its class overrides `hitTest`, the frontmost subview that contains the point decides the search: the
    /// subview itself or a view inside it is hit. So the search only goes down and never comes back up.
    ///
    /// This loop keeps its state in registers. When the search meets a view that must be called, is transformed or has
    /// many subviews, `searchCalling` takes over.
    @MainActor
    private func searchInside(_ outer: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer {
        if type(of: probe).seesAll { return searchCalling(outer, below: Int.max, event, probe) }
        var view = self
        var point = outer
        levels: while let entries = view.pointee.children {
            let count = Int(view.pointee.placeCount)
            guard count < ChildIndex.leastChildren else { break }
            var entry = entries + count
            while entry != entries {
                entry -= 1
                if entry.pointee.excludes(point) { continue }
                let child = entry.pointee.record
                if entry.pointee.mustBeCalled || child.pointee.flags.contains(.transformed) {
                    return view.searchCalling(point, below: entry - entries + 1, event, probe)
                }
                let inner = child.fromSuperview(point)
                if child.pointee.bounds.contains(inner) {
                    (view, point) = (child, inner)
                    continue levels
                }
            }
            return view
        }
        return view.pointee.placeCount == 0 ? view : view.searchCalling(point, below: Int.max, event, probe)
    }

    /// The same search, beginning with the subviews of this view whose places are below `start`.
    @MainActor @inline(never)
    private func searchCalling(
        _ outer: Point,
        below start: Int,
        _ event: Event?,
        _ probe: some SearchProbe
    ) -> RecordPointer {
        var view = self
        var point = outer
        var start = start
        levels: while var entries = view.pointee.children {
            var place = Swift.min(start, Int(view.pointee.placeCount))
            start = Int.max
            if place >= ChildIndex.leastChildren, !type(of: probe).seesAll {
                var last = place
                if let index = view.indexForSearch(entries) {
                    switch view.searchChildren(by: index, point, event) {
                    case .missed:
                        return view
                    case .hit(let hit):
                        return hit
                    case .inside(let child, let inner):
                        (view, point) = (child, inner)
                        continue levels
                    case .changed(let position):
                        last = view.place(ofSubviewAt: position)
                    }
                }
                // Making an index may have moved the entries.
                guard let now = view.pointee.children else { return view }
                entries = now
                place = Swift.min(last, Int(view.pointee.placeCount))
            }
            while place > 0 {
                place &-= 1
                if entries[place].excludes(point) {
                    if entries[place].record != view { probe.excluded(entries[place].record, point) }
                    continue
                }
                let child = entries[place].record
                if entries[place].mustBeCalled {
                    let (geometry, position) = (view.processState.pointee.geometry, view.position(of: place))
                    switch child.tryHit(point, event, probe) {
                    case .hit(let hit):
                        return hit
                    case .inside(let child, let inner):
                        (view, point) = (child, inner)
                        continue levels
                    case .missed, .changed:
                        // The entries are read again: the override may have changed the tree.
                        guard let now = view.pointee.children else { return view }
                        if now != entries || view.processState.pointee.geometry != geometry {
                            place = view.place(ofSubviewAt: position)
                        }
                        entries = now
                    }
                } else {
                    let inner = child.fromSuperview(point)
                    if child.pointee.bounds.contains(inner) {
                        probe.entered(child, inner)
                        (view, point) = (child, inner)
                        continue levels
                    }
                    probe.passedOver(child, inner)
                }
            }
            return view
        }
        return view
    }

    /// Searches this view's subviews by their index.
    @MainActor @inline(never)
    private func searchChildren(
        by index: UnsafeMutablePointer<ChildIndex>,
        _ point: Point,
        _ event: Event?
    ) -> Answer {
        var cursor = ChildIndex.Cursor(index, at: point)
        while let entry = cursor.next() {
            if entry.pointee.excludes(point) { continue }
            let child = entry.pointee.record
            if entry.pointee.mustBeCalled {
                let geometry = processState.pointee.geometry
                let position = place(of: child).map { self.position(of: $0) } ?? 0
                let answer = child.tryHit(point, event, Unwatched())
                guard case .missed = answer else { return answer }
                // An override may have changed the tree: the index may have changed or be gone.
                if processState.pointee.geometry != geometry { return .changed(position) }
            } else {
                let inner = child.fromSuperview(point)
                if child.pointee.bounds.contains(inner) { return .inside(child, inner) }
            }
        }
        return .missed
    }

    /// The result of trying a subview.
    private enum Answer {
        case missed
        /// The view contains the point, given here in the view's coordinates, and the default hit-test goes on inside
        /// the view.
        case inside(RecordPointer, Point)
        /// The view's override of `hitTest` returned this view.
        case hit(RecordPointer)
        /// The subview was missed and its override changed the tree: the search must still try this many subviews,
        /// counted from the back.
        case changed(Int)
    }

    /// Tries a view whose entry does not tell whether the view contains the point; the point is in the superview's
    /// coordinates.
    @MainActor @inline(never)
    private func tryHit(_ outerPoint: Point, _ event: Event?, _ probe: some SearchProbe) -> Answer {
        let mustCall = pointee.type.pointee.mustCall
        if mustCall.isDisjoint(with: [.hitTest, .pointInside]) {
            // The view had to be called only until its class was seen to override neither method.
            remeasure()
        }
        let point = fromSuperview(outerPoint)
        guard !pointee.flags.contains(.singular) else {
            probe.passedOver(self, point)
            return .missed
        }
        if mustCall.contains(.hitTest) {
            return callHitTest(point, event, probe).map { .hit($0) } ?? .missed
        }
        guard pointee.flags.isDisjoint(with: .notHittable) else {
            probe.passedOver(self, point)
            return .missed
        }
        if mustCall.contains(.pointInside) {
            guard callPointInside(point, event) else {
                probe.refused(self, point)
                return .missed
            }
        } else if !pointee.bounds.contains(point) {
            probe.passedOver(self, point)
            return .missed
        }
        probe.entered(self, point)
        return .inside(self, point)
    }

    @MainActor @inline(never)
    private func callHitTest(_ point: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer? {
        processState.pointee.overrideCalls &+= 1
        let wasUnverified = pointee.isUnverified(.hitTest)
        probe.willCallHitTest(self, point)
        let hit = pointee.object.borrow { unsafeDowncast($0, to: View.self).hitTest(point, with: event) }
        if wasUnverified && pointee.isUnverified(.hitTest) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        // An override may return a view that nothing else retains: the view is kept alive until the search is over.
        if let hit, !hit.record.pointee.flags.contains(.attached) { processState.keepAlive(hit) }
        probe.didCallHitTest(self, hit?.record)
        return hit?.record
    }

    @MainActor @inline(never)
    private func callPointInside(_ point: Point, _ event: Event?) -> Bool {
        processState.pointee.overrideCalls &+= 1
        let wasUnverified = pointee.isUnverified(.pointInside)
        let isInside = pointee.object.borrow { unsafeDowncast($0, to: View.self).point(inside: point, with: event) }
        if wasUnverified && pointee.isUnverified(.pointInside) {
            OverrideTable.giveUp(because: pointee.type.pointee.type)
        }
        return isInside
    }
}

/// An observer of a hit-test: `Unwatched`, which does nothing, or a recorder that explains the search.
///
/// The search is one generic function. The compiler specialises it for each probe; with `Unwatched` no call remains.
/// An override that calls super begins another search with a probe of its own.
@MainActor
protocol SearchProbe {
    /// Whether the probe needs every subview in turn: then the search uses no index.
    static var seesAll: Bool { get }
    /// A default hit-test (H8) begins, possibly inside an override that another search called.
    func begins()
    /// The search has ended.
    ///
    /// Its result is the view that the search entered last, unless an override returned a view.
    func ends()
    /// The search goes on inside this view, which contains the point.
    ///
    /// Points are in the view's own coordinates, except in `excluded`.
    func entered(_ view: RecordPointer, _ point: Point)
    /// The search passes over the view; the view's record tells why.
    func passedOver(_ view: RecordPointer, _ point: Point)
    /// The search passes over the view; the point is in the coordinates of the superview.
    func excluded(_ view: RecordPointer, _ outerPoint: Point)
    /// The view's `point(inside:)` was called and returned false.
    func refused(_ view: RecordPointer, _ point: Point)
    /// The view's `hitTest` is about to be called.
    func willCallHitTest(_ view: RecordPointer, _ point: Point)
    /// The view's `hitTest` has returned.
    func didCallHitTest(_ view: RecordPointer, _ hit: RecordPointer?)
}

/// The probe of a search that nobody observes.
struct Unwatched: SearchProbe {
    @inline(__always) static var seesAll: Bool { false }
    @inline(__always) func begins() {}
    @inline(__always) func ends() {}
    @inline(__always) func entered(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func passedOver(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func excluded(_ view: RecordPointer, _ outerPoint: Point) {}
    @inline(__always) func refused(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func willCallHitTest(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func didCallHitTest(_ view: RecordPointer, _ hit: RecordPointer?) {}
}

extension View {
    /// The base implementation of `hitTest`.
    final func defaultHitTest(_ point: Point, _ event: Event?) -> View? {
        let record = record
        record.pointee.type.pointee.sawBaseEntered(.hitTest)
        // A view that an override removes from the tree stays alive until the search is over.
        let processState = record.processState
        processState.beginUse()
        let hit =
            processState.pointee.isExplaining
            ? explainedSearch(point, event) : record.search(point, event, Unwatched())?.pointee.view
        processState.endUse()
        return hit
    }

    /// The base implementation of `point(inside:)`.
    final func defaultPointInside(_ point: Point) -> Bool {
        record.pointee.type.pointee.sawBaseEntered(.pointInside)
        return record.pointee.bounds.contains(point)
    }
}
