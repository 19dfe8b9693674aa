import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The focus in a list")
struct ListFocusTests {
    /// A list with a button in each row, whose tag is the row's number.
    private func scene(rowHeight: Double) throws -> ListScene {
        try ListScene([Array(0..<30)]) { list, data in
            data.height = { _ in rowHeight }
            list.register(forCellReuseIdentifier: "number") { identifier in
                let cell = NumberCell(reuseIdentifier: identifier)
                cell.addSubview(Button(frame: Rect(0, 10, 100, 20)))
                return cell
            }
        }
    }

    private func focusedNumber(_ scene: ListScene) -> Int? {
        var view = scene.harness.window.firstResponder as? View
        while let current = view {
            if let cell = current as? NumberCell { return cell.number }
            view = current.superview
        }
        return nil
    }

    @Test("The focus goes through all rows and back, also where the rows fill the list exactly", arguments: [40.0, 44])
    func allRows(rowHeight: Double) throws {
        let scene = try scene(rowHeight: rowHeight)
        // Rows that can be selected get the focus themselves.
        scene.list.allowsSelection = false
        var seen: [Int?] = []
        for _ in 0..<30 {
            scene.harness.keyboard.press(.keyboardTab).release(.keyboardTab)
            scene.harness.settle()
            seen.append(focusedNumber(scene))
        }
        #expect(seen == Array(0..<30))
        for _ in 0..<29 {
            scene.harness.keyboard.press(.keyboardUpArrow).release(.keyboardUpArrow)
            scene.harness.settle()
        }
        #expect(focusedNumber(scene) == 0 && scene.list.contentOffset == .zero)
    }

    @Test("The focus stays with its row out of sight, even with a key held, and not with a row that reuses the cell")
    func reuse() throws {
        let scene = try scene(rowHeight: 40)
        let cell = try #require(scene.list.visibleCells.first)
        let button = try #require(cell.subviews.first { $0 is Button } as? Button)
        var events: [Control.Events] = []
        for event in [Control.Events.touchCancel, .touchUpInside] {
            button.addAction(for: event) { _ in events.append(event) }
        }
        button.becomeFirstResponder()
        scene.harness.keyboard.press(.keyboardSpacebar)
        scene.harness.settle()
        scene.scroll(to: 90)
        #expect(focusedNumber(scene) == 0 && events.isEmpty && button.isFocused)
        scene.harness.keyboard.release(.keyboardSpacebar)
        scene.harness.settle()
        #expect(events == [.touchUpInside] && scene.list.indexPath(for: cell)?.row == 0)
        button.resignFirstResponder()
        scene.harness.settle()
        #expect(scene.list.indexPath(for: cell) == nil && scene.faults().isEmpty)
        scene.scroll(to: 200)
        #expect(focusedNumber(scene) == nil && !button.isFocused && scene.faults().isEmpty)
    }

    @Test("The focus goes around a list that is all there is, to the row at the other end")
    func around() throws {
        let scene = try ListScene([Array(0..<30)]) { _, data in data.height = { _ in 40 } }
        let keyboard = scene.harness.keyboard
        for row in Array(0..<30) + [0] {
            keyboard.press(.keyboardTab).release(.keyboardTab)
            scene.harness.settle()
            #expect(focusedNumber(scene) == row)
        }
        #expect(scene.list.contentOffset == .zero)
        keyboard.press(.keyboardLeftShift).press(.keyboardTab).release(.keyboardTab).release(.keyboardLeftShift)
        scene.harness.settle()
        #expect(focusedNumber(scene) == 29 && scene.faults().isEmpty)
    }

    @Test("The focus leaves its row where rows cannot be selected any more, also out of sight", arguments: [0.0, 400])
    func forbidden(offset: Double) throws {
        let scene = try ListScene([Array(0..<30)]) { _, data in data.height = { _ in 40 } }
        scene.harness.keyboard.press(.keyboardTab).release(.keyboardTab)
        scene.scroll(to: offset)
        #expect(focusedNumber(scene) == 0)
        scene.list.allowsSelection = false
        scene.harness.settle()
        #expect(focusedNumber(scene) == nil && scene.faults().isEmpty)
    }

    @Test("Return selects the focused row when that was scrolled away, and brings it back into sight")
    func selectionOutOfSight() throws {
        let scene = try ListScene([Array(0..<30)]) { _, data in data.height = { _ in 40 } }
        scene.harness.keyboard.press(.keyboardTab).release(.keyboardTab)
        scene.scroll(to: 400)
        scene.harness.keyboard.press(.keyboardReturnOrEnter).release(.keyboardReturnOrEnter)
        scene.harness.settle()
        #expect(scene.list.indexPathForSelectedRow?.row == 0 && scene.list.contentOffset == .zero)
    }

    @Test("A delegate may take the focused row out while a key scrolls to it", arguments: [true, false])
    func removalWhileScrolling(isInsideAnother: Bool) throws {
        final class Remover: ScrollViewDelegate {
            var calls = 0
            func scrollViewDidScroll(_ scrollView: ScrollView) {
                calls += 1
                (scrollView as? ListView)?.visibleCells.last?.removeFromSuperview()
                (scrollView.window?.firstResponder as? View)?.removeFromSuperview()
            }
        }
        let scene = try scene(rowHeight: 40)
        scene.list.allowsSelection = false
        if isInsideAnother {
            let outer = ScrollView(frame: scene.list.frame)
            outer.contentSize = Size(1000, 2000)
            scene.harness.add(outer)
            outer.addSubview(scene.list)
        }
        let remover = Remover()
        scene.list.delegate = remover
        for _ in 0..<30 {
            scene.harness.keyboard.press(.keyboardDownArrow).release(.keyboardDownArrow)
            scene.harness.settle()
        }
        #expect(remover.calls > 0)
    }

    @Test("The focus stays in sight where the rows at the other end may not have it", arguments: [12...12, 15...29])
    func unfocusableEnd(rows: ClosedRange<Int>) throws {
        let scene = try ListScene([Array(0..<30)]) { list, data in
            data.height = { _ in 40 }
            list.register(forCellReuseIdentifier: "number") { identifier in
                let cell = ChoosyCell(reuseIdentifier: identifier)
                cell.rows = rows
                return cell
            }
        }
        scene.scroll(to: 400)
        for _ in 0..<40 {
            scene.harness.keyboard.press(.keyboardTab).release(.keyboardTab)
            scene.harness.settle()
            let cell = try #require(scene.harness.window.firstResponder as? ChoosyCell)
            #expect(rows.contains(cell.number) && scene.list.visibleCells.contains { $0 === cell })
        }
    }
}

/// A cell that only some rows let have the focus.
private final class ChoosyCell: NumberCell {
    var rows = 0...0
    override var canBecomeFocused: Bool { rows.contains(number) && super.canBecomeFocused }
}
