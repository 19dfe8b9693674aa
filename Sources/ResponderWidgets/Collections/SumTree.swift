internal import ResponderCore

/// A sum that a ``SumTree`` keeps of its elements.
protocol TreeSum {
    /// The sum of nothing.
    static var zero: Self { get }
    static func + (first: Self, second: Self) -> Self
}

/// An element of a ``SumTree``.
protocol SummedElement {
    associatedtype Sum: TreeSum
    /// The element that takes the place of a removed one, and keeps nothing alive.
    static var vacant: Self { get }
    /// The element's part of the sums.
    var sum: Sum { get }
}

/// Elements in order, with sums.
///
/// A binary tree whose nodes stand in one array; the places of nodes that are gone are used again. It is balanced by
/// heights (AVL): a few elements are put in and taken out one by one, and more of them by cutting the tree and joining
/// the parts. All of that is balanced by one operation, `balance`. Recursion is as deep as the tree is high: 45 levels
/// for a thousand million elements. Sums are computed from the parts anew, so errors of rounding do not pile up.
struct SumTree<Element: SummedElement> {
    typealias Sum = Element.Sum

    private struct Node {
        var element: Element
        var left = SumTree.none
        var right = SumTree.none
        var totals: Totals
    }

    /// What a node knows of its subtree.
    private struct Totals {
        var sum: Sum
        /// How many elements there are.
        var count: Int32 = 1
        /// The height.
        var level: Int32 = 1

        mutating func add(_ other: Totals) {
            sum = sum + other.sum
            count += other.count
            level = max(level, other.level + 1)
        }
    }

    private static var none: Int32 { -1 }

    private var nodes: [Node] = []
    private var root = SumTree.none
    /// The first of the nodes that are free; each leads to the next by `left`.
    private var firstFree = SumTree.none

    init(_ elements: [Element] = []) {
        nodes.reserveCapacity(elements.count)
        root = build(elements[...])
    }

    /// How many elements there are.
    var count: Int { Int(count(root)) }
    /// The sum of all elements.
    var sum: Sum { sum(root) }

    // MARK: Reading

    subscript(index: Int) -> Element {
        var (node, index) = (root, Int32(index))
        while true {
            precondition(node != Self.none, "no such element")
            let left = count(nodes[Int(node)].left)
            if index == left { return nodes[Int(node)].element }
            if index < left {
                node = nodes[Int(node)].left
            } else {
                index -= left + 1
                node = nodes[Int(node)].right
            }
        }
    }

    /// The sum of the elements before an index.
    func sum(before index: Int) -> Sum {
        var (node, index, before) = (root, Int32(index), Sum.zero)
        while node != Self.none {
            let left = nodes[Int(node)].left
            if index <= count(left) {
                node = left
            } else {
                before = before + sum(left) + nodes[Int(node)].element.sum
                index -= count(left) + 1
                node = nodes[Int(node)].right
            }
        }
        return before
    }

    /// The first element up to which the sum from the beginning is enough, and the sum before the element.
    ///
    /// Sums that are larger must be enough, too. Returns `count`, the whole sum and nil when no sum is enough. Sums
    /// that are rounded may differ by the order of their parts; then `element` may be nil at a smaller index.
    func first(where isEnough: (Sum) -> Bool) -> (index: Int, before: Sum, element: Element?) {
        var (node, index, before) = (root, 0, Sum.zero)
        while node != Self.none {
            let left = nodes[Int(node)].left
            let throughLeft = before + sum(left)
            if left != Self.none, isEnough(throughLeft) {
                node = left
                continue
            }
            let through = throughLeft + nodes[Int(node)].element.sum
            index += Int(count(left))
            if isEnough(through) { return (index, throughLeft, nodes[Int(node)].element) }
            before = through
            index += 1
            node = nodes[Int(node)].right
        }
        return (index, before, nil)
    }

    /// Calls `body` with the elements from an index on, until it returns false.
    func forEach(from index: Int, _ body: (Element) -> Bool) {
        _ = visit(root, Int32(index), body)
    }

