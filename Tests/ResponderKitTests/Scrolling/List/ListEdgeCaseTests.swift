import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A list, in cases that are rare")
struct ListEdgeCaseTests {
    @Test("A list shows no row beyond the end of its content when the rows change there")
    func beyondTheEnd() throws {
        let scene = try ListScene()
        scene.scroll(to: 100 * 44 + 1)
        scene.list.reloadRows(at: [.init(section: 0, row: 0)])
        scene.list.layoutIfNeeded()
        #expect(scene.numbers.isEmpty && !scene.data.log.contains("cell 50"))
    }

    @Test("An estimated row that is moved keeps its height")
    func movedEstimate() throws {
        let scene = try ListScene([Array(0..<5)]) { list, data in
            list.estimatedRowHeight = 50
            data.height = { Double(60 + $0) }
        }
        scene.data.sections = [[0, 2, 1, 3, 4]]
        scene.list.moveRow(at: .init(section: 0, row: 2), to: .init(section: 0, row: 1))
        scene.harness.settle()
        #expect(scene.faults() == [])
    }

    @Test("Another estimate or row height leaves rows that are seen their heights")
    func otherEstimate() throws {
        let scene = try ListScene([Array(0..<5)]) { list, data in
            list.estimatedRowHeight = 50
            data.height = { Double(60 + $0) }
        }
        scene.list.estimatedRowHeight = 30
        scene.harness.settle()
        #expect(scene.faults() == [])
        scene.list.rowHeight = 31
        scene.harness.settle()
        #expect(scene.faults() == [])
    }

    @Test("An estimate that is no height counts as no estimate", arguments: [Double.nan, .infinity, -3])
    func oddEstimate(_ estimate: Double) throws {
        let scene = try ListScene([Array(0..<5)]) { list, data in
            list.estimatedRowHeight = estimate
            data.height = { Double(60 + $0) }
        }
        #expect(scene.faults() == [])
    }

    @Test(
        "A row to which the list scrolls is where it is to be, however wrong the estimate was",
        arguments: [ListView.ScrollPosition.top, .middle, .bottom, .none],
        [false, true]
    )
    func scrollToEstimated(_ position: ListView.ScrollPosition, _ isAnimated: Bool) throws {
        let scene = try ListScene([Array(0..<500)]) { list, data in
            list.estimatedRowHeight = 20
            data.height = { Double(60 + $0 % 7) }
        }
        let list = scene.list
        for row in [50, 30, 200] {
            let path = ListView.IndexPath(section: 0, row: row)
            list.scrollToRow(at: path, at: position, animated: isAnimated)
            scene.harness.advance(by: .seconds(1))
            let frame = try #require(list.cellForRow(at: path)).frame
            switch position {
            case .top: #expect(frame.minY == list.bounds.minY)
            case .middle: #expect(abs(frame.center.y - list.bounds.center.y) < 1e-6)
            case .bottom: #expect(frame.maxY == list.bounds.maxY)
            case .none: #expect(frame.minY >= list.bounds.minY && frame.maxY <= list.bounds.maxY + 1e-6)
            }
        }
    }

    @Test("A second finger, on a view of the pressed cell, neither selects the row nor ends the highlight")
    func secondFinger() throws {
        let scene = try ListScene()
        let cell = try #require(scene.list.visibleCells.first)
        let part = View(frame: Rect(0, 0, 40, 40))
        cell.addSubview(part)
        let (one, other) = (scene.harness.finger(), scene.harness.finger())
        one.down(at: Point(60, 20))
        scene.harness.advance(by: .milliseconds(300))
        other.down(at: Point(20, 20))
        scene.harness.advance(by: .milliseconds(300))
        other.up()
        scene.harness.settle()
        #expect(cell.isHighlighted && scene.list.indexPathForSelectedRow == nil)
        one.up()
        scene.harness.settle()
        #expect(!cell.isHighlighted && scene.list.indexPathForSelectedRow == .init(section: 0, row: 0))
    }

    @Test("A move of the first row does not take the list along")
    func movedAnchor() throws {
        let scene = try ListScene()
        var rows = Array(0..<100)
        rows.append(rows.removeFirst())
        scene.data.sections = [rows]
        scene.list.moveRow(at: .init(section: 0, row: 0), to: .init(section: 0, row: 99))
        scene.harness.settle()
        #expect(scene.list.contentOffset.y < 100)
        #expect(scene.faults() == [])
    }

