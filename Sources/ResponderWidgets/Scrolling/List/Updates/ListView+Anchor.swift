internal import ResponderCore
internal import ResponderTouchInput

/// The row that keeps its place on the screen while the list changes.
struct ListAnchor {
    /// Where the row is after the change.
    var path: ListView.IndexPath
    /// The distance from the upper edge of the view to the upper edge of the row.
    var distance: Double
}

// Rows that are seen keep their places on the screen, and cells stay with their rows.
extension ListView {
    /// The first row that is seen and is still there after a change.
    final func anchor(_ pathAfter: (IndexPath) -> IndexPath?) -> ListAnchor? {
        for row in shown where row.end > bounds.minY && row.y < bounds.maxY {
            if let path = pathAfter(row.path) { return ListAnchor(path: path, distance: row.y - bounds.minY) }
        }
        return nil
    }

    /// After a change of heights sets the content's height, returns the anchor to its place, and has the list laid out.
    final func rowsDidChange(_ anchor: ListAnchor?) {
        hasGaps = true
        setNeedsLayout()
        placeShownRows()
        var shift = 0.0
        if let anchor, hasRow(anchor.path) {
            shift = rectForRow(at: anchor.path).minY - anchor.distance - bounds.minY
        }
        contentHeightDidChange(shift: shift)
        if shift != 0 { limitsDidChange() }
    }

    /// Finds the new places of the shown rows.
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
        placeHeldViews()
    }

    /// Gives the rows that have cells their new numbers, and takes away rows that have no new number; headers are asked
    /// for again, except for one with the first responder.
    ///
    /// - Returns: The shown rows that were taken away, with the former places, and the views of everything else.
    final func endShownRows(
        _ pathAfter: (IndexPath) -> IndexPath?,
        _ sectionAfter: (Int) -> Int?
    ) -> (rows: [ShownRow], views: [View]) {
        var ended: [ShownRow] = []
        var kept: [ShownRow] = []
        for var row in shown {
            guard let path = pathAfter(row.path) else {
                ended.append(row)
                continue
            }
            row.path = path
            row.cell.path = path
            kept.append(row)
        }
        kept.sort { $0.path < $1.path }
        shown = kept
        return (ended, renumberHeldViews(pathAfter, sectionAfter))
    }

    /// Has cells of rows that were taken away wait, and tells the delegate, which may change the list again.
    final func end(_ ended: (rows: [ShownRow], views: [View])) {
        for view in ended.views { retire(view) }
        for row in ended.rows {
            endHighlight(of: row.cell)
            retire(row.cell)
            listDelegate?.listView(self, didEndDisplaying: row.cell, forRowAt: row.path)
        }
    }
}
