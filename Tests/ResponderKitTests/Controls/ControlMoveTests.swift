import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A control that comes to another window or application")
struct ControlMoveTests {
    private let harness: AppHarness
    private let inside = Point(150, 150)

    init() throws {
        harness = try AppHarness()
    }

    @Test("A control is usable in another application when its own has gone in the middle of a touch")
    func applicationGone() throws {
        let control = TracedControl(Rect(100, 100, 100, 100))
        do {
            let former = try AppHarness()
            former.add(control)
            former.finger().down(at: inside)
            former.settle()
            #expect(control.isTracking)
        }
        harness.add(control)
        _ = control.lines()
        harness.finger().down(at: inside).up()
        harness.settle()
        let lines = control.lines()
        #expect(lines == ["cancel without event", "touchCancel", "begin", "down", "end", "upInside"])
        #expect(!control.isTracking && control.state == .normal)
    }

    @Test("No key presses a control whose application has gone in the middle of the key")
    func applicationGoneWithKey() throws {
        let control = TracedControl(Rect(100, 100, 100, 100))
        do {
            let former = try AppHarness()
            former.add(control)
            control.becomeFirstResponder()
            former.keyboard.press(.keyboardSpacebar)
            former.settle()
        }
        #expect(control.lines() == ["down"])
        harness.add(control)
        control.becomeFirstResponder()
        #expect(control.lines() == ["touchCancel"] && control.state == .focused)
        harness.keyboard.press(.keyboardSpacebar).release(.keyboardSpacebar)
        harness.settle()
        #expect(control.lines() == ["down", "upInside"])
    }

    // Rules: C8.
    @Test(
        "A control is cancelled when its event moves it to another window, of this application or another one",
        arguments: [true, false],
        Control.Events.named.prefix(7)
    )
    func movedToOtherWindow(isSameApplication: Bool, _ bit: (name: String, event: Control.Events)) throws {
        let other = try AppHarness()
        let application = isSameApplication ? harness.application : other.application
        let window = Window(frame: Rect(0, 0, 500, 500), application: application)
        window.isHidden = false
        let frame = Rect(100, 100, 100, 100)
        for control in [TracedControl(frame), Slider(frame: frame), Stepper(frame: frame)] {
            harness.add(control)
            control.trackingMargin = 0
            control.addAction(for: bit.event) { [unowned control] _ in window.addSubview(control) }
            let finger = harness.finger()
            for place in [Point(110, 150), Point(112, 150), Point(300, 150), Point(112, 150)] {
                if finger.isDown { finger.move(to: place) } else { finger.down(at: place) }
                harness.settle()
            }
            finger.up()
            harness.settle()
            other.settle()
            #expect(!control.isTracking && control.state == .normal)
            control.removeFromSuperview()
        }
    }
}
