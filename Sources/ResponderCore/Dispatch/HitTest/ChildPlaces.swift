// The places of the entries of a view's subviews.
//
// The entries of few subviews lie side by side. Among many there may be holes: entries with empty rectangles, which
// exclude every point, so that a hit-test passes over them. Removing a subview makes a hole and moves no entry.
// Inserting a subview fills a hole at its place, or moves the entries up to the nearest hole. When insertions have
// moved as many entries as there are places, all entries are redistributed with a hole behind each. When a subview is
// inserted at an end that has no place left, the entries are redistributed with as many holes at that end as there are
// subviews. So the cost of each insertion and removal stays far below the number of subviews, wherever subviews are
// inserted and removed.

extension ChildEntry {
    /// A hole among the entries of that view's subviews.
    fileprivate static func hole(of view: RecordPointer) -> ChildEntry { ChildEntry(record: view) }
}

extension ChildList {
    /// With fewer subviews there are no holes: moving all entries costs less than searching for a hole.
    fileprivate static let leastWithHoles = ChildIndex.leastChildren

    /// The position of the holes among redistributed entries.
    fileprivate enum Room {
        /// In front of all subviews.
        case front
        /// Behind all subviews.
        case back
        /// Behind each subview.
        case between

        func place(of index: Int, among count: Int) -> Int {
            switch self {
            case .front: index
            case .back: index + count
            case .between: 2 * index + 1
            }
        }
    }
}

// MARK: - Places and positions

extension RecordPointer {
    /// The number of subviews.
    var subviewCount: Int { pointee.children.map { Int(ChildList.of($0).pointee.count) } ?? 0 }

    private var hasHoles: Bool { Int(pointee.placeCount) != subviewCount }

    /// Returns the place of the child; nil when the child is no subview of this view.
    ///
    /// The search begins at the child's last known place and goes outwards: entries move seldom, and not far.
    func place(of child: RecordPointer) -> Int? {
        let count = Int(pointee.placeCount)
        guard count > 0, let entries = pointee.children else { return nil }
        let hint = Swift.min(Int(child.pointee.place), count - 1)
        var (below, above) = (hint, hint + 1)
        while below >= 0 || above < count {
            if below >= 0, entries[below].record == child { return child.note(place: below) }
            if above < count, entries[above].record == child { return child.note(place: above) }
            below -= 1
            above += 1
        }
        return nil
    }

    private func note(place: Int) -> Int {
        pointee.place = Int32(place)
        return place
    }

    /// The number of subviews behind a place: the position in `subviews` of the subview at this place.
    func position(of place: Int) -> Int {
        guard hasHoles, let entries = pointee.children else { return place }
        if place == pointee.placeCount { return subviewCount }
        let counters = ChildList.counters(of: entries)
        let segment = ChildList.segment(of: place)
        var position = 0
        for earlier in 0..<segment { position &+= Int(counters[earlier]) }
        for earlier in (segment * ChildList.segmentLength)..<place where entries[earlier].record != self {
            position += 1
        }
        return position
    }

    /// Returns the place of the subview at a position; the end of the places for a position beyond the last.
    func place(ofSubviewAt position: Int) -> Int {
        guard position < subviewCount, let entries = pointee.children else { return Int(pointee.placeCount) }
        guard hasHoles else { return position }
        let counters = ChildList.counters(of: entries)
        var (segment, left) = (0, position)
        while left >= counters[segment] {
            left -= Int(counters[segment])
            segment += 1
        }
        var place = segment * ChildList.segmentLength
        while left > 0 || entries[place].record == self {
            if entries[place].record != self { left -= 1 }
            place += 1
        }
        return place
    }

    /// Returns the subview at a place that is no hole.
    func child(at place: Int) -> RecordPointer? { pointee.children?[place].record }

    /// Calls `body` with each subview, back to front.
    package func forEachChild(_ body: (RecordPointer) -> Void) {
        guard let entries = pointee.children else { return }
        for place in 0..<Int(pointee.placeCount) where entries[place].record != self { body(entries[place].record) }
    }

    /// Returns the nearest place from `start` on, in steps of 1 or -1, that is a hole, or, when `isHole` is false, that
    /// is occupied.
    func nearest(_ start: Int, step: Int, isHole: Bool) -> Int? {
        guard let entries = pointee.children else { return nil }
        let counters = ChildList.counters(of: entries)
        let hopeless = Int32(isHole ? ChildList.segmentLength : 0)
        var place = start
        while place >= 0 && place < pointee.placeCount {
            let segment = ChildList.segment(of: place)
            if counters[segment] == hopeless {
                place = step > 0 ? (segment + 1) * ChildList.segmentLength : segment * ChildList.segmentLength - 1
                continue
            }
            if (entries[place].record == self) == isHole { return place }
            place += step
        }
        return nil
    }
}

// MARK: - Inserting and removing

extension RecordPointer {
    /// Inserts a child directly behind the child at `place`, or in front of all when `place` is the end of the places.
    ///
    /// The view retains the child from then on.
    @MainActor
    func insertChild(_ child: RecordPointer, at place: Int) {
        let place = makeRoom(at: place)
        guard let entries = pointee.children else { return }
        _ = child.pointee.object.retain()
        (entries + place).initialize(to: ChildEntry(record: child))
        ChildList.of(entries).pointee.count += 1
        child.pointee.place = Int32(place)
        entries[place].measure()
        guard let index = indexForChange() else { return }
        let behind = nearest(place - 1, step: -1, isHole: false)
        let front = nearest(place + 1, step: 1, isHole: false)
        if !index.insert(entries + place, between: behind.map { entries + $0 }, and: front.map { entries + $0 }) {
            dropIndex()
        }
    }

