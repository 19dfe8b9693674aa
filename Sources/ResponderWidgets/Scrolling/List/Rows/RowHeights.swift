internal import ResponderCore

/// The headers and rows of a list from top to bottom, with their heights: finds the item at an offset, and the place of
/// an item.
///
/// Each section has one header, of height 0 if none is seen, and then its rows. Headers and rows are the *items*; an
/// item's *position* is the number of items above. The items are kept as runs of equal heights, in a tree with their
/// sums: finding an item costs the logarithm of the number of runs, whatever is inserted and removed. Sums are computed
/// from the parts anew, never changed by a difference, so errors of rounding do not pile up.
struct RowHeights {
    /// Items of one height that follow each other: one header, or rows of one section.
    struct Run: Equatable {
        var isHeader: Bool
        var count: Int
        var height: Double
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

    private(set) var runs = SumTree<Run>()

    /// No sections.
    init() {}

    /// Sections that consist of these runs; linear in the runs.
    init(_ runs: [Run]) { self.runs = SumTree(runs) }

    var itemCount: Int { runs.sum.items }
    var sectionCount: Int { runs.sum.headers }
    /// The sum of all heights.
    var height: Double { runs.sum.height }

    /// The number of rows in a section.
    func rowCount(inSection section: Int) -> Int { position(ofHeader: section + 1) - position(ofHeader: section) - 1 }

    /// The position of a row.
    func position(ofRow row: Int, inSection section: Int) -> Int { position(ofHeader: section) + 1 + row }

    /// The position of a section's header; behind the last section, the number of items.
    func position(ofHeader section: Int) -> Int { runs.first { $0.headers > section }.before.items }

    /// The item at a position.
    func item(at position: Int) -> Item? {
        guard position >= 0 else { return nil }
        let (_, above, run) = runs.first { $0.items > position }
        return run.map { item(position - above.items, of: $0, above) }
    }

    /// The first item with a height whose end lies below the offset.
    func item(atOffset offset: Double) -> Item? {
        let offset = max(offset, 0)
        let (_, above, run) = runs.first { $0.height > offset }
        // The offset is behind the end, or was rounded away from the item.
        guard let run else { return tallItem(from: above.items) }
        return item(min(Int((offset - above.height) / run.height), run.count - 1), of: run, above)
    }

    /// The first item from `position` on that has a height.
    func tallItem(from position: Int) -> Item? {
        let position = max(position, 0)
        let (_, above, run) = runs.first { $0.items > position }
        if let run, run.height > 0 { return item(position - above.items, of: run, above) }
        return tallItem(above.tallItems)
    }

    /// The last item up to `position` that has a height.
    func tallItem(upTo position: Int) -> Item? {
        guard position >= 0 else { return nil }
        let (_, above, run) = runs.first { $0.items > position }
        if let run, run.height > 0 { return item(position - above.items, of: run, above) }
        return tallItem(above.tallItems - 1)
    }

    /// The item with a height that has so many of them above.
    private func tallItem(_ number: Int) -> Item? {
        guard number >= 0 else { return nil }
        let (_, above, run) = runs.first { $0.tallItems > number }
        return run.map { item(number - above.tallItems, of: $0, above) }
    }

    private func item(_ index: Int, of run: Run, _ above: Run.Sum) -> Item {
        let position = above.items + index
        let y = above.height + Double(index) * run.height
        if run.isHeader { return Item(position: position, section: above.headers, row: nil, y: y, height: run.height) }
        let section = above.headers - 1
        let row = position - self.position(ofHeader: section) - 1
        return Item(position: position, section: section, row: row, y: y, height: run.height)
    }

    // MARK: Changing

    /// Puts runs in, at a position; O(runs + log n).
    mutating func insert(_ runs: [Run], at position: Int) { replace(position..<position, with: runs) }

    /// Takes items out; O(runs taken out + log n).
    mutating func remove(_ positions: Range<Int>) { replace(positions, with: []) }

    /// Gives one item another height; O(log n).
    mutating func setHeight(_ height: Double, at position: Int) {
        let place = runs.first { $0.items > position }
        guard position >= 0, var run = place.element, run.height != height else { return }
        let isWhole = run.count == 1
        (run.count, run.height) = (1, height)
        if isWhole {
            runs.replace(at: place.index, with: run)
        } else {
            replace(position..<position + 1, from: place, to: place, with: [run])
        }
    }

    private mutating func replace(_ positions: Range<Int>, with new: [Run]) {
        let first = runs.first { $0.items > positions.lowerBound }
        if positions.isEmpty, first.before.items == positions.lowerBound {
            return runs.replace(first.index..<first.index, with: new)
        }
        let last = runs.first { $0.items > max(positions.lowerBound, positions.upperBound - 1) }
        replace(positions, from: first, to: last, with: new)
    }

    /// Puts runs in the place of items, and keeps the rest of the two runs in which the items begin and end.
    private mutating func replace(_ positions: Range<Int>, from first: Place, to last: Place, with new: [Run]) {
        guard var above = first.element, var below = last.element else { return }
        above.count = positions.lowerBound - first.before.items
        below.count += last.before.items - positions.upperBound
        var pieces: [Run] = []
        pieces.reserveCapacity(new.count + 2)
        if above.count > 0 { pieces.append(above) }
        pieces += new
        if below.count > 0 { pieces.append(below) }
        runs.replace(first.index..<last.index + 1, with: pieces)
    }

    private typealias Place = (index: Int, before: Run.Sum, element: Run?)
}

extension RowHeights.Run: SummedElement {
    struct Sum: TreeSum {
        var headers = 0
        var items = 0
        /// The items that have a height.
        var tallItems = 0
        var height = 0.0

        static var zero: Sum { Sum() }
        static func + (first: Sum, second: Sum) -> Sum {
            Sum(
                headers: first.headers + second.headers,
                items: first.items + second.items,
                tallItems: first.tallItems + second.tallItems,
                height: first.height + second.height
            )
        }
    }

    static var vacant: Self { Self(isHeader: false, count: 0, height: 0) }

    var sum: Sum {
        Sum(
            headers: isHeader ? 1 : 0,
            items: count,
            tallItems: height > 0 ? count : 0,
            height: height * Double(count)
        )
    }
}