    private func visit(_ node: Int32, _ index: Int32, _ body: (Element) -> Bool) -> Bool {
        guard node != Self.none, index < count(node) else { return true }
        let left = nodes[Int(node)].left
        let place = count(left)
        if index < place, !visit(left, index, body) { return false }
        if index <= place, !body(nodes[Int(node)].element) { return false }
        return visit(nodes[Int(node)].right, max(0, index - place - 1), body)
    }

    // MARK: Changing

    /// Replaces an element.
    mutating func replace(at index: Int, with element: Element) {
        set(root, Int32(index), element)
    }

    /// Replaces a range of elements.
    mutating func replace(_ range: Range<Int>, with elements: [Element]) {
        // A few elements cost less one by one.
        if max(range.count, elements.count) <= 4 {
            for (place, element) in zip(range, elements) { replace(at: place, with: element) }
            for place in range.dropFirst(elements.count).reversed() { root = remove(root, Int32(place)) }
            var place = Int32(range.upperBound)
            for element in elements.dropFirst(range.count) {
                root = insert(root, place, makeNode(element))
                place += 1
            }
            return
        }
        let (rest, after) = split(root, Int32(range.upperBound))
        let (before, removed) = split(rest, Int32(range.lowerBound))
        release(removed)
        guard let first = elements.first else {
            root = join(before, after)
            return
        }
        root = join(before, makeNode(first), join(build(elements.dropFirst()), after))
    }

    private mutating func set(_ node: Int32, _ index: Int32, _ element: Element) {
        precondition(node != Self.none, "no such element")
        let left = nodes[Int(node)].left
        if index < count(left) {
            set(left, index, element)
        } else if index > count(left) {
            set(nodes[Int(node)].right, index - count(left) - 1, element)
        } else {
            nodes[Int(node)].element = element
        }
        refresh(node)
    }

    private mutating func insert(_ node: Int32, _ index: Int32, _ new: Int32) -> Int32 {
        guard node != Self.none else { return new }
        let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
        if index <= count(left) {
            nodes[Int(node)].left = insert(left, index, new)
        } else {
            nodes[Int(node)].right = insert(right, index - count(left) - 1, new)
        }
        return balance(node)
    }

    private mutating func remove(_ node: Int32, _ index: Int32) -> Int32 {
        precondition(node != Self.none, "no such element")
        let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
        if index < count(left) {
            nodes[Int(node)].left = remove(left, index)
        } else if index > count(left) {
            nodes[Int(node)].right = remove(right, index - count(left) - 1)
        } else {
            free(node)
            return join(left, right)
        }
        return balance(node)
    }
}

// Nodes.
extension SumTree {
    private func count(_ node: Int32) -> Int32 { node == Self.none ? 0 : nodes[Int(node)].totals.count }
    private func level(_ node: Int32) -> Int32 { node == Self.none ? 0 : nodes[Int(node)].totals.level }
    private func sum(_ node: Int32) -> Sum { node == Self.none ? .zero : nodes[Int(node)].totals.sum }

    private mutating func build(_ elements: ArraySlice<Element>) -> Int32 {
        if elements.isEmpty { return Self.none }
        let middle = elements.startIndex + elements.count / 2
        let node = makeNode(elements[middle])
        let left = build(elements[..<middle])
        let right = build(elements[(middle + 1)...])
        link(node, left, right)
        return node
    }

    private mutating func makeNode(_ element: Element) -> Int32 {
        let node = Node(element: element, totals: Totals(sum: element.sum))
        guard firstFree != Self.none else {
            nodes.append(node)
            return Int32(nodes.count - 1)
        }
        let place = firstFree
        firstFree = nodes[Int(place)].left
        nodes[Int(place)] = node
        return place
    }

    private mutating func release(_ node: Int32) {
        guard node != Self.none else { return }
        release(nodes[Int(node)].left)
        release(nodes[Int(node)].right)
        free(node)
    }

