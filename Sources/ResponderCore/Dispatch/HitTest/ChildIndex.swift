internal import ResponderTouchInput

/// An index that finds the subviews at a point: a grid over the entries of a view that has many subviews.
///
/// Each cell lists the subviews whose rectangles reach into the cell, front to back. A second list holds the subviews
/// that reach into many cells or must be called for any point. A search merges both lists in order. So the search meets
/// the same subviews in the same order as a search without the index, and leaves out only subviews that do not contain
/// the point.
///
/// Each subview has a number that gives its order, with gaps between neighbours: inserting a subview between two
/// others changes no other number. The cost of changing one subview depends on the cells that the subview leaves and
/// enters. The position of the grid does not affect the result: subviews and points outside the grid belong to the
/// cells at its edge. The grid decides only the speed.
struct ChildIndex {
    /// The index's data of a subview, in one cache line.
    struct Slot {
        var entry: ChildEntry
        /// Greater for subviews further in front.
        var order: Int64
        var cells: ChildGrid.Cells
    }

    /// A list of slots, front to back.
    struct List {
        var items: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        var capacity: Int32 = 0
    }

    let grid: ChildGrid
    let cells: UnsafeMutablePointer<List>
    /// The subviews that belong to no cell because they may be hit anywhere.
    var everywhere = List()
    var slots: UnsafeMutablePointer<Slot>
    var slotCount: Int32 = 0
    var slotCapacity: Int32
    /// The first of the free slots, which are linked by their entries' `slot`; -1 for none.
    var freeSlot: Int32 = -1
    /// Changes of subviews since the index was built.
    var changes: Int32 = 0

    /// The initial gap between the orders of two neighbours.
    fileprivate static let gap: Int64 = 1 << 32
}

// MARK: - Making the index

extension ChildIndex {
    /// Makes an index of the view's subviews; nil when too many may be hit anywhere, so that the index would not
    /// help.
    ///
    /// There must be no holes between the subviews.
    @MainActor
    static func make(of view: RecordPointer) -> UnsafeMutablePointer<ChildIndex>? {
        guard let entries = view.pointee.children else { return nil }
        let count = Int(view.pointee.placeCount)
        // Entries are measured again: some subviews were marked `mustBeCalled` only because their class had not yet
        // been verified.
        for place in 0..<count where entries[place].mustBeCalled { entries[place].measure() }
        guard let grid = ChildGrid(over: entries, count: count) else { return nil }
        var unbounded = 0
        for place in 0..<count where grid.cells(of: entries[place]) == .everywhere { unbounded += 1 }
        guard unbounded <= mostUnbounded(of: count) else { return nil }

        let cells = UnsafeMutablePointer<List>.allocate(capacity: grid.count)
        cells.initialize(repeating: List(), count: grid.count)
        let capacity = count + count / 4
        let index = UnsafeMutablePointer<ChildIndex>.allocate(capacity: 1)
        index.initialize(
            to: ChildIndex(
                grid: grid,
                cells: cells,
                slots: .allocate(capacity: capacity),
                slotCapacity: Int32(capacity)
            )
        )
        // In this order, from the front, each subview is appended at the end of its lists.
        for place in (0..<count).reversed() { index.add(entries + place, order: Int64(place) * gap) }
        return index
    }

    static func mostUnbounded(of count: Int) -> Int { 16 + count / 8 }
}

extension UnsafeMutablePointer<ChildIndex> {
    func destroy() {
        for cell in 0..<pointee.grid.count { pointee.cells[cell].items?.deallocate() }
        pointee.cells.deallocate()
        pointee.everywhere.items?.deallocate()
        pointee.slots.deallocate()
        deallocate()
    }

    /// Gives a subview a slot and puts it into its lists.
    fileprivate func add(_ entry: UnsafeMutablePointer<ChildEntry>, order: Int64) {
        let slot = takeSlot()
        entry.pointee.slot = slot
        let cells = pointee.grid.cells(of: entry.pointee)
        (pointee.slots + Int(slot)).initialize(to: ChildIndex.Slot(entry: entry.pointee, order: order, cells: cells))
        enter(slot)
    }

    private func takeSlot() -> Int32 {
        let free = pointee.freeSlot
        if free >= 0 {
            pointee.freeSlot = pointee.slots[Int(free)].entry.slot
            return free
        }
        if pointee.slotCount == pointee.slotCapacity {
            let larger = UnsafeMutablePointer<ChildIndex.Slot>.allocate(capacity: Int(pointee.slotCapacity) * 2)
            larger.moveInitialize(from: pointee.slots, count: Int(pointee.slotCount))
            pointee.slots.deallocate()
            pointee.slots = larger
            pointee.slotCapacity *= 2
        }
        pointee.slotCount += 1
        return pointee.slotCount - 1
    }
}

// MARK: - Updating the index

extension UnsafeMutablePointer<ChildIndex> {
    /// Adds a subview that was inserted between two others.
    ///
    /// Returns false when there is no gap between the neighbours' orders: the index can then no longer be used.
    func insert(
        _ entry: UnsafeMutablePointer<ChildEntry>,
        between behind: UnsafeMutablePointer<ChildEntry>?,
        and front: UnsafeMutablePointer<ChildEntry>?
    ) -> Bool {
        let behindOrder = behind.map { self.order(of: $0.pointee) }
        let frontOrder = front.map { self.order(of: $0.pointee) }
        let order: Int64
        switch (behindOrder, frontOrder) {
        case (nil, nil): order = 0
        case (let behind?, nil): order = behind + ChildIndex.gap
        case (nil, let front?): order = front - ChildIndex.gap
        case (let behind?, let front?):
            guard front - behind > 1 else { return false }
            order = behind + (front - behind) / 2
        }
        add(entry, order: order)
        return true
    }

