import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// A measurer by which narrow letters are narrow.
private struct ProportionalMeasurer: TextMeasurer {
    func size(of text: String, in style: TextStyle) -> Size {
        Size(text.reduce(0) { $0 + ("il.".contains($1) ? 4 : $1 == "m" ? 12 : 8) }, 20)
    }
}

@MainActor
@Suite("The drawing of a text")
struct TextDrawingTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    private var appearance: ControlAppearance { harness.application.controlAppearance }

    private func drawn(_ view: View) -> NotedCanvas {
        let canvas = NotedCanvas()
        view.draw(view.bounds, in: canvas)
        return canvas
    }

    @Test("An empty field shows its placeholder, in its own colour, and the text as soon as there is any")
    func placeholder() {
        let field = harness.addField()
        field.placeholder = "Name"
        #expect(drawn(field).texts == [.init(text: "Name", point: Point(8, 16), color: appearance.placeholder)])
        field.becomeFirstResponder()
        // The caret stands before the placeholder.
        #expect(drawn(field).fills(of: appearance.caret) == [Rect(8, 16, 2, 16)])
        #expect(drawn(field).texts.map(\.text) == ["Name"])
        harness.type("a")
        #expect(drawn(field).texts.map(\.text) == ["a"])
        field.textColor = .red
        #expect(drawn(field).texts.map(\.color) == [.red])
        field.isEnabled = false
        #expect(drawn(field).texts.map(\.color) == [appearance.disabled])
        field.text = ""
        field.placeholder = "A name that has no room at all"
        #expect(drawn(field).texts.map(\.text) == ["A name that has n\u{2026}"])
    }

    @Test("A text shows its caret or selection only while it is edited, and a line beneath marked text")
    func caret() {
        let field = harness.addField("one two")
        field.select(4..<4)
        #expect(drawn(field).fills(of: appearance.caret).isEmpty)
        field.becomeFirstResponder()
        #expect(drawn(field).fills(of: appearance.caret) == [Rect(8 + 32, 16, 2, 16)])
        field.select(4..<7)
        #expect(drawn(field).fills(of: appearance.caret).isEmpty)
        #expect(drawn(field).fills(of: appearance.selection) == [Rect(8 + 32, 16, 24, 16)])
        field.setMarkedText("ni", selecting: nil)
        #expect(drawn(field).fills(of: appearance.tint).contains(Rect(8 + 32, 31, 16, 1)))
        field.resignFirstResponder()
        #expect(drawn(field).fills(of: appearance.selection).isEmpty)
    }

    @Test("A field draws bullets for a secret, and no more of a wide text than is seen")
    func parts() {
        let field = harness.addField("secret")
        field.isSecureTextEntry = true
        #expect(drawn(field).texts.map(\.text) == [String(repeating: "\u{2022}", count: 6)])
        field.isSecureTextEntry = false
        field.text = String(repeating: "abcdefghij", count: 100)
        #expect(drawn(field).texts.map(\.text.count) == [19])
        field.becomeFirstResponder()
        harness.settle()
        let text = drawn(field).texts
        #expect(text.map(\.text) == ["bcdefghijabcdefghij"] && text.map(\.point.x) == [8 - 18 + 8])
    }

    @Test("The drawing of a text puts every place where the embedder's measurer says")
    func measurer() {
        harness.application.textMeasurer = ProportionalMeasurer()
        let field = harness.addField("milli")
        let places = (0...5).map { field.caretRect(for: TextPosition(utf8Offset: $0)).origin.x }
        #expect(places == [8, 20, 24, 28, 32, 36])
        #expect(field.caretRect(for: field.endOfDocument).height == 20)
        harness.tap(at: Point(8 + 17, 24))
        #expect(field.selected == 2..<2)
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(8 + 19, 24))
        #expect(field.selected == 3..<3)
        let view = harness.addTextView("mmmmmmmmmmmm ill")
        // 142 points: eleven letters of 12 points, and then the rest.
        #expect(view.visibleRows.map(\.text) == ["mmmmmmmmmmm", "m ill"])
        #expect(view.contentSize.height == 8 + 2 * 20 + 8)
    }

    @Test("A text view draws the seen rows once each, where they are, and again when the view is scrolled")
    func rows() {
        let view = harness.addTextView((0..<50).map { "line \($0)" }.joined(separator: "\n"))
        view.select(0..<12)
        view.becomeFirstResponder()
        harness.settle()
        let canvas = drawn(view.content)
        // A row that is seen in part is drawn, too.
        #expect(canvas.texts.map(\.text) == (0..<7).map { "line \($0)" })
        #expect(canvas.texts.map(\.point) == (0..<7).map { Point(8, 8 + 16 * Double($0)) })
        // A selected line end is shown.
        #expect(canvas.fills(of: appearance.selection) == [Rect(8, 8, 48 + 8, 16), Rect(8, 24, 40, 16)])
        view.contentOffset = Point(0, 100)
        let draws = harness.application.updateStatistics.draws
        harness.settle()
        #expect(harness.application.updateStatistics.draws == draws + 1)
        #expect(drawn(view.content).texts.map(\.text) == (5..<13).map { "line \($0)" })
    }
}
