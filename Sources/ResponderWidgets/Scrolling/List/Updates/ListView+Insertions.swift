internal import ResponderCore

/// Consecutive rows of one section, or consecutive sections, to insert.
struct ListInsertion {
    var section: Int
    /// Nil for whole sections.
    var row: Int?
    var runs: [RowHeights.Run]

    func place(_ heights: RowHeights) -> Int {
        row.map { heights.position(ofRow: $0, inSection: section) } ?? heights.position(ofHeader: section)
    }
}

// The data source is asked about changes, and its answers are checked.
extension ListView {
    /// The numbers of rows after a change; stops the process if they do not fit the change.
    final func countsAfter(_ change: ListChange) -> [Int] {
        guard let dataSource else { return [] }
        let (removed, added) = (change.sections.removed.count, change.sections.added.count)
        let actual = dataSource.numberOfSections(in: self)
        let expected = rowCounts.count - removed + added
        // The data source has changed data while it was asked, so all data are asked for again.
        if awaitsData { return [] }
        if actual != expected {
            fatalError(
                "the data source of \(Swift.type(of: self)) has \(actual) sections after an update, but "
                    + "\(rowCounts.count) before it, \(added) put in and \(removed) taken out make \(expected)"
            )
        }
        let counts = (0..<actual).map { max(dataSource.listView(self, numberOfRowsInSection: $0), 0) }
        if awaitsData { return [] }
        checkSections(of: change, counts)
        for (old, count) in rowCounts.enumerated() {
            guard let new = change.section(of: old) else { continue }
            let rows = change.rows(added: new, removed: old)
            let expected = count - rows.removed + rows.added
            if counts[new] == expected { continue }
            fatalError(
                "the data source of \(Swift.type(of: self)) has \(counts[new]) rows in section \(new) after an update, "
                    + "but \(count) before it (in section \(old)), \(rows.added) put in and \(rows.removed) taken out "
                    + "make \(expected)"
            )
        }
        checkPlaces(of: change, counts)
        return counts
    }

    /// Stops the process if a section is inserted at a place that does not exist afterwards.
    private func checkSections(of change: ListChange, _ counts: [Int]) {
        if let section = change.sections.added.last, section >= counts.count {
            fatalError(
                "an update of \(Swift.type(of: self)) puts in section \(section), but there are \(counts.count) "
                    + "afterwards"
            )
        }
    }

    /// Stops the process if a row is inserted at a place that does not exist afterwards.
    private func checkPlaces(of change: ListChange, _ counts: [Int]) {
        for (section, rows) in change.addedRows {
            let count = counts.indices.contains(section) ? counts[section] : 0
            guard let row = rows.max(), row >= count else { continue }
            fatalError(
                "an update of \(Swift.type(of: self)) puts in row \(row) of section \(section), which has \(count) "
                    + "rows afterwards"
            )
        }
    }

    /// The insertions from the top down; asks for the heights.
    final func insertions(of change: ListChange, _ counts: [Int]) -> [ListInsertion] {
        if awaitsData { return [] }
        var result: [ListInsertion] = []
        let new = Set(change.sections.added)
        for range in change.sections.added.ranges {
            var runs: [RowHeights.Run] = []
            for section in range where counts.indices.contains(section) { append(section, counts[section], to: &runs) }
            result.append(ListInsertion(section: range.lowerBound, runs: runs))
        }
        for section in change.addedRows.keys.sorted() where !new.contains(section) {
            for range in (change.addedRows[section] ?? []).ranges {
                var runs: [RowHeights.Run] = []
                appendRows(of: section, range, to: &runs)
                result.append(ListInsertion(section: section, row: range.lowerBound, runs: runs))
            }
        }
        return result
    }

    /// Asks for the heights of reloaded rows again.
    final func heightsOfReloaded(_ change: ListChange) -> [(path: IndexPath, height: Double)] {
        guard !usesEstimate, let delegate = listDelegate else { return [] }
        return change.reloadedRows.compactMap { old in
            change.path(of: old).map { ($0, Self.sound(delegate.listView(self, heightForRowAt: $0))) }
        }
    }

    /// Stops the process if an update names a row or a section that is not there.
    final func check(_ updates: ListUpdates) {
        for section in updates.deletedSections + updates.reloadedSections + updates.movedSections.map(\.from)
        where !rowCounts.indices.contains(section) {
            fatalError(
                "an update of \(Swift.type(of: self)) names section \(section), but there are \(rowCounts.count)"
            )
        }
        for path in updates.deletedRows { check(path) }
        for path in updates.reloadedRows { check(path) }
        for move in updates.movedRows { check(move.from) }
        for path in updates.insertedRows { checkInserted(path) }
        for move in updates.movedRows { checkInserted(move.to) }
        for section in updates.insertedSections + updates.movedSections.map(\.to) where section < 0 {
            fatalError("an update of \(Swift.type(of: self)) puts in section \(section); sections begin at 0")
        }
    }

    private func check(_ path: IndexPath) {
        if hasRow(path) { return }
        let has = rowCounts.indices.contains(path.section) ? "\(rowCounts[path.section]) rows" : "not been there"
        fatalError(
            "an update of \(Swift.type(of: self)) names row \(path.row) of section \(path.section), which has \(has)"
        )
    }

    private func checkInserted(_ path: IndexPath) {
        if path.row >= 0, path.section >= 0 { return }
        fatalError(
            "an update of \(Swift.type(of: self)) puts in row \(path.row) of section \(path.section); "
                + "rows and sections begin at 0"
        )
    }
}
