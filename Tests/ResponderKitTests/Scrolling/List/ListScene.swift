import ResponderKit
import ResponderKitTesting
import TestSupport

/// A list of 200 by 400 points with data that tests change, and a log of the calls.
@MainActor
final class ListScene {
    let harness: AppHarness
    let list: ListView
    let data: ListData

    init(_ sections: [[Int]] = [Array(0..<100)], prepare: (ListView, ListData) -> Void = { _, _ in }) throws {
        harness = try AppHarness()
        list = ListView(frame: Rect(0, 0, 200, 400))
        data = ListData(sections)
        list.register(NumberCell.self, forCellReuseIdentifier: "number")
        list.register(forCellReuseIdentifier: "header") { HeaderCell(reuseIdentifier: $0) }
        prepare(list, data)
        list.dataSource = data
        list.delegate = data
        harness.add(list)
        harness.settle()
    }

    /// The numbers of the rows that have cells, by the cells; with an error where a cell does not show its row.
    var numbers: [Int] { list.visibleCells.map { ($0 as? NumberCell)?.number ?? -1 } }

    /// Gives the list a data source whose items are the numbers of cells, and which tells what it makes a cell for.
    func showSnapshots(made: @escaping @MainActor (Int) -> Void = { _ in }) -> ListDiffableDataSource<String, Int> {
        ListDiffableDataSource(listView: list) { list, _, item in
            made(item)
            let cell = list.dequeueReusableCell(withIdentifier: "number")
            (cell as? NumberCell)?.number = item
            return cell
        }
    }

    func scroll(to offset: Double) {
        list.contentOffset.y = offset
        harness.settle()
    }

    /// Where the rows have to be, from the first to the last; rows without height are left out.
    struct Places {
        fileprivate var rows: [(path: ListView.IndexPath, number: Int, frame: Rect)] = []
        fileprivate var height = 0.0

        /// The rows of which a part is in the bounds.
        fileprivate func seen(in bounds: Rect) -> [(path: ListView.IndexPath, number: Int, frame: Rect)] {
            // The first row that ends below the upper edge, by halving.
            var (first, end) = (0, rows.count)
            while first < end {
                let middle = (first + end) / 2
                if rows[middle].frame.maxY > bounds.minY { end = middle } else { first = middle + 1 }
            }
            return Array(rows[first...].prefix { $0.frame.minY < bounds.maxY })
        }
    }

    /// The places by the data as they are now.
    func places() -> Places {
        var places = Places()
        for (section, rows) in data.sections.enumerated() {
            places.height += data.headerHeight(section)
            for (row, number) in rows.enumerated() {
                let height = max(data.height(number), 0)
                let frame = Rect(0, places.height, 200, height)
                if height > 0 { places.rows.append((.init(section: section, row: row), number, frame)) }
                places.height += height
            }
        }
        return places
    }

    /// Describes what is wrong with the cells: nothing if each row that is seen has one, in its place, that shows it.
    ///
    /// - Parameter places: Where the rows have to be, for who asks often while the data stay as they are.
    func faults(_ places: Places? = nil) -> [String] {
        var faults: [String] = []
        let places = places ?? self.places()
        let expected = places.seen(in: list.bounds)
        if list.contentSize.height != places.height {
            faults.append("the height is \(list.contentSize.height), not \(places.height)")
        }
        let cells = list.visibleCells
        if cells.count != expected.count { faults.append("\(cells.count) cells for \(expected.count) rows") }
        for (cell, (path, number, frame)) in zip(cells, expected) {
            let isSelected = data.selected.contains(number)
            if (cell as? NumberCell)?.number != number || cell.frame != frame || list.indexPath(for: cell) != path
                || list.cellForRow(at: path) !== cell || cell.isHidden || cell.superview !== list
                || cell.isSelected != isSelected
            {
                faults.append(
                    "\(path) has \((cell as? NumberCell)?.number ?? -1) at \(cell.frame), not \(number) \(frame)"
                )
            }
        }
        // A view that is seen is a cell of a row, a header or an indicator.
        let seen = list.subviews.filter { $0 is NumberCell && !$0.isHidden }
        if seen.count != cells.count { faults.append("\(seen.count) cells are seen, \(cells.count) are known") }
        return faults
    }
}

