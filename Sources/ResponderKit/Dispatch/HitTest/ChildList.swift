internal import ResponderTouchInput

/// What the hit-test must know of a subview to pass it over, in one place with that of its siblings: so a subview that
/// does not contain the point costs no look at its own record.
///
/// The four edges are those of a rectangle in the superview's coordinates outside of which the subview is certainly not
/// hit. It is a rounding error too large rather than too small: what lies in it is decided in the subview's own
/// coordinates, as `point(inside:)` would. Two rectangles are special: an empty one, for a subview that cannot be hit
/// whatever the point; and one of NaN, which excludes no point, for a subview that must be asked.
struct ChildEntry {
    /// The left and the upper edge, and the right and the lower: a pair each, which the processor compares at once.
    var least = SIMD2(repeating: Double.infinity)
    var greatest = SIMD2(repeating: -Double.infinity)
    let record: RecordPointer
    /// Its slot in the index, where there is one.
    var slot: Int32 = -1

    @inline(__always)
    func excludes(_ point: Point) -> Bool {
        let point = SIMD2(point.x, point.y)
        // As one number: `any` would look at each part of it.
        return unsafeBitCast((point .< least) .| (point .>= greatest), to: UInt128.self) != 0
    }

    /// Whether the subview must be asked: its class overrides `hitTest` or `point(inside:)`, or was not seen yet not to.
    @inline(__always)
    var isAsked: Bool { least.x != least.x }  // which is what isNaN says, in one instruction

    private mutating func setEdges(_ edge: Double, _ opposite: Double) {
        (least, greatest) = (SIMD2(repeating: edge), SIMD2(repeating: opposite))
    }

    /// Has the subview asked, whatever the point.
    mutating func ask() { setEdges(.nan, .nan) }

