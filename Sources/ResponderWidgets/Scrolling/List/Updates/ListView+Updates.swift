internal import ResponderCore

// The app tells the list of changes of its data.
//
// Outside of a batch each call is a batch of its own. In each batch the first row that is seen and remains keeps its
// place on the screen, as far as the content's limits allow. The selection moves with its rows.
extension ListView {
    /// Carries out all updates of `updates` at once.
    ///
    /// The order of the calls inside does not matter. Places of rows and sections that are deleted, reloaded or moved
    /// away are those before the batch; all other places are those afterwards. The data must be changed before this
    /// method returns. A batch inside another one belongs to the outer one.
    ///
    /// The changes are not animated, so `completion` is called at once, with true.
    ///
    /// A batch without updates asks the delegate for all heights anew, in the next update pass, or earlier when a call
    /// needs the rows. Cells stay with their rows.
    ///
    /// - Precondition: The numbers of sections and rows afterwards are those before, plus the insertions, minus the
    ///   deletions. Otherwise the process stops with a message that names the section.
    /// - Complexity: O(u log n + sections) for u updates; linear in `u` allocations.
    public final func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
        // The numbers before the change are needed.
        if batchDepth == 0, !isReading { readIfNeeded() }
        batchDepth += 1
        updates()
        batchDepth -= 1
        if batchDepth == 0 {
            if self.updates.isEmpty, listDelegate != nil { heightsDidChange() }
            applyUpdates()
        }
        completion?(true)
    }

    /// Rows have been inserted, which are now at these places.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func insertRows(at indexPaths: [IndexPath]) { update { $0.insertedRows += indexPaths } }

    /// The rows that were at these places have been deleted.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func deleteRows(at indexPaths: [IndexPath]) { update { $0.deletedRows += indexPaths } }

    /// The rows at these places show something else, or have another height: asks for their cells and heights again.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func reloadRows(at indexPaths: [IndexPath]) { update { $0.reloadedRows += indexPaths } }

    /// A row has been moved; the row keeps its cell and stays selected.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        update { $0.movedRows.append((indexPath, newIndexPath)) }
    }

    /// Sections have been inserted with their rows, and are now at these places.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func insertSections(_ sections: some Sequence<Int>) { update { $0.insertedSections += sections } }

    /// The sections that were at these places have been deleted.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func deleteSections(_ sections: some Sequence<Int>) { update { $0.deletedSections += sections } }

    /// Asks for the rows of these sections again, and for the headers; none of the rows stays selected.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func reloadSections(_ sections: some Sequence<Int>) { update { $0.reloadedSections += sections } }

    /// A section has been moved with its rows.
    ///
    /// - Complexity: That of ``performBatchUpdates(_:completion:)``.
    public final func moveSection(_ section: Int, toSection newSection: Int) {
        update { $0.movedSections.append((section, newSection)) }
    }

    private func update(_ add: (inout ListUpdates) -> Void) {
        add(&updates)
        if batchDepth == 0 { applyUpdates() }
    }

    private func applyUpdates() {
        let updates = updates
        self.updates = ListUpdates()
        if !updates.isEmpty { apply(updates) }
    }

    /// Carries updates out.
    final func apply(_ updates: ListUpdates) {
        // The data source is or will be asked for all data, which include this change.
        if isReading || dataSource == nil { return reloadData() }
        if awaitsData { return }
        check(updates)
        let change = ListChange(updates)
        isReading = true
        let counts = countsAfter(change)
        let insertions = insertions(of: change, counts)
        let reloaded = heightsOfReloaded(change)
        isReading = false
        // The data source or the delegate has made further changes while it was asked.
        if awaitsData { return setNeedsLayout() }
        // A row that is moved is the anchor only if there is no other.
        let anchor = anchor { change.moves($0) ? nil : change.path(of: $0) } ?? anchor { change.path(of: $0) }
        remove(change)
        for insertion in insertions { heights.insert(insertion.runs, at: insertion.place(heights)) }
        rowCounts = counts
        hasHeaders = hasHeaders || insertions.contains { $0.runs.contains { $0.isHeader && $0.height > 0 } }
        changes &+= 1
        for row in reloaded {
            heights.setHeight(row.height, at: heights.position(ofRow: row.path.row, inSection: row.path.section))
        }
        selection = Set(selection.compactMap { change.path(of: $0) })
        let held = heldRow
        let ended = endShownRows(
            { change.reloadedRows.contains($0) ? nil : change.path(of: $0) },
            { change.section(of: $0) }
        )
        rowsDidChange(anchor)
        // Callbacks about the end of the editing in a reloaded row still find the row.
        for row in ended.rows { endEditing(in: row.cell, at: change.path(of: row.path)) }
        if let held, heldRow == nil { endEditing(in: held.cell, at: change.path(of: held.path)) }
        end(ended)
    }

    /// Removes the rows and sections that leave their places, from the bottom up, so that places above stay valid.
    private func remove(_ change: ListChange) {
        let gone = Set(change.sections.removed)
        for section in change.removedRows.keys.sorted(by: >) where !gone.contains(section) {
            for range in (change.removedRows[section] ?? []).ranges.reversed() {
                let start = heights.position(ofRow: range.lowerBound, inSection: section)
                heights.remove(start..<start + range.count)
            }
        }
        for range in change.sections.removed.ranges.reversed() {
            let start = heights.position(ofHeader: range.lowerBound)
            heights.remove(start..<heights.position(ofHeader: range.upperBound))
        }
    }
}
