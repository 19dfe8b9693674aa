internal import ResponderCore
internal import ResponderSupport
internal import ResponderTouchInput

/// The views among which the focus moves, in reading order: rows from top to bottom, each from left to right.
///
/// A row consists of the views whose middle lies between the upper and the lower edge of the row's highest view. The
/// views inside a scroll view come together, at the place of the scroll view, wherever it is scrolled to.
@MainActor
struct FocusOrder {
    /// A member of a row.
    private struct Item {
        enum Content {
            case view(View)
            /// The number of the group of views inside a scroll view.
            case group(Int)
        }

        let content: Content
        /// The frame in the coordinates of the root.
        let frame: Rect
        /// The number in the order of the tree, which orders items at the same place.
        let number: Int
    }

    /// The views inside the root, or inside a scroll view.
    private struct Group {
        let frame: Rect
        /// The group that contains the scroll view; nil for the root's group.
        let outer: Int?
        let number: Int
        var items: [Item] = []
        var rows: [[Item]] = []
        /// The row of the outer group that contains this group.
        var rowOutside = 0
    }

    private struct Place {
        let group: Int
        let row: Int
        let frame: Rect
    }

    private var groups: [Group]
    private var places: [ObjectIdentifier: Place] = [:]
    /// All views, in order.
    private(set) var views: [View] = []

    /// The order inside a view, without views that are hidden or transparent, or have no extent or interaction.
    ///
    /// - Complexity: O(n log n) in the views.
    init(in root: View) {
        groups = [Group(frame: root.bounds, outer: nil, number: 0)]
        // Lists replace recursion, since a tree may be too deep for the stack.
        var remaining: [(record: RecordPointer, transform: Transform, group: Int)] = [(root.record, .identity, 0)]
        var number = 0
        while let (record, transform, group) = remaining.popLast() {
            guard record.isHittable else { continue }
            number += 1
            let view = record.pointee.view
            let frame = view.bounds.standardized.applying(transform)
            let hasExtent = !frame.isEmpty && frame.isFinite
            // A view that refuses the focus would stop every movement towards it.
            if hasExtent, view.canBecomeFocused, view.canBecomeFirstResponder {
                groups[group].items.append(Item(content: .view(view), frame: frame, number: number))
            }
            // Views inside a control are parts of the control.
            if record.pointee.isControl { continue }
            var inner = group
            if hasExtent, view is any FocusScrolling {
                inner = groups.count
                groups.append(Group(frame: frame, outer: group, number: number))
            }
            let start = remaining.count
            record.forEachChild { remaining.append(($0, $0.toSuperview.concatenating(transform), inner)) }
            // In the order of the tree.
            remaining.reverseEnd(from: start)
        }
        makeRows()
        flatten()
    }

    /// Sorts the items of each group into rows, the inner groups first, since empty groups are left out.
    private mutating func makeRows() {
        for index in groups.indices.reversed() where !groups[index].items.isEmpty {
            let group = groups[index]
            groups[index].rows = Self.rows(of: group.items)
            groups[index].items = []
            guard let outer = group.outer else { continue }
            groups[outer].items.append(Item(content: .group(index), frame: group.frame, number: group.number))
        }
    }

    private static func rows(of items: [Item]) -> [[Item]] {
        var rows: [[Item]] = []
        var row: [Item] = []
        let byHeight = items.sorted {
            ($0.frame.minY, $0.frame.minX, $0.number) < ($1.frame.minY, $1.frame.minX, $1.number)
        }
        for item in byHeight {
            if let first = row.first, item.frame.midY >= first.frame.maxY {
                rows.append(row)
                row = []
            }
            row.append(item)
        }
        rows.append(row)
        return rows.map { $0.sorted { ($0.frame.minX, $0.number) < ($1.frame.minX, $1.number) } }
    }

    /// Lists all views, with their places.
    private mutating func flatten() {
        var remaining: [(item: Item, group: Int, row: Int)] = []
        func push(_ group: Int) {
            for (row, items) in groups[group].rows.enumerated().reversed() {
                for item in items.reversed() { remaining.append((item, group, row)) }
            }
        }
        push(0)
        while let (item, group, row) = remaining.popLast() {
            switch item.content {
            case .view(let view):
                places[ObjectIdentifier(view)] = Place(group: group, row: row, frame: item.frame)
                views.append(view)
            case .group(let inner):
                groups[inner].rowOutside = row
                push(inner)
            }
        }
    }

    /// The view to which a movement leads from a view; nil if it leads nowhere.
    ///
    /// - Parameters:
    ///   - view: The view that has the focus; nil, or a view that is not in the order, leads to an end of the order.
    func view(after view: View?, _ movement: FocusMovement) -> View? {
        guard let view, let place = places[ObjectIdentifier(view)] else {
            return movement.isForward ? views.first : views.last
        }
        switch movement {
        case .next, .previous, .left, .right:
            guard let index = views.firstIndex(where: { $0 === view }) else { return nil }
            let following = index + (movement.isForward ? 1 : -1)
            if views.indices.contains(following) { return views[following] }
            // Only the tab key goes on at the other end.
            guard movement == .next || movement == .previous else { return nil }
            return movement.isForward ? views.first : views.last
        case .up: return nearest(to: place, downwards: false)
        case .down: return nearest(to: place, downwards: true)
        }
    }

    /// Whether a movement from a view goes past an end of the order.
    func goesAround(after view: View?, _ movement: FocusMovement) -> Bool {
        guard let view else { return false }
        return view === (movement.isForward ? views.last : views.first)
    }

    /// The nearest view in the next row of the group, or else of the nearest group around it that has a next row.
    private func nearest(to place: Place, downwards: Bool) -> View? {
        var (group, row) = (place.group, place.row)
        while true {
            row += downwards ? 1 : -1
            if groups[group].rows.indices.contains(row) { break }
            guard let outer = groups[group].outer else { return nil }
            (group, row) = (outer, groups[group].rowOutside)
        }
        var items = groups[group].rows[row]
        while let item = items.min(by: { Self.distance(of: $0, to: place) < Self.distance(of: $1, to: place) }) {
            switch item.content {
            case .view(let view): return view
            case .group(let inner): items = (downwards ? groups[inner].rows.first : groups[inner].rows.last) ?? []
            }
        }
        return nil
    }

    /// The horizontal distance of the item's middle from the place's middle; 0 for a scroll view that is above or below
    /// the place's middle.
    private static func distance(of item: Item, to place: Place) -> Double {
        let middle = place.frame.midX
        if case .group = item.content, item.frame.minX <= middle, middle < item.frame.maxX { return 0 }
        return (item.frame.midX - middle).magnitude
    }
}

/// Where a key moves the focus.
enum FocusMovement: Hashable {
    case next
    case previous
    case left
    case right
    case up
    case down

    var isForward: Bool { self == .next || self == .right || self == .down }

    /// The movement of a key; nil for a key that moves nothing.
    init?(_ key: Key) {
        guard key.modifiers.isDisjoint(with: [.control, .alternate, .command]) else { return nil }
        switch key.usage {
        case .keyboardTab: self = key.modifiers.contains(.shift) ? .previous : .next
        case .keyboardLeftArrow: self = .left
        case .keyboardRightArrow: self = .right
        case .keyboardUpArrow: self = .up
        case .keyboardDownArrow: self = .down
        default: return nil
        }
    }
}
