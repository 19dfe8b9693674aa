import ResponderCore
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Input that is withheld")
struct WithholdingInputTests {
    let harness: AppHarness
    let view: RecordingView

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 500, 500)))
    }

    // Rules: K4, T20.
    @Test("A touch that is down is cancelled when input is withheld, and gets no further sample")
    func down() async {
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.settle()
        harness.application.beginWithholdingInput()
        finger.move(to: Point(20, 20)).up()
        await harness.settle()
        #expect(view.log.lines == ["view.began(10, 10)", "view.cancelled(10, 10)"])
    }

    // Rules: K4, K2.
    @Test("Neither views, recognisers nor windows see a touch that begins while input is withheld; it is activity")
    func whole() async {
        final class Seeing: GestureRecognizer {
            var began = 0
            override func touchesBegan(_ touches: TouchSet, with event: Event) { began += 1 }
        }
        let recognizer = Seeing()
        view.addGestureRecognizer(recognizer)
        let events = harness.application.touchStatistics.events
        harness.application.beginWithholdingInput()
        await harness.advance(by: .seconds(9))
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.settle()
        harness.application.endWithholdingInput()
        finger.move(to: Point(20, 20))
        await harness.settle()
        finger.up()
        await harness.settle()
        #expect(view.log.lines.isEmpty && recognizer.began == 0)
        #expect(harness.application.touchStatistics.events == events)
        #expect(harness.application.touchStatistics.withheldTouches == 1)
        #expect(harness.application.lastActivity == harness.now)
        #expect(harness.application.explainTouch(at: Point(10, 10)).refusal == nil)
        // It never decides, which would hold the end back from the view.
        view.removeGestureRecognizer(recognizer)
        harness.finger().down(at: Point(10, 10)).up()
        await harness.settle()
        #expect(view.log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
    }

    // Rules: K5.
    @Test("A second finger that comes while the first withheld one is down is withheld, too")
    func allFingers() async {
        harness.application.beginWithholdingInput()
        let first = harness.finger().down(at: Point(10, 10))
        await harness.settle()
        harness.application.endWithholdingInput()
        #expect(harness.application.isWithholdingInput)
        await harness.advance(by: .milliseconds(30))
        let second = harness.finger().down(at: Point(50, 50))
        await harness.settle()
        first.up()
        await harness.settle()
        #expect(harness.application.isWithholdingInput)
        second.up()
        await harness.settle()
        #expect(!harness.application.isWithholdingInput)
        #expect(view.log.lines.isEmpty)
        #expect(harness.application.touchStatistics.withheldTouches == 2)
    }

    // Rules: K5.
    @Test(
        "A withheld finger that stays down keeps others out for three seconds at most, and is itself withheld for life"
    )
    func stuck() async {
        harness.application.beginWithholdingInput()
        let stuck = harness.finger().down(at: Point(10, 10))
        await harness.settle()
        harness.application.endWithholdingInput()
        await harness.advance(by: .milliseconds(2999))
        harness.finger().down(at: Point(50, 50)).up()
        await harness.settle()
        #expect(view.log.lines.isEmpty)
        await harness.advance(by: .milliseconds(1))
        harness.finger().down(at: Point(60, 60)).up()
        await harness.settle()
        stuck.move(to: Point(30, 30)).up()
        await harness.settle()
        #expect(view.log.lines == ["view.began(60, 60)", "view.ended(60, 60)"])
    }

    // Rules: K4, K5.
    @Test("A key that is pressed while input is withheld is withheld until it is released, with its repetitions")
    func keys() async {
        let field = harness.add(TextField(frame: Rect(0, 600, 200, 40)))
        field.becomeFirstResponder()
        harness.application.beginWithholdingInput()
        harness.keyboard.press(.keyboardA)
        await harness.settle()
        harness.application.endWithholdingInput()
        harness.keyboard.repeat(.keyboardA)
        await harness.settle()
        #expect(harness.application.isWithholdingInput)
        harness.keyboard.release(.keyboardA)
        await harness.settle()
        #expect(!harness.application.isWithholdingInput)
        harness.keyboard.type("b")
        await harness.settle()
        #expect(field.text == "b")
        #expect(harness.application.pressStatistics.withheldPresses == 1)
    }

    // Rules: K4, K5.
    @Test("The wheel is withheld until it has rested for 0.3 seconds")
    func wheel() async {
        let scroll = harness.add(ScrollView(frame: Rect(500, 0, 200, 200)))
        scroll.contentSize = Size(200, 2000)
        harness.application.beginWithholdingInput()
        harness.wheel(by: Point(0, -20), at: Point(600, 100))
        await harness.settle()
        harness.application.endWithholdingInput()
        for _ in 0..<5 {
            await harness.advance(by: .milliseconds(200))
            harness.wheel(by: Point(0, -20), at: Point(600, 100))
            await harness.settle()
        }
        #expect(scroll.contentOffset == .zero)
        await harness.advance(by: .milliseconds(300))
        harness.wheel(by: Point(0, -20), at: Point(600, 100))
        await harness.advance(by: .seconds(1))
        #expect(scroll.contentOffset.y > 0)
    }

    // Rules: K4.
    @Test("A pointer that hovers is not seen while input is withheld, and is seen with its next sample afterwards")
    func hovering() async {
        let hover = HoverGestureRecognizer()
        var states: [GestureRecognizer.State] = []
        hover.addAction { states.append($0.state) }
        view.addGestureRecognizer(hover)
        harness.application.beginWithholdingInput()
        let pointer = harness.pointer().enter(at: Point(5, 5))
        await harness.settle()
        #expect(states.isEmpty)
        harness.application.endWithholdingInput()
        pointer.move(to: Point(6, 6))
        await harness.settle()
        #expect(states == [.began])
    }

    // Rules: K4.
    @Test("Input is withheld until as many ends were called as begins, and at least for the delay of the last end")
    func nested() async {
        harness.application.beginWithholdingInput()
        harness.application.beginWithholdingInput()
        harness.application.endWithholdingInput()
        #expect(harness.application.isWithholdingInput)
        harness.application.endWithholdingInput(after: .milliseconds(500))
        await harness.advance(by: .milliseconds(499))
        harness.finger().down(at: Point(10, 10)).up()
        await harness.settle()
        #expect(harness.application.isWithholdingInput && view.log.lines.isEmpty)
        await harness.advance(by: .milliseconds(1))
        #expect(!harness.application.isWithholdingInput)
    }

    // Rules: K7, K2.
    @Test("A text of an input method is dropped while input is withheld, and is activity")
    func inputMethod() async {
        let field = harness.add(TextField(frame: Rect(0, 600, 200, 40)))
        field.becomeFirstResponder()
        var change = TextChange()
        change.inserted = "é"
        harness.application.beginWithholdingInput()
        await harness.advance(by: .seconds(5))
        harness.application.receive(change, in: field)
        #expect(field.text.isEmpty && harness.application.lastActivity == harness.now)
        harness.application.endWithholdingInput()
        harness.application.receive(change, in: field)
        #expect(field.text == "é")
    }

    @Test("An end of withholding without its begin stops the process with a message")
    func misuse() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let application = try AppHarness().application
                application.beginWithholdingInput()
                application.endWithholdingInput()
                application.endWithholdingInput()
            }
        }
        result.expectMessage("endWithholdingInput(after:) was called once more than beginWithholdingInput()")
    }

    // Rules: K4.
    @Test("An explanation and a trace give the reason why a touch is withheld")
    func reasons() async {
        harness.application.beginWithholdingInput()
        #expect(harness.application.explainTouch(at: Point(10, 10)).refusal == .withheld)
        var lines: [String] = []
        harness.application.onTouchTrace = { lines.append("\($0)") }
        harness.finger().down(at: Point(10, 10)).up()
        await harness.settle()
        #expect(lines.contains { $0.contains("withholds input") })
        harness.application.onTouchTrace = nil
    }

    // Rules: K5.
    @Test("A withheld finger that stays down for good does not keep others out another time")
    func stuckBefore() async {
        harness.application.beginWithholdingInput()
        let stuck = harness.finger().down(at: Point(10, 10))
        await harness.settle()
        harness.application.endWithholdingInput()
        await harness.advance(by: .seconds(4))
        harness.finger().down(at: Point(50, 50)).up()
        await harness.settle()
        harness.application.beginWithholdingInput()
        let waking = harness.finger().down(at: Point(60, 60))
        await harness.settle()
        harness.application.endWithholdingInput()
        stuck.up()
        await harness.settle()
        #expect(harness.application.isWithholdingInput)
        waking.up()
        await harness.settle()
        #expect(!harness.application.isWithholdingInput)
        #expect(view.log.lines == ["view.began(50, 50)", "view.ended(50, 50)"])
    }
}
