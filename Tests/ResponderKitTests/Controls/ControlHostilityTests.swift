import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderKit

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
        "gets one end of its touch when it is removed in any of its events",
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

    @Test("lives until its touch's call has returned when the action releases it")
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

    @Test("that is released by an action of the app's own call lives until the call has returned")
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

    @Test("tracks a new touch in a run of the loop nested in its action")
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
        "gets the end of its touch in a run of the loop nested in its hooks and actions",
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

    // Rules: C21, G20.
    @Test(
        "gets cancel and no up when a recogniser takes the touch, its own or an ancestor's",
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
    @Test("gets cancel and no up when the scroll view that it is in drags")
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

    @Test("ends its touch when its window is hidden, or the application resigns active", arguments: [true, false])
    func hiddenWindow(hides: Bool) throws {
        let control = harness.addTracedControl()
        harness.finger().down(at: inside)
        harness.settle()
        if hides { harness.window.isHidden = true } else { try harness.device.perform(.home) }
        harness.settle()
        #expect(control.lines() == ["begin", "down", "cancel", "touchCancel"])
    }

    // No more than a thousand: each that is added is compared with all that are there.
    @Test("keeps a thousand closures, and calls and removes them")
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
    @Test("stops the process with a message that names the margin")
    func margin() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            Control(frame: .zero).trackingMargin = -1
        }
        result.expectMessage("a control cannot have the tracking margin -1.0; use 0 or more")
    }
}
