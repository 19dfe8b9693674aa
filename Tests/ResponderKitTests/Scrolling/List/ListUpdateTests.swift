import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Updates of a list")
struct ListUpdateTests {
    private typealias Path = ListView.IndexPath

    @Test("A batch deletes by places before and inserts by places afterwards, whatever the order of the calls")
    func batch() throws {
        let scene = try ListScene([[0, 1, 2, 3, 4], [5, 6]])
        _ = scene.data.takeLog()
        scene.data.sections = [[10], [0, 11, 2, 4, 3], [6, 7]]
        scene.list.performBatchUpdates {
            scene.list.insertRows(at: [Path(section: 1, row: 1)])
            scene.list.deleteRows(at: [Path(section: 0, row: 1), Path(section: 1, row: 0)])
            scene.list.moveRow(at: Path(section: 0, row: 3), to: Path(section: 1, row: 4))
            scene.list.insertSections([0])
            scene.list.performBatchUpdates { scene.list.insertRows(at: [Path(section: 2, row: 1)]) }
        }
        scene.harness.settle()
        #expect(scene.numbers == [10, 0, 11, 2, 4, 3, 6, 7] && scene.faults().isEmpty)
        // Only new rows were asked for.
        #expect(scene.data.takeLog().filter { $0.hasPrefix("cell") } == ["cell 10", "cell 11", "cell 7"])
        scene.data.sections = [[0, 11, 2, 4, 3], [6, 7, 8], [10]]
        scene.list.performBatchUpdates {
            scene.list.moveSection(0, toSection: 2)
            scene.list.insertRows(at: [Path(section: 1, row: 2)])
        }
        scene.harness.settle()
        #expect(scene.numbers == [0, 11, 2, 4, 3, 6, 7, 8, 10] && scene.faults().isEmpty)
        #expect(scene.data.takeLog().filter { $0.hasPrefix("cell") } == ["cell 8"])
        scene.list.reloadRows(at: [Path(section: 0, row: 1)])
        scene.list.reloadSections([2])
        scene.list.deleteSections([])
        scene.harness.settle()
        #expect(scene.data.takeLog().filter { $0.hasPrefix("cell") } == ["cell 11", "cell 10"])
        #expect(scene.faults().isEmpty)
    }

    @Test(
        "The first seen row that is left stays in its place on the screen in an update, also during a drag",
        arguments: [false, true]
    )
    func position(isDragged: Bool) throws {
        let scene = try ListScene()
        scene.scroll(to: 1000)
        let finger = scene.harness.finger()
        if isDragged {
            finger.down(at: Point(50, 200))
            for _ in 0..<3 {
                scene.harness.advance(by: .milliseconds(8))
                finger.move(by: 0, 30)
                scene.harness.settle()
            }
        }
        func place(_ number: Int) -> Double? {
            scene.list.visibleCells.first { ($0 as? NumberCell)?.number == number }.map {
                $0.frame.minY - scene.list.contentOffset.y
            }
        }
        let first = try #require(scene.numbers.first)
        let (anchor, next) = (place(first), place(first + 1))
        scene.data.sections[0].insert(contentsOf: [200, 201, 202], at: 5)
        scene.list.insertRows(at: (5...7).map { Path(section: 0, row: $0) })
        scene.harness.settle()
        #expect(place(first) == anchor && scene.faults().isEmpty)
        let row = scene.data.sections[0].firstIndex(of: first) ?? 0
        scene.data.sections[0].remove(at: row)
        scene.data.sections[0].remove(at: 2)
        scene.list.deleteRows(at: [Path(section: 0, row: row), Path(section: 0, row: 2)])
        scene.harness.settle()
        #expect(place(first + 1) == next && scene.faults().isEmpty)
        if isDragged {
            finger.move(by: 0, 5)
            scene.harness.settle()
            #expect(place(first + 1) == next.map { $0 + 5 } && scene.faults().isEmpty)
            finger.up()
            scene.harness.advance(by: .seconds(5))
        }
        // The end of a list that becomes shorter comes to the view's lower edge.
        scene.data.sections[0].removeLast(90)
        let (count, offset) = (scene.data.sections[0].count, scene.list.contentOffset.y)
        scene.list.deleteRows(at: (count..<count + 90).map { Path(section: 0, row: $0) })
        scene.harness.settle()
        #expect(scene.faults().isEmpty)
        #expect(scene.list.contentOffset.y == min(offset, max(scene.list.contentSize.height - 400, 0)))
    }

