internal import ResponderCore

// The selection of rows by fingers, keys and the app.
extension ListView {
    /// The selected row; the topmost one if several are selected.
    ///
    /// - Complexity: Linear in the selected rows; no allocation.
    public final var indexPathForSelectedRow: IndexPath? { selection.min() }

    /// The selected rows, from top to bottom.
    ///
    /// - Complexity: O(s log s) for s selected rows; allocates the array.
    public final var indexPathsForSelectedRows: [IndexPath] { selection.sorted() }

    /// Selects a row, and scrolls to it; the delegate is not told.
    ///
    /// Without ``allowsMultipleSelection`` no other row stays selected. Nil, or a place without a row, deselects all
    /// rows.
    ///
    /// - Complexity: Linear in the selected rows; allocates where the set of selected rows grows.
    public final func selectRow(
        at indexPath: IndexPath?,
        animated: Bool = false,
        scrollPosition: ScrollPosition = .none
    ) {
        readIfNeeded()
        guard let indexPath, hasRow(indexPath) else { return deselectAll() }
        if !allowsMultipleSelection { deselectAll() }
        setSelected(true, indexPath)
        if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
    }

    /// Deselects a row; the delegate is not told.
    ///
    /// - Complexity: O(rows that are seen); no allocation.
    public final func deselectRow(at indexPath: IndexPath, animated: Bool = false) { setSelected(false, indexPath) }

    final func deselectAll() {
        selection.removeAll(keepingCapacity: true)
        for row in shown { row.cell.isSelected = false }
        heldRow?.cell.isSelected = false
    }

    private func setSelected(_ isSelected: Bool, _ path: IndexPath) {
        if isSelected { selection.insert(path) } else { selection.remove(path) }
        cellForRow(at: path)?.isSelected = isSelected
    }
}

// MARK: - By touch

extension ListView {
    /// A finger has come down in a cell, or a key if `touch` is nil.
    final func press(_ cell: ListCell, by touch: Touch?) {
        guard allowsSelection, pressed == nil, let path = cell.path else { return }
        guard listDelegate?.listView(self, shouldHighlightRowAt: path) ?? true else { return }
        // The delegate may have changed the list, or run the loop until the finger was lifted or the key came up.
        guard pressed == nil, cell.list === self, cell.path != nil,
            touch?.isUnfinished ?? cell.focusKeys.isPressing
        else { return }
        (pressed, pressingTouch, isPressTold) = (cell, touch, false)
        cell.isHighlighted = true
        // A hook of the cell may have ended the press.
        guard pressed === cell, pressingTouch == touch, let path = cell.path else { return }
        isPressTold = true
        listDelegate?.listView(self, didHighlightRowAt: path)
    }

    final func movePress(of cell: ListCell, _ touches: TouchSet) {
        if let touch = pressingTouch(of: cell, touches), !cell.contains(touch) { endHighlight(of: cell) }
    }

    final func endPress(of cell: ListCell, _ touches: TouchSet) {
        guard let touch = pressingTouch(of: cell, touches) else { return }
        let isInside = cell.contains(touch)
        endPress(of: cell, selects: isInside)
    }

    final func cancelPress(of cell: ListCell, _ touches: TouchSet) {
        if pressingTouch(of: cell, touches) != nil { endHighlight(of: cell) }
    }

    /// A key goes down on the cell that has the focus; returns whether the key's release will select the row.
    final func pressByKey(_ cell: ListCell) -> Bool {
        guard pressed == nil else { return false }
        press(cell, by: nil)
        return pressed === cell && pressingTouch == nil
    }

    final func endKeyPress(of cell: ListCell, isCancelled: Bool) {
        guard pressed === cell, pressingTouch == nil else { return }
        endPress(of: cell, selects: !isCancelled)
    }

    /// Takes the focus from a row that may no longer have it.
    final func resignFocus() {
        let cell = window?.firstResponder as? ListCell
        if let cell, cell.list === self, !cell.canBecomeFirstResponder { cell.resignFirstResponder() }
    }

    /// The touch that presses the cell, if it is among `touches`: views in the cell may pass on other touches.
    private func pressingTouch(of cell: ListCell, _ touches: TouchSet) -> Touch? {
        guard pressed === cell, let touch = pressingTouch, touches.contains(touch) else { return nil }
        return touch
    }

    /// Ends the highlight of the pressed cell, also when its row is removed; does nothing for another cell.
    final func endHighlight(of cell: ListCell) {
        guard pressed === cell else { return }
        (pressed, pressingTouch) = (nil, nil)
        unhighlight(cell)
    }

    private func unhighlight(_ cell: ListCell) {
        let wasTold = isPressTold
        isPressTold = false
        cell.isHighlighted = false
        if wasTold, let path = cell.path { listDelegate?.listView(self, didUnhighlightRowAt: path) }
    }

    /// Ends the highlight, and then selects the row if `selects` is true.
    ///
    /// The cell stays pressed until the delegate was told of the selection, so that no other row is pressed meanwhile,
    /// and so that a change of the row takes the selection back.
    private func endPress(of cell: ListCell, selects: Bool) {
        if selects, allowsSelection {
            unhighlight(cell)
            if pressed === cell, allowsSelection { tap(cell) }
        }
        endHighlight(of: cell)
    }

    /// Selects or deselects a row, as a tap does.
    ///
    /// Each call of the delegate may change the list, so the cell is asked for its row after each call.
    private func tap(_ cell: ListCell) {
        guard let path = cell.path else { return }
        if allowsMultipleSelection, selection.contains(path) {
            guard listDelegate?.listView(self, shouldDeselectRowAt: path) ?? true, let path = cell.path else { return }
            setSelected(false, path)
            listDelegate?.listView(self, didDeselectRowAt: path)
            return
        }
        guard listDelegate?.listView(self, shouldSelectRowAt: path) ?? true else { return }
        if !allowsMultipleSelection, let path = cell.path, let other = selection.first(where: { $0 != path }) {
            setSelected(false, other)
            listDelegate?.listView(self, didDeselectRowAt: other)
        }
        guard pressed === cell, let path = cell.path else { return }
        if !allowsMultipleSelection { deselectAll() }
        setSelected(true, path)
        listDelegate?.listView(self, didSelectRowAt: path)
    }
}

extension ListCell {
    fileprivate func contains(_ touch: Touch) -> Bool { bounds.contains(touch.location(in: self)) }
}
