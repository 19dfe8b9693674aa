import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A control with a value")
struct ValueControlTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
    }

    private func add<Added: Control>(_ control: Added, _ value: @escaping @MainActor (Added) -> String) -> Added {
        harness.add(control)
        control.addAction(for: .valueChanged) { [log] in log.note("changed \(value($0))") }
        control.addAction(for: .primaryActionTriggered) { [log] in log.note("primary \(value($0))") }
        return control
    }

    private func lines() -> [String] { log.takeLines() }

    private func tap(_ x: Double, _ y: Double) {
        harness.finger().down(at: Point(x, y)).up()
        harness.settle()
    }

    // Rules: C20.
    @Test("A button sends its primary action right after up-inside, and not after up-outside")
    func button() {
        let button = harness.add(Button(frame: Rect(0, 0, 100, 48)))
        for bit in Control.Events.named {
            button.addAction(for: bit.event) { [log] _ in log.note(bit.name) }
        }
        tap(10, 10)
        #expect(lines() == ["down", "upInside", "primary"])
        harness.finger().down(at: Point(10, 10)).move(to: Point(500, 500)).up()
        harness.settle()
        #expect(lines().suffix(1) == ["upOutside"])
    }

    @Test("A button has the title of its state, or that of the normal one, and fits the largest")
    func titles() {
        let button = Button(title: "Go")
        #expect(button.frame == Rect(0, 0, 48, 48))
        button.setTitle("Gone", for: .selected)
        #expect(button.currentTitle == "Go" && button.title(for: .selected) == "Gone")
        button.isSelected = true
        #expect(button.currentTitle == "Gone")
        button.isEnabled = false
        #expect(button.currentTitle == "Go")
        button.sizeToFit()
        #expect(button.bounds.size == Size(64, 48))
        button.contentInsets = .zero
        button.sizeToFit()
        #expect(button.bounds.size == Size(32, 48))
        button.setTitle(nil, for: .normal)
        #expect(button.currentTitle == nil)
    }

    @Test("A switch is turned by a tap, and sends that; the app, a lift outside or a cancel send nothing")
    func taps() {
        let control = add(Switch(frame: Rect(0, 0, 48, 48))) { "\($0.isOn)" }
        control.isOn = true
        #expect(lines().isEmpty)
        tap(10, 10)
        #expect(lines() == ["changed false", "primary false"] && !control.isOn)
        harness.finger().down(at: Point(10, 10)).move(to: Point(10, 500)).up()
        harness.settle()
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        finger.cancel()
        harness.settle()
        #expect(lines().isEmpty && !control.isOn)
    }

    @Test("A switch follows a drag of its knob, and sends the change at the end alone")
    func drags() {
        let control = add(Switch(frame: Rect(0, 0, 48, 48))) { "\($0.isOn)" }
        let finger = harness.finger().down(at: Point(10, 10))
        for (x, isShown) in [(17.0, false), (30.0, true), (20.0, false), (40.0, true)] {
            finger.move(to: Point(x, 10))
            harness.settle()
            #expect(control.isShownOn == isShown && !control.isOn)
        }
        #expect(control.knobRect == Rect(24, 0, 24, 48) && lines().isEmpty)
        finger.up()
        harness.settle()
        #expect(lines() == ["changed true", "primary true"] && control.isShownOn)
        // Dragged away and back, it is as before.
        let undecided = harness.finger().down(at: Point(40, 10)).move(to: Point(10, 10))
        harness.settle()
        undecided.move(to: Point(40, 10)).up()
        harness.settle()
        #expect(lines().isEmpty)
        let cancelled = harness.finger().down(at: Point(40, 10)).move(to: Point(10, 10))
        harness.settle()
        #expect(!control.isShownOn)
        cancelled.cancel()
        harness.settle()
        #expect(control.isShownOn && lines().isEmpty)
    }

    @Test("A slider follows its knob, keeps the finger's place on it, and sends each change")
    func slider() {
        let slider = add(Slider(frame: Rect(0, 0, 116, 48))) { "\($0.value)" }
        slider.value = 0.5
        #expect(slider.knobRect == Rect(50, 0, 16, 48) && lines().isEmpty)
        let finger = harness.finger().down(at: Point(62, 20))
        harness.settle()
        #expect(slider.isTracking && slider.value == 0.5)
        finger.move(to: Point(72, 20))
        harness.settle()
        #expect(lines() == ["changed 0.6", "primary 0.6"])
        finger.move(to: Point(72, 90))
        harness.settle()
        #expect(lines().isEmpty)
        finger.move(to: Point(900, 20))
        harness.settle()
        finger.move(to: Point(950, 20)).up()
        harness.settle()
        #expect(lines() == ["changed 1.0", "primary 1.0"])
    }

    @Test("A slider refuses a touch beside its knob, from 14 points on")
    func knob() {
        let slider = add(Slider(frame: Rect(0, 0, 116, 48))) { "\($0.value)" }
        slider.value = 0.5
        for (x, isTaken) in [(35.0, false), (36.0, true), (79.9, true), (80.0, false)] {
            let finger = harness.finger().down(at: Point(x, 20))
            harness.settle()
            #expect(slider.isTracking == isTaken, "\(x)")
            finger.up()
            harness.settle()
        }
        #expect(lines().isEmpty)
    }

    @Test("A slider that is not continuous sends its change at the end, and takes it back after a cancel")
    func notContinuous() {
        let slider = add(Slider(frame: Rect(0, 0, 116, 48))) { "\($0.value)" }
        slider.isContinuous = false
        let finger = harness.finger().down(at: Point(8, 20)).move(to: Point(58, 20))
        harness.settle()
        #expect(lines().isEmpty && slider.value == 0.5)
        finger.up()
        harness.settle()
        #expect(lines() == ["changed 0.5", "primary 0.5"])
        let cancelled = harness.finger().down(at: Point(58, 20)).move(to: Point(100, 20))
        harness.settle()
        cancelled.cancel()
        harness.settle()
        #expect(lines().isEmpty && slider.value == 0.5)
    }

    @Test(
        "A slider's value is always in the range and on a step",
        arguments: [
            (Double.nan, 0.0, 0.0), (-.infinity, 0.0, 0.0), (.infinity, 0.0, 10.0), (3.4, 0.0, 3.4), (3.4, 1.0, 3.0),
            (3.6, 1.0, 4.0), (9.9, 4.0, 8.0), (10, 4.0, 10.0), (5, 1e300, 0.0), (5, .leastNonzeroMagnitude, 5.0),
        ]
    )
    func range(_ value: Double, _ step: Double, _ expected: Double) {
        let slider = Slider(frame: Rect(0, 0, 116, 48))
        slider.maximumValue = 10
        slider.step = step
        slider.value = value
        #expect(slider.value == expected)
    }

    @Test("A slider's ends push each other, and its knob stays inside for any numbers and any size")
    func extremes() {
        let slider = Slider(frame: Rect(0, 0, 116, 48))
        slider.minimumValue = 5
        #expect(slider.maximumValue == 5 && slider.value == 5 && slider.knobRect.minX == 0)
        slider.maximumValue = -5
        #expect(slider.minimumValue == -5 && slider.value == -5)
        slider.minimumValue = -.greatestFiniteMagnitude
        slider.maximumValue = .greatestFiniteMagnitude
        slider.value = 0
        #expect(slider.knobRect.midX == 58)
        slider.frame = Rect(0, 0, 4, 4)
        #expect(slider.knobRect == Rect(0, 0, 4, 4))
        slider.frame = .zero
        #expect(slider.knobRect == .zero)
    }

    @Test("A stepper makes a step at the lift, on the side where the finger is")
    func stepper() {
        let stepper = add(Stepper(frame: Rect(0, 0, 96, 48))) { "\($0.value)" }
        stepper.trackingMargin = 0
        tap(10, 10)
        #expect(lines().isEmpty)
        tap(60, 10)
        tap(60, 10)
        tap(10, 10)
        #expect(lines().filter { $0.hasPrefix("changed") } == ["changed 1.0", "changed 2.0", "changed 1.0"])
        harness.finger().down(at: Point(60, 10)).move(to: Point(10, 10)).up()
        harness.settle()
        harness.finger().down(at: Point(60, 10)).move(to: Point(60, 90)).up()
        harness.settle()
        #expect(lines().isEmpty && stepper.pressedSide == nil)
    }

    @Test("A stepper repeats after half a second, ten times a second, while the finger is on its side")
    func repeats() async {
        let stepper = add(Stepper(frame: Rect(0, 0, 96, 48))) { "\(Int($0.value))" }
        let finger = harness.finger().down(at: Point(60, 10))
        await harness.advance(by: .milliseconds(499))
        #expect(stepper.value == 0 && stepper.pressedSide == .plus)
        await harness.advance(by: .milliseconds(1))
        #expect(stepper.value == 1)
        await harness.advance(by: .milliseconds(300))
        #expect(stepper.value == 4)
        finger.move(to: Point(10, 10))
        await harness.advance(by: .milliseconds(300))
        #expect(stepper.value == 4 && stepper.pressedSide == nil)
        finger.move(to: Point(60, 10))
        await harness.advance(by: .milliseconds(100))
        #expect(stepper.value == 5)
        // The lift makes no further step.
        finger.up()
        await harness.advance(by: .seconds(2))
        #expect(stepper.value == 5)
        #expect(lines().filter { $0.hasPrefix("changed") } == (1...5).map { "changed \($0)" })
    }

    @Test("A stepper stops repeating when its touch is cancelled, it is disabled, removed or released")
    func stops() async {
        for step in 0..<4 {
            var stepper: Stepper? = harness.add(Stepper(frame: Rect(0, 0, 96, 48)))
            weak let former = stepper
            var values: [Double] = []
            stepper?.addAction(for: .valueChanged) { values.append($0.value) }
            let finger = harness.finger().down(at: Point(60, 10))
            await harness.advance(by: .milliseconds(600))
            switch step {
            case 0: finger.cancel()
            case 1: stepper?.isEnabled = false
            default: stepper?.removeFromSuperview()
            }
            if step == 3 { stepper = nil }
            await harness.advance(by: .seconds(1))
            #expect(values == [1, 2], "step \(step)")
            stepper?.removeFromSuperview()
            stepper = nil
            if finger.isDown { finger.up() }
            await harness.advance(by: .seconds(1))
            #expect(former == nil)
        }
    }

    @Test("A stepper wraps if it is to, and otherwise stops at its ends")
    func wraps() {
        let stepper = add(Stepper(frame: Rect(0, 0, 96, 48))) { "\(Int($0.value))" }
        stepper.maximumValue = 2.5
        stepper.value = 2
        tap(60, 10)
        tap(60, 10)
        #expect(stepper.value == 2.5 && !stepper.canStep(.plus) && stepper.canStep(.minus))
        stepper.wraps = true
        tap(60, 10)
        #expect(stepper.value == 0)
        tap(10, 10)
        #expect(stepper.value == 2.5)
        stepper.minimumValue = 2.5
        #expect(!stepper.canStep(.plus) && !stepper.canStep(.minus))
    }

    // Rules: C4, C6.
    @Test("A stepper of a subclass that refuses the touch, or lets go of it, makes no steps", arguments: [true, false])
    func refusingStepper(isAtOnce: Bool) async {
        final class Refusing: Stepper {
            var isAtOnce = true
            override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
                super.beginTracking(touch, with: event) && !isAtOnce
            }
            override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
                !super.continueTracking(touch, with: event)
            }
        }
        let stepper = add(Refusing(frame: Rect(0, 0, 96, 48))) { "\($0.value)" }
        stepper.isAtOnce = isAtOnce
        harness.finger().down(at: Point(60, 10)).move(to: Point(61, 10))
        await harness.advance(by: .seconds(2))
        #expect(lines().isEmpty && stepper.value == 0 && stepper.pressedSide == nil)
    }

    @Test("A stepper that is not continuous sends the last of its steps")
    func stepperNotContinuous() async {
        let stepper = add(Stepper(frame: Rect(0, 0, 96, 48))) { "\(Int($0.value))" }
        stepper.isContinuous = false
        let finger = harness.finger().down(at: Point(60, 10))
        await harness.advance(by: .milliseconds(800))
        #expect(lines().isEmpty)
        finger.up()
        await harness.settle()
        #expect(lines() == ["changed 4", "primary 4"])
    }

    @Test("A segmented control selects the segment of the lift, and sends a change alone")
    func segments() {
        let control = SegmentedControl(titles: ["Day", "Week", "Year"])
        _ = add(control) { "\($0.selectedSegmentIndex ?? -1)" }
        #expect(control.bounds.size == Size(192, 48) && control.selectedSegmentIndex == nil)
        control.selectedSegmentIndex = 0
        #expect(lines().isEmpty)
        tap(100, 10)
        #expect(lines() == ["changed 1", "primary 1"])
        tap(100, 10)
        #expect(lines().isEmpty)
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        #expect(control.pressedSegment == 0 && control.selectedSegmentIndex == 1)
        finger.move(to: Point(150, 60)).up()
        harness.settle()
        #expect(lines() == ["changed 2", "primary 2"] && control.pressedSegment == nil)
        control.setEnabled(false, forSegment: 0)
        tap(10, 10)
        #expect(lines().isEmpty && control.selectedSegmentIndex == 2)
        control.selectedSegmentIndex = 9
        #expect(control.selectedSegmentIndex == nil)
    }

    @Test("A segmented control keeps its selection only while there is such a segment, and none if it is momentary")
    func momentary() {
        let control = SegmentedControl(titles: ["A", "B"])
        _ = add(control) { "\($0.selectedSegmentIndex ?? -1)" }
        control.selectedSegmentIndex = 1
        control.setTitles(["A"])
        #expect(control.selectedSegmentIndex == nil && control.title(forSegment: 1) == nil)
        #expect(control.rect(ofSegment: 1) == .zero && !control.isEnabled(forSegment: 1))
        control.setTitles(["A", "B"])
        control.isMomentary = true
        tap(10, 10)
        tap(10, 10)
        #expect(lines().filter { $0.hasPrefix("changed") } == ["changed 0", "changed 0"])
        #expect(control.selectedSegmentIndex == nil)
        control.setTitles([])
        tap(10, 10)
        #expect(lines().isEmpty)
    }

    @Test("A segmented control presses no segment that is taken away, and has ten thousand of them changed")
    func changedSegments() {
        let control = SegmentedControl(titles: ["A", "B"])
        harness.add(control)
        harness.finger().down(at: Point(control.bounds.maxX - 1, 10))
        harness.settle()
        #expect(control.pressedSegment == 1)
        control.setTitles(["A"])
        #expect(control.pressedSegment == nil)
        control.setTitles((0..<10_000).map { "\($0)" })
        for index in 0..<10_000 {
            control.setTitle("", forSegment: index)
            control.setEnabled(false, forSegment: index)
        }
        harness.settle()
        let draws = harness.application.updateStatistics.draws
        control.setTitle("", forSegment: 0)
        control.setEnabled(false, forSegment: 0)
        harness.settle()
        #expect(harness.application.updateStatistics.draws == draws)
        control.setTitle("changed", forSegment: 9_999)
        harness.settle()
        #expect(harness.application.updateStatistics.draws == draws + 1)
    }

    @Test("A page control turns a page on either half, and stops at the ends")
    func pages() {
        let control = add(PageControl(frame: Rect(0, 0, 100, 48))) { "\($0.currentPage)" }
        control.numberOfPages = 3
        control.currentPage = 9
        #expect(control.currentPage == 2 && lines().isEmpty)
        tap(90, 10)
        #expect(lines().isEmpty)
        tap(10, 10)
        #expect(lines() == ["changed 1", "primary 1"])
        control.numberOfPages = -1
        #expect(control.numberOfPages == 0 && control.currentPage == 0)
        tap(90, 10)
        #expect(lines().isEmpty)
        control.numberOfPages = 1_000_000_000
        harness.settle()
        #expect(control.numberOfPages == 1_000_000_000)
    }

    @Test(
        "A progress view's progress is clamped, and NaN is 0",
        arguments: [(Double.nan, 0.0), (-1, 0), (0.25, 0.25), (.infinity, 1)]
    )
    func progress(_ value: Double, _ expected: Double) {
        let view = ProgressView(frame: Rect(0, 0, 100, 16))
        view.progress = value
        #expect(view.progress == expected)
    }
}

@Suite("A number that a control cannot have")
struct ValueMistakeTests {
    @Test("A number that a control cannot have stops the process with a message that names the number")
    func numbers() async {
        let minimum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            Slider(frame: .zero).minimumValue = .nan
        }
        minimum.expectMessage("a slider cannot have the minimum nan; use a finite number")
        let step = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            Slider(frame: .zero).step = -1
        }
        step.expectMessage("a slider cannot have the step -1.0; use 0 or a positive number")
        let stepper = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            Stepper(frame: .zero).stepValue = 0
        }
        stepper.expectMessage("a stepper cannot have the step 0.0; use a positive number")
    }
}
