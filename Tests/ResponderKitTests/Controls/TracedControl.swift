import ResponderKitTesting

@testable import ResponderCore
@testable import ResponderWidgets

/// A control that notes the calls of its hooks, and the events that it sends.
@MainActor
final class TracedControl: Control {
    let log = ResponderLog()
    var begins: @MainActor () -> Bool = { true }
    var continues: @MainActor () -> Bool = { true }
    var atEnd: @MainActor () -> Void = {}
    var atCancel: @MainActor () -> Void = {}
    /// Called after an event was noted.
    var onEvent: @MainActor (Control.Events) -> Void = { _ in }
    var notesStates = false

    init(_ frame: Rect, events: Control.Events = .allEvents, margin: Double = 0) {
        super.init(frame: frame)
        trackingMargin = margin
        for bit in Control.Events.named where events.contains(bit.event) {
            addAction(for: bit.event) { [log] control in
                log.note(bit.name)
                control.onEvent(bit.event)
            }
        }
    }

    /// The lines since the last call.
    func lines() -> [String] { log.takeLines() }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        log.note("begin")
        return begins()
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        log.note("continue")
        return continues()
    }

    override func endTracking(_ touch: Touch?, with event: Event?) {
        log.note("end")
        atEnd()
    }

    override func cancelTracking(with event: Event?) {
        log.note(event == nil ? "cancel without event" : "cancel")
        atCancel()
    }

    override func stateDidChange() {
        if notesStates { log.note("state \(state.rawValue)") }
        super.stateDidChange()
    }
}

extension Control.Events {
    static let named: [(name: String, event: Control.Events)] = [
        ("down", .touchDown), ("downRepeat", .touchDownRepeat), ("dragInside", .touchDragInside),
        ("dragOutside", .touchDragOutside), ("dragEnter", .touchDragEnter), ("dragExit", .touchDragExit),
        ("upInside", .touchUpInside), ("upOutside", .touchUpOutside), ("touchCancel", .touchCancel),
        ("valueChanged", .valueChanged), ("primary", .primaryActionTriggered), ("menu", .menuActionTriggered),
        ("editingBegin", .editingDidBegin), ("editingChanged", .editingChanged), ("editingEnd", .editingDidEnd),
        ("editingEndOnExit", .editingDidEndOnExit),
    ]
}

extension AppHarness {
    /// A traced control of 100 by 100 points at (100, 100), without a margin.
    func addTracedControl(events: Control.Events = .allEvents, margin: Double = 0) -> TracedControl {
        add(TracedControl(Rect(100, 100, 100, 100), events: events, margin: margin))
    }
}
