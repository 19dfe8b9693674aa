import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("Selecting rows by touch")
struct ListSelectionTests {
    private let scene: ListScene

    init() throws {
        scene = try ListScene()
        _ = scene.data.takeLog()
    }

    private func tap(_ row: Int) {
        let finger = scene.harness.finger().down(at: Point(50, Double(row) * 44 + 20))
        scene.harness.advance(by: .milliseconds(50))
        finger.up()
        scene.harness.settle()
    }

    @Test("A tap highlights, selects and deselects a row in UIKit's order")
    func order() {
        tap(2)
        #expect(
            scene.data.takeLog() == [
                "shouldHighlight 2", "didHighlight 2", "didUnhighlight 2", "shouldSelect 2", "didSelect 2",
            ]
        )
        #expect(scene.list.indexPathForSelectedRow == .init(section: 0, row: 2))
        #expect(scene.list.visibleCells.map(\.isSelected) == (0...9).map { $0 == 2 })
        tap(4)
        #expect(
            scene.data.takeLog() == [
                "shouldHighlight 4", "didHighlight 4", "didUnhighlight 4", "shouldSelect 4", "didDeselect 2",
                "didSelect 4",
            ]
        )
        #expect(scene.list.visibleCells.map(\.isSelected) == (0...9).map { $0 == 4 })
        scene.list.allowsMultipleSelection = true
        tap(1)
        tap(4)
        #expect(
            scene.data.takeLog() == [
                "shouldHighlight 1", "didHighlight 1", "didUnhighlight 1", "shouldSelect 1", "didSelect 1",
                "shouldHighlight 4", "didHighlight 4", "didUnhighlight 4", "shouldDeselect 4", "didDeselect 4",
            ]
        )
        #expect(scene.list.indexPathsForSelectedRows == [.init(section: 0, row: 1)])
        #expect(scene.list.visibleCells.allSatisfy { !$0.isHighlighted })
    }

    @Test(
        "A tap neither highlights nor selects where the delegate or the list refuses",
        arguments: [
            ("highlight", ["shouldHighlight 2"]),
            ("select", ["shouldHighlight 2", "didHighlight 2", "didUnhighlight 2", "shouldSelect 2"]), ("list", []),
        ]
    )
    func refused(_ refusal: String, _ log: [String]) {
        scene.data.refuses = [refusal]
        if refusal == "list" { scene.list.allowsSelection = false }
        tap(2)
        #expect(scene.data.log == log && scene.list.indexPathForSelectedRow == nil)
    }

    @Test(
        "A row that is taken away under the finger is told that it is no longer highlighted",
        arguments: ["reloadRows", "deleteRows", "reloadSections", "reloadData", "scroll", "no data", "move"]
    )
    func takenAway(deed: String) {
        let finger = scene.harness.finger().down(at: Point(50, 120))
        scene.harness.advance(by: .milliseconds(200))
        let (list, path, cell) = (scene.list, ListView.IndexPath(section: 0, row: 2), scene.list.visibleCells[2])
        var told: [ListView.IndexPath?] = []
        scene.data.hook = { if $0.hasPrefix("didUnhighlight") { told.append(list.indexPath(for: cell)) } }
        switch deed {
        case "reloadRows": list.reloadRows(at: [path])
        case "deleteRows":
            scene.data.sections[0].remove(at: 2)
            list.deleteRows(at: [path])
        case "reloadSections": list.reloadSections([0])
        case "reloadData": list.reloadData()
        case "scroll": list.contentOffset.y = 2000
        case "no data": list.dataSource = nil
        default:
            scene.data.sections[0].insert(scene.data.sections[0].remove(at: 2), at: 5)
            list.moveRow(at: path, to: .init(section: 0, row: 5))
        }
        scene.harness.settle()
        if deed == "move" {
            #expect(told.isEmpty && cell.isHighlighted)
        } else {
            #expect(told == [path] && !cell.isHighlighted)
        }
        finger.up()
        scene.harness.settle()
        let calls = scene.data.log.filter { $0.contains("ighlight ") }.map { String($0.prefix { $0 != " " }) }
        #expect(calls == ["shouldHighlight", "didHighlight", "didUnhighlight"])
        scene.data.hook = nil
    }

    @Test("A finger that rests highlights after the delay, and a drag takes the touch away without a selection")
    func drag() {
        let finger = scene.harness.finger().down(at: Point(50, 120))
        scene.harness.advance(by: .milliseconds(149))
        #expect(scene.data.log.isEmpty)
        scene.harness.advance(by: .milliseconds(1))
        #expect(scene.data.takeLog() == ["shouldHighlight 2", "didHighlight 2"])
        let cell = scene.list.visibleCells[2]
        #expect(cell.isHighlighted)
        for _ in 0..<4 {
            finger.move(by: 0, -20)
            scene.harness.advance(by: .milliseconds(8))
        }
        #expect(scene.data.takeLog().first == "didUnhighlight 2" && !cell.isHighlighted)
        // The row under the finger leaves, and the drag goes on.
        for _ in 0..<10 {
            finger.move(by: 0, -10)
            scene.harness.advance(by: .milliseconds(8))
        }
        #expect(scene.list.contentOffset.y > 132)
        let offset = scene.list.contentOffset.y
        finger.move(by: 0, 7)
        scene.harness.settle()
        #expect(scene.list.contentOffset.y == offset - 7)
        finger.up()
        scene.harness.advance(by: .seconds(5))
        #expect(scene.list.indexPathForSelectedRow == nil && scene.faults().isEmpty)
    }

    @Test(
        "A button in a row keeps its touch and selects no row, and its leaving under the finger cancels the touch"
    )
    func button() {
        let log = ResponderLog()
        let button = RecordingView("button", log: log, frame: Rect(0, 0, 40, 44))
        scene.list.visibleCells[1].addSubview(button)
        scene.list.delaysContentTouches = false
        let finger = scene.harness.finger().down(at: Point(10, 60))
        scene.harness.settle()
        finger.up()
        scene.harness.settle()
        #expect(log.lines == ["button.began(10, 60)", "button.ended(10, 60)"] && scene.data.log.isEmpty)
        log.clear()
        finger.down(at: Point(10, 60))
        scene.harness.settle()
        // Another row takes the cell: it must not get the end of a touch of the former row.
        scene.scroll(to: 2000)
        finger.up()
        scene.harness.settle()
        #expect(log.lines == ["button.began(10, 60)", "button.cancelled(10, 60)"])
        #expect(scene.faults().isEmpty)
    }

    @Test("A finger that leaves its row without a drag, and a second finger, select nothing")
    func left() {
        scene.list.isScrollEnabled = false
        scene.list.delaysContentTouches = false
        let finger = scene.harness.finger().down(at: Point(50, 120))
        scene.harness.settle()
        let second = scene.harness.finger().down(at: Point(50, 20))
        scene.harness.settle()
        finger.move(to: Point(50, 180))
        scene.harness.settle()
        #expect(scene.data.takeLog() == ["shouldHighlight 2", "didHighlight 2", "didUnhighlight 2"])
        finger.up()
        second.up()
        scene.harness.settle()
        #expect(scene.data.log.isEmpty && scene.list.indexPathForSelectedRow == nil)
    }

    @Test("The app selects and deselects rows without a delegate call, and each cell shows it, also a reused one")
    func byApp() {
        scene.list.selectRow(at: .init(section: 0, row: 50), scrollPosition: .top)
        scene.harness.settle()
        #expect(scene.list.visibleCells.map(\.isSelected).filter { $0 }.count == 1)
        #expect(scene.list.cellForRow(at: .init(section: 0, row: 50))?.isSelected == true)
        scene.scroll(to: 0)
        #expect(scene.list.visibleCells.allSatisfy { !$0.isSelected })
        scene.list.selectRow(at: .init(section: 0, row: 1))
        #expect(scene.list.indexPathsForSelectedRows == [.init(section: 0, row: 1)])
        scene.list.deselectRow(at: .init(section: 0, row: 1))
        #expect(scene.list.indexPathForSelectedRow == nil && scene.list.visibleCells.allSatisfy { !$0.isSelected })
        scene.list.selectRow(at: .init(section: 0, row: 1))
        scene.list.selectRow(at: .init(section: 3, row: 1))
        #expect(scene.list.indexPathForSelectedRow == nil)
        #expect(scene.data.log.allSatisfy { !$0.contains("elect") })
    }

    @Test(
        "A finger that is lifted, or a key that comes up, inside a call of the delegate leaves no row highlighted",
        arguments: ["shouldHighlight", "didHighlight"],
        [false, true]
    )
    func endsInside(call: String, isKey: Bool) {
        let (harness, data) = (scene.harness, scene.data)
        let finger = harness.finger()
        if isKey { harness.keyboard.press(.keyboardTab).release(.keyboardTab) }
        harness.settle()
        var isDone = false
        data.hook = { line in
            guard line == "\(call) 0", !isDone else { return }
            isDone = true
            if isKey { harness.keyboard.release(.keyboardReturnOrEnter) } else { finger.up() }
            harness.settle()
        }
        if isKey { harness.keyboard.press(.keyboardReturnOrEnter) } else { finger.down(at: Point(50, 20)) }
        // A scroll view holds a touch back for a while.
        harness.advance(by: .milliseconds(200))
        #expect(isDone && scene.list.visibleCells.allSatisfy { !$0.isHighlighted })
        #expect(data.log.count { $0 == "didHighlight 0" } == data.log.count { $0 == "didUnhighlight 0" })
        // The list is not stuck: the next press selects.
        data.hook = nil
        tap(3)
        #expect(scene.list.indexPathForSelectedRow?.row == 3)
    }
}
