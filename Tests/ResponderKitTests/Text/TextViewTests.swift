import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A text view")
struct TextViewTests {
    private let harness: AppHarness
    private let witness = TextWitness()

    init() throws {
        harness = try AppHarness()
    }

    private static let lines = (0..<100).map { "line \($0)" }.joined(separator: "\n")

    // Rules: R18, R21.
    @Test("A text view asks and tells its delegate, and posts notifications, as a field does")
    func delegate() {
        let view = harness.addTextView()
        view.delegate = witness
        var tokens: [Any] = []
        let center = harness.application.notificationCenter
        let log = witness.log
        tokens.append(center.observe(TextView.DidBeginEditing.self, of: view) { _ in log.note("posted began") })
        tokens.append(center.observe(TextView.DidChange.self, of: view) { _ in log.note("posted changed") })
        tokens.append(center.observe(TextView.DidEndEditing.self, of: view) { _ in log.note("posted ended") })
        witness.mayBegin = false
        #expect(!view.becomeFirstResponder() && !view.isEditing)
        witness.mayBegin = true
        #expect(view.becomeFirstResponder() && view.isEditing)
        #expect(witness.lines() == ["begin?", "begin?", "began", "posted began"])
        harness.type("a\n")
        #expect(view.text == "a\n")
        #expect(
            witness.lines() == [
                "change 0..<0 \"a\"?", "changed", "posted changed", "change 1..<1 \"\\n\"?", "changed",
                "posted changed",
            ]
        )
        witness.mayEnd = false
        #expect(!view.resignFirstResponder() && view.isEditing)
        view.removeFromSuperview()
        #expect(!view.isEditing)
        #expect(witness.lines() == ["end?", "ended", "posted ended"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A text view breaks its lines to its width, and gives its content the height of the rows")
    func rows() {
        let view = harness.addTextView("one two three four five\n\nsix")
        #expect(view.visibleRows.map(\.text) == ["one two three ", "four five", "", "six"])
        #expect(view.contentSize == Size(160, 8 + 4 * 16 + 8))
        view.frame.size.width = 320
        harness.settle()
        #expect(view.visibleRows.map(\.text) == ["one two three four five", "", "six"])
        #expect(view.sizeThatFits(Size(80, 0)) == Size(80, 8 + 6 * 16 + 8))
        #expect(view.visibleRows.count == 3 && view.contentSize.height == 64)
        view.textContainerInset = .init(top: 0, left: 0, bottom: 0, right: 0)
        harness.settle()
        #expect(view.contentSize.height == 48)
    }

    @Test("A text view shows its caret: what is typed at the end, and where keys lead")
    func caret() {
        let view = harness.addTextView(Self.lines)
        view.becomeFirstResponder()
        harness.settle()
        #expect(view.contentOffset.y == view.contentSize.height - 112)
        harness.press(.keyboardHome, .control)
        #expect(view.contentOffset == .zero)
        for _ in 0..<7 { harness.press(.keyboardDownArrow) }
        // The caret's row with the margin.
        #expect(view.contentOffset.y == 8 + 8 * 16 + 8 - 112)
        harness.drag(from: Point(100, 300), to: Point(100, 220))
        harness.advance(by: .seconds(2))
        harness.type("x")
        #expect(view.bounds.contains(view.caretRect(for: view.selectedTextRange.lowerBound).center))
        view.scrollRangeToVisible(view.endOfDocument..<view.endOfDocument)
        #expect(view.contentOffset.y == view.contentSize.height - 112)
    }

