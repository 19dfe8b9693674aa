import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
private final class Target {
    var calls = 0
    func call() { calls += 1 }
    func tap(_ recognizer: TapGestureRecognizer) { calls += 1 }
}

@MainActor
@Suite("A control, whatever the app does to it meanwhile")
struct ControlHostilityTests {
    private let harness: AppHarness
    private let inside = Point(150, 150)

    init() throws {
        harness = try AppHarness()
    }

    // Rules: C8, T33.
    @Test(
        "A control gets one end of its touch when it is removed in any of its events",
        arguments: Control.Events.named.prefix(9)
    )
    func removedInAction(_ bit: (name: String, event: Control.Events)) {
        let control = harness.addTracedControl()
        control.onEvent = { [unowned control] in if $0 == bit.event { control.removeFromSuperview() } }
        let finger = harness.finger()
        for place in [inside, Point(300, 150), inside] {
            if finger.isDown { finger.move(to: place) } else { finger.down(at: place) }
            harness.settle()
        }
        finger.up()
        harness.settle()
        let ends = control.lines().filter { ["upInside", "upOutside", "touchCancel"].contains($0) }
        #expect(ends.count == 1)
        #expect(!control.isTracking && control.state == .normal)
    }

    @Test("A control that its action releases lives until its touch's call has returned")
    func released() {
        weak var released: Control?
        var log: [String] = []
        do {
            let control = harness.addTracedControl()
            released = control
            control.addAction(for: .touchUpInside) { control in
                control.removeFromSuperview()
                log.append("removed")
            }
            control.addAction(for: .touchUpInside) { control in log.append("tracking \(control.isTracking)") }
        }
        harness.finger().down(at: inside).up()
        harness.settle()
        #expect(log == ["removed", "tracking true"])
        harness.advance(by: .seconds(1))
        #expect(released == nil)
    }

    @Test("A control that is released by an action of the app's own call lives until the call has returned")
    func releasedOutsideOfDispatch() {
        var control: Control? = Control(frame: .zero)
        weak let released = control
        var isFirst = true
        control?.addAction(for: .valueChanged) { _ in
            control = nil
            isFirst = false
        }
        var calls = 0
        control?.addAction(for: .valueChanged) { _ in calls += 1 }
        control?.sendActions(for: .valueChanged)
        #expect(released == nil && calls == 1 && !isFirst)
    }

    @Test("A control tracks a new touch in a run of the loop nested in its action")
    func nestedRun() {
        let control = harness.addTracedControl()
        var isNested = false
        control.onEvent = { [unowned control, unowned harness, inside] event in
            guard event == .touchUpInside, !isNested else { return }
            isNested = true
            #expect(!control.isHighlighted)
            harness.finger().down(at: inside)
            harness.loop.run(until: harness.now)
            #expect(control.isTracking && control.isHighlighted)
        }
        harness.finger().down(at: inside).up()
        harness.settle()
        #expect(isNested && control.isTracking && control.isTouchInside && control.isHighlighted)
        #expect(control.lines() == ["begin", "down", "end", "upInside", "begin", "down", "downRepeat"])
    }

    @Test(
        "A control gets the end of its touch in a run of the loop nested in its hooks and actions",
        arguments: ["begin", "down"]
    )
    func nestedEnd(_ place: String) {
        let control = harness.addTracedControl()
        let finger = harness.finger()
        var lines: [String] = []
        let runNested = { @MainActor [unowned harness] in
            guard finger.isDown else { return }
            finger.up()
            harness.loop.run(until: harness.now)
            lines.append("returned")
        }
        control.begins = {
            if place == "begin" { runNested() }
            return true
        }
        control.onEvent = { if $0 == .touchDown, place == "down" { runNested() } }
        finger.down(at: inside)
        harness.settle()
        // What was begun is undone, though no down was sent.
        let expected = ["begin": ["begin", "cancel"], "down": ["begin", "down", "end", "upInside"]]
        #expect(control.lines() == expected[place] && lines == ["returned"])
        #expect(!control.isTracking && control.state == .normal)
        harness.finger().down(at: inside)
        harness.settle()
        #expect(control.isTracking)
    }

    /// A control that does something before it begins to track, and when its state changes.
    private final class LateControl: Control {
        var before: () -> Void = {}
        var atState: () -> Void = {}
        override func touchesBegan(_ touches: TouchSet, with event: Event) {
            before()
            super.touchesBegan(touches, with: event)
        }
        override func stateDidChange() {
            super.stateDidChange()
            atState()
        }
    }

