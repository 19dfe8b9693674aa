internal import ResponderCore

/// The cells of one identifier that wait to be used again, and the class or function that makes further ones.
@MainActor
final class CellPool {
    private let identifier: String
    var make: (@MainActor (String) -> ListCell)?
    private var waiting: [ListCell] = []

    nonisolated init(_ identifier: String) {
        self.identifier = identifier
    }

    func add(_ cell: ListCell) {
        cell.isWaiting = true
        waiting.append(cell)
    }

    /// The cell that was added last, or a new one.
    func take() -> ListCell? {
        if let cell = waiting.popLast() {
            cell.isWaiting = false
            cell.prepareForReuse()
            return cell
        }
        guard let cell = make?(identifier) else { return nil }
        guard cell.reuseIdentifier == identifier else {
            fatalError(
                "a cell that was made for the identifier \"\(identifier)\" has the identifier "
                    + (cell.reuseIdentifier.map { "\"\($0)\"" } ?? "nil")
            )
        }
        cell.pool = self
        return cell
    }
}

extension ListView {
    /// Has the list make cells of a class, for an identifier.
    ///
    /// - Complexity: O(1); allocates the pool of an identifier that is new.
    public final func register(_ cellClass: ListCell.Type, forCellReuseIdentifier identifier: String) {
        register(forCellReuseIdentifier: identifier) { cellClass.init(reuseIdentifier: $0) }
    }

    /// Has the list make cells for an identifier by a function, which gets the identifier and must give it to the cell.
    ///
    /// - Complexity: O(1); allocates the pool of an identifier that is new.
    public final func register(
        forCellReuseIdentifier identifier: String,
        _ make: @escaping @MainActor (_ identifier: String) -> ListCell
    ) {
        pool(identifier).make = make
    }

    /// A cell for a row: a cell that has shown another row, or a new one.
    ///
    /// Return it from ``ListViewDataSource/listView(_:cellForRowAt:)``, or from
    /// ``ListViewDelegate/listView(_:viewForHeaderInSection:)``.
    ///
    /// - Precondition: A class or a function is registered for the identifier.
    /// - Complexity: O(1), besides the cell's own code; allocates nothing when a cell waits.
    public final func dequeueReusableCell(withIdentifier identifier: String) -> ListCell {
        guard let cell = pools[identifier]?.take() else {
            fatalError(
                "no cell can be made for the identifier \"\(identifier)\"; register a class for it by "
                    + "register(_:forCellReuseIdentifier:)"
            )
        }
        handedOut.append(cell)
        return cell
    }

    private func pool(_ identifier: String) -> CellPool {
        if let pool = pools[identifier] { return pool }
        let pool = CellPool(identifier)
        pools[identifier] = pool
        return pool
    }

    /// Takes back the cells that were dequeued since the last call of this method, except `cell`.
    final func takeBack(except cell: View?) {
        while let other = handedOut.popLast() {
            if other !== cell { retire(other) }
        }
    }

    /// Takes a view that no longer shows a row or header: a cell waits to be used again, another view is removed.
    ///
    /// A cell under a finger leaves the list, so that the touch is cancelled (rule T26): otherwise the touch's end
    /// could reach a button that stands for another row by then. Recognisers of the list go on with the touch. A cell
    /// that has the focus leaves the list, too: otherwise another row would get the focus, and the end of a key that is
    /// held.
    final func retire(_ view: View) {
        guard let cell = view as? ListCell else { return view.removeFromSuperview() }
        cell.path = nil
        cell.list = nil
        cell.isHighlighted = false
        if cell.pool == nil { cell.lineInset = nil }
        guard let pool = cell.pool else { return cell.removeFromSuperview() }
        if cell.isWaiting { return }
        if hasTouch(in: cell) || window?.firstResponder(inside: cell) != nil { cell.removeFromSuperview() }
        pool.add(cell)
        retired.append(cell)
    }

    /// Hides the cells that still wait, since the layout has not used them again.
    final func hideRetired() {
        while let cell = retired.popLast() {
            if cell.isWaiting { cell.isHidden = true }
        }
    }

    private func hasTouch(in view: View) -> Bool {
        guard let dispatcher = window?.application?.dispatcher else { return false }
        for slot in dispatcher.slots(dispatcher.state.pointee.touches.downOrLifted) {
            // A touch that a drag has taken away needs no further end.
            if slot.owed != .done, slot.pointee.view?.pointee.view.isDescendant(of: view) == true { return true }
        }
        return false
    }

    /// Puts a view into the list, if it is not there, and shows it.
    final func putIn(_ view: View, isHeader: Bool) {
        if isHeader {
            (view as? ListCell)?.lineInset = nil
            // In front of the rows, behind the indicators.
            let rows = subviews.lastIndex { ($0 as? ListCell).map { $0.path != nil || $0.isWaiting } ?? false }
            let place = (rows ?? -1) + 1
            if view.superview !== self { insertSubview(view, at: place) }
        } else if view.superview !== self {
            // Behind all other subviews.
            insertSubview(view, at: 0)
        }
        if view.isHidden { view.isHidden = false }
    }
}