    private mutating func free(_ node: Int32) {
        nodes[Int(node)].element = .vacant
        nodes[Int(node)].left = firstFree
        firstFree = node
    }

    private mutating func link(_ node: Int32, _ left: Int32, _ right: Int32) {
        nodes[Int(node)].left = left
        nodes[Int(node)].right = right
        refresh(node)
    }

    /// Computes a node's count, level and sum of its subtree anew.
    private mutating func refresh(_ node: Int32) {
        let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
        var totals = Totals(sum: nodes[Int(node)].element.sum)
        if left != Self.none { totals.add(nodes[Int(left)].totals) }
        if right != Self.none { totals.add(nodes[Int(right)].totals) }
        nodes[Int(node)].totals = totals
    }

    // MARK: Balance

    /// Makes one tree of two trees and a node between them.
    private mutating func join(_ left: Int32, _ node: Int32, _ right: Int32) -> Int32 {
        if level(left) > level(right) + 1 {
            nodes[Int(left)].right = join(nodes[Int(left)].right, node, right)
            return balance(left)
        }
        if level(right) > level(left) + 1 {
            nodes[Int(right)].left = join(left, node, nodes[Int(right)].left)
            return balance(right)
        }
        link(node, left, right)
        return node
    }

    private mutating func join(_ left: Int32, _ right: Int32) -> Int32 {
        guard left != Self.none else { return right }
        let (rest, last) = takeLast(left)
        return join(rest, last, right)
    }

    private mutating func takeLast(_ node: Int32) -> (rest: Int32, last: Int32) {
        let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
        guard right != Self.none else { return (left, node) }
        let (rest, last) = takeLast(right)
        return (join(left, node, rest), last)
    }

    /// Splits a tree into a tree of the first `first` elements, and a tree of the others.
    private mutating func split(_ node: Int32, _ first: Int32) -> (Int32, Int32) {
        if first == 0 { return (Self.none, node) }
        if first == count(node) { return (node, Self.none) }
        let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
        if first <= count(left) {
            let (before, after) = split(left, first)
            return (before, join(after, node, right))
        }
        let (before, after) = split(right, first - count(left) - 1)
        return (join(left, node, before), after)
    }

    /// Rotates a node whose subtrees differ by two levels at most, so that they differ by one.
    private mutating func balance(_ node: Int32) -> Int32 {
        let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
        if level(left) > level(right) + 1 {
            if level(nodes[Int(left)].left) < level(nodes[Int(left)].right) {
                nodes[Int(node)].left = rotateLeft(left)
            }
            return rotateRight(node)
        }
        if level(right) > level(left) + 1 {
            if level(nodes[Int(right)].right) < level(nodes[Int(right)].left) {
                nodes[Int(node)].right = rotateRight(right)
            }
            return rotateLeft(node)
        }
        refresh(node)
        return node
    }

    private mutating func rotateRight(_ node: Int32) -> Int32 {
        let top = nodes[Int(node)].left
        link(node, nodes[Int(top)].right, nodes[Int(node)].right)
        link(top, nodes[Int(top)].left, node)
        return top
    }

    private mutating func rotateLeft(_ node: Int32) -> Int32 {
        let top = nodes[Int(node)].right
        link(node, nodes[Int(node)].left, nodes[Int(top)].left)
        link(top, node, nodes[Int(top)].right)
        return top
    }

    /// For how many elements there is room; for assertions in tests.
    var room: Int { nodes.count }

    /// Whether all counts and levels hold, and the tree is balanced; for assertions in tests.
    var isConsistent: Bool {
        func isConsistent(_ node: Int32) -> Bool {
            guard node != Self.none else { return true }
            let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
            return abs(level(left) - level(right)) <= 1
                && level(node) == max(level(left), level(right)) + 1
                && count(node) == count(left) + count(right) + 1
                && isConsistent(left) && isConsistent(right)
        }
        return isConsistent(root)
    }
}