    private func order(of entry: ChildEntry) -> Int64 { pointee.slots[Int(entry.slot)].order }

    /// Removes a subview.
    func remove(slot: Int32) {
        leave(slot)
        pointee.slots[Int(slot)].entry.slot = pointee.freeSlot
        pointee.freeSlot = slot
    }

    /// Exchanges the orders of two subviews that have exchanged places.
    func exchange(_ first: Int32, _ second: Int32) {
        leave(first)
        leave(second)
        swap(&pointee.slots[Int(first)].order, &pointee.slots[Int(second)].order)
        enter(first)
        enter(second)
    }

    /// Updates a subview whose entry has changed.
    func update(_ entry: ChildEntry) {
        let slot = pointee.slots + Int(entry.slot)
        let cells = pointee.grid.cells(of: entry)
        guard cells != slot.pointee.cells else {
            slot.pointee.entry = entry
            return
        }
        leave(entry.slot)
        slot.pointee.entry = entry
        slot.pointee.cells = cells
        enter(entry.slot)
    }

    private func enter(_ slot: Int32) {
        let cells = pointee.slots[Int(slot)].cells
        if cells == .everywhere { return pointee.everywhere.insert(slot, pointee.slots) }
        guard cells != .nowhere else { return }
        for row in cells.rows {
            for column in cells.columns {
                pointee.cells[pointee.grid.number(column, row)].insert(slot, pointee.slots)
            }
        }
    }

    private func leave(_ slot: Int32) {
        let cells = pointee.slots[Int(slot)].cells
        if cells == .everywhere { return pointee.everywhere.remove(slot, pointee.slots) }
        guard cells != .nowhere else { return }
        for row in cells.rows {
            for column in cells.columns {
                pointee.cells[pointee.grid.number(column, row)].remove(slot, pointee.slots)
            }
        }
    }
}

extension ChildIndex.List {
    /// The position in the list of the slot with that order, or the position at which to insert it.
    private func place(of order: Int64, _ slots: UnsafeMutablePointer<ChildIndex.Slot>) -> Int {
        guard let items else { return 0 }
        var (low, high) = (0, Int(count))
        // While the index is made, the slot always belongs at the end.
        if high > 0 && slots[Int(items[high - 1])].order > order { return high }
        while low < high {
            let middle = (low + high) / 2
            if slots[Int(items[middle])].order > order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func insert(_ slot: Int32, _ slots: UnsafeMutablePointer<ChildIndex.Slot>) {
        if count == capacity {
            let larger = UnsafeMutablePointer<Int32>.allocate(capacity: max(4, Int(capacity) * 2))
            if let items {
                larger.moveInitialize(from: items, count: Int(count))
                items.deallocate()
            }
            items = larger
            capacity = max(4, capacity * 2)
        }
        guard let items else { return }
        let place = place(of: slots[Int(slot)].order, slots)
        (items + place + 1).moveInitialize(from: items + place, count: Int(count) - place)
        (items + place).initialize(to: slot)
        count += 1
    }

    mutating func remove(_ slot: Int32, _ slots: UnsafeMutablePointer<ChildIndex.Slot>) {
        let place = place(of: slots[Int(slot)].order, slots)
        guard let items, place < Int(count), items[place] == slot else { return }
        (items + place).moveInitialize(from: items + place + 1, count: Int(count) - place - 1)
        count -= 1
    }
}

// MARK: - Iterating over the subviews at a point

extension ChildIndex {
    /// Iterates over the subviews that may be hit at a point, front to back.
    struct Cursor {
        private let slots: UnsafeMutablePointer<Slot>
        private var near: UnsafeMutablePointer<Int32>?
        private var nearCount: Int32
        private var everywhere: UnsafeMutablePointer<Int32>?
        private var everywhereCount: Int32

        @inline(__always)
        init(_ index: UnsafeMutablePointer<ChildIndex>, at point: Point) {
            let cell = index.pointee.cells + index.pointee.grid.number(at: point)
            slots = index.pointee.slots
            near = cell.pointee.items
            nearCount = cell.pointee.count
            everywhere = index.pointee.everywhere.items
            everywhereCount = index.pointee.everywhere.count
        }

        /// The next subview's entry; nil at the end.
        @inline(__always)
        mutating func next() -> UnsafeMutablePointer<ChildEntry>? {
            var slot: UnsafeMutablePointer<Slot>
            if nearCount > 0, let item = near {
                slot = slots + Int(item.pointee)
                if everywhereCount > 0, let other = everywhere {
                    let unbounded = slots + Int(other.pointee)
                    if unbounded.pointee.order > slot.pointee.order {
                        everywhereCount &-= 1
                        everywhere = other + 1
                        return Self.entry(of: unbounded)
                    }
                }
                nearCount &-= 1
                near = item + 1
            } else if everywhereCount > 0, let item = everywhere {
                slot = slots + Int(item.pointee)
                everywhereCount &-= 1
                everywhere = item + 1
            } else {
                return nil
            }
            return Self.entry(of: slot)
        }

        /// A slot begins with its entry.
        @inline(__always)
        private static func entry(of slot: UnsafeMutablePointer<Slot>) -> UnsafeMutablePointer<ChildEntry> {
            UnsafeMutableRawPointer(slot).assumingMemoryBound(to: ChildEntry.self)
        }
    }
}
