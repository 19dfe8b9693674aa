internal import ResponderTouchInput

/// The data of a subview by which a hit-test can pass over the subview without reading its record.
///
/// The entries of siblings lie side by side.
///
/// The four edges form a rectangle in the superview's coordinates. A point outside this rectangle certainly does not
/// hit the subview. The rectangle may be larger than the subview by a rounding error, never smaller: a point inside the
/// rectangle is tested in the subview's own coordinates, as by `point(inside:)`. There are two special rectangles: an
/// empty one, for a subview that no point hits, and one whose edges are NaN, which excludes no point, for a subview
/// that must be called.
struct ChildEntry {
    /// The left and the upper edge, then the right and the lower edge: the processor compares each pair at once.
    var least = SIMD2(repeating: Double.infinity)
    var greatest = SIMD2(repeating: -Double.infinity)
    let record: RecordPointer
    /// The subview's slot in the index; -1 without an index.
    var slot: Int32 = -1

    @inline(__always)
    func excludes(_ point: Point) -> Bool {
        let point = SIMD2(point.x, point.y)
        // The mask is compared as one number: `any` would test each lane.
        return unsafeBitCast((point .< least) .| (point .>= greatest), to: UInt128.self) != 0
    }

    /// Whether the subview must be called: its class overrides `hitTest` or `point(inside:)`, or has not yet been
    /// seen to inherit them.
    @inline(__always)
    var mustBeCalled: Bool { least.x != least.x }  // isNaN in one instruction

    private mutating func setEdges(_ edge: Double, _ opposite: Double) {
        (least, greatest) = (SIMD2(repeating: edge), SIMD2(repeating: opposite))
    }

    /// Makes searches call the subview for every point.
    mutating func requireCall() { setEdges(.nan, .nan) }

    /// Sets the edges from the subview's present state.
    mutating func measure() {
        let flags = record.pointee.flags
        let mustCall = record.pointee.type.pointee.mustCall
        if mustCall.contains(.hitTest) {
            requireCall()
        } else if !flags.isDisjoint(with: .notHittable) {
            setEdges(.infinity, -.infinity)
        } else if mustCall.contains(.pointInside) {
            requireCall()
        } else if flags.contains(.transformed) {
            measureTransformed()
        } else {
            (least.x, greatest.x) = Self.edges(
                record.pointee.position.x,
                record.pointee.bounds.size.width,
                record.pointee.bounds.origin.x
            )
            (least.y, greatest.y) = Self.edges(
                record.pointee.position.y,
                record.pointee.bounds.size.height,
                record.pointee.bounds.origin.y
            )
        }
    }

    /// The edges of the range of p in which (p − position) + origin, with each step rounded, may be at least origin and
    /// less than origin + extent.
    ///
    /// The lower edge: when p − position is less than −ulp(origin), adding origin gives less than origin; with an
    /// origin of zero any negative difference does. The upper edge: p − position ≥ extent gives at least origin +
    /// extent, since rounding keeps the order; position + extent is rounded itself, hence `nextUp`.
    private static func edges(_ position: Double, _ extent: Double, _ origin: Double) -> (Double, Double) {
        let least = origin == 0 ? position : (position - origin.ulp).nextDown
        let greatest = (position + extent).nextUp
        // NaN edges exclude no point, but `least` must not be NaN, which marks a subview that must be called.
        return least.isNaN || greatest.isNaN ? (-.infinity, .nan) : (least, greatest)
    }

    /// Sets the edges to the box around the transformed bounds, with room for rounding errors.
    private mutating func measureTransformed() {
        guard let rare = record.pointee.rare else { return requireCall() }
        let (there, back) = (rare.pointee.toSuperview, rare.pointee.fromSuperview)
        let box = record.pointee.bounds.applying(there)
        let scale = max(max(abs(there.a), abs(there.b)), max(abs(there.c), abs(there.d)))
        let inverse = max(max(abs(back.a), abs(back.b)), max(abs(back.c), abs(back.d)))
        let bounds = record.pointee.bounds
        let reach = abs(bounds.origin.x) + abs(bounds.origin.y) + abs(bounds.size.width) + abs(bounds.size.height)
        let extent = abs(box.origin.x) + abs(box.origin.y) + scale * reach + abs(there.tx) + abs(there.ty)
        // Converting to the superview and back errs by some units in the last place, multiplied by the scales of both
        // maps and by the values in between. The slack, 1e-8 of the extent, is ten thousand times that error, as long
        // as the map is not nearly singular.
        guard scale * inverse < 1e3, extent.isFinite, extent < 1e150 else { return requireCall() }
        let slack = extent * 1e-8
        least = SIMD2(box.origin.x, box.origin.y) - slack
        greatest = SIMD2(box.origin.x + box.size.width, box.origin.y + box.size.height) + slack
    }
}

/// The header of a view's entries, in front of them in the same block of memory.
struct ChildList {
    var capacity: Int32
    /// How many subviews there are.
    var count: Int32 = 0
    /// The number of entries that insertions have moved since the entries were last redistributed.
    var moves = 0
    /// The searches that tried all subviews since many subviews last changed at once.
    var searches: Int32 = 0
    /// Changes of subviews since the last search.
    var changes: Int32 = 0
    /// The index that finds the subviews at a point; nil when there is none.
    var index: UnsafeMutablePointer<ChildIndex>?

    private static let size = (MemoryLayout<ChildList>.size + 15) & ~15

