import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The undo of a text")
struct TextUndoTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    // Rules: R41.
    @Test("The undo of a field is the field's own, not the window's, and is emptied when the editing ends")
    func own() throws {
        let field = harness.addField()
        let button = harness.add(Button(title: "A"))
        let manager = try #require(field.undoManager)
        #expect(manager !== harness.window.undoManager && button.undoManager === harness.window.undoManager)
        field.becomeFirstResponder()
        harness.type("abc")
        #expect(manager.canUndo)
        field.resignFirstResponder()
        #expect(!manager.canUndo && field.undoManager === manager)
        field.becomeFirstResponder()
        harness.press(.keyboardZ, .control)
        #expect(field.text == "abc")
    }

    // Rules: R41, R42.
    @Test("The undo takes back what was typed in one go, over many turns, and redo brings it again")
    func steps() {
        let field = harness.addField("start ")
        field.becomeFirstResponder()
        harness.type("one")
        harness.press(.keyboardHome)
        harness.type("two")
        #expect(field.text == "twostart one")
        harness.press(.keyboardZ, .control)
        #expect(field.text == "start one" && field.selected == 0..<0)
        harness.press(.keyboardZ, .control)
        #expect(field.text == "start ")
        harness.press(.keyboardZ, .control)
        #expect(field.text == "start ")
        harness.press(.keyboardZ, [.control, .shift])
        harness.press(.keyboardY, .control)
        #expect(field.text == "twostart one" && field.selected == 3..<3)
        harness.press(.keyboardZ, .control)
        harness.type("x")
        harness.press(.keyboardY, .control)
        #expect(field.text == "xstart one", "what is typed after an undo leaves nothing to redo")
    }

    @Test("The undo takes back a paste, a cut and a deletion one by one, by the manager as by keys")
    func kinds() throws {
        let field = harness.addField("abc")
        field.becomeFirstResponder()
        let manager = try #require(field.undoManager)
        harness.application.pasteboard.string = "xyz"
        harness.press(.keyboardV, .control)
        harness.press(.keyboardA, .control)
        harness.press(.keyboardX, .control)
        #expect(field.text.isEmpty)
        #expect(manager.undo() && field.text == "abcxyz" && field.selected == 0..<6)
        #expect(manager.undo() && field.text == "abc")
        #expect(!manager.canUndo && manager.redo() && field.text == "abcxyz")
        #expect(manager.redo() && field.text.isEmpty)
    }

    @Test("The undo has marked text as one step, and no step for text that the app sets")
    func marked() throws {
        let field = harness.addField("a")
        field.becomeFirstResponder()
        field.setMarkedText("n", selecting: nil)
        field.setMarkedText("ni", selecting: nil)
        field.insertText("\u{4F60}")
        harness.settle()
        #expect(field.text == "a\u{4F60}")
        harness.press(.keyboardZ, .control)
        #expect(field.text == "a")
        field.text = "new"
        harness.press(.keyboardZ, .control)
        harness.press(.keyboardY, .control)
        #expect(field.text == "new")
    }

    @Test("The undo tells of what it takes back as of what is typed, without a question")
    func told() {
        let field = harness.addField()
        let witness = TextWitness()
        field.delegate = witness
        field.becomeFirstResponder()
        harness.type("a")
        _ = witness.lines()
        harness.press(.keyboardZ, .control)
        #expect(witness.lines() == ["changed"])
    }

    @Test("The undo takes back what was typed in no window once the field is in one")
    func alone() {
        let field = TextField(frame: .zero)
        field.insertText("a")
        #expect(field.undoManager == nil && field.text == "a")
        harness.add(field)
        #expect(field.undoManager?.undo() == true && field.text.isEmpty)
    }

    @Test("The undo takes back marked text first by keys, and with the last step by the manager, and redo brings both")
    func undecided() throws {
        let field = harness.addField()
        field.becomeFirstResponder()
        field.setMarkedText("m", selecting: nil)
        harness.press(.keyboardZ, .control)
        #expect(field.text.isEmpty && field.markedTextRange == nil)
        harness.press(.keyboardY, .control)
        #expect(field.text == "m")
        harness.press(.keyboardHome)
        field.setMarkedText("n", selecting: nil)
        let manager = try #require(field.undoManager)
        #expect(manager.undo() && field.text.isEmpty && !manager.canUndo)
        #expect(manager.redo() && field.text == "nm" && !manager.canRedo)
        #expect(manager.undo() && field.text.isEmpty)
    }

    @Test("Redo brings nothing while text is marked, but does afterwards, if nothing has come of the marked text")
    func redoWhileMarked() throws {
        let field = harness.addField()
        field.becomeFirstResponder()
        harness.type("a")
        harness.press(.keyboardHome)
        harness.type("b")
        harness.press(.keyboardZ, .control)
        let manager = try #require(field.undoManager)
        field.setMarkedText("n", selecting: nil)
        #expect(!manager.canRedo && !manager.redo())
        harness.press(.keyboardY, .control)
        #expect(field.text == "na" && field.markedTextRange != nil && manager.canUndo)
        field.setMarkedText("", selecting: nil)
        #expect(manager.redo() && field.text == "ba")
        #expect(manager.undo() && field.text == "a")
        field.setMarkedText("n", selecting: nil)
        field.unmarkText()
        #expect(field.text == "na" && !manager.canRedo)
        #expect(manager.undo() && field.text == "a")
        #expect(manager.undo() && field.text.isEmpty && !manager.canUndo)
        // Marked text is a step, also where there is no other one.
        field.setMarkedText("m", selecting: nil)
        #expect(manager.canUndo && manager.undo() && field.text.isEmpty && field.markedTextRange == nil)
        #expect(manager.redo() && field.text == "m")
    }

    @Test("The undo takes back what a delegate changes when told of an undo, and then what was typed before")
    func changedWhenTold() {
        let field = harness.addField()
        let witness = TextWitness()
        field.delegate = witness
        field.becomeFirstResponder()
        harness.type("a")
        harness.press(.keyboardHome)
        harness.type("b")
        witness.afterChange = { [unowned field] in field.insertText("!") }
        harness.press(.keyboardZ, .control)
        #expect(field.text == "!a")
        witness.afterChange = {}
        harness.press(.keyboardZ, .control)
        #expect(field.text == "a")
        harness.press(.keyboardZ, .control)
        #expect(field.text.isEmpty)
    }

    @Test("The undo has the turns of the application that the field is in now, not of a former application")
    func otherApplication() throws {
        let other = try AppHarness()
        let field = harness.addField()
        field.becomeFirstResponder()
        harness.type("abc")
        other.window.addSubview(field)
        field.becomeFirstResponder()
        other.type("d")
        other.press(.keyboardHome)
        other.type("e")
        other.press(.keyboardZ, .control)
        #expect(field.text == "abcd")
    }

    @Test("The undo goes on when the app has disabled the registration, or has had the manager forget everything")
    func forgotten() throws {
        let field = harness.addField()
        field.becomeFirstResponder()
        let manager = try #require(field.undoManager)
        manager.disableUndoRegistration()
        harness.type("a")
        manager.enableUndoRegistration()
        harness.type("b")
        #expect(manager.undo() && field.text == "a")
        harness.type("c")
        manager.removeAllActions()
        harness.type("d")
        #expect(manager.undo() && field.text == "ac")
    }

    @Test("The undo changes no text that may not be edited any more, until it may be again")
    func notEditable() {
        let view = harness.addTextView()
        view.becomeFirstResponder()
        harness.type("abc")
        view.isEditable = false
        harness.press(.keyboardZ, .control)
        #expect(view.text == "abc" && view.undoManager === harness.window.undoManager)
        view.isEditable = true
        harness.press(.keyboardZ, .control)
        #expect(view.text.isEmpty)
    }
}
