internal import ResponderCore

// Inserting, removing and moving sections.
extension ListSnapshot {
    /// Appends sections without items.
    ///
    /// - Precondition: None of them is there.
    /// - Complexity: Linear in `identifiers`; allocates where the snapshot grows.
    public mutating func appendSections(_ identifiers: [Section]) { insert(identifiers, after: order.last) }

    /// Inserts sections without items before another section.
    ///
    /// - Precondition: The other section is there, and none of the new ones.
    /// - Complexity: Linear in `identifiers`; allocates where the snapshot grows.
    public mutating func insertSections(_ identifiers: [Section], beforeSection section: Section) {
        insert(identifiers, after: sections.previous(before: slot(of: section)))
    }

    /// Inserts sections without items behind another section.
    ///
    /// - Precondition: The other section is there, and none of the new ones.
    /// - Complexity: Linear in `identifiers`; allocates where the snapshot grows.
    public mutating func insertSections(_ identifiers: [Section], afterSection section: Section) {
        insert(identifiers, after: slot(of: section))
    }

    /// Removes sections with their items.
    ///
    /// - Complexity: Linear in the sections and their items; allocates a temporary array of the items.
    public mutating func deleteSections(_ identifiers: [Section]) {
        for section in identifiers {
            guard sectionSlots[section] != nil else { continue }
            deleteItems(itemIdentifiers(inSection: section))
            guard let slot = sectionSlots.removeValue(forKey: section) else { continue }
            sections.unlink(slot, from: &order)
            sections.discard(slot)
            reloadedSectionIdentifiers.remove(section)
        }
    }

    /// Moves a section with its items before another one.
    ///
    /// - Precondition: Both sections are there.
    /// - Complexity: O(1); no allocation, unless the snapshot shares its storage with a copy.
    public mutating func moveSection(_ section: Section, beforeSection other: Section) {
        let (moved, slot) = (slot(of: section), slot(of: other))
        guard moved != slot else { return }
        sections.unlink(moved, from: &order)
        sections.link(moved, after: sections.previous(before: slot), in: &order)
    }

    /// Moves a section with its items behind another one.
    ///
    /// - Precondition: Both sections are there.
    /// - Complexity: O(1); no allocation, unless the snapshot shares its storage with a copy.
    public mutating func moveSection(_ section: Section, afterSection other: Section) {
        let (moved, slot) = (slot(of: section), slot(of: other))
        guard moved != slot else { return }
        sections.unlink(moved, from: &order)
        sections.link(moved, after: slot, in: &order)
    }

    private mutating func insert(_ identifiers: [Section], after slot: Int32) {
        var previous = slot
        for section in identifiers {
            let new = sections.make(SectionContent(identifier: section))
            if sectionSlots.updateValue(new, forKey: section) != nil {
                fatalError("section \(section) was put into a snapshot twice; identifiers are unique")
            }
            sections.link(new, after: previous, in: &order)
            previous = new
        }
    }
}