    static func make(capacity: Int32) -> UnsafeMutablePointer<ChildEntry> {
        let entryBytes = Int(capacity) * MemoryLayout<ChildEntry>.stride
        let counters = segment(of: Int(capacity)) + 1
        let bytes = size + entryBytes + counters * MemoryLayout<Int32>.stride
        let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        block.bindMemory(to: ChildList.self, capacity: 1).initialize(to: ChildList(capacity: capacity))
        (block + size + entryBytes).bindMemory(to: Int32.self, capacity: counters).initialize(
            repeating: 0,
            count: counters
        )
        return (block + size).bindMemory(to: ChildEntry.self, capacity: Int(capacity))
    }

    /// The number of the segment that contains a place.
    @inline(__always)
    static func segment(of place: Int) -> Int { place >> 8 }
    static let segmentLength = 1 << 8

    /// The number of subviews in each segment of the places.
    @inline(__always)
    static func counters(of entries: UnsafeMutablePointer<ChildEntry>) -> UnsafeMutablePointer<Int32> {
        UnsafeMutableRawPointer(entries + Int(of(entries).pointee.capacity)).assumingMemoryBound(to: Int32.self)
    }

    /// Frees the block and the index.
    static func free(_ entries: UnsafeMutablePointer<ChildEntry>) {
        of(entries).pointee.index?.destroy()
        (UnsafeMutableRawPointer(entries) - size).deallocate()
    }

    @inline(__always)
    static func of(_ entries: UnsafeMutablePointer<ChildEntry>) -> UnsafeMutablePointer<ChildList> {
        (UnsafeMutableRawPointer(entries) - size).assumingMemoryBound(to: ChildList.self)
    }
}

// MARK: - Updating entries

extension RecordPointer {
    /// Updates this view's entry after a change that a hit-test of the superview must see: the position, the size, or
    /// whether the view can be hit.
    @MainActor
    func hitGeometryDidChange() {
        processState.geometryDidChange()
        guard let superview = superviewRecord, let place = superview.place(of: self) else { return }
        superview.measureChild(at: place)
    }

    @MainActor
    private func measureChild(at place: Int) {
        guard let entries = pointee.children else { return }
        entries[place].measure()
        indexForChange()?.update(entries[place])
    }

    /// Updates this view's entry after its class was seen to override neither `hitTest` nor `point(inside:)`.
    ///
    /// The view itself has not changed, so the index does not count this as a change.
    @MainActor
    func remeasure() {
        processState.geometryDidChange()
        guard let superview = superviewRecord, let place = superview.place(of: self),
            let entries = superview.pointee.children
        else { return }
        entries[place].measure()
        ChildList.of(entries).pointee.index?.update(entries[place])
    }

    /// Makes searches call all subviews for every point, since the members that their classes override are no longer
    /// known.
    @MainActor
    func requireCallsOfChildren() {
        guard let entries = pointee.children else { return }
        for place in 0..<Int(pointee.placeCount) where entries[place].record != self { entries[place].requireCall() }
        dropIndex()
    }
}

// MARK: - Using the index

extension ChildIndex {
    /// With fewer subviews than this a search tries all of them.
    static let leastChildren = 64
    /// The number of searches without an index that cost about as much as making the index.
    static let searchesBeforeMaking: Int32 = 16
    /// After an index was found not to help, this many more searches go by before the next attempt.
    fileprivate static let searchesAfterFailing: Int32 = 1024
    /// The largest number of changes between two searches for which keeping the index costs less than trying all
    /// subviews.
    fileprivate static func mostChanges(of count: Int32) -> Int32 { max(32, count / 8) }
}

extension RecordPointer {
    /// The index for a search; nil while an index would cost more than it saves.
    @MainActor @inline(__always)
    func indexForSearch(_ entries: UnsafeMutablePointer<ChildEntry>) -> UnsafeMutablePointer<ChildIndex>? {
        let list = ChildList.of(entries)
        guard let index = list.pointee.index else { return considerIndex(list) }
        list.pointee.changes = 0
        return index
    }

    @MainActor @inline(never)
    private func considerIndex(_ list: UnsafeMutablePointer<ChildList>) -> UnsafeMutablePointer<ChildIndex>? {
        if list.pointee.changes > ChildIndex.mostChanges(of: list.pointee.count) { list.pointee.searches = 0 }
        list.pointee.changes = 0
        list.pointee.searches += 1
        guard list.pointee.searches > ChildIndex.searchesBeforeMaking else { return nil }
        closeHoles()
        let index = ChildIndex.make(of: self)
        guard let entries = pointee.children else { return nil }
        ChildList.of(entries).pointee.index = index
        ChildList.of(entries).pointee.searches = index == nil ? -ChildIndex.searchesAfterFailing : 0
        return index
    }

    /// Returns the index that must be updated for a change of a subview; nil when there is none, or when the change
    /// drops it.
    @MainActor
    func indexForChange() -> UnsafeMutablePointer<ChildIndex>? {
        guard let entries = pointee.children else { return nil }
        let list = ChildList.of(entries)
        list.pointee.changes &+= 1
        guard let index = list.pointee.index else { return nil }
        index.pointee.changes += 1
        let count = list.pointee.count
        if list.pointee.changes > ChildIndex.mostChanges(of: count) || Int(count) < ChildIndex.leastChildren / 2
            || Int(index.pointee.everywhere.count) > 2 * ChildIndex.mostUnbounded(of: Int(count))
        {
            dropIndex()
            return nil
        }
        if index.pointee.changes > count {
            // The grid may no longer suit the subviews: the next search makes the index again.
            dropIndex()
            list.pointee.searches = ChildIndex.searchesBeforeMaking
            return nil
        }
        return index
    }

    @MainActor
    func dropIndex() {
        guard let entries = pointee.children else { return }
        ChildList.of(entries).pointee.index?.destroy()
        ChildList.of(entries).pointee.index = nil
    }

    /// Whether the subviews have an index now.
    @MainActor
    var hasIndex: Bool { pointee.children.map { ChildList.of($0).pointee.index != nil } ?? false }
}
