internal import ResponderTouchInput

// The hit-test, on the records alone: no reference is retained, and only those views are called whose class overrides
// `hitTest` or `point(inside:)`, or was not seen yet not to.
extension RecordPointer {
    /// The result of `hitTest` on this view, by whichever implementation it has.
    @MainActor @inline(__always)
    func hit(_ point: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer? {
        if pointee.flags.contains(.singular) {
            probe.passed(self, point)
            return nil
        }
        if pointee.type.pointee.called.contains(.hitTest) { return askHitTest(point, event, probe) }
        return search(point, event, probe)
    }

    /// The rule itself (H8), for this view and below.
    @MainActor @inline(__always)
    func search(_ point: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer? {
        probe.begins()
        defer { probe.ends() }
        guard pointee.flags.isDisjoint(with: .notHittable) else {
            probe.passed(self, point)
            return nil
        }
        if pointee.type.pointee.called.contains(.pointInside) {
            guard askPointInside(point, event) else {
                probe.refused(self, point)
                return nil
            }
        } else {
            guard pointee.bounds.contains(point) else {
                probe.passed(self, point)
                return nil
            }
        }
        probe.entered(self, point)
        return searchInside(point, event, probe)
    }

    /// The frontmost descendant that contains a point that this view contains, or this view.
    ///
    /// A view that is not asked and contains the point is the way to go for good: in it something is hit, if only the view
    /// itself. So the search goes down without ever coming back up.
    ///
    /// As long as nothing is to be called the search is this loop, which keeps all it needs in registers; from the first
    /// view on that needs a call it is `searchCalling`.
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
                if entry.pointee.isAsked || child.pointee.flags.contains(.transformed) {
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

    /// The same, from the subview of this view on that stands just below a place.
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
                // Where an index was to be made, the entries may lie elsewhere.
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
                if entries[place].isAsked {
                    let (geometry, position) = (view.hierarchy.pointee.geometry, view.position(of: place))
                    switch child.consult(point, event, probe) {
                    case .hit(let hit):
                        return hit
                    case .inside(let child, let inner):
                        (view, point) = (child, inner)
                        continue levels
                    case .missed, .changed:
                        // Read anew: an override that was asked may have changed the tree.
                        guard let now = view.pointee.children else { return view }
                        if now != entries || view.hierarchy.pointee.geometry != geometry {
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
                    probe.passed(child, inner)
                }
            }
            return view
        }
        return view
    }

    /// What comes of looking among this view's subviews by their index.
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
            if entry.pointee.isAsked {
                let geometry = hierarchy.pointee.geometry
                let position = place(of: child).map { self.position(of: $0) } ?? 0
                let answer = child.consult(point, event, Unwatched())
                guard case .missed = answer else { return answer }
                // Whatever an override does to the tree, the index may have changed or be gone.
                if hierarchy.pointee.geometry != geometry { return .changed(position) }
            } else {
                let inner = child.fromSuperview(point)
                if child.pointee.bounds.contains(inner) { return .inside(child, inner) }
            }
        }
        return .missed
    }

    /// What comes of asking a subview.
    private enum Answer {
        case missed
        /// That view contains the point, which is this one in its coordinates, and leaves it to the rule what is hit in it.
        case inside(RecordPointer, Point)
        /// Its own `hitTest` says what is hit.
        case hit(RecordPointer)
        /// It missed, and something has changed meanwhile: so many subviews, the hindmost, are still to be looked at.
        case changed(Int)
    }

    /// Asks a view of which it is not known whether it contains the point, given in its superview's coordinates.
    @MainActor @inline(never)
    private func consult(_ outerPoint: Point, _ event: Event?, _ probe: some SearchProbe) -> Answer {
        let called = pointee.type.pointee.called
        if called.isDisjoint(with: [.hitTest, .pointInside]) {
            // It was asked until its class was seen to override nothing.
            measureAnew()
        }
        let point = fromSuperview(outerPoint)
        guard !pointee.flags.contains(.singular) else {
            probe.passed(self, point)
            return .missed
        }
        if called.contains(.hitTest) {
            return askHitTest(point, event, probe).map { .hit($0) } ?? .missed
        }
        guard pointee.flags.isDisjoint(with: .notHittable) else {
            probe.passed(self, point)
            return .missed
        }
        if called.contains(.pointInside) {
            guard askPointInside(point, event) else {
                probe.refused(self, point)
                return .missed
            }
        } else if !pointee.bounds.contains(point) {
            probe.passed(self, point)
            return .missed
        }
        probe.entered(self, point)
        return .inside(self, point)
    }

