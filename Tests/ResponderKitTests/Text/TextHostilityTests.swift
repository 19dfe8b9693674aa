import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A text that is misused")
struct TextHostilityTests {
    private let harness: AppHarness
    private let witness = TextWitness()

    init() throws {
        harness = try AppHarness()
    }

    private func editedField(_ text: String = "") -> TextField {
        let field = harness.addField(text)
        field.delegate = witness
        field.becomeFirstResponder()
        _ = witness.lines()
        return field
    }

    @Test("A delegate's own change of a text when it is asked stays, and the user's change is dropped")
    func changedInQuestion() {
        let field = editedField("abc")
        witness.onChange = { [unowned field] _, _ in
            field.text = "set"
            return true
        }
        harness.type("x")
        #expect(field.text == "set" && field.selected == 3..<3)
        witness.onChange = { [unowned field] _, text in
            field.insertText(text.uppercased())
            return true
        }
        harness.type("x")
        #expect(field.text == "setX")
        #expect(witness.lines().filter { $0.hasPrefix("change ") }.count == 2, "its own change is not asked about")
        harness.press(.keyboardZ, .control)
        #expect(field.text == "set")
    }

    @Test("Changes that a delegate makes when it is told of a change come to an end")
    func changedWhenTold() {
        let field = editedField()
        witness.afterChange = { [unowned field] in field.insertText("!") }
        field.addAction(for: .editingChanged) { $0.insertText("?") }
        harness.type("ab")
        #expect(field.text == "a!?b!?")
        #expect(witness.lines().filter { $0 == "changed" }.count == 2)
    }

    @Test(
        "A delegate that ends the editing, or removes the field, in any call is told of one end each time"
    )
    func endedInCalls() {
        for isRemoval in [false, true] {
            for call in 0..<4 {
                let field = harness.addField("abc")
                let witness = TextWitness()
                field.delegate = witness
                let end: @MainActor () -> Void = { [unowned field] in
                    if isRemoval { field.removeFromSuperview() } else { _ = field.resignFirstResponder() }
                }
                switch call {
                case 0: witness.afterBegin = end
                case 1: field.addAction(for: .editingDidBegin) { _ in end() }
                case 2:
                    witness.onChange = { _, _ in
                        end()
                        return true
                    }
                default: witness.afterChange = end
                }
                field.becomeFirstResponder()
                harness.type("x")
                #expect(!field.isEditing && !field.isFirstResponder)
                #expect(witness.log.lines.filter { $0 == "began" }.count == 1, "call \(call)")
                #expect(witness.log.lines.filter { $0 == "ended" }.count == 1, "call \(call)")
                // The change that was allowed is performed, wherever the field is now.
                #expect(field.text == (call < 2 ? "abc" : "abcx"))
                field.removeFromSuperview()
            }
        }
    }

    @Test("Editing whose delegate makes another field first when the editing begins ends with that field")
    func passedOn() {
        let (first, second) = (harness.addField(), harness.addField(y: 100))
        first.delegate = witness
        witness.afterBegin = { [unowned second] in _ = second.becomeFirstResponder() }
        first.becomeFirstResponder()
        #expect(second.isEditing && !first.isEditing)
        #expect(witness.lines() == ["begin?", "began", "end?", "ended"])
        let back = TextWitness()
        second.delegate = back
        back.afterEnd = { [unowned second] in _ = second.becomeFirstResponder() }
        witness.afterBegin = {}
        first.becomeFirstResponder()
        harness.settle()
        #expect([first.isEditing, second.isEditing].filter { $0 }.count == 1)
        #expect(first.isEditing == first.isFirstResponder && second.isEditing == second.isFirstResponder)
    }