    /// Sets the edges by what the subview is now.
    mutating func measure() {
        let flags = record.pointee.flags
        let called = record.pointee.type.pointee.called
        if called.contains(.hitTest) {
            ask()
        } else if !flags.isDisjoint(with: .notHittable) {
            setEdges(.infinity, -.infinity)
        } else if called.contains(.pointInside) {
            ask()
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

    /// The edges between which (p − position) + origin may come to lie from `origin` to below origin + extent, each step
    /// rounded.
    ///
    /// From below: as long as p − position is less than −ulp(origin), adding it to the origin gives less than that; with
    /// an origin of zero any negative one does. From above: p − position ≥ extent gives origin + extent or more, since
    /// rounding keeps the order; position + extent itself is rounded, hence the next number.
    private static func edges(_ position: Double, _ extent: Double, _ origin: Double) -> (Double, Double) {
        let least = origin == 0 ? position : (position - origin.ulp).nextDown
        let greatest = (position + extent).nextUp
        // Edges that are no numbers exclude nothing, but would have the subview asked.
        return least.isNaN || greatest.isNaN ? (-.infinity, .nan) : (least, greatest)
    }

    /// The box around the transformed bounds, with room for rounding.
    private mutating func measureTransformed() {
        guard let rare = record.pointee.rare else { return ask() }
        let (there, back) = (rare.pointee.toSuperview, rare.pointee.fromSuperview)
        let box = record.pointee.bounds.applying(there)
        let scale = max(max(abs(there.a), abs(there.b)), max(abs(there.c), abs(there.d)))
        let inverse = max(max(abs(back.a), abs(back.b)), max(abs(back.c), abs(back.d)))
        let bounds = record.pointee.bounds
        let reach = abs(bounds.origin.x) + abs(bounds.origin.y) + abs(bounds.size.width) + abs(bounds.size.height)
        let extent = abs(box.origin.x) + abs(box.origin.y) + scale * reach + abs(there.tx) + abs(there.ty)
        // The way there and back errs by some units in the last place times both maps' scales, of what it passes through.
        // 1e-8 of that is ten thousand times more than it can be, as long as the map is not all but singular.
        guard scale * inverse < 1e3, extent.isFinite, extent < 1e150 else { return ask() }
        let slack = extent * 1e-8
        least = SIMD2(box.origin.x, box.origin.y) - slack
        greatest = SIMD2(box.origin.x + box.size.width, box.origin.y + box.size.height) + slack
    }
}

/// What goes with the entries of a view's subviews, in front of them in the same block of memory.
struct ChildList {
    var capacity: Int32
    /// How many subviews there are.
    var count: Int32 = 0
    /// How many entries were moved to make room for others, and not taken out, since all were dealt out anew.
    var moves = 0
    /// Hit-tests that looked at all subviews since those last changed much.
    var searches: Int32 = 0
    /// Subviews that changed since the last hit-test.
    var changes: Int32 = 0
    /// Finds subviews by their place, where there are many.
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

    /// The number of the segment that a place belongs to.
    @inline(__always)
    static func segment(of place: Int) -> Int { place >> 8 }
    static let segmentLength = 1 << 8

    /// How many subviews there are in each segment of the places.
    @inline(__always)
    static func counters(of entries: UnsafeMutablePointer<ChildEntry>) -> UnsafeMutablePointer<Int32> {
        UnsafeMutableRawPointer(entries + Int(of(entries).pointee.capacity)).assumingMemoryBound(to: Int32.self)
    }

    /// Frees the block, and the index.
    static func free(_ entries: UnsafeMutablePointer<ChildEntry>) {
        of(entries).pointee.index?.destroy()
        (UnsafeMutableRawPointer(entries) - size).deallocate()
    }

    @inline(__always)
    static func of(_ entries: UnsafeMutablePointer<ChildEntry>) -> UnsafeMutablePointer<ChildList> {
        (UnsafeMutableRawPointer(entries) - size).assumingMemoryBound(to: ChildList.self)
    }
}

// MARK: - What is known of each

extension RecordPointer {
    /// Something has changed of this view that the hit-test of its superview knows: its place, its extent, whether it can
    /// be hit.
    @MainActor
    func hitGeometryDidChange() {
        hierarchy.geometryDidChange()
        guard let superview = superviewRecord, let place = superview.place(of: self) else { return }
        superview.measureChild(at: place)
    }

    @MainActor
    private func measureChild(at place: Int) {
        guard let entries = pointee.children else { return }
        entries[place].measure()
        indexForChange()?.update(entries[place])
    }

    /// The class of this view was seen to override nothing that a hit-test calls, after it was measured.
    ///
    /// Nothing has changed by that, so it does not count as a change.
    @MainActor
    func measureAnew() {
        hierarchy.geometryDidChange()
        guard let superview = superviewRecord, let place = superview.place(of: self),
            let entries = superview.pointee.children
        else { return }
        entries[place].measure()
        ChildList.of(entries).pointee.index?.update(entries[place])
    }

    /// Has all subviews asked: nothing is known any more of what their classes override.
    @MainActor
    func askAllChildren() {
        guard let entries = pointee.children else { return }
        for place in 0..<Int(pointee.placeCount) where entries[place].record != self { entries[place].ask() }
        dropIndex()
    }
}

// MARK: - When there is an index

extension ChildIndex {
    /// With fewer subviews a search looks at all of them.
    static let leastChildren = 64
    /// So many searches that look at all subviews cost about as much as making the index.
    static let searchesBeforeMaking: Int32 = 16
    /// Where it would not help, so many searches go by before it is looked at again.
    fileprivate static let searchesAfterFailing: Int32 = 1024
    /// More changes than that from one search to the next cost more than looking at all subviews.
    fileprivate static func mostChanges(of count: Int32) -> Int32 { max(32, count / 8) }
}

extension RecordPointer {
    /// The index of the subviews for a search; nil while it does not pay.
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

    /// The index of the subviews, of which one is about to change; nil where there is none, or none any more.
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
            // The grid may suit the subviews no longer: it is made anew at the next search.
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

    /// Whether the subviews are found by an index now.
    @MainActor
    var hasIndex: Bool { pointee.children.map { ChildList.of($0).pointee.index != nil } ?? false }
}
