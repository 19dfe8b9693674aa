internal import ResponderCore

/// Shows a ``ListSnapshot`` in a list: a further snapshot changes only the rows and sections that differ.
///
/// The list does not retain its data source, so keep this object.
///
///     let source = ListDiffableDataSource<String, Int>(listView: list) { list, indexPath, item in
///         let cell = list.dequeueReusableCell(withIdentifier: "number")
///         cell.backgroundColor = item.isMultiple(of: 2) ? .white : .black
///         return cell
///     }
///     source.apply(snapshot)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class ListDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    /// Makes the cell of a row.
    public typealias CellProvider = @MainActor (ListView, ListView.IndexPath, Item) -> ListCell

    private weak var listView: ListView?
    private let cellProvider: CellProvider
    private var current = ListSnapshot<Section, Item>()
    /// The items in the order of the rows.
    private var items: [[Item]] = []
    /// The snapshots that were applied while another one was being applied.
    private var waiting: [ListSnapshot<Section, Item>] = []
    private var isApplying = false

    /// The data source of a list, without sections at first.
    ///
    /// - Complexity: O(1); allocates the object.
    public init(listView: ListView, cellProvider: @escaping CellProvider) {
        self.listView = listView
        self.cellProvider = cellProvider
        listView.dataSource = self
    }

    /// The snapshot that was applied last.
    ///
    /// To change the list, copy the snapshot, change the copy, and apply it.
    public func snapshot() -> ListSnapshot<Section, Item> {
        var snapshot = waiting.last ?? current
        snapshot.reloadedItemIdentifiers = []
        snapshot.reloadedSectionIdentifiers = []
        return snapshot
    }

    /// Shows a snapshot: inserts, deletes, moves and reloads rows and sections that differ from the former snapshot.
    ///
    /// The first row that is seen and is in both snapshots keeps its place on the screen. If `apply` is called while
    /// another snapshot is being applied, the new snapshot is shown afterwards.
    ///
    /// - Complexity: O(n log n) for n items, O(n) with few changes; allocates arrays of the items.
    public func apply(_ snapshot: ListSnapshot<Section, Item>) {
        waiting.append(snapshot)
        guard !isApplying else { return }
        isApplying = true
        while !waiting.isEmpty { show(waiting.removeFirst()) }
        isApplying = false
    }

    private func show(_ snapshot: ListSnapshot<Section, Item>) {
        let list = servedList
        // The list reads the former snapshot before it is told of changes.
        list?.readIfNeeded()
        let difference = SnapshotDifference(from: current, to: snapshot)
        adopt(snapshot)
        if !difference.updates.isEmpty { list?.apply(difference.updates) }
    }

    /// The list, unless the app has given it another data source.
    private var servedList: ListView? { listView?.dataSource === self ? listView : nil }

    private func adopt(_ snapshot: ListSnapshot<Section, Item>) {
        current = snapshot
        items = snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }
    }

    /// Shows a snapshot as if there had been none before.
    ///
    /// - Complexity: Linear in the items; allocates arrays of them.
    public func applySnapshotUsingReloadData(_ snapshot: ListSnapshot<Section, Item>) {
        waiting.removeAll()
        adopt(snapshot)
        servedList?.reloadData()
    }

    /// The item of a row; nil for a row that is not there.
    public func itemIdentifier(for indexPath: ListView.IndexPath) -> Item? {
        guard items.indices.contains(indexPath.section) else { return nil }
        let rows = items[indexPath.section]
        return rows.indices.contains(indexPath.row) ? rows[indexPath.row] : nil
    }

    /// The row of an item; nil for an item that is not there.
    ///
    /// - Complexity: Linear in the sections and in the items of the item's section; no allocation.
    public func indexPath(for item: Item) -> ListView.IndexPath? {
        guard let section = current.sectionIdentifier(containingItem: item),
            let index = current.indexOfSection(section), let row = items[index].firstIndex(of: item)
        else { return nil }
        return ListView.IndexPath(section: index, row: row)
    }
}

extension ListDiffableDataSource: ListViewDataSource {
    /// The number of the snapshot's sections.
    public func numberOfSections(in listView: ListView) -> Int { items.count }

    /// The number of items in a section.
    public func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { items[section].count }

    /// The cell that the function given to the initialiser makes for the row's item.
    ///
    /// - Complexity: That of this function.
    public func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        cellProvider(listView, indexPath, items[indexPath.section][indexPath.row])
    }
}
