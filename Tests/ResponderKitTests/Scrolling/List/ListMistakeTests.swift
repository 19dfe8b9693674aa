import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

// These are exits: in release, too, the text must be there.
@MainActor
@Suite("A mistake of a list's data source stops the process with a message:")
struct ListMistakeTests {
    @Test("Fewer rows than the list was told stop the process with a message, when a missing row comes to be seen")
    func fewer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([[1], Array(0..<100)])
            scene.data.sections[1].removeLast(60)
            scene.list.contentOffset.y = 2000
            await scene.harness.settle()
        }
        expect(
            result,
            "row 44 of section 1 of ListView is to be shown, but the data source now has 40 rows in this section, not "
                + "100; tell the list of each change"
        )
    }

    @Test("Fewer sections than the list was told stop the process with a message")
    func sections() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([Array(0..<20), Array(0..<100)])
            scene.data.sections.removeLast()
            scene.list.contentOffset.y = 2000
            await scene.harness.settle()
        }
        expect(result, "row 25 of section 1 of ListView is to be shown, but the data source now has 1 sections, not 2")
    }

    @Test("Numbers of rows that do not match an update stop the process with a message")
    func update() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([[1, 2, 3], [4]])
            scene.data.sections[1].append(5)
            scene.list.deleteRows(at: [.init(section: 0, row: 1)])
        }
        expect(
            result,
            "the data source of ListView has 3 rows in section 0 after an update, but 3 before it (in section 0), "
                + "0 put in and 1 taken out make 2"
        )
    }

    @Test("Numbers of sections that do not match an update stop the process with a message")
    func sectionUpdate() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([[1, 2, 3], [4]])
            scene.list.insertSections([1])
        }
        expect(
            result,
            "the data source of ListView has 2 sections after an update, but 2 before it, 1 put in and 0 taken out "
                + "make 3"
        )
    }

    @Test("A row to delete that is not there stops the process with a message")
    func noRow() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([[1, 2, 3]])
            scene.list.deleteRows(at: [.init(section: 0, row: 3)])
        }
        expect(result, "an update of ListView names row 3 of section 0, which has 3 rows")
    }

    @Test("A row put in beyond the end of its section stops the process with a message")
    func beyond() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([[1, 2, 3], [4]])
            scene.data.sections[0].append(5)
            scene.list.insertRows(at: [.init(section: 0, row: 7)])
        }
        expect(result, "an update of ListView puts in row 7 of section 0, which has 4 rows afterwards")
    }

    @Test("One cell for two rows stops the process with a message")
    func sameCell() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let scene = try ListScene([])
            let source = SameCellSource()
            scene.list.dataSource = source
            await scene.harness.settle()
        }
        expect(
            result,
            "returned for row 1 of section 0 the cell that shows row 0 of section 0; dequeue a cell for each"
        )
    }

    @Test("A cell identifier without a class stops the process with a message")
    func identifier() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = ListView().dequeueReusableCell(withIdentifier: "none")
        }
        expect(result, "no cell can be made for the identifier \"none\"")
    }

    @Test("An item put into a snapshot twice stops the process with a message")
    func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var snapshot = ListSnapshot<Int, String>()
            snapshot.appendSections([1, 2])
            snapshot.appendItems(["a"], toSection: 1)
            snapshot.appendItems(["b", "a"], toSection: 2)
        }
        expect(result, "item a was put into a snapshot twice")
    }

    @Test("A header that shows a row stops the process with a message")
    func header() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            final class RowHeaders: ListViewDelegate {
                func listView(_ listView: ListView, viewForHeaderInSection section: Int) -> View? {
                    listView.cellForRow(at: .init(section: 0, row: 0))
                }
            }
            let (scene, headers) = (try ListScene(), RowHeaders())
            scene.list.sectionHeaderHeight = 20
            scene.list.delegate = headers
            await scene.harness.settle()
        }
        expect(
            result,
            "the delegate of ListView returned for the header of section 0 a cell that shows a row; dequeue a cell"
        )
    }

    private func expect(_ result: ExitTest.Result?, _ message: String) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }
}

private final class SameCellSource: ListViewDataSource {
    let cell = ListCell(reuseIdentifier: nil)

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 3 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell { cell }
}
