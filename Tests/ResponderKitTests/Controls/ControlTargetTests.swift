import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

extension Action where Sender == Control {
    fileprivate static let note = Action("note of a control")
}

extension Action where Sender == Switch {
    fileprivate static let turn = Action("turn of a switch")
}

/// Notes the actions that it gets.
private final class Desk: View {
    let log = ResponderLog()

    func note(_ sender: Control, _ event: Event?) { log.note("note\(event == nil ? "" : " of touch")") }
    func plain() { log.note("plain") }
    func withSender(_ sender: Control) { log.note("tag \(sender.tag)") }
    func withEvent(_ sender: Control, _ event: Event?) { log.note("tag \(sender.tag), event \(event != nil)") }

    override class var actions: ActionTable { [.on(.note, Desk.note)] }
}

@MainActor
@Suite("A control's targets")
struct ControlTargetTests {
    private let harness: AppHarness
    private let desk = Desk(frame: Rect(0, 0, 300, 300))
    private let control = Control(frame: Rect(0, 0, 100, 100))

    init() throws {
        harness = try AppHarness()
        harness.add(desk)
        desk.addSubview(control)
    }

    // Rules: C14, C11.
    @Test("A control's targets get the action, with the event of a touch")
    func explicit() {
        control.addTarget(desk, action: .note, for: [.touchUpInside, .valueChanged])
        harness.finger().down(at: Point(5, 5)).up()
        harness.settle()
        control.sendActions(for: .valueChanged)
        #expect(desk.log.lines == ["note of touch", "note"])
    }

    // Rules: C14.
    @Test("A control's action goes up the responder chain where no target is given")
    func chain() {
        control.addTarget(nil, action: .note, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(desk.log.lines == ["note"])
        control.removeFromSuperview()
        control.sendActions(for: .valueChanged)
        #expect(desk.log.lines == ["note"])
    }

    // Rules: C14.
    @Test("A target is not kept alive, and nothing is sent for one that has gone, not even up the chain")
    func gone() {
        weak var gone: Desk?
        do {
            let target = Desk(frame: .zero)
            gone = target
            control.addTarget(target, action: .note, for: .valueChanged)
            control.addTarget(target, action: Desk.plain, for: .valueChanged)
        }
        #expect(gone == nil)
        control.sendActions(for: .valueChanged)
        #expect(desk.log.lines.isEmpty)
        // The chain is another target than one that has gone.
        control.addTarget(nil, action: .note, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(desk.log.lines == ["note"])
    }

    // Rules: C14.
    @Test("A target added again with the same action gets the events in addition, and is called once")
    func merged() {
        control.addTarget(desk, action: .note, for: .valueChanged)
        control.addTarget(desk, action: .note, for: [.valueChanged, .touchDown])
        control.addTarget(nil, action: .note, for: .touchUpInside)
        control.sendActions(for: [.valueChanged, .touchDown])
        #expect(desk.log.lines == ["note"])
        control.sendActions(for: .allEvents)
        #expect(desk.log.lines.count == 3)
    }

    // Rules: C15.
    @Test("Targets are removed by target, by action and by event; nil stands for all")
    func removed() {
        let other = Desk(frame: .zero)
        let events: Control.Events = [.valueChanged, .touchDown]
        func add() {
            control.addTarget(desk, action: .note, for: events)
            control.addTarget(other, action: .note, for: events)
            control.addTarget(nil, action: .note, for: events)
            control.addTarget(other, action: Desk.plain, for: events)
        }
        func count(_ event: Control.Events) -> Int {
            let before = desk.log.lines.count + other.log.lines.count
            control.sendActions(for: event)
            return desk.log.lines.count + other.log.lines.count - before
        }
        control.addAction(for: .valueChanged, identifier: "closure") { _ in }
        add()
        #expect(count(.valueChanged) == 4 && count(.touchDown) == 4)
        control.removeTarget(desk, action: .note, for: .touchDown)
        #expect(count(.valueChanged) == 4 && count(.touchDown) == 3)
        control.removeTarget(other, action: .note)
        #expect(count(.valueChanged) == 3 && count(.touchDown) == 2)
        control.removeTarget(other)
        #expect(count(.valueChanged) == 2 && count(.touchDown) == 1)
        control.removeTarget(nil, action: .note, for: .valueChanged)
        #expect(count(.valueChanged) == 0 && count(.touchDown) == 1)
        add()
        control.removeTarget(nil)
        #expect(control.allControlEvents == .valueChanged)
    }

    // Rules: C16.
    @Test("A target's action may be a method without arguments, with the sender, and with sender and event")
    func methods() {
        control.tag = 7
        control.addTarget(desk, action: Desk.plain, for: .touchDown)
        control.addTarget(desk, action: Desk.withSender, for: .touchDown)
        let last = control.addTarget(desk, action: Desk.withEvent, for: .touchDown)
        control.sendActions(for: .touchDown)
        harness.finger().down(at: Point(5, 5))
        harness.settle()
        #expect(desk.log.lines == ["plain", "tag 7", "tag 7, event false", "plain", "tag 7", "tag 7, event true"])
        control.removeAction(last)
        desk.log.clear()
        control.sendActions(for: .touchDown)
        #expect(desk.log.lines == ["plain", "tag 7"])
    }

    // Rules: C18.
    @Test("A control's targets get nothing when an override does not call super")
    func suppressed() {
        final class Quiet: Control {
            var sent: [String] = []
            override func sendAction<Sender>(_ action: Action<Sender>, to target: Responder?, for event: Event?) {
                sent.append(action.name)
            }
        }
        let quiet = Quiet(frame: .zero)
        desk.addSubview(quiet)
        quiet.addTarget(desk, action: .note, for: .valueChanged)
        quiet.addTarget(desk, action: Desk.plain, for: .valueChanged)
        quiet.sendActions(for: .valueChanged)
        #expect(desk.log.lines == ["plain"] && quiet.sent == ["note of a control"])
    }

    @Test("A target with an action that the control cannot send stops the process with a message")
    func wrongSender() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            Button(title: "Save").addTarget(nil, action: .turn, for: .touchUpInside)
        }
        result.expectMessage(
            "Button cannot send the action turn of a switch, whose sender is of the type Switch"
        )
    }
}
