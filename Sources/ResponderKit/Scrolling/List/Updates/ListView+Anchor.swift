internal import ResponderTouchInput

/// The row that stays where it is on the screen while the list changes.
struct ListAnchor {
    /// Where the row is after the change.
    var path: ListView.IndexPath
    /// The distance from the view's upper edge to the row's.
    var distance: Double
}

// What is seen stays where it is, and cells stay with their rows.
extension ListView {
    /// The first row that is seen, and that is there after a change.
    final func anchor(_ pathAfter: (IndexPath) -> IndexPath?) -> ListAnchor? {
        for row in shown where row.end > bounds.minY && row.y < bounds.maxY {
            if let path = pathAfter(row.path) { return ListAnchor(path: path, distance: row.y - bounds.minY) }
        }
        return nil
    }

    /// The heights have changed: sets the content's height, puts the anchor where it was, and has the list laid out.
    final func rowsDidChange(_ anchor: ListAnchor?) {
        hasGaps = true
        setNeedsLayout()
        placeShownRows()
        var shift = 0.0
        if let anchor, hasRow(anchor.path) {
            shift = rectForRow(at: anchor.path).minY - anchor.distance - bounds.minY
        }
        let isAtRest = !isDragging && !isDecelerating
        contentHeightDidChange(shift: shift)
        if isAtRest, shift != 0 { limitsDidChange() }
    }

    /// Finds the rows that are shown at their new places.
    private func placeShownRows() {
        for index in shown.indices {
            let path = shown[index].path
            let position = heights.position(ofRow: path.row, inSection: path.section)
            guard let item = heights.item(at: position) else { continue }
            shown[index].position = position
            shown[index].y = item.y
            shown[index].height = item.height
            shown[index].cell.frame.origin.y = item.y
        }
    }

    /// Gives the shown rows their new numbers, and takes those away that are deleted or reloaded.
    ///
    /// - Returns: What was taken away, with the former places.
    final func moveShownRows(_ change: ListChange) -> [ShownRow] {
        var ended: [ShownRow] = []
        var kept: [ShownRow] = []
        for var row in shown {
            guard !change.reloadedRows.contains(row.path), let path = change.path(of: row.path) else {
                ended.append(row)
                continue
            }
            row.path = path
            row.cell.path = path
            kept.append(row)
        }
        kept.sort { $0.path < $1.path }
        shown = kept
        for row in ended { retire(row.cell) }
        dropAllHeaders()
        return ended
    }

    /// Takes all rows away, and returns them.
    final func endAll() -> [ShownRow] {
        let ended = shown
        shown = []
        for row in ended { retire(row.cell) }
        dropAllHeaders()
        return ended
    }

    final func didEndDisplaying(_ rows: [ShownRow]) {
        guard !rows.isEmpty, let delegate = listDelegate else { return }
        for row in rows { delegate.listView(self, didEndDisplaying: row.cell, forRowAt: row.path) }
    }
}
