internal import ResponderCore

/// The effect of a list's updates on each row and section.
struct ListChange {
    /// The changes of sections.
    ///
    /// A section that is moved or reloaded counts as removed and inserted.
    let sections: IndexShift
    private let movedSections: [Int: Int]
    private let movedRows: [ListView.IndexPath: ListView.IndexPath]
    /// The reloaded rows, by their places before the change.
    let reloadedRows: Set<ListView.IndexPath>
    /// The removed rows by their section before the change; `addedRows` has the inserted rows by their section
    /// afterwards.
    ///
    /// A row that is moved counts as removed and inserted.
    private(set) var removedRows: [Int: [Int]] = [:]
    private(set) var addedRows: [Int: [Int]] = [:]
    /// The shifts of rows in sections that stay, by the section after the change.
    private var rows: [Int: IndexShift] = [:]

    init(_ updates: ListUpdates) {
        let plain = IndexShift(
            removed: updates.deletedSections + updates.movedSections.map(\.from),
            added: updates.insertedSections + updates.movedSections.map(\.to)
        )
        let reloaded = updates.reloadedSections.filter { plain.index(of: $0) != nil }
        sections = IndexShift(
            removed: plain.removed + reloaded,
            added: plain.added + reloaded.compactMap { plain.index(of: $0) }
        )
        let reloadedSections = Set(updates.reloadedSections)
        let moves = updates.movedSections.filter { !reloadedSections.contains($0.from) }
        movedSections = Dictionary(moves.map { ($0.from, $0.to) }) { $1 }
        movedRows = Dictionary(updates.movedRows.map { ($0.from, $0.to) }) { $1 }
        reloadedRows = Set(updates.reloadedRows)
        for path in updates.deletedRows { removedRows[path.section, default: []].append(path.row) }
        for move in updates.movedRows { removedRows[move.from.section, default: []].append(move.from.row) }
        for path in updates.insertedRows { addedRows[path.section, default: []].append(path.row) }
        for move in updates.movedRows { addedRows[move.to.section, default: []].append(move.to.row) }
        var changed = Set(addedRows.keys)
        var before: [Int: Int] = [:]
        for section in removedRows.keys {
            guard let new = self.section(of: section) else { continue }
            before[new] = section
            changed.insert(new)
        }
        for section in changed {
            let shift = IndexShift(
                removed: before[section].flatMap { removedRows[$0] } ?? [],
                added: addedRows[section] ?? []
            )
            rows[section] = shift
            if let old = before[section] { removedRows[old] = shift.removed }
            if addedRows[section] != nil { addedRows[section] = shift.added }
        }
    }

    /// Where a section is afterwards; nil if it is deleted or reloaded.
    func section(of old: Int) -> Int? { movedSections[old] ?? sections.index(of: old) }

    /// Whether a row is moved, by itself or with its section.
    func moves(_ old: ListView.IndexPath) -> Bool { movedRows[old] != nil || movedSections[old.section] != nil }

    /// Where a row is afterwards; nil if it is deleted, or its section reloaded.
    func path(of old: ListView.IndexPath) -> ListView.IndexPath? {
        if let moved = movedRows[old] { return moved }
        guard let section = section(of: old.section) else { return nil }
        guard let shift = rows[section] else { return ListView.IndexPath(section: section, row: old.row) }
        return shift.index(of: old.row).map { ListView.IndexPath(section: section, row: $0) }
    }

    /// The numbers of rows that are inserted into a section and removed from it.
    func rows(added new: Int, removed old: Int) -> (added: Int, removed: Int) {
        (addedRows[new]?.count ?? 0, removedRows[old]?.count ?? 0)
    }
}
