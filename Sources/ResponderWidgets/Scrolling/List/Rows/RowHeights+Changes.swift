internal import ResponderCore

// The tree of runs is cut and joined. A join takes one of the two roots at random, with a probability in proportion to
// the number of nodes in its tree. So each tree is as deep as a random tree, without priorities and rotations (Martínez
// and Roura, 1998).
extension RowHeights {
    /// Inserts runs at a position; O(runs + log n).
    mutating func insert(_ runs: [Run], at position: Int) {
        guard !runs.isEmpty else { return }
        let inserted = build(runs[...])
        let (above, below) = cut(root, at: position)
        let upper = join(above, inserted)
        root = join(upper, below)
    }

    /// Removes items; O(removed runs + log n).
    mutating func remove(_ positions: Range<Int>) {
        guard !positions.isEmpty else { return }
        let (above, rest) = cut(root, at: positions.lowerBound)
        let (taken, below) = cut(rest, at: positions.count)
        discard(taken)
        root = join(above, below)
    }

    /// Gives one item another height; O(log n).
    mutating func setHeight(_ height: Double, at position: Int) {
        guard let item = item(at: position), item.height != height else { return }
        if setHeightOfSingle(height, position, root) { return }
        let (above, rest) = cut(root, at: position)
        let (taken, below) = cut(rest, at: 1)
        discard(taken)
        let run = Run(isHeader: item.row == nil, count: 1, height: height)
        let upper = join(above, makeNode(run))
        root = join(upper, below)
    }

    /// Sets the height of an item that is a run of its own; false if it is part of a longer run.
    private mutating func setHeightOfSingle(_ height: Double, _ position: Int, _ tree: Int32) -> Bool {
        let node = nodes[Int(tree)]
        let start = items(of: node.left)
        let isSet: Bool
        if position < start {
            isSet = setHeightOfSingle(height, position, node.left)
        } else if position < start + node.run.count {
            isSet = node.run.count == 1
            if isSet { nodes[Int(tree)].run.height = height }
        } else {
            isSet = setHeightOfSingle(height, position - start - node.run.count, node.right)
        }
        if isSet { sum(tree) }
        return isSet
    }

    /// Makes a balanced tree of runs.
    mutating func build(_ runs: ArraySlice<Run>) -> Int32 {
        guard !runs.isEmpty else { return -1 }
        let middle = runs.startIndex + runs.count / 2
        let left = build(runs[..<middle])
        let tree = makeNode(runs[middle])
        let right = build(runs[(middle + 1)...])
        nodes[Int(tree)].left = left
        nodes[Int(tree)].right = right
        sum(tree)
        return tree
    }

    private mutating func makeNode(_ run: Run) -> Int32 {
        let node = Node(
            run: run,
            headers: run.isHeader ? 1 : 0,
            items: run.count,
            height: run.height * Double(run.count)
        )
        if let index = free.popLast() {
            nodes[Int(index)] = node
            return index
        }
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    private mutating func discard(_ tree: Int32) {
        guard tree >= 0 else { return }
        discard(nodes[Int(tree)].left)
        discard(nodes[Int(tree)].right)
        free.append(tree)
    }

    /// Cuts a tree into the items above `position` and the items from `position` on.
    private mutating func cut(_ tree: Int32, at position: Int) -> (above: Int32, below: Int32) {
        guard tree >= 0 else { return (-1, -1) }
        let node = nodes[Int(tree)]
        let start = items(of: node.left)
        if position <= start {
            let (above, below) = cut(node.left, at: position)
            nodes[Int(tree)].left = below
            sum(tree)
            return (above, tree)
        }
        let end = start + node.run.count
        if position >= end {
            let (above, below) = cut(node.right, at: position - end)
            nodes[Int(tree)].right = above
            sum(tree)
            return (tree, below)
        }
        // The position lies inside the run, which is cut in two.
        var lower = node.run
        lower.count = end - position
        nodes[Int(tree)].run.count = position - start
        nodes[Int(tree)].right = -1
        sum(tree)
        return (tree, join(makeNode(lower), node.right))
    }

    private mutating func join(_ above: Int32, _ below: Int32) -> Int32 {
        guard above >= 0 else { return below }
        guard below >= 0 else { return above }
        let (upper, lower) = (nodes[Int(above)], nodes[Int(below)])
        if takesFirst(UInt64(upper.nodes), UInt64(lower.nodes)) {
            let right = join(upper.right, below)
            nodes[Int(above)].right = right
            sum(above)
            return above
        }
        let left = join(above, lower.left)
        nodes[Int(below)].left = left
        sum(below)
        return below
    }

    /// Whether the first of two trees gives the root: true with the probability `first / (first + second)`.
    private mutating func takesFirst(_ first: UInt64, _ second: UInt64) -> Bool {
        chance ^= chance << 13
        chance ^= chance >> 7
        chance ^= chance << 17
        return chance % (first + second) < first
    }

    private mutating func sum(_ tree: Int32) {
        let node = nodes[Int(tree)]
        let (left, right) = (Int(node.left), Int(node.right))
        var (count, headers, items) = (Int32(1), node.run.isHeader ? 1 : 0, node.run.count)
        var height = node.run.height * Double(node.run.count)
        if left >= 0 {
            count += nodes[left].nodes
            headers += nodes[left].headers
            items += nodes[left].items
            height += nodes[left].height
        }
        if right >= 0 {
            count += nodes[right].nodes
            headers += nodes[right].headers
            items += nodes[right].items
            height += nodes[right].height
        }
        nodes[Int(tree)].nodes = count
        nodes[Int(tree)].headers = headers
        nodes[Int(tree)].items = items
        nodes[Int(tree)].height = height
    }
}
