internal import ResponderCore

/// The content of a list: unique identifiers of sections, and of the items in each section, in order.
///
/// A snapshot is a value: changing a copy leaves the original unchanged. ``ListDiffableDataSource`` finds the
/// differences between two snapshots, and changes its list accordingly. An item is in at most one section.
///
///     var snapshot = ListSnapshot<String, Int>()
///     snapshot.appendSections(["even", "odd"])
///     snapshot.appendItems([2, 4], toSection: "even")
///     snapshot.appendItems([1, 3])
///
/// These mistakes stop the process with a message that names the identifier: inserting an identifier twice, a place
/// beside an identifier that is not in the snapshot, and items without a section. Identifiers to delete or reload are
/// ignored if they are not in the snapshot.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct ListSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
    struct SectionContent: Sendable {
        var identifier: Section
        var items = LinkedSlots<ItemContent>.Chain()
    }

    struct ItemContent: Sendable {
        var identifier: Item
        var section: Int32
    }

    var sections = LinkedSlots<SectionContent>()
    var order = LinkedSlots<SectionContent>.Chain()
    var items = LinkedSlots<ItemContent>()
    var sectionSlots: [Section: Int32] = [:]
    var itemSlots: [Item: Int32] = [:]
    /// The items that ``reloadItems(_:)`` named.
    public internal(set) var reloadedItemIdentifiers: Set<Item> = []
    /// The sections that ``reloadSections(_:)`` named.
    public internal(set) var reloadedSectionIdentifiers: Set<Section> = []

    /// A snapshot without sections.
    public init() {}

    /// The number of sections.
    public var numberOfSections: Int { order.count }

    /// The number of items in all sections.
    public var numberOfItems: Int { itemSlots.count }

    /// The sections, in order.
    ///
    /// - Complexity: Linear in the sections; allocates the array.
    public var sectionIdentifiers: [Section] { sections.slots(of: order).map { sections[$0].identifier } }

    /// The items of all sections, in order.
    ///
    /// - Complexity: Linear in the sections and items; allocates the array.
    public var itemIdentifiers: [Item] { sectionIdentifiers.flatMap(itemIdentifiers(inSection:)) }

    /// The items of a section, in order; none for a section that is not there.
    ///
    /// - Complexity: Linear in the section's items; allocates the array.
    public func itemIdentifiers(inSection section: Section) -> [Item] {
        guard let slot = sectionSlots[section] else { return [] }
        return items.slots(of: sections[slot].items).map { items[$0].identifier }
    }

    /// The number of items in a section; 0 for a section that is not there.
    public func numberOfItems(inSection section: Section) -> Int {
        sectionSlots[section].map { sections[$0].items.count } ?? 0
    }

    /// The section that an item is in; nil for an item that is not there.
    public func sectionIdentifier(containingItem item: Item) -> Section? {
        itemSlots[item].map { sections[items[$0].section].identifier }
    }

    /// Whether the item is in a section.
    public func contains(_ item: Item) -> Bool { itemSlots[item] != nil }

    /// The place of a section among the sections; nil if it is not there.
    ///
    /// - Complexity: Linear in the sections; no allocation.
    public func indexOfSection(_ section: Section) -> Int? {
        guard var slot = sectionSlots[section] else { return nil }
        var index = 0
        while sections.previous(before: slot) >= 0 {
            slot = sections.previous(before: slot)
            index += 1
        }
        return index
    }

    /// Has the list ask for the cells and heights of these items again.
    ///
    /// - Complexity: Linear in `identifiers`; allocates where the set grows.
    public mutating func reloadItems(_ identifiers: [Item]) {
        for item in identifiers where itemSlots[item] != nil { reloadedItemIdentifiers.insert(item) }
    }

    /// Has the list ask for the headers, cells and heights of these sections again.
    ///
    /// - Complexity: Linear in `identifiers`; allocates where the set grows.
    public mutating func reloadSections(_ identifiers: [Section]) {
        for section in identifiers where sectionSlots[section] != nil { reloadedSectionIdentifiers.insert(section) }
    }

    /// The slot of a section that must be there.
    func slot(of section: Section) -> Int32 {
        guard let slot = sectionSlots[section] else { fatalError("section \(section) is not in the snapshot") }
        return slot
    }

    /// The slot of an item that must be there.
    func slot(of item: Item) -> Int32 {
        guard let slot = itemSlots[item] else { fatalError("item \(item) is not in the snapshot") }
        return slot
    }
}

extension ListSnapshot: Equatable {
    /// Whether both snapshots have the same sections and items in the same order; what they reload does not count.
    ///
    /// - Complexity: Linear in the sections and items; allocates temporary arrays.
    public static func == (lhs: ListSnapshot, rhs: ListSnapshot) -> Bool {
        let sections = lhs.sectionIdentifiers
        return sections == rhs.sectionIdentifiers
            && sections.allSatisfy { lhs.itemIdentifiers(inSection: $0) == rhs.itemIdentifiers(inSection: $0) }
    }
}