    @Test("A text view lays out and draws only what is seen, and keeps it in place while lines above turn out higher")
    func estimates() {
        var random = SeededGenerator(seed: 7)
        let lines = (0..<5_000).map { number in
            "\(number) " + String(repeating: "word ", count: Int.random(in: 0...12, using: &random))
        }
        let view = harness.addTextView(lines.joined(separator: "\n"))
        view.contentOffset = Point(0, 60_000)
        harness.settle()
        let exact = (0..<5_000).filter { view.editing.layout.lines[$0].isExact }.count
        #expect(exact < 40)
        // Upwards, into lines whose heights are estimates.
        for _ in 0..<200 {
            let former = view.visibleRows
            let offset = view.contentOffset.y
            harness.window.hitTest(Point(80, 250), with: nil).map { _ in }
            _ = view.scroll(by: Point(0, -10))
            harness.settle()
            guard let row = former.first,
                let same = view.visibleRows.first(where: { $0.range.lowerBound == row.range.lowerBound })
            else {
                Issue.record("the row is gone")
                return
            }
            let place = (row.frame.origin.y - offset, same.frame.origin.y - view.contentOffset.y)
            #expect(abs(place.1 - place.0 - 10) < 0.001)
        }
    }

    @Test("A text view that may not be edited can be selected and copied, and brings no keyboard")
    func notEditable() {
        let view = harness.addTextView("one two")
        view.isEditable = false
        harness.tap(at: Point(20, 216), taps: 2)
        #expect(view.isFirstResponder && view.selected == 0..<3)
        harness.type("x")
        harness.press(.keyboardDeleteOrBackspace)
        harness.press(.keyboardX, .control)
        view.insertText("y")
        #expect(view.text == "one two" && harness.application.pasteboard.string == nil)
        harness.press(.keyboardC, .control)
        #expect(harness.application.pasteboard.string == "one")
        harness.press(.keyboardRightArrow)
        #expect(view.selected == 3..<3)
        #expect(harness.application.textInput == nil && !harness.screenKeyboard.isShown)
        view.isEditable = true
        #expect(harness.application.textInput === view)
        harness.tap(at: Point(20, 216))
        #expect(harness.screenKeyboard.isShown)
        view.isEditable = false
        harness.settle()
        #expect(!harness.screenKeyboard.isShown && view.isFirstResponder)
    }

    @Test("A key costs a text view what its line costs, also in a text of a hundred thousand characters")
    func cost() {
        let text = String(repeating: String(repeating: "a", count: 49) + "\n", count: 2_000)
        #expect(text.count == 100_000)
        let view = harness.addTextView(text)
        view.becomeFirstResponder()
        view.select(50_000..<50_000)
        harness.settle()
        let storage = view.editing.editor.storage
        let (touched, draws) = (storage.bytesTouched, harness.application.updateStatistics.draws)
        for _ in 0..<10 { harness.type("b") }
        #expect(storage.bytesTouched - touched < 10 * 4 * 60)
        #expect(harness.application.updateStatistics.draws - draws == 10)
        #expect(storage.characterCount == 100_010)
        let exact = (0..<2_000).filter { view.editing.layout.lines[$0].isExact }.count
        #expect(exact < 30)
    }

    @Test("A text view is restored with its text, its selection and its place")
    func restored() {
        let view = harness.addTextView(Self.lines)
        view.becomeFirstResponder()
        view.select(100..<110)
        harness.settle()
        view.contentOffset = Point(0, 500)
        let coder = StateCoder()
        view.encodeRestorableState(with: coder)
        let other = TextView(frame: Rect(0, 200, 160, 112))
        other.decodeRestorableState(with: StateCoder(values: coder.values))
        view.removeFromSuperview()
        harness.add(other)
        harness.settle()
        #expect(other.text == Self.lines && other.selected == 100..<110)
        #expect(other.contentOffset == Point(0, 500))
    }

    @Test("A text view shows a secret as bullets, in rows as long as the secret")
    func secure() {
        let view = harness.addTextView("one two three four")
        view.isSecureTextEntry = true
        harness.settle()
        #expect(view.visibleRows.map(\.text.count) == [17, 1])
        #expect(view.visibleRows.allSatisfy { $0.text.allSatisfy { $0 == TextLayout.bullet } })
    }
}
