import ResponderKitTesting
import ResponderScenarios

/// A control that notes its tracking, its state and its events.
private final class NotedControl: Control {
    let log: ScreenLog
    /// What `beginTracking` and `continueTracking` answer.
    var (begins, continues) = (true, true)

    init(_ identifier: String, _ frame: Rect, _ log: ScreenLog) {
        self.log = log
        super.init(frame: frame)
        accessibilityIdentifier = identifier
        trackingMargin = 0
        noteEvents(log)
    }

    override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        log.note("begin")
        return begins
    }

    override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        log.note("continue", isMove: true)
        return continues
    }

    override func endTracking(_ touch: Touch?, with event: Event?) { log.note("end") }
    override func cancelTracking(with event: Event?) { log.note("cancel tracking") }

    override func stateDidChange() { log.note("state \(state.rawValue)") }
}

/// A button that sends no action.
private final class SilentButton: Button {
    override func sendAction(_ action: ControlAction, for event: Event?) {}
}

extension Action where Sender == Control {
    fileprivate static let chosen = Action("chosen")
}

/// Performs `chosen`.
private final class Chooser: View {
    weak var log: ScreenLog?

    override class var actions: ActionTable { [.on(.chosen as Action<Control>, Chooser.chosen)] }

    private func chosen() { log?.note("chosen") }
}

/// Notes the forms of its methods.
@MainActor
private final class Forms {
    let log: ScreenLog

    init(_ log: ScreenLog) { self.log = log }

    func none() { log.note("no argument") }
    func sender(_ button: Button) { log.note("from \(button.currentTitle ?? "")") }
    func both(_ button: Button, _ event: Event?) { log.note(event == nil ? "no event" : "with an event") }
}

extension Control {
    /// Notes the control's events, each by its name.
    fileprivate func noteEvents(_ log: ScreenLog, _ prefix: String = "") {
        let names: [(Events, String)] = [
            (.touchDown, "down"), (.touchDownRepeat, "down again"), (.touchDragInside, "drag inside"),
            (.touchDragOutside, "drag outside"), (.touchDragEnter, "drag enter"), (.touchDragExit, "drag exit"),
            (.touchUpInside, "up inside"), (.touchUpOutside, "up outside"), (.touchCancel, "cancelled"),
            (.valueChanged, "value changed"), (.primaryActionTriggered, "primary"),
            (.editingDidBegin, "editing began"), (.editingChanged, "editing changed"),
            (.editingDidEnd, "editing ended"), (.editingDidEndOnExit, "editing ended on exit"),
        ]
        for (event, name) in names {
            addAction(for: event) { (_: Control) in
                log.note(prefix + name, isMove: event == .touchDragInside || event == .touchDragOutside)
            }
        }
    }
}

/// `controls`: controls that note what happens to them, in two columns; each row is 80 points high.
///
/// On the left, from the top: the button Send and the controls `exact`, `refusing`, `stopping` and `fading`, the button
/// Off; on the right, buttons with registrations of all kinds.
@MainActor
func fillControls(_ window: Window) {
    let log = ScreenLog(frame: Rect(0, 920, 1000, 60))
    window.addSubview(log)
    let send = Button(title: "Send")
    send.frame = Rect(100, 0, 200, 60)
    send.noteEvents(log)
    window.addSubview(send)
    func control(_ identifier: String, _ y: Double) -> NotedControl {
        let control = NotedControl(identifier, Rect(100, y, 200, 60), log)
        window.addSubview(control)
        return control
    }
    _ = control("exact", 160)
    control("refusing", 320).begins = false
    control("stopping", 480).continues = false
    control("fading", 640).addAction(for: .touchDown) { $0.isEnabled = false }
    let off = Button(title: "Off")
    off.frame = Rect(100, 800, 200, 60)
    off.noteEvents(log)
    off.isEnabled = false
    window.addSubview(off)
    fillRegistrations(window, log)
}

