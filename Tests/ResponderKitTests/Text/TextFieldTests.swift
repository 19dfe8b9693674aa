import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A text field")
struct TextFieldTests {
    private let harness: AppHarness
    private let witness = TextWitness()

    init() throws {
        harness = try AppHarness()
    }

    private func field(_ text: String = "") -> TextField {
        let field = harness.addField(text)
        field.delegate = witness
        for bit in Control.Events.named where !bit.event.isDisjoint(with: [.allEditingEvents, .primaryActionTriggered])
        {
            if bit.event == .editingDidEndOnExit { continue }
            field.addAction(for: bit.event) { [log = witness.log] _ in log.note(bit.name) }
        }
        return field
    }

    // Rules: C1.
    @Test("A text field has the events of editing, with UIKit's bits")
    func bits() {
        #expect(Control.Events.editingDidBegin.rawValue == 1 << 16)
        #expect(Control.Events.editingChanged.rawValue == 1 << 17)
        #expect(Control.Events.editingDidEnd.rawValue == 1 << 18)
        #expect(Control.Events.editingDidEndOnExit.rawValue == 1 << 19)
        #expect(Control.Events.allEditingEvents.rawValue == 0x000f_0000)
        #expect(Control.Events.allTouchEvents.isDisjoint(with: .allEditingEvents))
    }

