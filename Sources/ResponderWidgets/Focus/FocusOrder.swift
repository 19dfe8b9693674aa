internal import ResponderCore
internal import ResponderTouchInput

/// The views that the focus moves among, in reading order: rows from top to bottom, each from left to right.
///
/// A row consists of what has its middle between the upper and the lower edge of the row's highest view. What a scroll
/// view contains comes together, at the place of the scroll view, wherever it is scrolled to.
@MainActor
struct FocusOrder {
    /// What stands in a row.
    private struct Item {
        enum Content {
            case view(View)
            /// What a scroll view contains, as the number of its group.
            case group(Int)
        }

        let content: Content
        /// In the coordinates of the root.
        let frame: Rect
        /// The number in the order of the tree, which decides between items in the same place.
        let number: Int
    }

    /// What the root contains, or a scroll view.
    private struct Group {
        let frame: Rect
        /// The group that the scroll view is in; nil for the root's.
        let outer: Int?
        let number: Int
        var items: [Item] = []
        var rows: [[Item]] = []
        /// The row of the outer group in which this one is.
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

    /// The order inside a view; nothing hidden, transparent, without extent, or without interaction takes part.
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
            // What is inside a control is a part of it.
            if record.pointee.isControl { continue }
            var inner = group
            if hasExtent, view is any FocusScrolling {
                inner = groups.count
                groups.append(Group(frame: frame, outer: group, number: number))
            }
            let start = remaining.count
            record.forEachChild { remaining.append(($0, $0.toSuperview.concatenating(transform), inner)) }
            // In the order of the tree.
            remaining[start...].reverse()
        }
        makeRows()
        flatten()
    }

    /// Sorts the items of each group into rows, the inner groups first: empty ones stand in no row.
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

    /// Where a movement leads from a view; nil where it leads nowhere.
    ///
    /// - Parameters:
    ///   - view: The view that has the focus; nil, or one that is not among them, leads to an end of the order.
    func view(after view: View?, _ movement: FocusMovement) -> View? {
        guard let view, let place = places[ObjectIdentifier(view)] else {
            return movement.isForward ? views.first : views.last
        }
        switch movement {
        case .next, .previous, .left, .right:
            guard let index = views.firstIndex(where: { $0 === view }) else { return nil }
            let following = index + (movement.isForward ? 1 : -1)
            if views.indices.contains(following) { return views[following] }
            // Only the tab key goes around.
            guard movement == .next || movement == .previous else { return nil }
            return movement.isForward ? views.first : views.last
        case .up: return nearest(to: place, downwards: false)
        case .down: return nearest(to: place, downwards: true)
        }
    }

    /// Whether a movement from a view leads past an end of the order.
    func goesAround(after view: View?, _ movement: FocusMovement) -> Bool {
        guard let view else { return false }
        return view === (movement.isForward ? views.last : views.first)
    }

    /// The nearest view in the next row: that of the group, or of the nearest group around it that has one.
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

    /// How far the middle of the item is from that of the place, to the left or right; nothing within a scroll view.
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
