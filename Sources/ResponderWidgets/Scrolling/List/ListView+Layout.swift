internal import ResponderCore
internal import ResponderTouchInput

/// A row that has a cell.
struct ShownRow {
    let cell: ListCell
    var path: ListView.IndexPath
    /// The row's place among all headers and rows.
    var position: Int
    var y: Double
    var height: Double

    var end: Double { y + height }
}

// Rows that come to be seen get cells, and cells of rows that are no longer seen are used again.
//
// Each call of the app's code may change the list. So over such a call only the number of `changes` is kept in a
// variable: when the call has changed this number, the layout under way stops, and the list is laid out again.
extension ListView {
    /// Where the line below each row begins; nil without lines.
    private var lineInset: Double? { hasSeparators ? separatorInset : nil }

    /// Gives the rows that have a cell their lines anew.
    final func separatorsDidChange() {
        for row in shown { row.cell.lineInset = lineInset }
        heldRow?.cell.lineInset = lineInset
    }

    final func layOutRows() {
        // The app's code, which this layout has called, asks for another layout.
        guard !isLayingOutRows else {
            wasLaidOutInside = true
            return
        }
        isLayingOutRows = true
        wasLaidOutInside = false
        let isDone = updateRows()
        isLayingOutRows = false
        hideRetired()
        if !isDone || wasLaidOutInside || awaitsData || awaitsHeights { setNeedsLayout() }
    }

    /// Returns false if a call of the app's code has changed the list, which must then be laid out again.
    private func updateRows() -> Bool {
        // The data source may have been released.
        if dataSource == nil, !rowCounts.isEmpty { awaitsData = true }
        if contentWidth != widthOfHeights, listDelegate != nil { awaitsHeights = true }
        readIfNeeded()
        if awaitsData { return false }
        if contentWidth != laidOutWidth { widthDidChange() }
        releaseHeldViews()
        let changes = changes
        return dropUnseenRows(changes) && (!hasGaps || fillGaps(changes)) && extendRows(changes)
            && layOutHeaders(changes)
    }

    /// Whether the app's code has changed nothing that the layout under way depends on.
    final func isUnchanged(_ since: UInt64) -> Bool { changes == since && !awaitsData && dataSource != nil }

    /// The width of the rows.
    final var contentWidth: Double { max(bounds.width - contentInset.left - contentInset.right, 0) }

    private func widthDidChange() {
        laidOutWidth = contentWidth
        contentSize = Size(laidOutWidth, heights.height)
        for row in shown { row.cell.frame = frame(ofRowAt: row.y, row.height) }
        for header in shownHeaders { header.view?.frame.size.width = laidOutWidth }
        placeHeldViews()
    }

    final func frame(ofRowAt y: Double, _ height: Double) -> Rect { Rect(0, y, laidOutWidth, height) }

    /// Takes the cells from rows that are no longer seen, at both ends.
    private func dropUnseenRows(_ changes: UInt64) -> Bool {
        while let first = shown.first, first.end <= bounds.minY || first.y >= bounds.maxY {
            if !drop(at: 0, changes) { return false }
        }
        while let last = shown.last, last.y >= bounds.maxY || last.end <= bounds.minY {
            if !drop(at: shown.count - 1, changes) { return false }
        }
        return true
    }

    private func drop(at index: Int, _ changes: UInt64) -> Bool {
        let row = shown.remove(at: index)
        endHighlight(of: row.cell)
        if !hold(row) { retire(row.cell) }
        listDelegate?.listView(self, didEndDisplaying: row.cell, forRowAt: row.path)
        return changes == self.changes && !awaitsData
    }

    /// Shows the rows above and below the shown ones, which follow each other.
    private func extendRows(_ changes: UInt64) -> Bool {
        guard bounds.height > 0 else { return true }
        while shown.isEmpty, let item = heights.item(atOffset: bounds.minY),
            let row = row(after: item.position - 1), row.y < bounds.maxY
        {
            if !show(row, at: 0, changes) { return false }
        }
        while let first = shown.first, first.y > bounds.minY, let item = row(before: first.position),
            item.end > bounds.minY
        {
            if !show(item, at: 0, changes) { return false }
        }
        while let last = shown.last, last.end < bounds.maxY, let item = row(after: last.position),
            item.y < bounds.maxY
        {
            if !show(item, at: shown.count, changes) { return false }
        }
        return true
    }

    /// Goes through all rows that are seen: drops other rows between them, and shows rows that have no cell yet.
    private func fillGaps(_ changes: UInt64) -> Bool {
        var index = 0
        var position = -1
        gapAnchor = shown.first?.position ?? -1
        if let item = heights.item(atOffset: bounds.minY) { position = item.position - 1 }
        // Beyond the end of the content there are no rows.
        while bounds.height > 0, bounds.minY < heights.height, let item = row(after: position), item.y < bounds.maxY {
            while index < shown.count, shown[index].position < item.position {
                if !drop(at: index, changes) { return false }
            }
            if index < shown.count, shown[index].position == item.position {
                // With an estimate, the row's height may have changed since it was measured.
                guard let height = measure(item, shown[index].path, changes) else { return false }
                shown[index].y = item.y
                shown[index].height = height
                shown[index].cell.frame = frame(ofRowAt: item.y, height)
                if height == 0, !drop(at: index, changes) { return false }
            } else if !show(item, at: index, changes) {
                return false
            }
            // A row that turned out to have no height is not among the shown rows.
            if index < shown.count, shown[index].position == item.position { index += 1 }
            position = item.position
        }
        while shown.count > index {
            if !drop(at: shown.count - 1, changes) { return false }
        }
        hasGaps = false
        return true
    }

