import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

private let none: KeyModifiers = []

@MainActor
@Suite("Keys in a text")
struct TextKeyTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    private func editedField(_ text: String) -> TextField {
        let field = harness.addField(text)
        field.becomeFirstResponder()
        return field
    }

    @Test(
        "Keys move the caret in a field",
        arguments: [
            (HIDUsage.keyboardLeftArrow, none, 5), (.keyboardRightArrow, none, 7),
            (.keyboardLeftArrow, .control, 4), (.keyboardRightArrow, .control, 8), (.keyboardHome, none, 0),
            (.keyboardEnd, none, 13), (.keyboardHome, .control, 0), (.keyboardEnd, .control, 13),
            (.keyboardLeftArrow, .alternate, 4),
        ]
    )
    func movements(key: HIDUsage, modifiers: KeyModifiers, place: Int) {
        let field = editedField("one wide word")
        field.select(6..<6)
        harness.press(key, modifiers)
        #expect(field.selected == place..<place)
        field.select(6..<6)
        harness.press(key, modifiers.union(.shift))
        #expect(field.selected == min(6, place)..<max(6, place))
    }

    @Test(
        "Keys delete characters and words, or the selection",
        arguments: [
            (HIDUsage.keyboardDeleteOrBackspace, none, "one wde word"), (.keyboardDeleteForward, none, "one wie word"),
            (.keyboardDeleteOrBackspace, .control, "one de word"), (.keyboardDeleteForward, .control, "one wi word"),
        ]
    )
    func deletions(key: HIDUsage, modifiers: KeyModifiers, rest: String) {
        let field = editedField("one wide word")
        field.select(6..<6)
        harness.press(key, modifiers)
        #expect(field.text == rest)
        field.text = "one wide word"
        field.select(3..<8)
        harness.press(key, modifiers)
        #expect(field.text == "one word")
    }

    @Test("Keys type and delete by the methods that a subclass overrides")
    func overridden() {
        final class CountingField: TextField {
            var calls: [String] = []
            override func insertText(_ text: String) {
                calls.append("insert \(text)")
                super.insertText(text)
            }
            override func deleteBackward() {
                calls.append("delete")
                super.deleteBackward()
            }
        }
        let field = harness.add(CountingField(frame: Rect(0, 0, 160, 48)))
        field.becomeFirstResponder()
        harness.type("ab")
        harness.press(.keyboardDeleteOrBackspace)
        #expect(field.calls == ["insert a", "insert b", "delete"] && field.text == "a")
    }

    @Test("Keys that are held are repeated")
    func repeated() {
        let field = editedField("abcdef")
        harness.keyboard.press(.keyboardDeleteOrBackspace)
        for _ in 0..<3 { harness.keyboard.repeat(.keyboardDeleteOrBackspace) }
        harness.keyboard.release(.keyboardDeleteOrBackspace)
        harness.settle()
        #expect(field.text == "ab")
        harness.keyboard.press(.keyboardX).repeat(.keyboardX).release(.keyboardX)
        harness.settle()
        #expect(field.text == "abxx")
    }

    // Rules: R40.
    @Test("Keys copy, cut and paste by the application's actions, where they make sense")
    func pasteboard() {
        let field = editedField("one two")
        let application = harness.application
        #expect(application.editingTarget(for: .copy) == nil)
        #expect(application.editingTarget(for: .selectAll) === field)
        field.select(0..<3)
        #expect(application.editingTarget(for: .copy) === field && application.editingTarget(for: .cut) === field)
        #expect(application.editingTarget(for: .paste) == nil && application.editingTarget(for: .select) == nil)
        harness.press(.keyboardC, .control)
        #expect(application.pasteboard.string == "one")
        #expect(application.editingTarget(for: .paste) === field)
        harness.press(.keyboardX, .command)
        #expect(field.text == " two")
        harness.press(.keyboardEnd)
        harness.press(.keyboardV, .control)
        #expect(field.text == " twoone")
        #expect(application.sendAction(.select, to: nil, from: nil))
        #expect(field.selected == 1..<7)
        #expect(application.sendAction(.delete, to: nil, from: nil))
        #expect(field.text == " ")
        #expect(application.sendAction(.selectAll, to: nil, from: nil))
        #expect(!application.sendAction(.selectAll, to: nil, from: nil), "everything is selected already")
        // The pasteboard keeps what it has when the cut is forbidden.
        let witness = TextWitness()
        witness.onChange = { _, _ in false }
        field.delegate = witness
        harness.press(.keyboardX, .control)
        #expect(field.text == " " && application.pasteboard.string == "one")
    }

    @Test("Keys copy and paste on a keyboard without Latin letters, by the keys in the same places")
    func cyrillic() {
        let field = editedField("one")
        let port = harness.application.touchPort.makeSender()
        for (usage, letter) in [(HIDUsage.keyboardA, "\u{444}"), (.keyboardC, "\u{441}")] {
            for phase in [PressFrame.Phase.began, .ended] {
                port.send(
                    PressFrame(
                        time: harness.now,
                        usage: usage,
                        phase: phase,
                        charactersIgnoringModifiers: letter,
                        modifiers: .control
                    )
                )
            }
            harness.settle()
        }
        #expect(harness.application.pasteboard.string == "one" && field.text == "one")
    }

    // Rules: R31.
    @Test("Typing keys come before key commands without modifiers; other keys are commands first, and then the text's")
    func commands() {
        let log = ResponderLog()
        let holder = harness.add(CommandView(frame: Rect(0, 0, 500, 500)))
        holder.commands = [
            KeyCommand("a") { _ in log.note("a") }, KeyCommand(.usage(.keyboardLeftArrow)) { _ in log.note("left") },
            KeyCommand("c", .control) { _ in log.note("copy") },
        ]
        let field = TextField(frame: Rect(0, 0, 160, 48))
        holder.addSubview(field)
        field.becomeFirstResponder()
        harness.type("ab")
        harness.press(.keyboardLeftArrow)
        #expect(field.text == "ab" && field.selected == 1..<1)
        #expect(log.lines.isEmpty)
        harness.press(.keyboardA, .control)
        harness.press(.keyboardC, .control)
        #expect(log.lines == ["copy"] && harness.application.pasteboard.string == nil)
        #expect(field.selected == 0..<2)
        // Nothing of what typed came up the chain, not even an end.
        #expect(holder.log.lines.filter { $0.contains("keyboardA") }.isEmpty)
    }

    // Rules: R29.
    @Test("Typing keys are the text's from their began to their end, also where a view above takes all presses")
    func chain() {
        let holder = harness.add(CommandView(frame: Rect(0, 0, 500, 500)))
        let field = TextField(frame: Rect(0, 0, 160, 48))
        holder.addSubview(field)
        field.becomeFirstResponder()
        harness.type("aB")
        #expect(field.text == "aB")
        #expect(holder.log.lines == ["began", "ended"], "shift alone comes up")
        holder.log.clear()
        harness.press(.keyboardEscape)
        harness.press(.keyboardF1)
        #expect(holder.log.lines == ["began", "ended", "began", "ended"])
    }

    @Test("Keys of focus leave a field: tab, and the arrows up and down")
    func focus() {
        let (first, second) = (harness.addField("one"), harness.addField("two", y: 100))
        first.becomeFirstResponder()
        harness.press(.keyboardTab)
        #expect(second.isEditing && !first.isEditing)
        harness.press(.keyboardTab, .shift)
        #expect(first.isEditing)
        harness.press(.keyboardDownArrow)
        #expect(second.isEditing)
        harness.press(.keyboardUpArrow)
        #expect(first.isEditing)
        #expect(first.text == "one" && second.text == "two")
    }

    @Test("Keys move by rows in a text view, keep the place along them, and leave the view beyond its ends")
    func rows() {
        let view = harness.addTextView("first line\nab\nthird one")
        let below = harness.addField("", y: 400)
        view.becomeFirstResponder()
        view.select(8..<8)
        harness.press(.keyboardDownArrow)
        #expect(view.selected == 13..<13)
        harness.press(.keyboardDownArrow)
        #expect(view.selected == 22..<22)
        harness.press(.keyboardUpArrow, .shift)
        #expect(view.selected == 13..<22)
        harness.press(.keyboardEnd, .control)
        harness.press(.keyboardDownArrow)
        #expect(below.isEditing && !view.isEditing)
        harness.press(.keyboardTab, .shift)
        #expect(view.isEditing)
        harness.press(.keyboardHome, .control)
        harness.type("\n")
        #expect(view.text == "\nfirst line\nab\nthird one")
    }

    @Test("Page keys move a text view by what is seen of it")
    func pages() {
        let view = harness.addTextView((0..<40).map { "\($0)" }.joined(separator: "\n"))
        view.becomeFirstResponder()
        harness.press(.keyboardHome, .control)
        harness.press(.keyboardPageDown)
        // 7 rows of 16 points are seen, less one.
        #expect(view.editing.editor.storage.lineIndex(of: view.selectedTextRange.lowerBound) == 6)
        harness.press(.keyboardPageDown)
        harness.press(.keyboardPageUp, .shift)
        #expect(view.editing.editor.storage.lineIndex(of: view.selectedTextRange.lowerBound) == 6)
        #expect(view.editing.editor.storage.lineIndex(of: view.selectedTextRange.upperBound) == 12)
    }

    @Test("Characters beyond the keyboard's own keys are typed, and control characters are not")
    func characters() {
        let field = editedField("")
        let port = harness.application.touchPort.makeSender()
        func send(_ text: String, _ modifiers: KeyModifiers = [], plain: String? = nil) {
            for phase in [PressFrame.Phase.began, .ended] {
                port.send(
                    PressFrame(
                        time: harness.now,
                        usage: .keyboard(0),
                        phase: phase,
                        characters: text,
                        charactersIgnoringModifiers: plain ?? text,
                        modifiers: modifiers
                    )
                )
            }
            harness.settle()
        }
        send("\u{E9}")
        send("\u{1F469}")
        send("\u{301}")
        #expect(field.text == "\u{E9}\u{1F469}\u{301}")
        for text in ["\u{1}", "\u{7F}", "\u{F700}", ""] { send(text) }
        #expect(field.text == "\u{E9}\u{1F469}\u{301}")
        send("\u{20AC}", .alternate, plain: "e")
        send("x", .alternate)
        send("x", .command)
        #expect(field.text == "\u{E9}\u{1F469}\u{301}\u{20AC}")
    }
}

/// A view with key commands, which notes the messages of presses that come up to it.
private final class CommandView: View {
    var commands: [KeyCommand] = []
    let log = ResponderLog()

    override var keyCommands: [KeyCommand]? { commands }
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { log.note("began") }
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) { log.note("changed") }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { log.note("ended") }
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { log.note("cancelled") }
}
