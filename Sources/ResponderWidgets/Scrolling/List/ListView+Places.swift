internal import ResponderCore
public import ResponderTouchInput

/// The row to which a list scrolls by a motion.
struct ListScrollTarget {
    let path: ListView.IndexPath
    let position: ListView.ScrollPosition
    /// The number of changes of the list, and of the motion: after a further change the target no longer counts.
    let listChanges: UInt64
    let scrollChanges: UInt64

    init(
        _ path: ListView.IndexPath,
        _ position: ListView.ScrollPosition,
        _ listChanges: UInt64,
        _ scrollChanges: UInt64
    ) {
        (self.path, self.position) = (path, position)
        (self.listChanges, self.scrollChanges) = (listChanges, scrollChanges)
    }
}

// Where rows are, and which row is where.
extension ListView {
    /// Where a row is to be when the list has scrolled to it.
    public enum ScrollPosition: Hashable, Sendable {
        /// The row is wholly seen, and the list scrolls as little as possible.
        case none
        /// The row is below the top inset, and below its section's header.
        case top
        /// The row is in the middle.
        case middle
        /// The row is above the bottom inset.
        case bottom
    }

    /// Scrolls to a row, within the limits of the content; does nothing for a row that is not there.
    ///
    /// With ``estimatedRowHeight``, asks for the heights of the row and of those that may be seen with it.
    ///
    /// - Complexity: O(log n) for each of these rows; that of ``ScrollView/setContentOffset(_:animated:)``.
    public final func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
        readIfNeeded()
        guard hasRow(indexPath), measureRows(around: indexPath) else { return }
        let target = offset(for: indexPath, position)
        guard target != bounds.origin else { return }
        setContentOffset(target, animated: animated)
        let isOnItsWay = usesEstimate && motion.kind == .animation && motion.target == target
        scrollTarget = isOnItsWay ? ListScrollTarget(indexPath, position, changes, motion.changes) : nil
    }

    /// With an estimate, measures a row and those around it that may be seen with it.
    ///
    /// Returns false if a call of the app's code has changed the list.
    private func measureRows(around indexPath: IndexPath) -> Bool {
        guard usesEstimate, !isLayingOutRows else { return true }
        let position = heights.position(ofRow: indexPath.row, inSection: indexPath.section)
        return measureRows(from: heights.item(at: position)) { self.row(before: $0) }
            && measureRows(from: row(after: position)) { self.row(after: $0) }
    }

    /// With an estimate, measures a row and those around it that may be seen with any part of it.
    ///
    /// Returns false if a call of the app's code has changed the list.
    final func measureRows(aroundPartOf indexPath: IndexPath) -> Bool {
        guard measureRows(around: indexPath), usesEstimate, !isLayingOutRows else { return false }
        let position = heights.position(ofRow: indexPath.row, inSection: indexPath.section)
        return measureRows(from: row(before: position)) { self.row(before: $0) }
    }

    /// Measures a row and those that follow in one direction, until they fill the view.
    private func measureRows(from first: RowHeights.Item?, next: (Int) -> RowHeights.Item?) -> Bool {
        let changes = changes
        var (item, room) = (first, bounds.height)
        while room > 0, let current = item, let row = current.row {
            let path = IndexPath(section: current.section, row: row)
            guard let height = measure(current, path, changes) else { return false }
            room -= height
            item = next(current.position)
        }
        return true
    }

    /// Corrects the target of a motion: rows that are measured on the way move the row to which the list scrolls.
    final func followScrollTarget() {
        guard let target = scrollTarget else { return }
        guard motion.kind == .animation, target.scrollChanges == motion.changes, target.listChanges == changes else {
            scrollTarget = nil
            return
        }
        redirectAnimation(to: offset(for: target.path, target.position))
    }

    /// The offset within the limits that brings a row to a place in the view.
    private func offset(for indexPath: IndexPath, _ position: ScrollPosition) -> Point {
        let row = rectForRow(at: indexPath)
        let header = hasHeaders ? rectForHeader(inSection: indexPath.section).height : 0
        let (top, bottom) = (contentInset.top + header, bounds.height - adjustedContentInset.bottom)
        var offset = bounds.minY
        switch position {
        case .none:
            if row.minY < offset + top { offset = row.minY - top } else { offset = max(offset, row.maxY - bottom) }
        case .top: offset = row.minY - top
        case .middle: offset = row.center.y - (top + bottom) / 2
        case .bottom: offset = row.maxY - bottom
        }
        return Point(bounds.minX, offset.limited(to: verticalLimits))
    }

    /// The frame of a row, in the list's coordinates; a zero rectangle for a row that is not there.
    ///
    /// With ``estimatedRowHeight`` a row that was not seen yet has the estimate.
    ///
    /// - Complexity: O(log n); no allocation.
    public final func rectForRow(at indexPath: IndexPath) -> Rect {
        readIfNeeded()
        guard hasRow(indexPath) else { return .zero }
        return rect(at: heights.position(ofRow: indexPath.row, inSection: indexPath.section))
    }

    /// The frame of a section's header in the content, even while the header stays at the top, in the list's
    /// coordinates; a zero rectangle for a section that is not there.
    ///
    /// - Complexity: O(log n); no allocation.
    public final func rectForHeader(inSection section: Int) -> Rect {
        readIfNeeded()
        guard rowCounts.indices.contains(section) else { return .zero }
        return rect(at: heights.position(ofHeader: section))
    }

    private func rect(at position: Int) -> Rect {
        let width = max(bounds.width - contentInset.left - contentInset.right, 0)
        return heights.item(at: position).map { Rect(0, $0.y, width, $0.height) } ?? .zero
    }

    /// The row at a position in the list's coordinates; nil where there is none, as on a header.
    ///
    /// A header that stays at the top covers the row behind it only for touches.
    ///
    /// - Complexity: O(log n); no allocation.
    public final func indexPathForRow(at point: Point) -> IndexPath? {
        readIfNeeded()
        guard point.y >= 0, let item = heights.item(atOffset: point.y), let row = item.row else { return nil }
        return IndexPath(section: item.section, row: row)
    }

    /// The row that a cell shows; nil if it shows none of this list.
    ///
    /// - Complexity: O(1); no allocation.
    public final func indexPath(for cell: ListCell) -> IndexPath? { cell.list === self ? cell.path : nil }

    /// The cell that shows a row; nil while the row is not seen, unless the first responder is in its cell.
    ///
    /// - Complexity: O(log r) for r rows that are seen; no allocation.
    public final func cellForRow(at indexPath: IndexPath) -> ListCell? {
        if let heldRow, heldRow.path == indexPath { return heldRow.cell }
        var (low, high) = (0, shown.count)
        while low < high {
            let middle = (low + high) / 2
            if shown[middle].path < indexPath { low = middle + 1 } else { high = middle }
        }
        return low < shown.count && shown[low].path == indexPath ? shown[low].cell : nil
    }

    /// The cells of the rows that were seen in the last layout, from top to bottom.
    ///
    /// - Complexity: Linear in these rows; allocates the array.
    public final var visibleCells: [ListCell] { shown.map(\.cell) }

    /// The rows that were seen in the last layout, from top to bottom.
    ///
    /// - Complexity: Linear in these rows; allocates the array.
    public final var indexPathsForVisibleRows: [IndexPath] { shown.map(\.path) }
}
