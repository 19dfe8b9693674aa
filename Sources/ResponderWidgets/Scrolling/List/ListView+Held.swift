internal import ResponderCore
internal import ResponderTouchInput

// A row, or a header, that goes out of sight keeps its view while the first responder is in it: the editing goes on,
// and the view is used again when that responder has resigned.
//
// At most one view is kept, since a window has one first responder.
extension ListView {
    /// Keeps the cell of a row that is no longer seen, if the first responder is in it; returns whether the cell is
    /// kept.
    final func hold(_ row: ShownRow) -> Bool {
        guard hasFirstResponder(in: row.cell) else { return false }
        let former = heldRow
        heldRow = row
        // The kept cell goes to the row's present place.
        placeHeldViews()
        // The first responder has left the former cell.
        if let former { retire(former.cell) }
        return true
    }

    /// Keeps the view of a header that is no longer seen, if the first responder is in it; returns whether it is kept.
    final func hold(_ header: ShownHeader) -> Bool {
        guard let view = header.view, hasFirstResponder(in: view) else { return false }
        let former = heldHeader
        heldHeader = header
        // The header may have stayed at the top.
        placeHeldViews()
        if let view = former?.view { retire(view) }
        return true
    }

    /// The kept cell of a row that is about to be seen again; nil if the row has none.
    final func takeHeldCell(at position: Int) -> ListCell? {
        guard let row = heldRow, row.position == position else { return nil }
        heldRow = nil
        return row.cell
    }

    /// The kept view of a section's header that is about to be seen again; nil if the header has none.
    final func takeHeldHeader(inSection section: Int) -> View? {
        guard let header = heldHeader, header.section == section else { return nil }
        heldHeader = nil
        return header.view
    }

    /// Gives up the views that the first responder has left.
    final func releaseHeldViews() {
        if let row = heldRow, !hasFirstResponder(in: row.cell) {
            heldRow = nil
            retire(row.cell)
        }
        if let view = heldHeader?.view, !hasFirstResponder(in: view) {
            heldHeader = nil
            retire(view)
        }
    }

    /// Moves the kept views to their rows and headers, so that the list can scroll to them.
    final func placeHeldViews() {
        if var row = heldRow {
            row.position = heights.position(ofRow: row.path.row, inSection: row.path.section)
            if let item = heights.item(at: row.position) { (row.y, row.height) = (item.y, item.height) }
            row.cell.frame = frame(ofRowAt: row.y, row.height)
            heldRow = row
        }
        if let header = heldHeader, let item = heights.item(at: heights.position(ofHeader: header.section)) {
            header.view?.frame = frame(ofRowAt: item.y, item.height)
        }
    }

    /// After a change of rows, gives the kept row its new number, and keeps only the header with the first responder:
    /// other headers are asked for again.
    ///
    /// - Returns: The views that are to be given up.
    final func renumberHeldViews(_ pathAfter: (IndexPath) -> IndexPath?, _ sectionAfter: (Int) -> Int?) -> [View] {
        var gone: [View] = []
        if var row = heldRow {
            heldRow = nil
            if hasFirstResponder(in: row.cell), let path = pathAfter(row.path) {
                row.path = path
                row.cell.path = path
                heldRow = row
            } else {
                gone.append(row.cell)
            }
        }
        let headers = shownHeaders + (heldHeader.map { [$0] } ?? [])
        (shownHeaders, heldHeader) = ([], nil)
        for var header in headers {
            guard let view = header.view else { continue }
            if hasFirstResponder(in: view), let section = sectionAfter(header.section) {
                header.section = section
                heldHeader = header
            } else {
                gone.append(view)
            }
        }
        return gone
    }

    /// Ends the editing in a cell that will be given up; meanwhile the cell has the row's new place, or nil if the row
    /// is gone.
    final func endEditing(in cell: ListCell, at path: IndexPath?) {
        guard hasFirstResponder(in: cell) else { return }
        cell.path = path
        window?.resignFirstResponder(inside: cell)
    }

    private func hasFirstResponder(in view: View) -> Bool { window?.firstResponder(inside: view) != nil }

    /// Has lists give up the view that they keep for a responder, which is no longer the first responder.
    static func firstResponderDidMove(from former: Responder) {
        var view = former.ownView
        while let current = view {
            if let list = current as? ListView, list.heldRow != nil || list.heldHeader != nil { list.setNeedsLayout() }
            view = current.superview
        }
    }
}
