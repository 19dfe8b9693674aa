import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A control's actions")
struct ControlActionTests {
    private let log = ResponderLog()
    private let control = Control(frame: Rect(0, 0, 10, 10))

    private func note(_ name: String, for events: Control.Events) -> ControlAction {
        control.addAction(for: events) { [log] _ in log.note(name) }
    }

    // Rules: C11, C13.
    @Test("A control's actions for an event are called once, in the order of registration, before the call returns")
    func order() {
        _ = note("a", for: .valueChanged)
        _ = note("b", for: [.valueChanged, .touchDown])
        _ = note("c", for: .touchDown)
        control.sendActions(for: .valueChanged)
        #expect(log.lines == ["a", "b"])
        log.clear()
        control.sendActions(for: [.valueChanged, .touchDown])
        #expect(log.lines == ["a", "b", "c"])
        log.clear()
        control.sendActions(for: .touchUpInside)
        #expect(log.lines.isEmpty)
        #expect(control.allControlEvents == [.valueChanged, .touchDown])
    }

    // Rules: C12.
    @Test("Actions sent by the app get no event, disabled or not; those of a touch get its event")
    func programmatic() throws {
        let harness = try AppHarness()
        let control = harness.add(Control(frame: Rect(0, 0, 100, 100)))
        control.isEnabled = false
        control.addAction(for: [.touchDown, .touchUpInside]) { [log] _, event in
            log.note(event.map { "\($0.allTouches.count) touch" } ?? "no event")
        }
        control.sendActions(for: .touchUpInside)
        control.isEnabled = true
        harness.finger().down(at: Point(5, 5))
        harness.settle()
        #expect(log.lines == ["no event", "1 touch"])
        #expect(control.isTracking)
    }

    // Rules: C13.
    @Test("An action added while others are called waits for the next event; one that is removed is not called")
    func changesMeanwhile() {
        let second = Box<ControlAction?>(nil)
        control.addAction(for: .touchDown) { [log] control in
            log.note("first")
            if let second = second.value { control.removeAction(second) }
            control.addAction(for: .touchDown) { _ in log.note("added") }
        }
        second.value = note("second", for: .touchDown)
        _ = note("third", for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(log.lines == ["first", "third"])
        second.value = nil
        log.clear()
        control.sendActions(for: .touchDown)
        #expect(log.lines == ["first", "third", "added"])
    }

    // Rules: C17.
    @Test("A control's action with the identifier of another one takes over the events, and comes last")
    func identifiers() {
        control.addAction(for: .touchDown, identifier: "save") { [log] _ in log.note("old") }
        _ = note("between", for: [.touchDown, .valueChanged])
        control.addAction(ControlAction(identifier: "save") { [log] _, _ in log.note("new") }, for: .valueChanged)
        control.sendActions(for: .touchDown)
        control.sendActions(for: .valueChanged)
        #expect(log.lines == ["between", "new", "between", "new"])
        log.clear()
        control.removeAction(identifiedBy: "save", for: .touchDown)
        control.sendActions(for: [.touchDown])
        control.sendActions(for: [.valueChanged])
        #expect(log.lines == ["between", "between", "new"])
        control.removeAction(identifiedBy: "save")
        #expect(control.allControlEvents == [.touchDown, .valueChanged])
    }

    // Rules: C17.
    @Test("Equal actions of a control are merged, and an action may belong to several controls")
    func same() {
        let other = Control(frame: .zero)
        let action = ControlAction { [log, control] sender, _ in log.note(sender === control ? "control" : "other") }
        for sender in [control, other] { sender.addAction(action, for: .touchDown) }
        control.addAction(action, for: [.touchDown, .valueChanged])
        control.sendActions(for: [.touchDown, .valueChanged])
        other.sendActions(for: .valueChanged)
        other.sendActions(for: .touchDown)
        #expect(log.lines == ["control", "other"])
        control.removeAction(action, for: .touchDown)
        #expect(control.allControlEvents == .valueChanged)
        // A reference from the action to the control would be a circle.
        control.removeAction(action)
    }

    // Rules: C18.
    @Test("A control's actions are suppressed by an override that does not call super")
    func suppressed() {
        final class Quiet: Control {
            var suppressed: ControlAction?
            override func sendAction(_ action: ControlAction, for event: Event?) {
                if action !== suppressed { super.sendAction(action, for: event) }
            }
        }
        let quiet = Quiet(frame: .zero)
        quiet.suppressed = quiet.addAction(for: .valueChanged) { [log] _ in log.note("suppressed") }
        quiet.addAction(for: .valueChanged) { [log] _ in log.note("called") }
        quiet.sendActions(for: .valueChanged)
        #expect(log.lines == ["called"])
    }

    @Test("A control's action for no event does nothing")
    func none() {
        _ = note("never", for: [])
        control.sendActions(for: .allEvents)
        #expect(log.lines.isEmpty && control.allControlEvents.isEmpty)
    }

    @Test("Actions that send events of the control again are called one inside another")
    func nested() {
        var depth = 0
        control.addAction(for: .valueChanged) { [log] control in
            log.note("begin \(depth)")
            depth += 1
            if depth < 3 { control.sendActions(for: .valueChanged) }
            log.note("end")
        }
        _ = note("second", for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(
            log.lines == [
                "begin 0", "begin 1", "begin 2", "end", "second", "end", "second", "end", "second",
            ]
        )
    }

    @Test("An action is released with the control, or, if it is removed inside its own call, after the call")
    func released() {
        final class Token {}
        weak var removed: Token?
        weak var kept: Token?
        do {
            let control = Control(frame: .zero)
            let (first, second) = (Token(), Token())
            (removed, kept) = (first, second)
            var action: ControlAction?
            action = control.addAction(for: .touchDown) { control in
                if let action { control.removeAction(action) }
                action = nil
                withExtendedLifetime(first) {}
            }
            control.addAction(for: .touchDown) { _ in withExtendedLifetime(second) {} }
            control.sendActions(for: .touchDown)
        }
        #expect(removed == nil && kept == nil)
    }
}
