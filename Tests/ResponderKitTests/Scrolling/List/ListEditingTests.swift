import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The editing in a list")
struct ListEditingTests {
    /// A list whose rows have a field each, and a delegate of these fields that notes where an editing has ended.
    private func scene(_ sections: [[Int]] = [Array(0..<100)], height: Double = 400) throws -> ListScene {
        try ListScene(sections) { list, data in
            list.frame.size.height = height
            list.register(forCellReuseIdentifier: "number") { Self.cell(NumberCell(reuseIdentifier: $0)) }
            list.register(forCellReuseIdentifier: "header") { Self.cell(HeaderCell(reuseIdentifier: $0)) }
        }
    }

    private static func cell<Cell: ListCell>(_ cell: Cell) -> Cell {
        cell.addSubview(TextField(frame: Rect(0, 0, 200, 30)))
        return cell
    }

    private func field(_ view: View) throws -> TextField {
        try #require(view.subviews.first { $0 is TextField } as? TextField)
    }

    @Test("Editing goes on in a row that is scrolled away, whose cell and number stay until the editing ends")
    func scrolledAway() throws {
        let scene = try scene()
        let (list, witness) = (scene.list, TextWitness())
        let cell = try #require(list.cellForRow(at: .init(section: 0, row: 2)) as? NumberCell)
        let field = try field(cell)
        field.delegate = witness
        witness.afterEnd = { witness.log.note(list.indexPath(for: cell).map { "in row \($0.row)" } ?? "in none") }
        field.becomeFirstResponder()
        scene.harness.type("ab")
        _ = (witness.lines(), scene.data.takeLog())
        scene.scroll(to: 2000)
        #expect(field.isEditing && scene.data.log.contains("ended 0.2") && !list.visibleCells.contains(cell))
        scene.data.sections[0].insert(1000, at: 0)
        list.insertRows(at: [.init(section: 0, row: 0)])
        scene.harness.settle()
        let path = ListView.IndexPath(section: 0, row: 3)
        #expect(list.indexPath(for: cell) == path && list.cellForRow(at: path) === cell && cell.frame.minY == 132)
        list.selectRow(at: path)
        list.selectRow(at: nil)
        #expect(!cell.isSelected && cell.preparations == 0)
        // What is typed brings the row into sight, with the same cell.
        _ = scene.data.takeLog()
        scene.harness.type("c")
        #expect(field.text == "abc" && list.visibleCells.contains(cell) && list.contentOffset.y == 132)
        #expect(scene.data.takeLog().filter { $0 == "will 2" || $0 == "cell 2" } == ["will 2"])
        #expect(scene.faults().isEmpty)
        scene.scroll(to: 3000)
        _ = witness.lines()
        field.resignFirstResponder()
        scene.harness.settle()
        #expect(witness.lines() == ["end?", "ended", "in row 3"] && list.indexPath(for: cell) == nil && cell.isWaiting)
        scene.scroll(to: 0)
        #expect(scene.faults().isEmpty)
    }

    @Test("Editing goes on when the list gets lower for the keyboard, and the lowest row comes into sight")
    func keyboard() throws {
        let scene = try scene(height: 1000)
        let (list, harness) = (scene.list, scene.harness)
        let cell = try #require(list.visibleCells.last)
        let field = try field(cell)
        var heights: [Double] = []
        let shown = harness.application.notificationCenter.observe(Window.KeyboardDidChangeFrame.self) {
            heights.append($0.frameEnd.minY)
            list.frame.size.height = $0.frameEnd.minY
        }
        harness.tap(at: Point(50, 975))
        harness.advance(by: .seconds(1))
        #expect(field.isEditing && list.indexPath(for: cell)?.row == 22 && heights == [808])
        #expect(list.bounds.contains(list.convert(field.bounds, from: field)) && list.frame.height == 808)
        harness.screenKeyboard.type("x")
        #expect(field.text == "x")
        withExtendedLifetime(shown) {}
    }

    @Test("Editing goes on in a header that is scrolled away, also when rows are put in, until its section reloads")
    func header() throws {
        let scene = try scene([Array(0..<30), Array(100..<130)])
        let list = scene.list
        scene.data.headerHeight = { _ in 30 }
        list.reloadData()
        scene.harness.settle()
        let header = try #require(list.subviews.first { ($0 as? HeaderCell)?.section == 0 })
        let field = try field(header)
        field.becomeFirstResponder()
        scene.data.sections[0].insert(1000, at: 0)
        list.insertRows(at: [.init(section: 0, row: 0)])
        scene.harness.settle()
        #expect(field.isEditing && header.frame == Rect(0, list.contentOffset.y, 200, 30))
        scene.scroll(to: 2000)
        #expect(field.isEditing && header.frame == Rect(0, 0, 200, 30))
        scene.harness.type("x")
        #expect(list.contentOffset.y == 0 && field.text == "x" && header.superview === list)
        list.reloadSections([0])
        scene.harness.settle()
        #expect(!field.isEditing && scene.faults().isEmpty)
    }

    @Test(
        "Editing ends with a row that is reloaded, where who hears of it finds the row, and with a deleted row",
        arguments: ["reloaded, seen", "reloaded", "deleted, seen", "deleted"]
    )
    func taken(how: String) throws {
        let (isSeen, isReload) = (how.hasSuffix("seen"), how.hasPrefix("reloaded"))
        let scene = try scene()
        let (list, witness, path) = (scene.list, TextWitness(), ListView.IndexPath(section: 0, row: 3))
        let cell = try #require(list.cellForRow(at: path))
        let field = try field(cell)
        field.delegate = witness
        witness.afterEnd = { witness.log.note(list.indexPath(for: cell).map { "in row \($0.row)" } ?? "in none") }
        field.becomeFirstResponder()
        if !isSeen { scene.scroll(to: 2000) }
        _ = witness.lines()
        if isReload {
            list.reloadRows(at: [path])
        } else {
            scene.data.sections[0].remove(at: path.row)
            list.deleteRows(at: [path])
        }
        scene.harness.settle()
        #expect(witness.lines() == ["ended", isReload ? "in row 3" : "in none"] && scene.faults().isEmpty)
    }
}