    // Rules: C3, C7, C8.
    @Test("A control sends down before all else, and its end, though a nested run brings the end first")
    func late() {
        var logs: [[String]] = []
        for way in 0..<5 {
            let control = harness.add(LateControl(frame: Rect(100, 100, 100, 100)))
            var log: [String] = []
            for bit in Control.Events.named { control.addAction(for: bit.event) { _ in log.append(bit.name) } }
            let finger = harness.finger()
            var isDone = false
            let act = { @MainActor [unowned harness, unowned control] in
                guard finger.isDown, !isDone else { return }
                isDone = true
                switch way {
                case 0, 2: finger.up()
                case 1: finger.cancel()
                case 3: control.isEnabled = false
                default: finger.move(to: Point(500, 500))
                }
                harness.loop.run(until: harness.now)
            }
            if way < 2 { control.before = act } else { control.atState = act }
            finger.down(at: Point(150, 150))
            harness.settle()
            #expect(control.isTracking == (way == 4) && !control.isHighlighted)
            if finger.isDown { finger.up() }
            harness.settle()
            logs.append(log)
            control.isEnabled = true
            control.removeFromSuperview()
        }
        #expect(
            logs == [[], [], ["down", "upInside"], [], ["down", "dragExit", "dragOutside", "upOutside"]]
        )
    }

    // Rules: A16.
    @Test("A stepper under a finger makes no more steps when its application is killed")
    func killedStepper() throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        let application = Application(runLoop: loop)
        application.launch()
        let window = Window(frame: Rect(0, 0, 300, 300), application: application)
        let stepper = Stepper(frame: Rect(0, 0, 100, 48))
        window.addSubview(stepper)
        window.makeKeyAndVisible()
        let sender = application.touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: Point(80, 20)), at: loop.now)
        loop.run(until: loop.now.advanced(by: .milliseconds(750)))
        let value = stepper.value
        try application.receive(.kill)
        loop.run(until: loop.now.advanced(by: .seconds(3)))
        #expect(value > 1 && stepper.value == value)
        withExtendedLifetime(sender) {}
    }

    /// A tap that runs the loop before it hears of its finger.
    private final class LateTap: TapGestureRecognizer {
        var before: () -> Void = {}
        override func touchesBegan(_ touches: TouchSet, with event: Event) {
            before()
            super.touchesBegan(touches, with: event)
        }
    }

    @Test(
        "A recogniser whose attempt ends in a run before it hears of its finger knows nothing of the finger afterwards"
    )
    func lateRecogniser() {
        let tap = LateTap()
        var taps = 0
        tap.addAction { _ in taps += 1 }
        harness.add(View(frame: Rect(0, 0, 500, 500))).addGestureRecognizer(tap)
        let finger = harness.finger()
        tap.before = { [unowned harness] in
            finger.up()
            harness.loop.run(until: harness.now)
        }
        finger.down(at: inside)
        harness.settle()
        tap.before = {}
        harness.finger().down(at: Point(300, 300)).up()
        harness.settle()
        #expect(taps == 1 && tap.state == .possible)
    }

    @Test("A control and a recogniser drop registrations of targets that are gone")
    func goneTargets() {
        let (control, tap, kept) = (Control(frame: .zero), TapGestureRecognizer(), Target())
        control.addTarget(kept, action: Target.call, for: .touchDown)
        tap.addTarget(kept, action: Target.tap)
        for _ in 0..<1_000 {
            control.addTarget(Target(), action: Target.call, for: .touchDown)
            tap.addTarget(Target(), action: Target.tap)
        }
        #expect(control.control.pointee.registrations.count <= 16 && tap.record.pointee.actions.count <= 16)
        control.sendActions(for: .touchDown)
        #expect(kept.calls == 1)
        let stack = UndoStack()
        for number in 0..<1_000 {
            let target: AnyObject = number == 500 ? kept : Target()
            let group = UndoGroup()
            group.append(UndoRegistration(target: target) { _ in })
            stack.push(group, limit: 0)
        }
        #expect(stack.count <= 16 && stack.top()?.isAlive == true)
    }

    // Rules: C21, G20.
    @Test(
        "A control gets cancel and no up when a recogniser takes the touch, its own or an ancestor's",
        arguments: [true, false]
    )
    func recognizer(isOwn: Bool) {
        let control = harness.addTracedControl()
        let pan = PanGestureRecognizer()
        (isOwn ? control : harness.window).addGestureRecognizer(pan)
        let finger = harness.finger().down(at: inside)
        harness.settle()
        finger.move(to: Point(170, 150))
        harness.settle()
        finger.up()
        harness.settle()
        #expect(control.lines() == ["begin", "down", "cancel", "touchCancel"])
    }

    // Rules: C21.
    @Test("A control gets cancel and no up when the scroll view that it is in drags")
    func scrollView() {
        let scrollView = harness.add(ScrollView(frame: Rect(0, 0, 300, 300)))
        scrollView.contentSize = Size(300, 1000)
        let control = TracedControl(Rect(100, 100, 100, 100))
        scrollView.addSubview(control)
        let finger = harness.finger().down(at: inside)
        harness.advance(by: .milliseconds(200))
        #expect(control.lines() == ["begin", "down"])
        finger.move(to: Point(150, 100))
        harness.settle()
        #expect(control.lines() == ["cancel", "touchCancel"])
        finger.up()
        harness.settle()
        #expect(control.lines().isEmpty && !control.isTracking)
    }

    @Test(
        "A control ends its touch when its window is hidden, or the application resigns active",
        arguments: [true, false]
    )
    func hiddenWindow(hides: Bool) throws {
        let control = harness.addTracedControl()
        harness.finger().down(at: inside)
        harness.settle()
        if hides { harness.window.isHidden = true } else { try harness.device.perform(.home) }
        harness.settle()
        #expect(control.lines() == ["begin", "down", "cancel", "touchCancel"])
    }

    // No more than a thousand: each that is added is compared with all that are there.
    @Test("A control keeps a thousand closures, and calls and removes them")
    func many() {
        let control = Control(frame: .zero)
        var count = 0
        let actions = (0..<1_000).map { _ in control.addAction(for: .touchDown) { _ in count += 1 } }
        control.sendActions(for: .touchDown)
        #expect(count == 1_000)
        control.removeActions(for: .touchDown) { _ in true }
        control.sendActions(for: .touchDown)
        #expect(count == 1_000 && control.allControlEvents.isEmpty)
        withExtendedLifetime(actions) {}
    }
}

@Suite("A control that is set up wrongly")
struct ControlMistakeTests {
    @Test("A negative tracking margin stops the process with a message that names the margin")
    func margin() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            Control(frame: .zero).trackingMargin = -1
        }
        result.expectMessage("a control cannot have the tracking margin -1.0; use 0 or more")
    }
}