    @Test("An empty batch and a new width ask for the heights, and the first seen row stays", arguments: [0, 30.0])
    func heights(estimate: Double) throws {
        var factor = 1.0
        let scene = try ListScene { list, data in
            data.height = { Double(20 + $0 % 5) * factor }
            list.estimatedRowHeight = estimate
        }
        scene.scroll(to: 1000)
        let first = scene.numbers.first
        func place() -> Double { scene.list.visibleCells[0].frame.minY - scene.list.contentOffset.y }
        let before = place()
        let cells = Set(scene.list.visibleCells)
        _ = scene.data.takeLog()
        factor = 1.5
        scene.list.performBatchUpdates {}
        scene.harness.settle()
        func isRight() -> Bool { estimate == 0 ? scene.faults().isEmpty : scene.list.visibleCells[0].frame.height > 20 }
        #expect(isRight() && scene.numbers.first == first && place() == before)
        #expect(cells.isSuperset(of: scene.list.visibleCells))
        #expect(!scene.data.takeLog().contains { $0.hasPrefix("cell") })
        factor = 0.75
        scene.list.frame.size.width = 300
        scene.harness.settle()
        #expect(scene.numbers.first == first && abs(place() - before) < 1e-9)
        let heights = scene.list.visibleCells.map(\.frame.height)
        #expect(heights == scene.numbers.map { Double(20 + $0 % 5) * 0.75 })
        #expect(scene.list.visibleCells.allSatisfy { $0.frame.width == 300 })
        // Nothing is asked without need.
        var questions = 0
        scene.data.hook = { if $0 == "height" { questions += 1 } }
        scene.list.frame.size.height = 390
        scene.list.frame.origin.x = 5
        scene.harness.settle()
        #expect(questions == 0)
    }

    @Test("A reload asks for all rows anew, keeps the place on the screen, and selects nothing")
    func reload() throws {
        let scene = try ListScene()
        scene.scroll(to: 1000)
        scene.list.selectRow(at: Path(section: 0, row: 25))
        scene.data.height = { Double(40 + $0 % 5) }
        let (row, y) = (scene.numbers[0], scene.list.visibleCells[0].frame.minY - 1000)
        _ = scene.data.takeLog()
        scene.list.reloadData()
        scene.list.reloadData()
        #expect(scene.data.log.isEmpty)
        scene.harness.settle()
        #expect(scene.numbers[0] == row && scene.faults().isEmpty)
        #expect(scene.list.visibleCells[0].frame.minY - scene.list.contentOffset.y == y)
        #expect(scene.list.indexPathForSelectedRow == nil)
        #expect(scene.data.log.filter { $0.hasPrefix("ended") }.count == 10)
    }

