internal import ResponderTouchInput

/// The views that the focus moves among, in reading order: rows from top to bottom, each from left to right.
///
/// A row consists of the views whose middle lies between the upper and the lower edge of the row's highest view.
@MainActor
struct FocusOrder {
    /// A view that can have the focus, and its extent in the coordinates of the root.
    struct Place {
        let view: View
        let frame: Rect
    }

    private(set) var rows: [[Place]] = []

    /// The order inside a view; nothing hidden, transparent, without extent, or without interaction takes part.
    ///
    /// - Complexity: O(n log n) in the views.
    init(in root: View) {
        var places: [Place] = []
        // Lists replace recursion, since a tree may be too deep for the stack.
        var remaining: [(record: RecordPointer, transform: Transform)] = [(root.record, .identity)]
        while let (record, transform) = remaining.popLast() {
            guard record.pointee.flags.isDisjoint(with: .notHittable) else { continue }
            let view = record.pointee.view
            // A view that refuses the focus would stop every movement towards it.
            if view.canBecomeFocused, view.canBecomeFirstResponder {
                let frame = view.bounds.standardized.applying(transform)
                if !frame.isEmpty, frame.isFinite { places.append(Place(view: view, frame: frame)) }
            }
            // What is inside a control is a part of it.
            if record.pointee.isControl { continue }
            let start = remaining.count
            record.forEachChild { remaining.append(($0, $0.toSuperview.concatenating(transform))) }
            // In the order of the tree, which decides between views in the same place.
            remaining[start...].reverse()
        }
        sort(places)
    }

    private mutating func sort(_ places: [Place]) {
        let byHeight = places.enumerated().sorted {
            ($0.element.frame.minY, $0.element.frame.minX, $0.offset) < (
                $1.element.frame.minY, $1.element.frame.minX, $1.offset
            )
        }
        var row: [Place] = []
        for (_, place) in byHeight {
            if let first = row.first, place.frame.midY >= first.frame.maxY {
                rows.append(row)
                row = []
            }
            row.append(place)
        }
        if !row.isEmpty { rows.append(row) }
        for index in rows.indices {
            rows[index] = rows[index].enumerated()
                .sorted { ($0.element.frame.minX, $0.offset) < ($1.element.frame.minX, $1.offset) }.map(\.element)
        }
    }

    /// All views, in order.
    var views: [View] { rows.joined().map(\.view) }

    /// Where a movement leads from a view; nil where it leads nowhere.
    ///
    /// - Parameters:
    ///   - view: The view that has the focus; nil, or one that is not among them, leads to an end of the order.
    func view(after view: View?, _ movement: FocusMovement) -> View? {
        let place = rows.indices.lazy.compactMap { row in
            rows[row].firstIndex { $0.view === view }.map { (row: row, column: $0) }
        }.first
        guard let place else {
            return movement.isForward ? rows.first?.first?.view : rows.last?.last?.view
        }
        switch movement {
        case .next, .previous, .left, .right:
            let all = views
            let index = rows[..<place.row].reduce(place.column) { $0 + $1.count }
            let following = index + (movement.isForward ? 1 : -1)
            if all.indices.contains(following) { return all[following] }
            // Only the tab key goes around.
            guard movement == .next || movement == .previous else { return nil }
            return movement.isForward ? all.first : all.last
        case .up, .down:
            let row = place.row + (movement == .down ? 1 : -1)
            guard rows.indices.contains(row) else { return nil }
            let middle = rows[place.row][place.column].frame.midX
            return rows[row].min { ($0.frame.midX - middle).magnitude < ($1.frame.midX - middle).magnitude }?.view
        }
    }
}

/// Where a key moves the focus.
enum FocusMovement: Hashable {
    case next, previous, left, right, up, down

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