    /// The next row that has a height, below or above a position.
    final func row(after position: Int) -> RowHeights.Item? {
        var item = heights.tallItem(from: position + 1)
        while let header = item, header.row == nil { item = heights.tallItem(from: header.position + 1) }
        return item
    }

    final func row(before position: Int) -> RowHeights.Item? {
        var item = heights.tallItem(upTo: position - 1)
        while let header = item, header.row == nil { item = heights.tallItem(upTo: header.position - 1) }
        return item
    }

    /// Gives a row a cell, and inserts the row among the shown rows; returns false if the app's code has changed the
    /// list.
    private func show(_ item: RowHeights.Item, at index: Int, _ changes: UInt64) -> Bool {
        guard let row = item.row else { return true }
        let path = IndexPath(section: item.section, row: row)
        guard let height = measure(item, path, changes) else { return false }
        if height == 0 { return true }
        guard let cell = takeHeldCell(at: item.position) ?? cell(for: path, changes) else { return false }
        cell.list = self
        cell.path = path
        cell.isSelected = selection.contains(path)
        cell.frame = frame(ofRowAt: item.y, height)
        // The hook that tells the cell whether it is selected may have changed the list.
        guard isUnchanged(changes) else {
            retire(cell)
            return false
        }
        cell.lineInset = lineInset
        shown.insert(ShownRow(cell: cell, path: path, position: item.position, y: item.y, height: height), at: index)
        listDelegate?.listView(self, willDisplay: cell, forRowAt: path)
        // A reload may have taken the cell back.
        if cell.path != nil, cell.list === self { putIn(cell, isHeader: false) }
        return isUnchanged(changes)
    }

    /// The cell that the data source brings for a row; nil if the data have changed meanwhile.
    private func cell(for path: IndexPath, _ changes: UInt64) -> ListCell? {
        guard let dataSource else { return nil }
        checkCounts(of: dataSource, for: path, changes)
        guard isUnchanged(changes) else { return nil }
        takeBack(except: nil)
        let cell = dataSource.listView(self, cellForRowAt: path)
        guard isUnchanged(changes) else {
            takeBack(except: nil)
            if cell.pool == nil, cell.path == nil, cell.superview === self { cell.removeFromSuperview() }
            return nil
        }
        takeBack(except: cell)
        if let other = cell.path {
            fatalError(
                "the data source of \(Swift.type(of: self)) returned for row \(path.row) of section \(path.section) "
                    + "the cell that shows row \(other.row) of section \(other.section); dequeue a cell for each row"
            )
        }
        if cell.isWaiting {
            fatalError(
                "the data source of \(Swift.type(of: self)) returned for row \(path.row) of section \(path.section) "
                    + "a cell that waits to be used again; dequeue it"
            )
        }
        return cell
    }

    /// With an estimate, asks for the row's height, and moves the rows below if the height differs.
    final func measure(_ item: RowHeights.Item, _ path: IndexPath, _ changes: UInt64) -> Double? {
        guard usesEstimate else { return item.height }
        let height = Self.sound(listDelegate?.listView(self, heightForRowAt: path) ?? rowHeight)
        guard isUnchanged(changes) else { return nil }
        let difference = height - item.height
        guard difference != 0 else { return height }
        heights.setHeight(height, at: item.position)
        let isAbove = item.position < (hasGaps ? gapAnchor : shown.first?.position ?? -1)
        for index in shown.indices where shown[index].position > item.position {
            shown[index].y += difference
            shown[index].cell.frame = frame(ofRowAt: shown[index].y, shown[index].height)
        }
        contentHeightDidChange(shift: isAbove ? difference : 0)
        return isUnchanged(changes) ? height : nil
    }

    /// The height of the content has changed, and the rows that are seen have moved by `shift`: scrolls so that they
    /// keep their place on the screen.
    final func contentHeightDidChange(shift: Double) {
        let size = Size(laidOutWidth, heights.height)
        let changes = changes
        // The offset must be within the limits at any time: they become wider before it changes, and narrower
        // afterwards.
        if size.height > contentSize.height { contentSize = size }
        // Each step tells the delegate, which may change the list.
        if shift != 0, changes == self.changes { shiftContent(by: Point(0, shift)) }
        contentSize = Size(laidOutWidth, heights.height)
        placeHeldViews()
        followScrollTarget()
    }

    /// Stops the process if the data source no longer has the row.
    private func checkCounts(of dataSource: any ListViewDataSource, for path: IndexPath, _ changes: UInt64) {
        let sections = dataSource.numberOfSections(in: self)
        let rows = path.section < sections ? dataSource.listView(self, numberOfRowsInSection: path.section) : 0
        if path.row < rows || !isUnchanged(changes) { return }
        let actual =
            path.section < sections
            ? "\(rows) rows in this section, not \(rowCounts[path.section])"
            : "\(sections) sections, not \(rowCounts.count)"
        fatalError(
            "row \(path.row) of section \(path.section) of \(Swift.type(of: self)) is to be shown, but the data source "
                + "now has \(actual); tell the list of each change, by deleteRows(at:) or reloadData(), for example"
        )
    }
}
