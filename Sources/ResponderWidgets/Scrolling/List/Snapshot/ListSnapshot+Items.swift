internal import ResponderCore

// Inserting, removing and moving items.
extension ListSnapshot {
    /// Appends items to a section; to the last section if `section` is nil.
    ///
    /// - Precondition: The section is in the snapshot, and none of the items is.
    /// - Complexity: Linear in `identifiers`; allocates where the snapshot grows.
    public mutating func appendItems(_ identifiers: [Item], toSection section: Section? = nil) {
        let last = section.map { slot(of: $0) } ?? order.last
        if last < 0 { fatalError("items were appended to a snapshot without sections; append a section first") }
        insert(identifiers, after: sections[last].items.last, inSection: last)
    }

    /// Inserts items before another item, in the same section.
    ///
    /// - Precondition: The other item is there, and none of the new ones.
    /// - Complexity: Linear in `identifiers`; allocates where the snapshot grows.
    public mutating func insertItems(_ identifiers: [Item], beforeItem item: Item) {
        let slot = slot(of: item)
        insert(identifiers, after: items.previous(before: slot), inSection: items[slot].section)
    }

    /// Inserts items behind another item, in the same section.
    ///
    /// - Precondition: The other item is there, and none of the new ones.
    /// - Complexity: Linear in `identifiers`; allocates where the snapshot grows.
    public mutating func insertItems(_ identifiers: [Item], afterItem item: Item) {
        let slot = slot(of: item)
        insert(identifiers, after: slot, inSection: items[slot].section)
    }

    /// Removes items.
    ///
    /// - Complexity: Linear in `identifiers`; no allocation, unless the snapshot shares its storage with a copy.
    public mutating func deleteItems(_ identifiers: [Item]) {
        for item in identifiers {
            guard let slot = itemSlots.removeValue(forKey: item) else { continue }
            items.unlink(slot, from: &sections[items[slot].section].items)
            items.discard(slot)
            reloadedItemIdentifiers.remove(item)
        }
    }

    /// Removes all items and sections.
    ///
    /// - Complexity: Linear in the sections and items; no allocation.
    public mutating func deleteAllItems() { self = ListSnapshot() }

    /// Moves an item before another item, into the other item's section.
    ///
    /// - Precondition: Both items are there.
    /// - Complexity: O(1); no allocation, unless the snapshot shares its storage with a copy.
    public mutating func moveItem(_ item: Item, beforeItem other: Item) {
        let (moved, slot) = (slot(of: item), slot(of: other))
        guard moved != slot else { return }
        unlinkToMove(moved)
        link(moved, after: items.previous(before: slot), inSection: items[slot].section)
    }

    /// Moves an item behind another item, into the other item's section.
    ///
    /// - Precondition: Both items are there.
    /// - Complexity: O(1); no allocation, unless the snapshot shares its storage with a copy.
    public mutating func moveItem(_ item: Item, afterItem other: Item) {
        let (moved, slot) = (slot(of: item), slot(of: other))
        guard moved != slot else { return }
        unlinkToMove(moved)
        link(moved, after: slot, inSection: items[slot].section)
    }

    private mutating func insert(_ identifiers: [Item], after slot: Int32, inSection section: Int32) {
        var previous = slot
        for item in identifiers {
            let new = items.make(ItemContent(identifier: item, section: section))
            if itemSlots.updateValue(new, forKey: item) != nil {
                fatalError("item \(item) was put into a snapshot twice; identifiers are unique in all sections")
            }
            items.link(new, after: previous, in: &sections[section].items)
            previous = new
        }
    }

    private mutating func unlinkToMove(_ slot: Int32) {
        items.unlink(slot, from: &sections[items[slot].section].items)
    }

    private mutating func link(_ slot: Int32, after other: Int32, inSection section: Int32) {
        items[slot].section = section
        items.link(slot, after: other, in: &sections[section].items)
    }
}
