internal import ResponderCore

/// The headers and rows of a list from top to bottom, with their heights: finds the item at an offset, and the place of
/// an item.
///
/// Each section has one header, of height 0 if none is seen, and then its rows. Headers and rows are the *items*; an
/// item's *position* is the number of items above. The items are kept as runs of equal heights, in a binary search tree
/// by position. Each node knows the sums of its subtree. Random numbers keep the tree balanced (see
/// `RowHeights+Changes.swift`), so its depth is O(log n) for n runs. Sums are always computed from their parts, so that
/// rounding errors do not pile up.
struct RowHeights {
    /// Items of one height that follow each other: one header, or rows of one section.
    struct Run: Equatable {
        var isHeader: Bool
        var count: Int
        var height: Double
    }

    struct Node {
        var run: Run
        var left: Int32 = -1
        var right: Int32 = -1
        // Sums of the subtree.
        var nodes: Int32 = 1
        var headers = 0
        var items = 0
        var height = 0.0
    }

    /// A header or a row.
    struct Item: Equatable {
        var position: Int
        var section: Int
        /// The row's number in its section; nil for a header.
        var row: Int?
        var y: Double
        var height: Double

        var end: Double { y + height }
    }

    var nodes: [Node] = []
    var root: Int32 = -1
    /// Unused elements of `nodes`.
    var free: [Int32] = []
    /// The state of the random numbers that keep the tree balanced.
    var chance: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// No sections.
    init() {}

    /// The sections that consist of these runs; linear in the runs.
    init(_ runs: [Run]) {
        nodes.reserveCapacity(runs.count)
        root = build(runs[...])
    }

    var itemCount: Int { items(of: root) }
    var sectionCount: Int { headers(of: root) }
    /// The sum of all heights.
    var height: Double { height(of: root) }

    /// The number of rows in a section.
    func rowCount(inSection section: Int) -> Int { position(ofHeader: section + 1) - position(ofHeader: section) - 1 }

    /// The position of a row.
    func position(ofRow row: Int, inSection section: Int) -> Int { position(ofHeader: section) + 1 + row }

    /// The position of a section's header; behind the last section, the number of items.
    func position(ofHeader section: Int) -> Int {
        var (next, rest, position) = (root, section, 0)
        while next >= 0 {
            let node = nodes[Int(next)]
            let before = headers(of: node.left)
            guard rest >= before else {
                next = node.left
                continue
            }
            rest -= before
            position += items(of: node.left)
            if node.run.isHeader {
                if rest == 0 { return position }
                rest -= 1
            }
            position += node.run.count
            next = node.right
        }
        return position
    }

    /// The item at a position.
    func item(at position: Int) -> Item? {
        var next = root
        var start = Start()
        while next >= 0 {
            let node = nodes[Int(next)]
            let run = start.position + items(of: node.left)
            if position < run {
                next = node.left
            } else if position < run + node.run.count {
                start.skip(self, node.left)
                return item(position - run, of: node.run, start)
            } else {
                start.skip(self, node.left)
                start.skip(node.run)
                next = node.right
            }
        }
        return nil
    }

    /// The first item with a height whose end lies below the offset.
    func item(atOffset offset: Double) -> Item? {
        var next = root
        var start = Start()
        while next >= 0 {
            let node = nodes[Int(next)]
            let y = start.y + height(of: node.left)
            if offset < y {
                next = node.left
                continue
            }
            start.skip(self, node.left)
            let extent = node.run.height * Double(node.run.count)
            if offset < y + extent {
                let index = min(Int((offset - y) / node.run.height), node.run.count - 1)
                return item(index, of: node.run, start)
            }
            start.skip(node.run)
            next = node.right
        }
        // The offset is negative, or rounding has moved it out of the item.
        return tallItem(from: start.position)
    }

    /// The first item from `position` on that has a height.
    func tallItem(from position: Int) -> Item? { firstTall(root, max(position, 0)).flatMap { item(at: $0) } }

    /// The last item up to `position` that has a height.
    func tallItem(upTo position: Int) -> Item? { lastTall(root, position).flatMap { item(at: $0) } }

    private func firstTall(_ tree: Int32, _ position: Int) -> Int? {
        guard tree >= 0 else { return nil }
        let node = nodes[Int(tree)]
        guard node.height > 0, position < node.items else { return nil }
        let start = items(of: node.left)
        if position < start, let found = firstTall(node.left, position) { return found }
        let end = start + node.run.count
        if node.run.height > 0, position < end { return max(position, start) }
        return firstTall(node.right, max(position - end, 0)).map { $0 + end }
    }

    private func lastTall(_ tree: Int32, _ position: Int) -> Int? {
        guard tree >= 0, position >= 0 else { return nil }
        let node = nodes[Int(tree)]
        guard node.height > 0 else { return nil }
        let start = items(of: node.left)
        let end = start + node.run.count
        if position >= end, let found = lastTall(node.right, position - end) { return found + end }
        if node.run.height > 0, position >= start { return min(position, end - 1) }
        return lastTall(node.left, min(position, start - 1))
    }

    /// The sums of the items above a run.
    private struct Start {
        var position = 0
        var headers = 0
        var y = 0.0

        mutating func skip(_ heights: RowHeights, _ tree: Int32) {
            guard tree >= 0 else { return }
            let node = heights.nodes[Int(tree)]
            position += node.items
            headers += node.headers
            y += node.height
        }

        mutating func skip(_ run: Run) {
            position += run.count
            headers += run.isHeader ? 1 : 0
            y += run.height * Double(run.count)
        }
    }

    private func item(_ index: Int, of run: Run, _ start: Start) -> Item {
        let position = start.position + index
        let y = start.y + Double(index) * run.height
        if run.isHeader {
            return Item(position: position, section: start.headers, row: nil, y: y, height: run.height)
        }
        let section = start.headers - 1
        let row = position - self.position(ofHeader: section) - 1
        return Item(position: position, section: section, row: row, y: y, height: run.height)
    }

    func items(of tree: Int32) -> Int { tree < 0 ? 0 : nodes[Int(tree)].items }
    func headers(of tree: Int32) -> Int { tree < 0 ? 0 : nodes[Int(tree)].headers }
    func height(of tree: Int32) -> Double { tree < 0 ? 0 : nodes[Int(tree)].height }
}