    @Test(
        "After random updates, some inside calls, a list's cells are the data's, and rows and selection stay",
        arguments: 0..<(environment("RESPONDERKIT_MODEL_SEEDS") ?? 12)
    )
    func model(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var next = 1000
        let scene = try ListScene([Array(0..<20), [], Array(20..<60)]) { list, data in
            list.allowsMultipleSelection = true
            data.height = { Double(($0 &* 7919) % 60) }
            let hasHeaders = seed.isMultiple(of: 2)
            data.headerHeight = { _ in hasHeaders ? 24 : 0 }
        }
        var (hookCount, reloads) = (0, 0)
        // Reloads and readings inside of callbacks.
        scene.data.hook = { [unowned list = scene.list] _ in
            hookCount += 1
            if hookCount % 97 == 96, reloads > 0 {
                reloads -= 1
                list.reloadData()
            }
            if hookCount % 41 == 40 { _ = list.rectForRow(at: Path(section: 0, row: 3)) }
        }
        for _ in 0..<60 {
            reloads = 2
            if Bool.random(using: &random) {
                let greatest = max(scene.list.contentSize.height - 400, 0)
                scene.scroll(to: Double.random(in: -20...greatest + 20, using: &random).rounded())
            }
            let rows = scene.data.sections.flatMap { $0 }
            let model = ListModel(scene.data.sections)
            let change = model.change(&random, &next)
            scene.data.sections = change.after
            scene.list.performBatchUpdates { change.tell(scene.list) }
            if let number = rows.randomElement(using: &random), let path = change.path(of: number) {
                scene.list.selectRow(at: path)
            }
            scene.harness.settle()
            scene.data.selected = Set(scene.list.indexPathsForSelectedRows.map { change.after[$0.section][$0.row] })
            let faults = scene.faults()
            #expect(faults.isEmpty, "seed \(seed): \(change)")
            if !faults.isEmpty { return }
        }
        scene.data.hook = nil
    }
}

/// Random changes of sections of numbers.
private struct ListModel {
    let before: [[Int]]

    init(_ sections: [[Int]]) {
        before = sections
    }

    struct Change {
        var after: [[Int]] = []
        var deletedSections: [Int] = []
        var insertedSections: [Int] = []
        var deleted: [ListView.IndexPath] = []
        var inserted: [ListView.IndexPath] = []
        var reloaded: [ListView.IndexPath] = []
        var moved: [(from: ListView.IndexPath, to: ListView.IndexPath)] = []

        @MainActor
        func tell(_ list: ListView) {
            list.insertRows(at: inserted)
            list.deleteSections(deletedSections)
            list.insertSections(insertedSections)
            for move in moved { list.moveRow(at: move.from, to: move.to) }
            list.deleteRows(at: deleted.reversed())
            list.reloadRows(at: reloaded)
        }

        func path(of number: Int) -> ListView.IndexPath? {
            for (section, rows) in after.enumerated() {
                if let row = rows.firstIndex(of: number) { return .init(section: section, row: row) }
            }
            return nil
        }
    }

    func change(_ random: inout SeededGenerator, _ next: inout Int) -> Change {
        var change = Change()
        var kept: [[Int]] = []
        var places: [Int: ListView.IndexPath] = [:]
        var moving: [Int] = []
        for (section, rows) in before.enumerated() {
            if before.count > 2, Int.random(in: 0..<8, using: &random) == 0 {
                change.deletedSections.append(section)
                continue
            }
            var left: [Int] = []
            for (row, number) in rows.enumerated() {
                places[number] = .init(section: section, row: row)
                switch Int.random(in: 0..<20, using: &random) {
                case 0, 1: change.deleted.append(.init(section: section, row: row))
                case 2: moving.append(number)
                case 3:
                    change.reloaded.append(.init(section: section, row: row))
                    left.append(number)
                default: left.append(number)
                }
            }
            kept.append(left)
        }
        var isNew = kept.map { _ in false }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let place = Int.random(in: 0...kept.count, using: &random)
            kept.insert((0..<Int.random(in: 0..<6, using: &random)).map { next + $0 }, at: place)
            isNew.insert(true, at: place)
            next += 6
            change.insertedSections.append(place)
        }
        var arrived: Set<Int> = []
        for section in kept.indices where !isNew[section] {
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                kept[section].insert(next, at: Int.random(in: 0...kept[section].count, using: &random))
                arrived.insert(next)
                next += 1
            }
        }
        for number in moving {
            guard let section = isNew.indices.filter({ !isNew[$0] }).randomElement(using: &random) else { continue }
            kept[section].insert(number, at: Int.random(in: 0...kept[section].count, using: &random))
        }
        change.after = kept
        for (section, rows) in kept.enumerated() {
            for (row, number) in rows.enumerated() {
                let path = ListView.IndexPath(section: section, row: row)
                if arrived.contains(number) { change.inserted.append(path) }
                if moving.contains(number), let from = places[number] { change.moved.append((from, path)) }
            }
        }
        return change
    }
}
