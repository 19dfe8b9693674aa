import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A finger that drags a selection beyond an edge")
struct TextAutoscrollTests {
    private let harness: AppHarness

    init() throws { harness = try AppHarness() }

    /// Lets the time go by while the finger trembles, or lies still.
    private func wait(_ milliseconds: Int, _ finger: Finger, at place: Point, trembles: Bool) {
        for step in 0..<milliseconds {
            if trembles { finger.move(to: place + Point(0, Double(step % 2))) }
            harness.advance(by: .milliseconds(1))
        }
    }

    @Test(
        "A finger beyond an edge scrolls a field's text at the speed of the place, to the text's end and back",
        arguments: [false, true]
    )
    func field(trembles: Bool) {
        let field = harness.add(TextField(frame: Rect(100, 100, 160, 48)))
        field.text = String(repeating: "abcdefghi ", count: 20)
        field.becomeFirstResponder()
        harness.press(.keyboardHome)
        let finger = harness.finger().down(at: Point(108 + 40, 124))
        harness.advance(by: .milliseconds(20))
        // 20 points beyond the text's edge: 300 points a second.
        let beyond = Point(272, 124)
        finger.move(to: beyond)
        harness.settle()
        #expect(field.selected == 5..<18)
        let start = field.scrolledBy
        wait(1000, finger, at: beyond, trembles: trembles)
        let end = Double(field.selected.upperBound * 8)
        #expect(abs(field.scrolledBy - start - 300) < 6 && abs(end - field.scrolledBy - 144) < 4.1)
        wait(5000, finger, at: beyond, trembles: trembles)
        #expect(field.selected == 5..<200 && field.scrolledBy == 200 * 8 + 2 - 144)
        // Within the edges it stops, and the selection ends beneath the finger.
        finger.move(to: Point(188, 124))
        wait(100, finger, at: Point(188, 124), trembles: trembles)
        #expect(field.scrolledBy == 1458 && field.selected == 5..<192)
        let before = Point(58, 124)
        finger.move(to: before)
        wait(3000, finger, at: before, trembles: trembles)
        #expect(field.scrolledBy == 0 && field.selected == 0..<5)
        finger.up()
        harness.advance(by: .seconds(1))
        #expect(field.scrolledBy == 0 && field.selected == 0..<5)
    }

    /// The line of the caret.
    private func line(_ view: TextView) -> Int {
        view.editing.editor.storage.lineIndex(of: view.selectedTextRange.upperBound)
    }

    @Test("A finger that drags the caret or a selection beyond an edge scrolls a text view until it is lifted")
    func textView() {
        let view = harness.addTextView((0..<200).map { "line \($0)" }.joined(separator: "\n"))
        view.becomeFirstResponder()
        view.select(0..<0)
        harness.settle()
        for isHold in [false, true] {
            view.contentOffset = .zero
            harness.advance(by: .seconds(1))
            let finger = harness.finger().down(at: Point(10, isHold ? 260 : 216))
            harness.advance(by: .milliseconds(isHold ? 600 : 20))
            // 40 points below the view: 500 points a second.
            finger.move(to: Point(40, 352))
            harness.advance(by: .milliseconds(16))
            let start = view.contentOffset.y
            harness.advance(by: .seconds(2))
            #expect(abs(view.contentOffset.y - start - 1000) < 10)
            let row = Int((view.contentOffset.y + 112 - 8 - 1) / 16)
            #expect(view.selectedTextRange.isEmpty && line(view) == row)
            finger.up()
            harness.settle()
            // The row is seen whole then.
            let end = view.contentOffset.y
            #expect(end >= start + 1000 - 10 && end < start + 1040)
            harness.advance(by: .seconds(1))
            #expect(view.contentOffset.y == end)
        }
    }

    @Test("A finger beyond an edge scrolls what the text is in, above the keyboard, as far as there is more text")
    func around() {
        let scroll = harness.add(ScrollView(frame: Rect(0, 0, 1000, 1000)))
        scroll.contentSize = Size(1000, 3000)
        scroll.avoidsInputViews = true
        let view = TextView(frame: Rect(0, 100, 400, 1616))
        view.isScrollEnabled = false
        view.text = (0..<100).map { "line \($0)" }.joined(separator: "\n")
        scroll.addSubview(view)
        view.becomeFirstResponder()
        view.select(0..<0)
        harness.settle()
        let covered = harness.window.coveredRect.minY
        #expect(covered == 808 && scroll.contentOffset == .zero)
        let finger = harness.finger().down(at: Point(10, 116))
        harness.advance(by: .milliseconds(20))
        finger.move(to: Point(300, 400))
        harness.advance(by: .milliseconds(20))
        #expect(line(view) == 18)
        finger.move(to: Point(300, covered + 10))
        harness.advance(by: .milliseconds(20))
        let start = scroll.contentOffset.y
        harness.advance(by: .seconds(1))
        #expect(abs(scroll.contentOffset.y - start - 200) < 4)
        harness.advance(by: .seconds(10))
        #expect(abs(scroll.contentOffset.y - 1716 + covered) < 1e-6 && view.selected == 789..<789)
        finger.up()
        harness.settle()
        #expect(abs(scroll.contentOffset.y - 1716 + covered) < 1e-6 && view.contentOffset == .zero)
    }
}