    @MainActor @inline(never)
    private func askHitTest(_ point: Point, _ event: Event?, _ probe: some SearchProbe) -> RecordPointer? {
        hierarchy.pointee.asked &+= 1
        let wasUnseen = pointee.isUnseen(.hitTest)
        probe.asks(self, point)
        let hit = pointee.object.borrow { unsafeDowncast($0, to: View.self).hitTest(point, with: event) }
        if wasUnseen && pointee.isUnseen(.hitTest) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        // An override may return a view of nobody's: it lives until the search is over.
        if let hit, !hit.record.pointee.flags.contains(.attached) { hierarchy.keep(hit) }
        probe.answered(self, hit?.record)
        return hit?.record
    }

    @MainActor @inline(never)
    private func askPointInside(_ point: Point, _ event: Event?) -> Bool {
        hierarchy.pointee.asked &+= 1
        let wasUnseen = pointee.isUnseen(.pointInside)
        let isInside = pointee.object.borrow { unsafeDowncast($0, to: View.self).point(inside: point, with: event) }
        if wasUnseen && pointee.isUnseen(.pointInside) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        return isInside
    }
}

/// What watches a hit-test: nothing, or something that explains it.
///
/// The search is one function whoever watches: it is compiled anew for each probe, and for none as if there were no calls.
/// An override that calls super begins a search of its own, with a probe of its own.
@MainActor
protocol SearchProbe {
    /// Whether it is told of every subview in turn: then no index is used.
    static var seesAll: Bool { get }
    /// A search begins, by the rule (H8), maybe inside of an override that another one asks.
    func begins()
    /// It has ended: in the view that it entered last, unless an override answered with one.
    func ends()
    /// The search goes on inside this view, which contains the point; that is in the view's own coordinates, here and below.
    func entered(_ view: RecordPointer, _ point: Point)
    /// The view is passed over: why, its record says.
    func passed(_ view: RecordPointer, _ point: Point)
    /// The same; the point is in the coordinates of the superview.
    func excluded(_ view: RecordPointer, _ outerPoint: Point)
    /// The view's `point(inside:)` was asked, and says that the view does not contain the point.
    func refused(_ view: RecordPointer, _ point: Point)
    /// The view's `hitTest` is about to be asked.
    func asks(_ view: RecordPointer, _ point: Point)
    /// It has answered.
    func answered(_ view: RecordPointer, _ hit: RecordPointer?)
}

/// Nothing watches.
struct Unwatched: SearchProbe {
    @inline(__always) static var seesAll: Bool { false }
    @inline(__always) func begins() {}
    @inline(__always) func ends() {}
    @inline(__always) func entered(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func passed(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func excluded(_ view: RecordPointer, _ outerPoint: Point) {}
    @inline(__always) func refused(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func asks(_ view: RecordPointer, _ point: Point) {}
    @inline(__always) func answered(_ view: RecordPointer, _ hit: RecordPointer?) {}
}

extension View {
    /// The base implementation of `hitTest`.
    final func defaultHitTest(_ point: Point, _ event: Event?) -> View? {
        let record = record
        record.pointee.type.pointee.sawBaseEntered(.hitTest)
        // What an override takes out of the tree stays alive until the search is over.
        let hierarchy = record.hierarchy
        hierarchy.beginUse()
        let hit =
            hierarchy.pointee.isExplaining
            ? explainedSearch(point, event) : record.search(point, event, Unwatched())?.pointee.view
        hierarchy.endUse()
        return hit
    }

    /// The base implementation of `point(inside:)`.
    final func defaultPointInside(_ point: Point) -> Bool {
        record.pointee.type.pointee.sawBaseEntered(.pointInside)
        return record.pointee.bounds.contains(point)
    }
}
