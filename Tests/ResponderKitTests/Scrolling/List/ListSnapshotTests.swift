import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Snapshots of a list's data")
struct ListSnapshotTests {
    private static func describe(_ snapshot: ListSnapshot<String, Int>) -> String {
        snapshot.sectionIdentifiers.map { section in
            "\(section):" + snapshot.itemIdentifiers(inSection: section).map { "\($0)" }.joined(separator: ",")
        }.joined(separator: " ")
    }

    @Test("A snapshot's sections and items are put in, taken out and moved to their places")
    func changes() {
        var snapshot = ListSnapshot<String, Int>()
        let steps: [(String, (inout ListSnapshot<String, Int>) -> Void)] = [
            ("a: b:", { $0.appendSections(["a", "b"]) }),
            ("a: b:1,2", { $0.appendItems([1, 2]) }),
            ("a:3,4 b:1,2", { $0.appendItems([3, 4], toSection: "a") }),
            ("a:3,5,6,4 b:1,2", { $0.insertItems([5, 6], beforeItem: 4) }),
            ("a:7,3,5,6,4 b:1,2", { $0.insertItems([7], beforeItem: 3) }),
            ("a:7,3,5,6,4 b:1,2,8", { $0.insertItems([8], afterItem: 2) }),
            ("a:7,5,6,4 b:1,3,2,8", { $0.moveItem(3, afterItem: 1) }),
            ("a:7,5,6,4 b:8,1,3,2", { $0.moveItem(8, beforeItem: 1) }),
            ("a:7,5,6,4 b:8,1,3,2", { $0.moveItem(8, beforeItem: 8) }),
            ("a:5,6 b:8,1,3,2", { $0.deleteItems([4, 7, 99]) }),
            ("a:5,6 c: d: b:8,1,3,2", { $0.insertSections(["c", "d"], beforeSection: "b") }),
            ("c: d: a:5,6 b:8,1,3,2", { $0.moveSection("a", beforeSection: "b") }),
            ("d: a:5,6 c: b:8,1,3,2", { $0.moveSection("c", afterSection: "a") }),
            ("d: a:5,6 c:", { $0.deleteSections(["b", "none"]) }),
            ("d: a:5,6 c:8", { $0.appendItems([8]) }),
            ("", { $0.deleteAllItems() }),
        ]
        for (expected, step) in steps {
            step(&snapshot)
            #expect(Self.describe(snapshot) == expected)
            #expect(snapshot.numberOfItems == snapshot.itemIdentifiers.count)
            #expect(snapshot.numberOfSections == snapshot.sectionIdentifiers.count)
        }
    }

    @Test(
        "The difference of random snapshots turns one into the other, and moves as little as can be",
        arguments: 0..<200
    )
    func differences(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func snapshot() -> ListSnapshot<Int, Int> {
            var snapshot = ListSnapshot<Int, Int>()
            snapshot.appendSections(
                Array((0..<6).shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)))
            )
            for item in (0..<Int.random(in: 0...30, using: &random)).shuffled(using: &random) {
                if let section = snapshot.sectionIdentifiers.randomElement(using: &random) {
                    snapshot.appendItems([item], toSection: section)
                }
            }
            return snapshot
        }
        let (old, new) = (snapshot(), Bool.random(using: &random) ? snapshot() : snapshot())
        let change = ListChange(SnapshotDifference(from: old, to: new).updates)
        for (section, identifier) in old.sectionIdentifiers.enumerated() {
            #expect(change.section(of: section) == new.indexOfSection(identifier), "seed \(seed)")
            for (row, item) in old.itemIdentifiers(inSection: identifier).enumerated() {
                let path = new.sectionIdentifier(containingItem: item).map { section in
                    ListView.IndexPath(
                        section: new.indexOfSection(section) ?? -1,
                        row: new.itemIdentifiers(inSection: section).firstIndex(of: item) ?? -1
                    )
                }
                #expect(change.path(of: .init(section: section, row: row)) == path, "seed \(seed)")
            }
        }
    }

    @Test(
        "A longest increasing subsequence is found",
        arguments: [
            ([], 0), ([3], 1), ([1, 2, 3], 3), ([3, 2, 1], 1), ([5, 0, 1, 2, 9, 3], 4), ([-1, 4, -1, 5], 2),
            ([2, 0, 3, 1, 4], 3),
        ]
    )
    func increasing(_ elements: [Int], _ length: Int) {
        let isIn = elements.inLongestIncreasingSubsequence()
        let chosen = zip(elements, isIn).filter(\.1).map(\.0)
        #expect(chosen.count == length && chosen == chosen.sorted())
    }

    @Test("100,000 items in reverse, and with one moved, are compared in little time")
    func large() {
        var old = ListSnapshot<Int, Int>()
        old.appendSections([0])
        old.appendItems(Array(0..<100_000))
        var new = old
        new.moveItem(99_999, beforeItem: 10)
        let one = SnapshotDifference(from: old, to: new).updates
        #expect(one.movedRows.count == 1 && one.deletedRows.isEmpty && one.insertedRows.isEmpty)
        var reversed = ListSnapshot<Int, Int>()
        reversed.appendSections([0])
        reversed.appendItems((0..<100_000).reversed())
        #expect(SnapshotDifference(from: old, to: reversed).updates.movedRows.count == 99_999)
    }

    @Test("A data source shows each snapshot, keeps cells of items, and takes a snapshot applied inside a call")
    func dataSource() throws {
        let scene = try ListScene([])
        scene.list.delegate = nil
        var made: [Int] = []
        let source = scene.showSnapshots { made.append($0) }
        func apply(_ change: (inout ListSnapshot<String, Int>) -> Void) -> [Int] {
            var snapshot = source.snapshot()
            change(&snapshot)
            source.apply(snapshot)
            scene.harness.settle()
            scene.data.sections = snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }
            #expect(scene.faults().isEmpty)
            defer { made = [] }
            return made
        }
        #expect(
            apply {
                $0.appendSections(["a", "b"])
                $0.appendItems([1, 2], toSection: "a")
                $0.appendItems([3, 4], toSection: "b")
            } == [1, 2, 3, 4]
        )
        scene.list.selectRow(at: source.indexPath(for: 3))
        scene.data.selected = [3]
        #expect(
            apply {
                $0.moveItem(3, beforeItem: 1)
                $0.appendItems([5])
                $0.deleteItems([2])
                $0.moveSection("b", beforeSection: "a")
            } == [5]
        )
        #expect(
            source.indexPath(for: 3) == .init(section: 1, row: 0)
                && source.itemIdentifier(for: .init(section: 0, row: 1)) == 5
        )
        #expect(apply { $0.reloadItems([1, 4]) } == [4, 1])
        #expect(apply { _ in }.isEmpty)
        scene.data.selected = []
        #expect(apply { $0.deleteAllItems() }.isEmpty)
    }
}