    // Rules: C1, R18.
    @Test("A text field tells delegate, observers and actions, in that order, of an editing's begin, changes and end")
    func order() {
        let field = field()
        var tokens: [Any] = []
        let center = harness.application.notificationCenter
        tokens.append(
            center.observe(TextField.DidBeginEditing.self, of: field) { [log = witness.log] _ in
                log.note("posted began")
            }
        )
        tokens.append(
            center.observe(TextField.DidChange.self, of: field) { [log = witness.log] _ in log.note("posted changed") }
        )
        tokens.append(
            center.observe(TextField.DidEndEditing.self, of: field) { [log = witness.log] _ in log.note("posted ended")
            }
        )
        #expect(field.becomeFirstResponder())
        #expect(field.isEditing)
        #expect(witness.lines() == ["begin?", "began", "posted began", "editingBegin"])
        harness.type("ab")
        #expect(field.text == "ab")
        #expect(
            witness.lines() == [
                "change 0..<0 \"a\"?", "changed", "posted changed", "editingChanged",
                "change 1..<1 \"b\"?", "changed", "posted changed", "editingChanged",
            ]
        )
        #expect(field.resignFirstResponder())
        #expect(!field.isEditing)
        #expect(witness.lines() == ["end?", "ended", "posted ended", "editingEnd"])
        withExtendedLifetime(tokens) {}
    }

    // Rules: R18, R19.
    @Test("A text field passes the editing on to another field only if both delegates allow that")
    func handOver() {
        let first = field()
        let second = harness.addField(y: 100)
        let other = TextWitness()
        second.delegate = other
        first.becomeFirstResponder()
        _ = witness.lines()
        other.mayBegin = false
        #expect(!second.becomeFirstResponder())
        #expect(witness.lines().isEmpty && other.lines() == ["begin?"])
        other.mayBegin = true
        witness.mayEnd = false
        #expect(!second.becomeFirstResponder())
        #expect(witness.lines() == ["end?"] && other.lines() == ["begin?"])
        #expect(first.isEditing && !second.isEditing)
        witness.mayEnd = true
        #expect(second.becomeFirstResponder())
        #expect(witness.lines() == ["end?", "ended", "editingEnd"])
        #expect(other.lines() == ["begin?", "began"])
        #expect(!first.isEditing && second.isEditing && second.isFocused && !first.isFocused)
    }

    // Rules: R22.
    @Test("A text field makes its window the key window when it becomes first, as no other control does")
    func keyWindow() {
        let other = Window(frame: Rect(0, 500, 1000, 500), application: harness.application)
        let (button, field) = (Button(title: "A"), TextField(frame: Rect(0, 100, 160, 48)))
        other.addSubview(button)
        other.addSubview(field)
        other.isHidden = false
        harness.settle()
        #expect(harness.window.isKeyWindow)
        #expect(button.becomeFirstResponder())
        #expect(harness.window.isKeyWindow)
        #expect(field.becomeFirstResponder())
        #expect(other.isKeyWindow)
        harness.type("x")
        #expect(field.text == "x")
        // A hidden window cannot be key: it is when it is shown and made key.
        other.isHidden = true
        #expect(harness.window.isKeyWindow)
        field.resignFirstResponder()
        #expect(field.becomeFirstResponder() && !other.isKeyWindow)
    }

    @Test(
        "A field asks its delegate about return, sends its events, and ends the editing where an action waits for it"
    )
    func returnKey() {
        let field = field("a")
        field.becomeFirstResponder()
        _ = witness.lines()
        harness.type("\n")
        #expect(witness.lines() == ["return?", "primary"])
        #expect(field.text == "a" && field.isEditing)
        field.addAction(for: .editingDidEndOnExit) { [log = witness.log] _ in log.note("exit") }
        witness.mayReturn = false
        harness.type("\n")
        #expect(witness.lines() == ["return?"])
        witness.mayReturn = true
        harness.type("\n")
        #expect(witness.lines() == ["return?", "exit", "primary", "end?", "ended", "editingEnd"])
        #expect(!field.isEditing)
    }

    @Test("A text field takes the space bar as text, and is not pressed by keys as other controls are")
    func space() {
        let field = field()
        field.addAction(for: [.touchDown, .touchUpInside]) { [log = witness.log] _ in log.note("touch") }
        field.becomeFirstResponder()
        _ = witness.lines()
        harness.type("a b")
        #expect(field.text == "a b")
        #expect(!witness.lines().contains("touch"))
    }

    @Test("A text field tells nobody of a text that the app sets, with spaces for line ends and the caret at its end")
    func set() {
        let field = field()
        field.becomeFirstResponder()
        _ = witness.lines()
        field.text = "one\r\ntwo"
        #expect(field.text == "one two")
        #expect(field.selected == 7..<7)
        #expect(witness.lines().isEmpty)
    }

    @Test("A text field is emptied when its editing begins, if asked for, and by clear, if the delegate allows it")
    func clear() {
        let field = field("abc")
        field.clearsOnBeginEditing = true
        field.becomeFirstResponder()
        #expect(field.text.isEmpty)
        #expect(
            witness.lines() == [
                "begin?", "clear?", "change 0..<3 \"\"?", "changed", "editingChanged", "began", "editingBegin",
            ]
        )
        field.text = "abc"
        witness.mayClear = false
        #expect(!field.clear() && field.text == "abc")
        witness.mayClear = true
        #expect(field.clear() && field.text.isEmpty)
    }

    @Test("A text field cuts what is typed and pasted to its maximum length, between characters")
    func maximumLength() {
        let field = field()
        field.maximumLength = 4
        field.becomeFirstResponder()
        harness.application.pasteboard.string = "a\u{301}\u{1F469}\u{200D}\u{1F467}bcdef"
        harness.press(.keyboardV, .control)
        #expect(field.text == "a\u{301}\u{1F469}\u{200D}\u{1F467}bc")
        _ = witness.lines()
        harness.type("x")
        #expect(field.text.count == 4)
        #expect(witness.lines().isEmpty, "nobody is asked about a change that is none")
        field.text = "longer than four"
        #expect(field.text == "longer than four")
    }

    @Test("A secure text field is neither copied nor cut nor saved, and shows bullets and no words")
    func secure() {
        let field = field("top secret")
        field.isSecureTextEntry = true
        field.becomeFirstResponder()
        harness.application.pasteboard.string = "before"
        harness.press(.keyboardA, .control)
        #expect(field.selected == 0..<10)
        for key in [HIDUsage.keyboardC, .keyboardX] { harness.press(key, .control) }
        field.editing.copy()
        field.editing.cut()
        #expect(field.text == "top secret" && harness.application.pasteboard.string == "before")
        harness.press(.keyboardHome)
        harness.press(.keyboardRightArrow, .control)
        #expect(field.selected == 10..<10)
        #expect(field.visibleRow.text == String(repeating: "\u{2022}", count: 10))
        let coder = StateCoder()
        field.encodeRestorableState(with: coder)
        #expect(coder.values.isEmpty)
        field.isSecureTextEntry = false
        field.select(3..<4)
        field.encodeRestorableState(with: coder)
        let restored = TextField(frame: .zero)
        restored.decodeRestorableState(with: StateCoder(values: coder.values))
        #expect(restored.text == "top secret" && restored.selected == 3..<4)
    }

    @Test("A disabled text field is neither edited nor focused, and disabling it ends its editing")
    func disabled() {
        let field = field()
        field.becomeFirstResponder()
        witness.mayEnd = false
        _ = witness.lines()
        field.isEnabled = false
        #expect(!field.isEditing && !field.isFirstResponder)
        #expect(witness.lines() == ["ended", "editingEnd"])
        #expect(!field.becomeFirstResponder())
        harness.tap(at: Point(50, 20))
        #expect(!field.isEditing)
    }

    // Rules: R21.
    @Test("A text field that is taken away while it is edited ends its editing, whatever its delegate says")
    func removed() {
        let field = field("abc")
        let holder = harness.add(View(frame: Rect(0, 0, 500, 500)))
        holder.addSubview(field)
        field.becomeFirstResponder()
        field.setMarkedText("xy", selecting: nil)
        witness.mayEnd = false
        _ = witness.lines()
        holder.removeFromSuperview()
        #expect(!field.isEditing && field.markedTextRange == nil && field.text == "abcxy")
        #expect(witness.lines() == ["ended", "editingEnd"])
        #expect(harness.window.firstResponder == nil)
        harness.type("z")
        #expect(field.text == "abcxy")
    }

    @Test("A text field ends its editing with that of any view that it is in")
    func endEditing() {
        let field = field()
        #expect(harness.window.endEditing())
        field.becomeFirstResponder()
        witness.mayEnd = false
        #expect(!harness.window.endEditing())
        #expect(field.isEditing)
        #expect(harness.window.endEditing(true))
        #expect(!field.isEditing)
        #expect(View(frame: .zero).endEditing())
    }

    @Test("A text field fits its text, or else its placeholder, and the height of a control")
    func size() {
        let field = field()
        field.placeholder = "Name"
        #expect(field.sizeThatFits(.zero) == Size(8 + 32 + 2 + 8, 48))
        field.text = "Margaret"
        #expect(field.sizeThatFits(.zero) == Size(8 + 64 + 2 + 8, 48))
        field.style = TextStyle(fontSize: 80)
        #expect(field.sizeThatFits(.zero).height == 96)
    }

    @Test("A scrolled text field shows its caret, and leaves no room free, when its style or size changes")
    func scrolledAndChanged() {
        let field = harness.addField(String(repeating: "abcdefghi ", count: 10))
        field.becomeFirstResponder()
        harness.settle()
        #expect(field.scrolledBy > 0)
        var style = TextStyle()
        style.fontSize = 1
        field.style = style
        harness.settle()
        #expect(field.scrolledBy == 0)
        field.style = nil
        for width in [160.0, 80, 1_000] {
            field.frame.size.width = width
            harness.settle()
            #expect(field.bounds.contains(field.caretRect(for: field.endOfDocument).center))
        }
        #expect(field.scrolledBy == 0)
    }
}
