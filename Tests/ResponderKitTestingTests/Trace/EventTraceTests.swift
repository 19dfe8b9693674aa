import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

/// A first responder that takes presses.
final class TracedField: View {
    override var canBecomeFirstResponder: Bool { true }
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {}
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {}
}

@Suite("A trace of what an application does")
@MainActor
struct EventTraceTests {
    private let harness: AppHarness

    init() throws { harness = try AppHarness() }

    private func addButton() -> Button {
        let button = harness.add(Button(title: "Add"))
        button.frame = Rect(0, 0, 100, 40)
        return button
    }

    @Test("A tap has a line for each step, with the seconds since the trace was made")
    func tap() {
        _ = addButton()
        harness.advance(by: .seconds(5))
        let trace = harness.trace()
        harness.advance(by: .milliseconds(250))
        let finger = harness.finger().down(at: Point(50, 20))
        harness.advance(by: .nanoseconds(1_500))
        finger.move(by: 5, 0)
        harness.advance(by: .nanoseconds(1))
        finger.up()
        harness.settle()
        #expect(
            "\(trace)" == """
                0.250 touch 1 at (50, 20): hits Button (0, 0, 100 x 40) in Window (0, 0, 1000 x 1000)
                0.250 touch 1 at (50, 20): began goes to Button (0, 0, 100 x 40)
                0.2500015 touch 1 at (55, 20): moved goes to Button (0, 0, 100 x 40)
                0.250001501 touch 1 at (55, 20): ended goes to Button (0, 0, 100 x 40)
                0.250001501 touch 1 at (55, 20): is over
                """
        )
        #expect(trace.lines.map(\.time).first == .milliseconds(250))
        #expect(trace.lines.map(\.isMove) == [false, false, true, false, false])
        #expect("\(trace)" == trace.lines.map(\.description).joined(separator: "\n"))
    }

    @Test("A trace has a line for each step of a recogniser, and touches of several fingers share one")
    func gestures() {
        let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 200, 200)))
        pad.isMultipleTouchEnabled = true
        let tap = TapGestureRecognizer()
        tap.numberOfTouchesRequired = 2
        tap.addAction { _ in }
        pad.addGestureRecognizer(tap)
        let trace = harness.trace()
        let (one, two) = (harness.finger(), harness.finger())
        harness.together {
            one.down(at: Point(10, 10))
            two.down(at: Point(20, 20))
        }
        harness.settle()
        harness.together {
            one.up()
            two.up()
        }
        harness.settle()
        harness.finger().down(at: Point(900, 900))
        harness.settle()
        let gestures = trace.lines(of: [.gesture]).map(\.text)
        #expect(gestures.first == "touches 1, 2 at (10, 10): given to TapGestureRecognizer")
        #expect(gestures.contains("touches 1, 2 at (10, 10): TapGestureRecognizer is recognised"))
        #expect(gestures.last?.hasSuffix("TapGestureRecognizer is reset") == true)
        let touches = trace.lines(of: [.touch]).map(\.description)
        #expect(touches.contains("0.000 touches 1, 2 at (10, 10): began goes to RecordingView (0, 0, 200 x 200)"))
        #expect(trace.lines.count == gestures.count + touches.count)
    }

    @Test("Keys, the first responder and the life cycle have lines in the order in which they happen")
    func others() throws {
        let field = harness.add(TracedField(frame: Rect(0, 0, 50, 20)))
        let trace = harness.trace()
        field.becomeFirstResponder()
        harness.keyboard.type("a")
        harness.settle()
        field.resignFirstResponder()
        #expect(
            "\(trace)" == """
                0.000 focus goes to TracedField (0, 0, 50 x 20)
                0.000 press a: began goes to TracedField (0, 0, 50 x 20)
                0.000 press a: ended goes to TracedField (0, 0, 50 x 20)
                0.000 focus goes to no responder
                """
        )
        let mark = trace.count
        try harness.device.perform(.home)
        let life = trace.lines(from: mark)
        #expect(life.allSatisfy { $0.kind == .lifecycle })
        #expect(life.first?.text == "D willResignActive [active]")
        #expect(life.contains { $0.text == "state: background" } && life.contains { $0.text == "state: suspended" })
    }

    @Test("The lines of a trace can be chosen by kind, from a place on, and without moves")
    func choice() {
        let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 500, 500)))
        pad.addGestureRecognizer(PanGestureRecognizer())
        let trace = harness.trace()
        harness.tap(at: Point(10, 10))
        let mark = trace.count
        harness.drag(from: Point(10, 10), to: Point(12, 10))
        let all = trace.lines
        #expect(trace.lines(of: [.touch, .gesture]) == all && trace.lines(of: [.press, .focus, .lifecycle]).isEmpty)
        #expect(trace.lines(of: [.gesture]) == all.filter { $0.kind == .gesture })
        #expect(trace.lines(from: mark) == Array(all[mark...]) && mark > 0)
        #expect(all.contains { $0.isMove })
        #expect(trace.lines(withMoves: false) == all.filter { !$0.isMove })
        #expect(trace.lines(from: all.count + 1).isEmpty && trace.lines(from: -1) == all)
    }

    @Test("A trace that has ended has no further lines")
    func end() throws {
        _ = addButton()
        let trace = harness.trace()
        harness.tap(at: Point(10, 10))
        let lines = trace.lines
        trace.end()
        trace.end()
        harness.tap(at: Point(10, 10))
        try harness.device.perform(.home)
        #expect(!trace.isRecording && trace.lines == lines && !lines.isEmpty)
    }

    @Test("Listeners that were set before a trace are still called, and are set again when it ends")
    func formerListeners() throws {
        let field = harness.add(TracedField(frame: Rect(0, 0, 50, 20)))
        field.becomeFirstResponder()
        var (touches, presses, life) = (0, 0, 0)
        let application = harness.application
        let device = application.onLifecycleEvent
        application.onTouchTrace = { _ in touches += 1 }
        application.onPressDelivery = { _ in presses += 1 }
        application.onLifecycleEvent = {
            life += 1
            device?($0)
        }
        let trace = harness.trace()
        func act() throws -> [Int] {
            (touches, presses, life) = (0, 0, 0)
            harness.finger().down(at: Point(10, 10)).up()
            harness.keyboard.type("a")
            harness.settle()
            try harness.device.perform(.home)
            try harness.device.perform(.openSwitcher)
            try harness.device.perform(.choose("Application"))
            return [touches, presses, life]
        }
        let traced = try act()
        #expect(traced[0] == trace.lines(of: [.touch, .gesture]).count)
        #expect(traced[1] == trace.lines(of: [.press]).count && traced[2] == trace.lines(of: [.lifecycle]).count)
        #expect(traced.allSatisfy { $0 > 0 })
        trace.end()
        #expect(try act() == traced)
    }

    @Test("Without former listeners, an application has none when its trace has ended")
    func noListeners() {
        let application = harness.application
        application.onLifecycleEvent = nil
        let trace = harness.trace()
        #expect(application.onTouchTrace != nil && application.onPressDelivery != nil)
        trace.end()
        #expect(application.onTouchTrace == nil && application.onPressDelivery == nil)
        #expect(application.onLifecycleEvent == nil)
    }

    @Test("A listener that was set during a trace stays when the trace ends")
    func laterListeners() {
        _ = addButton()
        var touches = 0
        let trace = harness.trace()
        harness.application.onTouchTrace = { _ in touches += 1 }
        trace.end()
        harness.tap(at: Point(10, 10))
        #expect(touches == 4 && trace.lines.isEmpty)
    }

    @Test("Of two traces each has all lines while it records, whichever ends first", arguments: [true, false])
    func twoTraces(endsOuterFirst: Bool) {
        _ = addButton()
        let first = harness.trace()
        harness.tap(at: Point(10, 10))
        let second = harness.trace()
        harness.tap(at: Point(10, 10))
        let (one, other) = endsOuterFirst ? (second, first) : (first, second)
        one.end()
        harness.tap(at: Point(10, 10))
        other.end()
        harness.tap(at: Point(10, 10))
        #expect(first.count == (endsOuterFirst ? 12 : 8) && second.count == (endsOuterFirst ? 4 : 8))
    }

    @Test("A trace keeps neither views nor recognisers alive, and its lines still name them")
    func lifetime() {
        weak var view: RecordingView?
        weak var tap: TapGestureRecognizer?
        let trace = harness.trace()
        func act() {
            let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 50, 50)))
            let recognizer = TapGestureRecognizer()
            pad.addGestureRecognizer(recognizer)
            (view, tap) = (pad, recognizer)
            harness.tap(at: Point(10, 10))
            pad.removeFromSuperview()
        }
        act()
        harness.advance(by: .seconds(1))
        #expect(view == nil && tap == nil)
        #expect(trace.lines.contains { $0.text.contains("began goes to RecordingView (0, 0, 50 x 50)") })
        #expect(trace.lines.contains { $0.text.contains("given to TapGestureRecognizer") })
    }

    @Test("A trace that nobody keeps is released, and keeps its application no longer than others do")
    func release() throws {
        weak var trace: EventTrace?
        weak var application: Application?
        var kept: EventTrace?
        func act() throws {
            let harness = try AppHarness()
            application = harness.application
            let released = harness.trace()
            trace = released
            kept = harness.trace()
            harness.tap(at: Point(10, 10))
        }
        try act()
        #expect(trace == nil && application == nil)
        #expect(kept?.lines.isEmpty == false && kept?.chromeJSON.isEmpty == false)
    }

    @Test("The lines of a trace are the same for the same input")
    func deterministic() throws {
        func run() throws -> [String] {
            let harness = try AppHarness()
            let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 900, 900)))
            pad.isMultipleTouchEnabled = true
            for recognizer in [PinchGestureRecognizer(), PanGestureRecognizer(), RotationGestureRecognizer()] {
                pad.addGestureRecognizer(recognizer)
            }
            let trace = harness.trace()
            harness.pinch(at: Point(400, 400), scale: 2)
            harness.rotate(at: Point(400, 400), by: 1)
            return ["\(trace)", trace.chromeJSON]
        }
        let first = try run()
        #expect(try run() == first)
    }

    @Test("Line breaks and control characters of names are escaped in a trace")
    func escapes() {
        let pad = harness.add(RecordingView("pad", frame: Rect(0, 0, 50, 50)))
        let tap = TapGestureRecognizer()
        tap.name = "a\n\u{1b}b"
        pad.addGestureRecognizer(tap)
        let trace = harness.trace()
        harness.tap(at: Point(10, 10))
        #expect(trace.lines(of: [.gesture]).first?.text == #"touch 1 at (10, 10): given to a\n\u{1B}b"#)
        #expect("\(trace)".split(separator: "\n").count == trace.count)
    }
}
