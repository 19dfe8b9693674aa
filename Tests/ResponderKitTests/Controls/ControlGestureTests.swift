import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A standard control beats the recognisers of the views above it")
struct ControlGestureTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
    }

    private func add<Added: Control>(_ control: Added) -> Added {
        harness.add(control)
        control.addAction(for: [.touchUpInside, .touchUpOutside]) { [log] _ in log.note("up") }
        control.addAction(for: .touchCancel) { [log] _ in log.note("cancel") }
        return control
    }

    private func watch(_ recognizer: GestureRecognizer, in view: View) {
        recognizer.addAction { [log] in log.note("\($0.state)") }
        view.addGestureRecognizer(recognizer)
    }

    nonisolated static let controls: [@MainActor @Sendable () -> Control] = [
        { Button(frame: Rect(0, 0, 100, 48)) },
        { Switch(frame: Rect(0, 0, 100, 48)) },
        { Stepper(frame: Rect(0, 0, 100, 48)) },
        {
            let control = SegmentedControl(titles: ["A", "B"])
            control.frame = Rect(0, 0, 100, 48)
            return control
        },
        { PageControl(frame: Rect(0, 0, 100, 48)) },
    ]

    // Rules: G40.
    @Test(
        "A standard control beats recognisers above it for a single tap with one finger, not for a double tap",
        arguments: controls.indices
    )
    func tap(_ index: Int) async {
        _ = add(Self.controls[index]())
        let (single, double) = (TapGestureRecognizer(), TapGestureRecognizer())
        double.numberOfTapsRequired = 2
        watch(single, in: harness.window)
        await harness.tap(at: Point(10, 10))
        #expect(log.lines == ["up"])
        log.clear()
        harness.window.removeGestureRecognizer(single)
        watch(double, in: harness.window)
        await harness.advance(by: .seconds(1))
        await harness.doubleTap(at: Point(10, 10))
        #expect(log.lines.contains("ended") && log.lines.contains("cancel"))
    }

    // Rules: G40.
    @Test("A standard control does not beat the recogniser that the control has itself", arguments: controls.indices)
    func own(_ index: Int) async {
        let control = add(Self.controls[index]())
        watch(TapGestureRecognizer(), in: control)
        await harness.tap(at: Point(10, 10))
        #expect(log.lines == ["cancel", "ended"])
    }

    // Rules: G40.
    @Test("A control of the app's own class leaves the tap to the recognisers above, and may keep it")
    func ownClass() async {
        final class Greedy: Control {
            override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { false }
        }
        watch(TapGestureRecognizer(), in: harness.window)
        let plain = add(Control(frame: Rect(0, 0, 100, 48)))
        await harness.tap(at: Point(10, 10))
        #expect(log.lines == ["cancel", "ended"])
        plain.removeFromSuperview()
        log.clear()
        let greedy = add(Greedy(frame: Rect(0, 0, 100, 48)))
        // The touch's own view may be inside the control.
        greedy.addSubview(View(frame: Rect(0, 0, 50, 48)))
        await harness.tap(at: Point(10, 10))
        #expect(log.lines == ["up"])
    }

    // Rules: G40.
    @Test(
        "A slider and a switch beat recognisers above for a drag of the knob along its way, not across or beside it",
        arguments: [true, false]
    )
    func knob(isSlider: Bool) async {
        let control = add(isSlider ? Slider(frame: Rect(0, 0, 400, 48)) : Switch(frame: Rect(0, 0, 400, 48)))
        watch(PanGestureRecognizer(), in: harness.window)
        func drag(from x: Double, by step: Point) async -> [String] {
            log.clear()
            let finger = harness.finger().down(at: Point(x, 20))
            await harness.settle()
            for _ in 0..<5 {
                finger.move(by: step.x, step.y)
                await harness.settle()
            }
            finger.up()
            await harness.settle()
            (control as? Slider)?.value = 0
            (control as? Switch)?.isOn = false
            return log.lines
        }
        #expect(await drag(from: 8, by: Point(5, 0)) == ["up"])
        #expect(await drag(from: 8, by: Point(5, 4)) == ["up"])
        #expect(await drag(from: 8, by: Point(0, 5)).contains("began"))
        #expect(await drag(from: 300, by: Point(5, 0)).contains("began"))
    }

    // Rules: G40.
    @Test(
        "A control beats a long enough swipe only when its knob has gone far from its place",
        arguments: [true, false]
    )
    func swipe(isSlider: Bool) async {
        let control = add(isSlider ? Slider(frame: Rect(0, 0, 200, 48)) : Switch(frame: Rect(0, 0, 200, 48)))
        let swipe = SwipeGestureRecognizer()
        swipe.minimumDistance = 120
        watch(swipe, in: harness.window)
        let finger = harness.finger().down(at: Point(8, 20))
        for _ in 0..<15 {
            finger.move(by: 10, 0)
            await harness.settle()
        }
        finger.up()
        await harness.settle()
        #expect(log.lines == ["up"])
        #expect((control as? Slider)?.value ?? 1 > 0.5 && (control as? Switch)?.isOn ?? true)
    }

    // Rules: G40.
    @Test("A control beats a recogniser of several fingers for one of the two fingers")
    func severalFingers() async {
        final class Greedy: Control {
            override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { false }
        }
        let greedy = add(Greedy(frame: Rect(0, 0, 100, 48)))
        greedy.isMultipleTouchEnabled = true
        let tap = TapGestureRecognizer()
        tap.numberOfTouchesRequired = 2
        watch(tap, in: harness.window)
        for places in [[Point(500, 500), Point(10, 10)], [Point(10, 10), Point(20, 10)]] {
            let fingers = places.map { harness.finger().down(at: $0) }
            await harness.settle()
            for finger in fingers { finger.up() }
            await harness.settle()
            await harness.advance(by: .seconds(1))
            #expect(log.lines == ["up"])
            log.clear()
        }
        // Its slot is that of a touch in the control before.
        let fingers = [Point(500, 500), Point(600, 500)].map { harness.finger().down(at: $0) }
        await harness.settle()
        for finger in fingers { finger.up() }
        await harness.settle()
        #expect(log.lines == ["ended"])
    }

    // Rules: G40.
    @Test("A drag of the knob beats the scroll view around the control before it has let the control have the touch")
    func scrollView() async {
        let scrollView = harness.add(ScrollView(frame: Rect(0, 0, 300, 300)))
        scrollView.contentSize = Size(1000, 1000)
        let slider = Slider(frame: Rect(0, 0, 216, 48))
        scrollView.addSubview(slider)
        let finger = harness.finger().down(at: Point(8, 20))
        await harness.settle()
        finger.move(to: Point(58, 20))
        await harness.settle()
        // The scroll view withholds the touch from its content for a while.
        await harness.advance(by: .milliseconds(150))
        finger.move(to: Point(108, 20))
        await harness.settle()
        #expect(scrollView.contentOffset == .zero && slider.value > 0.4)
        finger.up()
        await harness.settle()
        // Elsewhere the same movement scrolls.
        let other = harness.finger().down(at: Point(208, 20))
        await harness.settle()
        for x in [158.0, 108] {
            other.move(to: Point(x, 20))
            await harness.settle()
        }
        #expect(scrollView.contentOffset.x > 0)
    }
}
