internal import ResponderCore

/// Finds the changes that turn one snapshot into another.
///
/// The items that both snapshots have at the start and at the end of a section are found by comparing, without hashing.
/// Of the rest of a section, the items that stay are a longest increasing subsequence by their old places. So as few
/// items as possible move, and the time is O(n log n) for any two snapshots. (The library's `CollectionDifference`
/// takes O(n · changes).)
struct SnapshotDifference<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    private(set) var updates = ListUpdates()
    private let old: ListSnapshot<Section, Item>
    private let new: ListSnapshot<Section, Item>
    /// The slots of the old sections in order; by slot, a section's place.
    private let oldSections: [Int32]
    private var oldSectionPlaces: [Int32]
    /// By slot of the old snapshot, the row of the item; `isKept` tells whether the new snapshot has the item.
    private var oldRows: [Int32] = []
    private var isKept: [Bool] = []

    init(from old: ListSnapshot<Section, Item>, to new: ListSnapshot<Section, Item>) {
        self.old = old
        self.new = new
        oldSections = old.sections.slots(of: old.order)
        oldSectionPlaces = [Int32](repeating: -1, count: old.sections.slotCount)
        for (place, slot) in oldSections.enumerated() { oldSectionPlaces[Int(slot)] = Int32(place) }
        findChanges()
    }

    private mutating func findChanges() {
        let newSections = new.sections.slots(of: new.order)
        let oldPlaces = newSections.map { slot in
            old.sectionSlots[new.sections[slot].identifier].map { Int(oldSectionPlaces[Int($0)]) } ?? -1
        }
        let stays = oldPlaces.inLongestIncreasingSubsequence()
        var isSectionKept = [Bool](repeating: false, count: oldSections.count)
        var middles: [Middle] = []
        for (section, slot) in newSections.enumerated() {
            let oldPlace = oldPlaces[section]
            if oldPlace < 0 {
                updates.insertedSections.append(section)
            } else {
                isSectionKept[oldPlace] = true
                if !stays[section] { updates.movedSections.append((from: oldPlace, to: section)) }
                if new.reloadedSectionIdentifiers.contains(new.sections[slot].identifier) {
                    updates.reloadedSections.append(oldPlace)
                }
            }
            let middle = Middle(old, oldPlace < 0 ? nil : oldSections[oldPlace], new, slot, section, oldPlace)
            if !middle.isEmpty { middles.append(middle) }
        }
        for (section, isKept) in isSectionKept.enumerated() where !isKept { updates.deletedSections.append(section) }
        if !middles.isEmpty { compare(middles) }
        for item in new.reloadedItemIdentifiers { reload(item) }
    }

    /// Finds the rows that were inserted, removed or moved, in the middles of sections.
    private mutating func compare(_ middles: [Middle]) {
        countOldRows()
        for middle in middles {
            var candidates: [Int] = []
            var places: [(section: Int, row: Int)?] = []
            for slot in middle.new {
                guard let oldSlot = old.itemSlots[new.items[slot].identifier] else {
                    places.append(nil)
                    candidates.append(-1)
                    continue
                }
                isKept[Int(oldSlot)] = true
                let place = place(ofOld: oldSlot)
                places.append(place)
                candidates.append(place.section == middle.oldSection ? place.row : -1)
            }
            let stays = candidates.inLongestIncreasingSubsequence()
            for (index, place) in places.enumerated() where !stays[index] {
                let path = ListView.IndexPath(section: middle.section, row: middle.start + index)
                if let place {
                    let from = ListView.IndexPath(section: place.section, row: place.row)
                    updates.movedRows.append((from: from, to: path))
                } else if middle.oldSection >= 0 {
                    updates.insertedRows.append(path)
                }
            }
        }
        for middle in middles {
            for (index, slot) in middle.old.enumerated() where !isKept[Int(slot)] {
                updates.deletedRows.append(.init(section: middle.oldSection, row: middle.start + index))
            }
        }
    }

    private mutating func countOldRows() {
        oldRows = [Int32](repeating: -1, count: old.items.slotCount)
        isKept = [Bool](repeating: false, count: old.items.slotCount)
        for section in oldSections {
            var slot = old.sections[section].items.first
            var row: Int32 = 0
            while slot >= 0 {
                oldRows[Int(slot)] = row
                row += 1
                slot = old.items.next(after: slot)
            }
        }
    }

    private func place(ofOld slot: Int32) -> (section: Int, row: Int) {
        (Int(oldSectionPlaces[Int(old.items[slot].section)]), Int(oldRows[Int(slot)]))
    }

    private mutating func reload(_ item: Item) {
        guard let slot = old.itemSlots[item] else { return }
        if oldRows.isEmpty { countOldRows() }
        let place = place(ofOld: slot)
        updates.reloadedRows.append(.init(section: place.section, row: place.row))
    }

    /// The part of a section between the items that both snapshots have at its start and those at its end.
    private struct Middle {
        var old: [Int32] = []
        var new: [Int32] = []
        /// The number of items at the start that both snapshots have.
        var start = 0
        /// The section's place among the new sections; `oldSection` is its place among the old ones, or -1.
        var section: Int
        var oldSection: Int

        var isEmpty: Bool { old.isEmpty && new.isEmpty }

        init(
            _ old: ListSnapshot<Section, Item>,
            _ oldSlot: Int32?,
            _ new: ListSnapshot<Section, Item>,
            _ newSlot: Int32,
            _ section: Int,
            _ oldSection: Int
        ) {
            (self.section, self.oldSection) = (section, oldSection)
            let oldChain = oldSlot.map { old.sections[$0].items } ?? .init()
            let newChain = new.sections[newSlot].items
            func isSame(_ lhs: Int32, _ rhs: Int32) -> Bool { old.items[lhs].identifier == new.items[rhs].identifier }
            let least = min(oldChain.count, newChain.count)
            var (oldFirst, newFirst) = (oldChain.first, newChain.first)
            while start < least, isSame(oldFirst, newFirst) {
                start += 1
                (oldFirst, newFirst) = (old.items.next(after: oldFirst), new.items.next(after: newFirst))
            }
            var (oldLast, newLast, end) = (oldChain.last, newChain.last, 0)
            while start + end < least, isSame(oldLast, newLast) {
                end += 1
                (oldLast, newLast) = (old.items.previous(before: oldLast), new.items.previous(before: newLast))
            }
            for _ in 0..<oldChain.count - start - end {
                self.old.append(oldFirst)
                oldFirst = old.items.next(after: oldFirst)
            }
            for _ in 0..<newChain.count - start - end {
                self.new.append(newFirst)
                newFirst = new.items.next(after: newFirst)
            }
        }
    }
}
