/// The views that an update pass must lay out: by round, in a round by depth, at one depth in the order of marking.
///
/// A binary heap: a view that is marked while others are laid out takes its place among them.
struct LayoutQueue {
    struct Entry {
        let round: Int32
        let depth: Int32
        let sequence: Int
        let view: RecordPointer

        static func < (lhs: Entry, rhs: Entry) -> Bool {
            (lhs.round, lhs.depth, lhs.sequence) < (rhs.round, rhs.depth, rhs.sequence)
        }
    }

    private var heap: [Entry] = []
    private var added = 0

    /// Adds a view.
    mutating func insert(_ view: RecordPointer, round: Int32, depth: Int32) {
        added += 1
        heap.append(Entry(round: round, depth: depth, sequence: added, view: view))
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the first entry.
    mutating func popFirst() -> Entry? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == parent { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