    @Test("A delegate that runs the loop is asked about and told of the keys that come in that run")
    func nestedRun() {
        let field = editedField()
        witness.onChange = { [harness] _, text in
            if text == "a" {
                harness.keyboard.type("b")
                harness.application.runLoop.run(until: harness.now)
            }
            return text != "b"
        }
        harness.type("a")
        #expect(field.text == "a")
        #expect(
            witness.lines() == ["change 0..<0 \"a\"?", "change 0..<0 \"b\"?", "changed"]
        )
        witness.onChange = { _, _ in true }
    }

    @Test("A delegate that ends the editing while the field is emptied is told of neither begin nor end")
    func endedInClear() {
        let field = harness.addField("abc")
        field.delegate = witness
        field.clearsOnBeginEditing = true
        witness.afterChange = { [unowned field] in _ = field.resignFirstResponder() }
        #expect(!field.becomeFirstResponder() && !field.isEditing)
        witness.afterChange = {}
        #expect(witness.lines().filter { $0 == "began" || $0 == "ended" }.isEmpty)
    }

    @Test("A flood of combining marks, each typed by itself, keeps a text's clusters whole")
    func marks() {
        let field = editedField()
        harness.type("a")
        for _ in 0..<2_000 { field.insertText("\u{301}") }
        harness.settle()
        #expect(field.text.count == 1 && field.text.unicodeScalars.count == 2_001)
        harness.tap(at: Point(100, 20))
        #expect(field.selected == 4_001..<4_001)
        harness.press(.keyboardLeftArrow)
        #expect(field.selected == 0..<0)
        harness.press(.keyboardDeleteForward)
        #expect(field.text.isEmpty)
    }

    @Test("A paste of a megabyte loses nothing, in a text view and in a field, and can be undone")
    func megabyte() {
        let line = "The quick brown fox jumps over the lazy dog, 0123456789.\r\n"
        let text = String(repeating: line, count: 1_000_000 / line.utf8.count + 1)
        harness.application.pasteboard.string = text
        let view = harness.addTextView("ab")
        view.becomeFirstResponder()
        view.select(1..<1)
        harness.press(.keyboardV, .control)
        #expect(view.text.utf8.elementsEqual(("a" + text + "b").replacing("\r\n", with: "\n").utf8))
        // The caret is seen.
        #expect(view.bounds.contains(view.caretRect(for: view.selectedTextRange.lowerBound).center))
        harness.type("x")
        #expect(view.text.hasSuffix("\nxb"))
        harness.press(.keyboardZ, .control)
        harness.press(.keyboardZ, .control)
        #expect(view.text == "ab")
        let field = harness.addField("ab")
        field.becomeFirstResponder()
        harness.press(.keyboardV, .control)
        #expect(field.text.utf8.count == 2 + text.utf8.count - text.utf8.count / line.utf8.count)
        harness.press(.keyboardZ, .control)
        #expect(field.text == "ab")
    }

    @Test("A pasteboard whose bytes are no UTF-8 pastes nothing")
    func invalid() {
        let field = editedField("a")
        harness.application.pasteboard.items = [Pasteboard.Item([0x61, 0xFF, 0xC0], as: .text)]
        harness.press(.keyboardV, .control)
        #expect(field.text == "a" && harness.application.editingTarget(for: .paste) == nil)
    }

    @Test("A text that is being edited goes with its application")
    func released() throws {
        weak var released: TextField?
        do {
            let harness = try AppHarness()
            let field = harness.addField("abc")
            released = field
            field.becomeFirstResponder()
            harness.type("d")
            _ = field.undoManager
            field.setMarkedText("x", selecting: nil)
        }
        #expect(released == nil)
    }

    @Test("A field without any room, or of a size that is no number of rows, is edited all the same")
    func small() {
        for frame in [Rect(0, 0, 0, 0), Rect(0, 0, 3, 3), Rect(0, 0, 1e6, 1e6)] {
            let field = harness.add(TextField(frame: frame))
            let view = harness.add(TextView(frame: frame))
            for input in [field, view] as [any TextInput] {
                input.becomeFirstResponder()
                harness.type("hello\n")
                harness.press(.keyboardPageDown)
                harness.press(.keyboardHome)
                #expect(input.text(in: input.beginningOfDocument..<input.endOfDocument).hasPrefix("hello"))
                (input as? View)?.removeFromSuperview()
            }
        }
    }

    // Rules: R21.
    @Test("Editing that a delegate passes on, in a form that leaves, goes on nowhere")
    func passedOnInside() {
        for isRemoval in [false, true] {
            let form = harness.add(View(frame: Rect(0, 0, 400, 400)))
            let fields = [TextField(frame: Rect(0, 0, 160, 48)), TextField(frame: Rect(0, 100, 160, 48))]
            for field in fields { form.addSubview(field) }
            fields[0].delegate = witness
            witness.afterEnd = { [unowned next = fields[1]] in _ = next.becomeFirstResponder() }
            fields[0].becomeFirstResponder()
            if isRemoval { form.removeFromSuperview() } else { form.endEditing(true) }
            #expect(!fields.contains { $0.isEditing || $0.isFirstResponder })
            form.removeFromSuperview()
        }
    }

    // Rules: R21.
    @Test("A text that a view makes first while the view leaves has one end of its editing")
    func firstInHook() {
        let form = LeavingForm(frame: Rect(0, 0, 400, 400))
        let inputs = [TextField(frame: Rect(0, 0, 160, 48)), TextView(frame: Rect(0, 100, 160, 48))] as [any TextInput]
        for input in inputs {
            (input as? TextField)?.delegate = witness
            (input as? TextView)?.delegate = witness
            if let view = input as? View { form.addSubview(view) }
            harness.add(form)
            form.input = input
            _ = witness.lines()
            form.removeFromSuperview()
            #expect(witness.lines() == ["begin?", "began", "ended"])
        }
    }

    @Test("A field that its delegate makes first again while marked text is cut goes on to be edited")
    func firstAgain() {
        let field = editedField()
        field.maximumLength = 2
        field.setMarkedText("xyz", selecting: nil)
        witness.afterChange = { [unowned field] in _ = field.becomeFirstResponder() }
        field.resignFirstResponder()
        #expect(field.isEditing && field.isFirstResponder && field.text == "xy")
        #expect(!witness.lines().contains("ended"))
    }

    @Test(
        "A measurer whose widths and heights are no lengths leaves a text editable",
        arguments: [Double.nan, .infinity, -5, 1e308, 1e-300]
    )
    func measured(_ length: Double) {
        for measurer in [
            OddMeasurer(width: length, height: length), OddMeasurer(width: length, height: 16),
            OddMeasurer(width: 8, height: length),
        ] {
            harness.application.textMeasurer = measurer
            let field = harness.addField("a text that is longer than its field")
            let view = harness.addTextView("a text\nthat is longer than its view\n")
            for input in [field, view] as [any TextInput] {
                let length = input.endOfDocument.utf8Offset
                input.becomeFirstResponder()
                harness.type("x")
                harness.press(.keyboardPageUp, .shift)
                harness.press(.keyboardPageDown)
                harness.press(.keyboardUpArrow, .shift)
                harness.press(.keyboardEnd)
                harness.tap(at: Point(50, 24))
                harness.tap(at: Point(50, 220))
                (input as? View)?.sizeToFit()
                harness.settle()
                #expect(input.endOfDocument.utf8Offset == length + 1)
                (input as? View)?.removeFromSuperview()
            }
        }
    }

    @Test("Insets larger than a field or text view, or negative, leave it editable")
    func insets() {
        let (field, view) = (editedField("a text that is longer"), harness.addTextView("a text\nof two lines"))
        for inset in [1e3, -1e3, 1e300] {
            let insets = EdgeInsets(top: inset, left: inset, bottom: inset, right: inset)
            (field.contentInsets, view.textContainerInset) = (insets, insets)
            for input in [field, view] as [any TextInput] {
                input.becomeFirstResponder()
                harness.type("x")
            }
        }
        #expect(field.text.hasSuffix("xxx") && view.text.hasSuffix("xxx"))
    }
}

/// Makes a responder first while it leaves its window.
private final class LeavingForm: View {
    var input: Responder?

    override func willMove(toWindow window: Window?) {
        if window == nil { input?.becomeFirstResponder() }
    }
}

/// Measures each character alike, by lengths that may be none.
private struct OddMeasurer: TextMeasurer {
    let width: Double
    let height: Double

    func size(of text: String, in style: TextStyle) -> Size { Size(width * Double(text.count), height) }
}
