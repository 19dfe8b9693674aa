import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Notes the messages of presses that come up to it.
private final class PressNotes: View {
    let log = ResponderLog()

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { log.note("began") }
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) { log.note("changed") }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { log.note("ended") }
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { log.note("cancelled") }
}

@MainActor
@Suite("Keys at the control that has the focus")
struct ControlKeyTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let holder = PressNotes(frame: Rect(0, 0, 1000, 1000))

    init() throws {
        harness = try AppHarness()
        harness.add(holder)
    }

    private func add<Added: Control>(_ control: Added, y: Double = 0) -> Added {
        control.frame = Rect(0, y, 100, 48)
        for bit in Control.Events.named { control.addAction(for: bit.event) { [log] _ in log.note(bit.name) } }
        holder.addSubview(control)
        return control
    }

    private func lines() -> [String] { log.takeLines() }

    // Rules: R29.
    @Test("Keys at the focused control are the control's from their began to their end, or not at all")
    func balance() {
        let stepper = add(Stepper())
        stepper.becomeFirstResponder()
        for key in [HIDUsage.keyboardRightArrow, .keyboardSpacebar] {
            harness.keyboard.press(key).repeat(key).release(key)
            harness.settle()
        }
        #expect(holder.log.lines.isEmpty)
        // The second key presses nothing, but is taken.
        harness.keyboard.press(.keyboardSpacebar).press(.keyboardReturnOrEnter)
        harness.keyboard.release(.keyboardReturnOrEnter).release(.keyboardSpacebar)
        harness.settle()
        #expect(holder.log.lines.isEmpty)
        harness.keyboard.press(.keyboardA).repeat(.keyboardA).release(.keyboardA)
        harness.settle()
        #expect(holder.log.lines == ["began", "changed", "ended"])
    }

    // Rules: R29.
    @Test("Keys of a control that are cancelled together are cancelled for the control alone")
    func cancelledTogether() throws {
        let stepper = add(Stepper())
        stepper.becomeFirstResponder()
        harness.keyboard.press(.keyboardSpacebar).press(.keyboardRightArrow)
        harness.settle()
        try harness.device.perform(.home)
        harness.settle()
        #expect(holder.log.lines.isEmpty)
        #expect(lines() == ["down", "valueChanged", "primary", "touchCancel"] && !stepper.isHighlighted)
    }

    // Rules: R29.
    @Test("Keys cancelled together are cancelled for those above a control, though its own action changes the tree")
    func cancelledInAction() throws {
        let button = add(Button())
        button.becomeFirstResponder()
        button.addAction(for: .touchCancel) { $0.removeFromSuperview() }
        harness.keyboard.press(.keyboardSpacebar).press("a")
        harness.settle()
        try harness.device.perform(.home)
        harness.settle()
        #expect(lines() == ["down", "touchCancel"] && holder.log.lines == ["began", "cancelled"])
    }

    // Rules: C10.
    @Test("Keys and a finger press a control one at a time: the other does nothing", arguments: [true, false])
    func fingerAndKey(isKeyFirst: Bool) {
        let control = add(Switch())
        control.becomeFirstResponder()
        let finger = harness.finger()
        if isKeyFirst { harness.keyboard.press(.keyboardSpacebar) } else { finger.down(at: Point(10, 10)) }
        harness.settle()
        if isKeyFirst { finger.down(at: Point(10, 10)) } else { harness.keyboard.press(.keyboardSpacebar) }
        harness.settle()
        harness.keyboard.release(.keyboardSpacebar)
        harness.settle()
        finger.up()
        harness.settle()
        #expect(lines() == ["down", "valueChanged", "primary", "upInside"])
        #expect(control.isOn && control.state == .focused)
        // Also where the key comes while the control is asked whether it tracks the finger.
        let asked = add(TracedControl(.zero), y: 200)
        asked.frame = Rect(0, 200, 100, 48)
        asked.becomeFirstResponder()
        _ = lines()
        asked.begins = { [unowned harness] in
            harness.keyboard.type(" ")
            harness.loop.run(until: harness.now)
            return true
        }
        let second = harness.finger().down(at: Point(10, 210))
        harness.settle()
        second.up()
        harness.settle()
        #expect(lines() == ["down", "upInside"])
    }

    @Test("Keys press a control no longer when the focus leaves it", arguments: ["tab", "removal", "resignation"])
    func focusLeaves(_ way: String) {
        let first = add(Button())
        _ = add(Button(), y: 100)
        first.becomeFirstResponder()
        harness.keyboard.press(.keyboardSpacebar)
        harness.settle()
        #expect(lines() == ["down"])
        switch way {
        case "removal": first.removeFromSuperview()
        case "resignation": first.resignFirstResponder()
        default: _ = harness.window.moveFocus(.next)
        }
        #expect(lines() == ["touchCancel"] && first.state == .normal)
        harness.keyboard.release(.keyboardSpacebar)
        harness.settle()
        #expect(lines().isEmpty)
    }

    @Test(
        "Keys do nothing at a focused control to which they could not bring the focus",
        arguments: ["hidden", "transparent", "untouchable"]
    )
    func unreachable(_ way: String) {
        let slider = add(Slider())
        slider.value = 0.5
        slider.becomeFirstResponder()
        harness.keyboard.press(.keyboardRightArrow)
        harness.settle()
        #expect(lines() == ["valueChanged", "primary"])
        switch way {
        case "hidden": holder.isHidden = true
        case "transparent": holder.alpha = 0
        default: holder.isUserInteractionEnabled = false
        }
        harness.keyboard.repeat(.keyboardRightArrow).release(.keyboardRightArrow)
        harness.keyboard.press(.keyboardSpacebar).release(.keyboardSpacebar)
        harness.settle()
        #expect(lines().isEmpty && slider.value == 0.6)
    }

    @Test("Keys turn a switch before up-inside is sent, as a finger does")
    func order() {
        let control = add(Switch())
        control.becomeFirstResponder()
        harness.keyboard.press(.keyboardSpacebar).release(.keyboardSpacebar)
        harness.settle()
        #expect(lines() == ["down", "valueChanged", "primary", "upInside"])
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(lines() == ["down", "valueChanged", "primary", "upInside"] && !control.isOn)
    }

    @Test("Keys send no down where the change of the state has taken the focus away")
    func lostInHook() {
        final class Shy: Control {
            override func stateDidChange() {
                if isHighlighted { resignFirstResponder() }
                super.stateDidChange()
            }
        }
        let shy = add(Shy())
        shy.becomeFirstResponder()
        harness.keyboard.press(.keyboardSpacebar).release(.keyboardSpacebar)
        harness.settle()
        // What has no begin has no end.
        #expect(lines() == [] && shy.state == .normal)
    }

    @Test("Keys move the focus past a view that refuses it")
    func refused() {
        final class Refusing: Control {
            override var canBecomeFirstResponder: Bool { false }
        }
        let first = add(Button())
        _ = add(Refusing(), y: 100)
        let last = add(Button(), y: 200)
        first.becomeFirstResponder()
        _ = harness.window.moveFocus(.next)
        #expect(last.isFocused)
    }
}
