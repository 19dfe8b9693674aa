import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A finger on a text")
struct TextTouchTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    /// The place before a character of a field: in the middle of its height.
    private func place(_ character: Int) -> Point { Point(8 + 8 * Double(character), 24) }

    /// Lifts a finger at another place than that of its last move.
    private func lift(_ finger: Finger, at place: Point) {
        harness.device.touch([TouchContact(finger.identifier, .ended, at: place)])
        harness.settle()
    }

    @Test("A finger that taps begins the editing, and puts the caret at the nearest place")
    func tap() {
        let field = harness.addField("hello world")
        harness.tap(at: Point(8 + 8 * 3 + 3, 24))
        #expect(field.isEditing && field.selected == 3..<3)
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(8 + 8 * 3 + 5, 40))
        #expect(field.selected == 4..<4)
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(150, 2))
        #expect(field.selected == 11..<11)
    }

    @Test("A finger that taps where the delegate forbids the editing does nothing")
    func forbidden() {
        let field = harness.addField("hello")
        let witness = TextWitness()
        witness.mayBegin = false
        field.delegate = witness
        harness.tap(at: place(2))
        #expect(!field.isEditing && field.selected == 5..<5)
        #expect(witness.lines() == ["begin?"])
    }

    @Test("A finger that taps twice selects a word, three times the line, and then again puts the caret")
    func taps() {
        let field = harness.addField("hello wide world")
        harness.tap(at: place(8), taps: 2)
        #expect(field.selected == 6..<10)
        harness.tap(at: place(8), taps: 1, gap: .milliseconds(100))
        #expect(field.selected == 0..<16)
        harness.advance(by: .seconds(1))
        harness.tap(at: place(8))
        #expect(field.selected == 8..<8)
        // Clusters are never cut, words are Unicode's.
        field.text = "don't e\u{301}te\u{301}"
        harness.advance(by: .seconds(1))
        harness.tap(at: place(2), taps: 2)
        #expect(field.selected == 0..<5)
    }

    @Test("A finger on a text sends the events of its touch, besides those of editing")
    func events() {
        let field = harness.addField()
        let log = ResponderLog()
        for bit in Control.Events.named { field.addAction(for: bit.event) { _ in log.note(bit.name) } }
        harness.tap(at: place(0))
        // The tap is recognised before the view gets the end of its touch.
        #expect(log.lines == ["down", "editingBegin", "upInside"])
    }

    @Test("A finger that is held on a text takes the caret along")
    func hold() {
        let field = harness.addField("hello wide world")
        let finger = harness.finger().down(at: place(3))
        harness.advance(by: .milliseconds(499))
        #expect(!field.isEditing)
        harness.advance(by: .milliseconds(2))
        #expect(field.isEditing && field.selected == 3..<3)
        finger.move(to: place(12))
        harness.settle()
        #expect(field.selected == 12..<12)
        lift(finger, at: place(14))
        #expect(field.selected == 14..<14)
    }

    @Test("A finger drags the caret, and an end of the selection, from near by")
    func drag() {
        let field = harness.addField("hello wide world")
        field.becomeFirstResponder()
        field.select(10..<10)
        // Beside the caret: the distance stays.
        harness.drag(from: place(10) + Point(6, 5), to: place(4) + Point(6, 5))
        #expect(field.selected == 4..<4)
        field.select(6..<10)
        harness.drag(from: place(10), to: place(16))
        #expect(field.selected == 6..<16)
        harness.drag(from: place(6), to: place(0))
        #expect(field.selected == 0..<16)
        // Past the other end.
        field.select(6..<10)
        harness.drag(from: place(6), to: place(14))
        #expect(field.selected == 10..<14)
        let finger = harness.finger().down(at: place(14))
        harness.advance(by: .milliseconds(20))
        finger.move(to: place(12))
        harness.advance(by: .milliseconds(20))
        lift(finger, at: place(15))
        #expect(field.selected == 10..<15)
    }

    @Test("A finger that drags along an edited field selects, and selects by words after a double tap")
    func selecting() {
        let field = harness.addField("hello wide world")
        harness.drag(from: place(2), to: place(9))
        #expect(!field.isEditing && field.selected == 16..<16)
        field.becomeFirstResponder()
        harness.drag(from: place(2), to: place(9))
        #expect(field.selected == 2..<9)
        harness.advance(by: .seconds(1))
        harness.tap(at: place(7))
        harness.advance(by: .milliseconds(100))
        let finger = harness.finger().down(at: place(7))
        harness.advance(by: .milliseconds(20))
        for character in 8...13 {
            finger.move(to: place(character))
            harness.advance(by: .milliseconds(16))
        }
        #expect(field.selected == 6..<16)
        finger.move(to: place(1))
        harness.advance(by: .milliseconds(16))
        #expect(field.selected == 0..<10)
        finger.up()
        harness.settle()
    }

    // Rules: G40.
    @Test("A finger taps the field and no recogniser of a view around it, which gets drags across the text")
    func ancestors() {
        let field = harness.addField("hello wide world")
        var taps = 0
        var pans = 0
        let (tap, pan) = (TapGestureRecognizer(), PanGestureRecognizer())
        tap.addAction { _ in taps += 1 }
        pan.addAction { if $0.state == .began { pans += 1 } }
        harness.window.addGestureRecognizer(tap)
        harness.window.addGestureRecognizer(pan)
        harness.tap(at: place(4))
        #expect(field.isEditing && taps == 0)
        harness.tap(at: Point(500, 500))
        #expect(taps == 1)
        harness.advance(by: .seconds(1))
        harness.drag(from: place(12), to: place(12) + Point(10, 200))
        #expect(pans == 1 && field.selected == 4..<4)
        harness.drag(from: place(12), to: place(2))
        #expect(pans == 1 && field.selected == 2..<12)
    }

    @Test("A finger hits what is seen in a field whose wider text is scrolled so that the caret is seen")
    func scrolled() {
        let field = harness.addField("")
        field.becomeFirstResponder()
        harness.type("0123456789abcdefghij")
        // 18 characters have room, less the caret.
        #expect(field.scrolledBy == 20 * 8 + 2 - 144)
        #expect(field.caretRect(for: field.endOfDocument) == Rect(150, 16, 0, 16))
        #expect(field.visibleRow.text == "123456789abcdefghij")
        harness.tap(at: Point(11, 24))
        #expect(field.selected == 3..<3)
        #expect(field.scrolledBy == 18)
        harness.press(.keyboardHome)
        #expect(field.scrolledBy == 0)
        harness.press(.keyboardEnd)
        for _ in 0..<15 { harness.press(.keyboardDeleteOrBackspace) }
        #expect(field.scrolledBy == 0 && field.text == "01234")
        harness.type("56789abcdefghij")
        field.resignFirstResponder()
        #expect(field.scrolledBy == 0 && field.visibleRow.text.hasPrefix("0123"))
    }

    @Test("A finger finds the places of a text at the right or in the middle, until that has no room")
    func aligned() {
        let field = harness.addField("abcd")
        field.alignment = .right
        harness.tap(at: Point(152 - 16, 24))
        #expect(field.selected == 2..<2)
        field.alignment = .center
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(80 - 8, 24))
        #expect(field.selected == 1..<1)
    }

    @Test("A finger puts the caret in a text view, in the row and at the place that are nearest")
    func textView() {
        let view = harness.addTextView("one\ntwo three\nfour five six seven")
        harness.tap(at: Point(8 + 8 * 2, 208 + 8))
        #expect(view.isEditing && view.selected == 2..<2)
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(8 + 8 * 4, 208 + 24))
        #expect(view.selected == 8..<8)
        // The third line is broken: "four five six " and "seven".
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(8 + 8 * 2, 208 + 56))
        #expect(view.selected == 30..<30)
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(8 + 8 * 2, 208 + 24), taps: 3)
        #expect(view.selected == 4..<13)
        harness.advance(by: .seconds(1))
        harness.tap(at: Point(100, 208 + 90))
        #expect(view.selected == 33..<33)
    }

    @Test("A finger scrolls a text view, but drags its caret where the finger begins there")
    func dragging() {
        let lines = (0..<30).map { "line \($0)" }.joined(separator: "\n")
        let view = harness.addTextView(lines)
        view.becomeFirstResponder()
        view.select(0..<0)
        harness.settle()
        #expect(view.contentOffset == .zero)
        harness.drag(from: Point(100, 300), to: Point(100, 250))
        harness.advance(by: .seconds(2))
        // The drag begins with the first move that is further than 8 points.
        #expect((41.0...42).contains(view.contentOffset.y))
        #expect(view.selected == 0..<0)
        view.contentOffset = .zero
        harness.settle()
        harness.drag(from: Point(10, 216), to: Point(10 + 8 * 4, 216 + 32))
        #expect(view.contentOffset == .zero && view.selected == 18..<18)
    }

    @Test("A tap that begins the editing of a text wider than its field hits what was seen, and scrolls nothing")
    func wide() {
        let text = String(repeating: "abcdefghi ", count: 10)
        let field = harness.addField(text)
        harness.tap(at: place(4))
        #expect(field.isEditing && field.selected == 4..<4 && field.scrolledBy == 0)
        field.resignFirstResponder()
        field.text = text
        harness.advance(by: .seconds(1))
        let finger = harness.finger().down(at: place(4))
        harness.advance(by: .seconds(1))
        #expect(field.isEditing && field.selected == 4..<4 && field.scrolledBy == 0)
        finger.up()
    }

    // Rules: R22.
    @Test("A tap on a field that is first in another window makes that window the key window again")
    func otherWindow() {
        let field = harness.addField()
        harness.tap(at: place(0))
        let window = Window(frame: Rect(500, 500, 300, 300), application: harness.application)
        window.isHidden = false
        window.addSubview(TextField(frame: Rect(0, 0, 160, 48)))
        harness.settle()
        harness.tap(at: Point(520, 520))
        #expect(window.isKeyWindow && field.isFirstResponder)
        harness.tap(at: place(0))
        harness.type("x")
        #expect(harness.window.isKeyWindow && field.text == "x")
    }
}