@MainActor
private func fillRegistrations(_ window: Window, _ log: ScreenLog) {
    let column = Chooser(frame: Rect(500, 0, 500, 900))
    column.log = log
    window.addSubview(column)
    var y = 0.0
    func button<Kind: Button>(_ button: Kind, _ title: String) -> Kind {
        button.setTitle(title, for: .normal)
        button.frame = Rect(100, y, 200, 60)
        y += 80
        column.addSubview(button)
        return button
    }
    let once = button(Button(), "Once")
    once.addAction(for: .touchUpInside, identifier: "save") { (_: Button) in log.note("first") }
    once.addAction(for: .touchUpInside, identifier: "save") { (_: Button) in log.note("second") }
    let merged = button(Button(), "Merged")
    merged.addTarget(column, action: .chosen, for: .touchUpInside)
    merged.addTarget(column, action: .chosen, for: [.touchDown, .touchUpInside])
    let removed = button(Button(), "Removed")
    removed.addTarget(column, action: .chosen, for: [.touchDown, .touchUpInside])
    removed.removeTarget(nil, action: .chosen as Action<Control>, for: .touchDown)
    button(Button(), "Chain").addTarget(nil, action: .chosen, for: .touchUpInside)
    button(SilentButton(), "Silent").noteEvents(log)
    let inOrder = button(Button(), "In order")
    inOrder.addAction(for: .touchUpInside) { (button: Button) in
        log.note("first")
        button.addAction(for: .touchUpInside) { (_: Button) in log.note("added") }
    }
    inOrder.addAction(for: .touchUpInside) { (_: Button) in log.note("second") }
    let formed = button(Button(), "Forms")
    let forms = Forms(log)
    formed.addTarget(forms, action: Forms.none, for: .touchUpInside)
    formed.addTarget(forms, action: Forms.sender, for: .touchUpInside)
    formed.addTarget(forms, action: Forms.both, for: .touchUpInside)
    let remote = button(Button(), "Remote")
    // The target would be gone otherwise.
    remote.addAction(for: .allEvents) { (_: Button) in _ = forms }
    remote.addAction(for: .touchUpInside) { [weak formed] (_: Button) in
        log.note("before")
        formed?.sendActions(for: .touchUpInside)
        log.note("after")
    }
    let forgotten = button(Button(), "Forgotten")
    forgotten.addTarget(Forms(log), action: Forms.none, for: .touchUpInside)
    let kept = button(Button(), "Kept")
    kept.addTarget(forms, action: Forms.none, for: .touchUpInside)
    kept.noteEvents(log)
}

/// `board`: a view with a tap and a pan, and with one standard control of each kind inside it, all of which note what
/// happens.
///
/// The button Own has a tap of its own.
@MainActor
func fillBoard(_ window: Window) {
    let log = ScreenLog(frame: Rect(0, 920, 1000, 60))
    let board = Pad("board", Rect(0, 0, 1000, 900), log)
    board.add(TapGestureRecognizer(), "tap")
    board.add(PanGestureRecognizer(), "pan")
    window.addSubview(log)
    window.addSubview(board)
    var y = 0.0
    func add(_ control: Control, _ identifier: String, height: Double = 60) {
        control.accessibilityIdentifier = identifier
        control.frame = Rect(100, y, 400, height)
        control.addAction(for: .valueChanged) { (_: Control) in log.note("\(identifier) changed", isMove: true) }
        board.addSubview(control)
        y += 120
    }
    let button = Button(title: "Plain")
    button.addAction(for: .touchUpInside) { (_: Button) in log.note("button") }
    add(button, "button")
    let own = Button(title: "Own")
    own.addAction(for: .touchUpInside) { (_: Button) in log.note("own button") }
    let tap = TapGestureRecognizer()
    tap.name = "own tap"
    tap.addAction { _ in log.note("own tap") }
    own.addGestureRecognizer(tap)
    add(own, "own")
    add(Switch(frame: .zero), "switch")
    let slider = Slider(frame: .zero)
    slider.maximumValue = 100
    add(slider, "slider")
    add(Stepper(frame: .zero), "stepper")
    add(SegmentedControl(titles: ["One", "Two", "Three"]), "segments")
    let pages = PageControl(frame: .zero)
    pages.numberOfPages = 3
    add(pages, "pages")
}

/// `fields`: the fields Name and Off, of which Off takes no text, a text view, and the button Done, which ends the
/// editing.
@MainActor
func fillFields(_ window: Window) {
    let log = ScreenLog(frame: Rect(0, 400, 1000, 60))
    let name = TextField(frame: Rect(40, 20, 400, 60))
    name.placeholder = "Name"
    name.noteEvents(log)
    let other = TextField(frame: Rect(40, 100, 400, 60))
    other.placeholder = "Town"
    other.noteEvents(log, "town ")
    let off = TextField(frame: Rect(40, 180, 400, 60))
    off.placeholder = "Off"
    off.noteEvents(log)
    off.isEnabled = false
    let done = Button(title: "Done")
    done.frame = Rect(500, 20, 200, 60)
    done.addAction(for: .touchUpInside) { [weak name] (_: Button) in _ = name?.resignFirstResponder() }
    for view in [log, name, other, off, done] { window.addSubview(view) }
}
