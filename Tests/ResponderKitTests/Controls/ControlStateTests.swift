import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A control's state")
struct ControlStateTests {
    private let harness: AppHarness
    private let control: TracedControl
    private let inside = Point(150, 150)

    init() throws {
        harness = try AppHarness()
        control = harness.addTracedControl()
    }

    // Rules: C1, C2.
    @Test("A control's state and its events have the bits of UIKit")
    func bits() {
        let events = Control.Events.named.map(\.event.rawValue)
        #expect(events == [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 16, 17, 18, 19].map { 1 << $0 })
        #expect(Control.Events.allTouchEvents.rawValue == 0xfff)
        #expect(Control.Events.allEditingEvents.rawValue == 0x000f_0000)
        #expect(Control.Events.applicationReserved.rawValue == 0x0f00_0000)
        #expect(Control.Events.systemReserved.rawValue == 0xf000_0000)
        #expect(Control.Events.allEvents.rawValue == 0xffff_ffff)
        let states: [Control.State] = [.normal, .highlighted, .disabled, .selected, .focused]
        #expect(states.map(\.rawValue) == [0, 1, 2, 4, 8])
    }

    // Rules: C2.
    @Test("A control's state follows its properties, and tells of each change once")
    func properties() {
        control.notesStates = true
        #expect(control.state == .normal && control.isEnabled)
        control.isSelected = true
        control.isSelected = true
        control.isHighlighted = true
        control.isEnabled = false
        control.isEnabled = false
        #expect(control.state == [.selected, .highlighted, .disabled])
        control.isHighlighted = false
        control.isSelected = false
        control.isEnabled = true
        #expect(control.lines() == ["state 4", "state 5", "state 7", "state 6", "state 2", "state 0"])
    }

    // Rules: C19, H22.
    @Test("A disabled control keeps touches from views behind it and above it, and does nothing with them")
    func disabled() {
        let behind = RecordingView("behind", frame: Rect(100, 100, 100, 100))
        let holder = RecordingView("holder", frame: Rect(0, 0, 1000, 1000))
        harness.window.addSubview(holder)
        holder.addSubview(behind)
        holder.addSubview(control)
        control.isEnabled = false
        #expect(harness.window.hitTest(inside, with: nil) === control)
        let finger = harness.finger().down(at: inside)
        harness.settle()
        finger.move(to: Point(155, 150))
        harness.settle()
        finger.up()
        harness.settle()
        #expect(control.lines().isEmpty && behind.log.lines.isEmpty && holder.log.lines.isEmpty)
    }

    // Rules: C19.
    @Test("A control disabled while a touch is tracked cancels the touch, and ignores the rest of it")
    func disabledWhileTracking() {
        let finger = harness.finger().down(at: inside)
        harness.settle()
        control.atCancel = { [unowned control] in #expect(!control.isEnabled) }
        control.isEnabled = false
        #expect(control.lines() == ["begin", "down", "cancel without event", "touchCancel"])
        #expect(!control.isTracking && !control.isTouchInside && control.state == .disabled)
        control.isEnabled = true
        finger.move(to: Point(155, 150))
        harness.settle()
        finger.up()
        harness.settle()
        #expect(control.lines().isEmpty)
    }

    @Test("A control's state is taken back when the app stops the tracking, which the touch does not resume")
    func stopped() {
        control.stopTracking()
        #expect(control.lines().isEmpty)
        let finger = harness.finger().down(at: inside)
        harness.settle()
        control.stopTracking()
        #expect(control.lines() == ["begin", "down", "cancel without event", "touchCancel"])
        #expect(control.state == .normal)
        finger.move(to: Point(155, 150)).up()
        harness.settle()
        #expect(control.lines().isEmpty)
    }

    @Test("A change of a control's state marks the control to draw")
    func draws() {
        harness.settle()
        let draws = harness.application.updateStatistics.draws
        control.isHighlighted = true
        harness.settle()
        #expect(harness.application.updateStatistics.draws == draws + 1)
    }
}
