import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// An app's own view that takes digits, with nothing but what the protocol asks for.
private final class PinView: View, KeyInput {
    private(set) var digits = ""
    let log = ResponderLog()
    var keyboardType: KeyboardType { .numberPad }
    var hasText: Bool { !digits.isEmpty }

    func insertText(_ text: String) { digits += text }
    func deleteBackward() { digits = String(digits.dropLast()) }
    override var canBecomeFirstResponder: Bool { true }
}

/// Makes one character of two, as an input method for a script with many does.
private final class Composer: InputMethod {
    var taken = 0

    func handle(_ key: Key, for input: any KeyInput) -> Bool {
        guard let input = input as? any TextInput else { return false }
        if key.usage == .keyboardEscape, input.markedTextRange != nil {
            input.setMarkedText("", selecting: nil)
            return true
        }
        guard let marked = input.markedTextRange else {
            guard key.characters == "n" else { return false }
            taken += 1
            input.setMarkedText("n", selecting: nil)
            return true
        }
        taken += 1
        if input.text(in: marked) + key.characters == "ni" {
            input.insertText("\u{4F60}")
        } else {
            input.unmarkText()
            input.insertText(key.characters)
        }
        return true
    }
}

@MainActor
@Suite("Text input")
struct KeyInputTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    // Rules: R22.
    @Test("Text input comes to an app's own view that takes keys, and no further")
    func ownView() {
        let view = harness.add(PinView(frame: Rect(0, 0, 100, 100)))
        let window = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
        window.makeKeyAndVisible()
        harness.settle()
        #expect(harness.application.textInput == nil)
        view.becomeFirstResponder()
        #expect(harness.window.isKeyWindow && harness.application.textInput === view)
        harness.type("12a3\n")
        harness.press(.keyboardDeleteOrBackspace)
        harness.press(.keyboardDeleteOrBackspace)
        harness.press(.keyboardA, .control)
        #expect(view.digits == "12a")
        #expect(harness.application.typeKey(Key(characters: "9")))
        #expect(harness.application.typeKey(Key(.keyboardDeleteOrBackspace)))
        #expect(!harness.application.typeKey(Key(.keyboardTab, characters: "\t")))
        #expect(view.digits == "12a")
        view.resignFirstResponder()
        #expect(!harness.application.typeKey(Key(characters: "9")))
    }

    @Test("Text input goes through an input method, from keys and from the screen, which marks text and decides")
    func inputMethod() {
        let composer = Composer()
        harness.application.inputMethod = composer
        let field = harness.addField()
        let witness = TextWitness()
        field.delegate = witness
        field.becomeFirstResponder()
        _ = witness.lines()
        harness.type("an")
        #expect(
            field.text == "an" && field.markedTextRange == TextPosition(utf8Offset: 1)..<TextPosition(utf8Offset: 2)
        )
        harness.type("i")
        #expect(field.text == "a\u{4F60}" && field.markedTextRange == nil)
        #expect(harness.application.typeKey(Key(characters: "n")))
        #expect(harness.application.typeKey(Key(characters: "x")))
        #expect(field.text == "a\u{4F60}nx")
        #expect(composer.taken == 4)
        harness.type("n")
        harness.press(.keyboardEscape)
        #expect(field.text == "a\u{4F60}nx" && field.markedTextRange == nil)
        #expect(witness.lines().prefix(3) == ["change 0..<0 \"a\"?", "changed", "change 1..<1 \"n\"?"])
        // Marked text is decided when the editing ends.
        harness.type("n")
        field.resignFirstResponder()
        #expect(field.text == "a\u{4F60}nxn" && field.markedTextRange == nil)
    }

    @Test("An input method gets the places of the text, and replaces parts of it as the user would")
    func places() {
        let field = harness.addField("one two")
        let witness = TextWitness()
        field.delegate = witness
        let start = field.position(field.beginningOfDocument, offsetBy: 4)
        #expect(field.text(in: start..<field.endOfDocument) == "two")
        #expect(field.position(start, offsetBy: -10) == field.beginningOfDocument)
        #expect(field.position(start, offsetBy: .max) == field.endOfDocument)
        #expect(field.caretRect(for: start) == Rect(8 + 32, 16, 0, 16))
        #expect(field.closestPosition(to: Point(41, 0)) == start)
        field.replace(start..<field.endOfDocument, withText: "three")
        #expect(field.text == "one three" && witness.lines() == ["change 4..<7 \"three\"?", "changed"])
        witness.onChange = { _, _ in false }
        field.replace(start..<field.endOfDocument, withText: "four")
        #expect(field.text == "one three")
        // Positions may be any.
        field.selectedTextRange = TextPosition(utf8Offset: 3)..<TextPosition(utf8Offset: 1_000)
        #expect(field.selected == 3..<9)
    }

    @Test("Marked text is decided when another window becomes key, whose responder takes text from then on")
    func otherWindow() {
        let field = harness.addField()
        field.becomeFirstResponder()
        field.setMarkedText("m", selecting: nil)
        let window = Window(frame: Rect(500, 500, 300, 300), application: harness.application)
        window.isHidden = false
        let other = TextField(frame: Rect(0, 0, 160, 48))
        window.addSubview(other)
        other.becomeFirstResponder()
        #expect(field.isFirstResponder && field.markedTextRange == nil && field.text == "m")
    }

    @Test("Text input goes to no input method where the text may not be edited, whose caret moves all the same")
    func notEditable() {
        let view = harness.addTextView("abc")
        view.isEditable = false
        view.becomeFirstResponder()
        let taker = Taker()
        harness.application.inputMethod = taker
        harness.press(.keyboardLeftArrow, .shift)
        harness.type("x")
        #expect(view.selected == 2..<3 && view.text == "abc" && taker.keys == 0)
    }
}

/// Takes all keys.
private final class Taker: InputMethod {
    var keys = 0

    func handle(_ key: Key, for input: any KeyInput) -> Bool {
        keys += 1
        return true
    }
}