    /// Removes the child at a place, and releases it.
    @MainActor
    func removeChild(at place: Int) {
        guard let entries = pointee.children else { return }
        let list = ChildList.of(entries)
        let object = entries[place].record.pointee.object
        indexForChange()?.remove(slot: entries[place].slot)
        let areSideBySide = !hasHoles
        list.pointee.count -= 1
        if areSideBySide && list.pointee.count < ChildList.leastWithHoles {
            (entries + place).moveInitialize(from: entries + place + 1, count: Int(pointee.placeCount) - place - 1)
            pointee.placeCount -= 1
            ChildList.counters(of: entries)[0] -= 1
        } else {
            entries[place] = .hole(of: self)
            ChildList.counters(of: entries)[ChildList.segment(of: place)] -= 1
            while pointee.placeCount > 0, entries[Int(pointee.placeCount) - 1].record == self {
                pointee.placeCount -= 1
            }
            if list.pointee.count < ChildList.leastWithHoles || pointee.placeCount > 4 * list.pointee.count {
                closeHoles()
            }
        }
        object.release()
    }

    /// Exchanges two children.
    @MainActor
    func exchangeChildren(at first: Int, and second: Int) {
        guard let entries = pointee.children else { return }
        swap(&entries[first], &entries[second])
        entries[first].record.pointee.place = Int32(first)
        entries[second].record.pointee.place = Int32(second)
        indexForChange()?.exchange(entries[first].slot, entries[second].slot)
    }

    /// Returns the children of a view that is being released; the array takes over the view's references to them.
    ///
    /// Safe on any thread. The entries stay as they are: the main actor may read them until the record is used again.
    nonisolated func takeChildren() -> [View] {
        var views: [View] = []
        views.reserveCapacity(subviewCount)
        forEachChild { views.append(unsafeDowncast($0.pointee.object.takeRetainedValue(), to: View.self)) }
        return views
    }

    /// Makes a free place directly behind the entry at `place`, and returns the free place.
    @MainActor
    private func makeRoom(at place: Int) -> Int {
        if pointee.children == nil { pointee.children = ChildList.make(capacity: 4) }
        guard let entries = pointee.children else { return place }
        let list = ChildList.of(entries)
        let end = Int(pointee.placeCount)
        if place > 0, entries[place - 1].record == self { return occupy(place - 1) }
        if end == list.pointee.capacity, place == end || list.pointee.count < ChildList.leastWithHoles {
            return makeRoom(at: redistribute(.front, place))
        }
        if place == end {
            pointee.placeCount += 1
            return occupy(end)
        }
        // An insertion behind many subviews: with new holes at that end, later insertions there move no entries.
        if place == 0, list.pointee.count >= ChildList.leastWithHoles {
            return makeRoom(at: redistribute(.back, place))
        }
        return makeRoomBetween(at: place)
    }

    @MainActor
    private func makeRoomBetween(at place: Int) -> Int {
        guard let entries = pointee.children else { return place }
        let list = ChildList.of(entries)
        let end = Int(pointee.placeCount)
        let below = hasHoles ? nearest(place - 1, step: -1, isHole: true) : nil
        let above = hasHoles ? nearest(place, step: 1, isHole: true) ?? end : end
        let isBelow = below.map { place - $0 <= above - place || above == list.pointee.capacity } ?? false
        guard isBelow || above < list.pointee.capacity else { return makeRoom(at: redistribute(.between, place)) }
        let hole = isBelow ? below ?? end : above
        if list.pointee.count >= ChildList.leastWithHoles {
            list.pointee.moves += abs(place - hole)
            if list.pointee.moves > end { return makeRoom(at: redistribute(.between, place)) }
        }
        if hole == end { pointee.placeCount += 1 }
        if isBelow {
            (entries + hole).moveInitialize(from: entries + hole + 1, count: place - 1 - hole)
            _ = occupy(hole)
            return place - 1
        }
        (entries + place + 1).moveInitialize(from: entries + place, count: hole - place)
        _ = occupy(hole)
        return place
    }

    /// Counts a place as occupied by a subview.
    private func occupy(_ place: Int) -> Int {
        if let entries = pointee.children { ChildList.counters(of: entries)[ChildList.segment(of: place)] += 1 }
        return place
    }

    /// Removes all holes: the entries lie side by side.
    @MainActor
    func closeHoles() {
        if hasHoles { _ = redistribute(.front, 0) }
    }

    /// Redistributes all entries into new memory with free places, and returns the new place of the entry at `place`.
    @MainActor
    private func redistribute(_ room: ChildList.Room, _ place: Int) -> Int {
        guard let entries = pointee.children else { return place }
        let list = ChildList.of(entries)
        let (end, count) = (Int(pointee.placeCount), subviewCount)
        let larger = ChildList.make(capacity: Int32(max(4, count * 5 / 2)))
        let grown = ChildList.of(larger)
        let counters = ChildList.counters(of: larger)
        let used = count == 0 ? 0 : room.place(of: count - 1, among: count) + 1
        (larger).initialize(repeating: .hole(of: self), count: used)
        var (index, now) = (0, used)
        for former in 0..<end {
            if former == place { now = index == count ? used : room.place(of: index, among: count) }
            guard entries[former].record != self else { continue }
            let place = room.place(of: index, among: count)
            larger[place] = entries[former]
            larger[place].record.pointee.place = Int32(place)
            counters[ChildList.segment(of: place)] += 1
            index += 1
        }
        (grown.pointee.count, grown.pointee.searches) = (list.pointee.count, list.pointee.searches)
        grown.pointee.changes = list.pointee.changes
        swap(&grown.pointee.index, &list.pointee.index)
        ChildList.free(entries)
        pointee.children = larger
        pointee.placeCount = Int32(used)
        return now
    }
}