class NumberCell: ListCell {
    var number = -1
    var preparations = 0
    /// The touches that began, and those that have ended or were cancelled.
    private(set) var touches = (began: 0, over: 0)

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        self.touches.began += touches.count
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        self.touches.over += touches.count
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        self.touches.over += touches.count
        super.touchesCancelled(touches, with: event)
    }

    override func prepareForReuse() {
        number = -1
        preparations += 1
    }
}

final class HeaderCell: ListCell {
    var section = -1
}

/// Rows of numbers.
final class ListData: ListViewDataSource, ListViewDelegate {
    var sections: [[Int]]
    var height: (Int) -> Double = { _ in 44 }
    var headerHeight: (Int) -> Double = { _ in 0 }
    /// The numbers of the rows that are selected, where a test keeps account of them.
    var selected: Set<Int> = []
    var log: [String] = []
    /// Called at the start of each call, with its line.
    var hook: ((String) -> Void)?
    var refuses: Set<String> = []
    var scrolls = 0

    init(_ sections: [[Int]]) {
        self.sections = sections
    }

    func note(_ line: String) {
        log.append(line)
        hook?(line)
    }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    private func number(_ path: ListView.IndexPath) -> String {
        guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.row) else {
            return "gone"
        }
        return "\(sections[path.section][path.row])"
    }

    func numberOfSections(in listView: ListView) -> Int {
        hook?("sections")
        return sections.count
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int {
        hook?("rows")
        return sections.indices.contains(section) ? sections[section].count : 0
    }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        let cell = listView.dequeueReusableCell(withIdentifier: "number")
        let number = Int(number(indexPath)) ?? -2
        (cell as? NumberCell)?.number = number
        note("cell \(number)")
        return cell
    }

    func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double {
        hook?("height")
        return Int(number(indexPath)).map { height($0) } ?? 1
    }

    func listView(_ listView: ListView, heightForHeaderInSection section: Int) -> Double { headerHeight(section) }

    func listView(_ listView: ListView, viewForHeaderInSection section: Int) -> View? {
        hook?("header")
        let header = listView.dequeueReusableCell(withIdentifier: "header")
        (header as? HeaderCell)?.section = section
        return header
    }

    func listView(_ listView: ListView, willDisplay cell: ListCell, forRowAt indexPath: ListView.IndexPath) {
        note("will \(number(indexPath))")
    }

    func listView(_ listView: ListView, didEndDisplaying cell: ListCell, forRowAt indexPath: ListView.IndexPath) {
        note("ended \(indexPath.section).\(indexPath.row)")
    }

    func listView(_ listView: ListView, shouldHighlightRowAt indexPath: ListView.IndexPath) -> Bool {
        note("shouldHighlight \(number(indexPath))")
        return !refuses.contains("highlight")
    }

    func listView(_ listView: ListView, didHighlightRowAt indexPath: ListView.IndexPath) {
        note("didHighlight \(number(indexPath))")
    }

    func listView(_ listView: ListView, didUnhighlightRowAt indexPath: ListView.IndexPath) {
        note("didUnhighlight \(number(indexPath))")
    }

    func listView(_ listView: ListView, shouldSelectRowAt indexPath: ListView.IndexPath) -> Bool {
        note("shouldSelect \(number(indexPath))")
        return !refuses.contains("select")
    }

    func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath) {
        note("didSelect \(number(indexPath))")
    }

    func listView(_ listView: ListView, shouldDeselectRowAt indexPath: ListView.IndexPath) -> Bool {
        note("shouldDeselect \(number(indexPath))")
        return !refuses.contains("deselect")
    }

    func listView(_ listView: ListView, didDeselectRowAt indexPath: ListView.IndexPath) {
        note("didDeselect \(number(indexPath))")
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
        scrolls += 1
        hook?("scroll")
    }
}