    @Test("A section that is moved and reloaded is asked for again")
    func movedAndReloaded() throws {
        let scene = try ListScene([])
        scene.list.delegate = nil
        var made: [Int] = []
        let source = scene.showSnapshots { made.append($0) }
        var snapshot = ListSnapshot<String, Int>()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems([1, 2], toSection: "a")
        snapshot.appendItems([3, 4], toSection: "b")
        source.apply(snapshot)
        scene.harness.settle()
        scene.list.selectRow(at: .init(section: 0, row: 0))
        made = []
        snapshot.moveSection("a", afterSection: "b")
        snapshot.reloadSections(["a", "b"])
        source.apply(snapshot)
        scene.harness.settle()
        #expect(made.sorted() == [1, 2, 3, 4])
        #expect(scene.list.indexPathsForSelectedRows == [])
    }

    @Test("A section moved to a place that is not there stops with a message")
    func movedBeyond() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([[1, 2, 3], [4]])
            scene.list.moveSection(0, toSection: 5)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("an update of ListView puts in section 5"))
    }

    @Test("A data source that is no longer the list's leaves the list alone")
    func formerSource() throws {
        let scene = try ListScene([[1, 2, 3]])
        let data = scene.data
        let source = ListDiffableDataSource<String, Int>(listView: scene.list) { list, _, _ in
            list.dequeueReusableCell(withIdentifier: "number")
        }
        scene.list.dataSource = data
        scene.harness.settle()
        var snapshot = ListSnapshot<String, Int>()
        snapshot.appendSections(["a"])
        snapshot.appendItems([7, 8])
        scene.data.sections = [[1, 2, 3, 4]]
        scene.list.insertRows(at: [.init(section: 0, row: 3)])
        source.apply(snapshot)
        scene.harness.settle()
        #expect(scene.faults() == [])
    }

    @Test("A snapshot with reload data takes the place of those that wait")
    func reloadOvertakes() throws {
        let scene = try ListScene([])
        scene.list.delegate = scene.data
        let source = scene.showSnapshots()
        func snapshot(_ items: [Int]) -> ListSnapshot<String, Int> {
            var snapshot = ListSnapshot<String, Int>()
            snapshot.appendSections(["a"])
            snapshot.appendItems(items)
            return snapshot
        }
        source.apply(snapshot([1, 2, 3]))
        scene.harness.settle()
        var isDone = false
        scene.data.hook = { line in
            guard line.hasPrefix("ended"), !isDone else { return }
            isDone = true
            source.apply(snapshot([4]))
            source.applySnapshotUsingReloadData(snapshot([5, 6]))
        }
        source.apply(snapshot([2, 3]))
        scene.harness.settle()
        scene.data.hook = nil
        #expect(isDone && scene.numbers == [5, 6])
    }

    @Test("A cell's hook may reload the list and read it in a layout")
    func cellHook() throws {
        let scene = try ListScene { list, _ in
            list.register(forCellReuseIdentifier: "number") { HookedCell(reuseIdentifier: $0) }
        }
        scene.list.selectRow(at: .init(section: 0, row: 20))
        var count = 0
        HookedCell.hook = { [unowned list = scene.list] in
            count += 1
            guard count < 3 else { return }
            list.reloadData()
            _ = list.numberOfSections
        }
        defer { HookedCell.hook = nil }
        scene.scroll(to: 20 * 44 - 390)
        scene.scroll(to: 20 * 44 - 350)
        #expect(count > 0)
        #expect(scene.numbers.count > 5)
    }

    @Test("A reload and layout in shouldHighlight leaves no row highlighted, and rows can be selected later")
    func highlightReload() throws {
        let scene = try ListScene()
        var isDone = false
        scene.data.hook = { [unowned list = scene.list] line in
            guard line.hasPrefix("shouldHighlight"), !isDone else { return }
            isDone = true
            list.reloadData()
            list.layoutIfNeeded()
        }
        let finger = scene.harness.finger()
        finger.down(at: Point(50, 200))
        scene.harness.advance(by: .milliseconds(300))
        finger.up()
        scene.harness.advance(by: .milliseconds(300))
        #expect(isDone && scene.list.visibleCells.allSatisfy { !$0.isHighlighted })
        #expect(scene.list.pressed == nil)
        scene.harness.tap(at: Point(50, 100))
        scene.harness.settle()
        #expect(scene.list.indexPathForSelectedRow == .init(section: 0, row: 2))
    }
}

private final class HookedCell: ListCell {
    static var hook: (() -> Void)?
    override func selectionDidChange() { Self.hook?() }
}
