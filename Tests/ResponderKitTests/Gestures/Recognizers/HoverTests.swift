import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Hover recognisers")
struct HoverTests {
    private let harness: AppHarness
    private let view: RecordingView
    private let inner: RecordingView
    private let log = ActionLog()
    private let hover = HoverGestureRecognizer()
    private let pointer: Pointer

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(100, 100, 400, 400)))
        inner = RecordingView("inner", log: view.log, frame: Rect(100, 100, 100, 100))
        view.addSubview(inner)
        log.follow(hover, as: "hover", in: view)
        view.addGestureRecognizer(hover)
        pointer = harness.pointer()
    }

    private func add(_ name: String, to view: View) -> HoverGestureRecognizer {
        let recognizer = HoverGestureRecognizer()
        log.follow(recognizer, as: name)
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    private func take() -> [String] {
        harness.settle()
        return log.take()
    }

    // Rules: G3, G5, G53.
    @Test("Hover recognisers begin when the pointer comes over the view, change with moves, and end where it left")
    func wholeGestures() {
        pointer.enter(at: Point(10, 10))
        #expect(take() == [])
        pointer.move(to: Point(150, 150))
        #expect(take() == ["hover began (50, 50)"])
        #expect(hover.state == .began && hover.numberOfTouches == 0)
        pointer.move(by: 10, 0)
        #expect(take() == ["hover changed (60, 50)"])
        pointer.move(to: Point(90, 150))
        #expect(take() == ["hover ended (-10, 50)"])
        #expect(hover.state == .possible)
        pointer.move(to: Point(250, 250))
        #expect(take() == ["hover began (150, 150)"])
        pointer.exit()
        #expect(take() == ["hover ended (150, 150)"])
        pointer.enter(at: Point(110, 110))
        #expect(take() == ["hover began (10, 10)"])
        pointer.cancel()
        #expect(take() == ["hover cancelled (10, 10)"])
        #expect(view.log.lines == [] && harness.application.touchStatistics.events == 0)
        #expect(harness.application.touchStatistics == .init())
    }

    // Rules: G10, G13.
    @Test("Hover recognisers of left views end first, innermost first, then those of the new hit view begin")
    func order() {
        let sibling = RecordingView("sibling", frame: Rect(220, 100, 100, 100))
        view.addSubview(sibling)
        let window = add("window", to: harness.window)
        let recognizers = [add("a", to: inner), add("b", to: inner), add("sibling", to: sibling)]
        pointer.enter(at: Point(210, 210))
        #expect(
            take() == ["a began (210, 210)", "b began (210, 210)", "hover began (110, 110)", "window began (210, 210)"]
        )
        pointer.move(to: Point(330, 210))
        #expect(
            take() == [
                "a ended (330, 210)", "b ended (330, 210)", "sibling began (330, 210)", "hover changed (230, 110)",
                "window changed (330, 210)",
            ]
        )
        pointer.move(to: Point(50, 50))
        #expect(take() == ["sibling ended (50, 50)", "hover ended (-50, -50)", "window changed (50, 50)"])
        pointer.exit()
        #expect(take() == ["window ended (50, 50)"])
        #expect((recognizers + [window]).allSatisfy { $0.state == .possible })
    }

    // Rules: G53, G20, G23.
    @Test("Hover recognisers take, delay and get no touch, and no other recogniser gets the pointer")
    func besideTouches() {
        hover.delaysTouchesBegan = true
        let all = ResponderLog()
        let drags = ScriptedRecognizer.drags("drags", log: all)
        drags.cancelsTouchesInView = false
        view.addGestureRecognizer(drags)
        let finger = harness.finger()
        harness.together {
            finger.down(at: Point(150, 150))
            pointer.enter(at: Point(160, 150))
        }
        harness.settle()
        harness.together {
            finger.move(to: Point(170, 150))
            pointer.move(to: Point(180, 150))
        }
        harness.settle()
        finger.up()
        pointer.move(to: Point(190, 150))
        #expect(take() == ["hover began (60, 50)", "hover changed (80, 50)", "hover changed (90, 50)"])
        #expect(view.log.lines == ["view.began(150, 150)", "view.moved(170, 150)", "view.ended(170, 150)"])
        #expect(
            all.lines == [
                "drags.began(150, 150)", "drags.moved(170, 150)", "drags action began", "drags.ended(170, 150)",
                "drags action ended", "drags reset ended",
            ]
        )
        pointer.exit()
        _ = take()
    }

    // Rules: T34, G17.
    @Test("Hover recognisers are cancelled when the application becomes inactive, and begin with the next move")
    func inactive() throws {
        let late = harness.pointer()
        pointer.enter(at: Point(150, 150))
        _ = take()
        try harness.device.perform(.openNotificationCenter)
        #expect(take() == ["hover cancelled (50, 50)"])
        pointer.move(by: 1, 0)
        late.enter(at: Point(120, 120))
        #expect(take() == [])
        try harness.device.perform(.closeNotificationCenter)
        #expect(take() == [])
        late.move(by: 1, 0)
        #expect(take() == ["hover began (21, 20)"])
        late.exit()
        #expect(take() == ["hover ended (21, 20)"])
        pointer.move(by: 1, 0)
        #expect(take() == ["hover began (52, 50)"])
        harness.application.beginIgnoringInteractionEvents()
        #expect(take() == ["hover cancelled (52, 50)"])
        pointer.move(by: 1, 0)
        #expect(take() == [])
        harness.application.endIgnoringInteractionEvents()
        pointer.move(by: 1, 0)
        #expect(take() == ["hover began (54, 50)"])
        pointer.exit()
        #expect(take() == ["hover ended (54, 50)"])
    }

    // Rules: G11, G38.
    @Test("Hover recognisers that are refused a pointer hear nothing until the pointer has left the view")
    func refused() {
        hover.allowedTouchTypes = [.pencil]
        pointer.enter(at: Point(150, 150))
        #expect(take() == [])
        hover.allowedTouchTypes = [.indirectPointer]
        let delegate = ScriptedDelegate()
        hover.delegate = delegate
        var answers = [false, true]
        var events: [TouchSet] = []
        delegate.receivesEvent = { event in
            events.append(event.allTouches)
            return answers.removeFirst()
        }
        delegate.receivesTouch = { _ in false }
        var begins = [false, true]
        delegate.begins = { _ in begins.removeFirst() }
        for _ in 0..<3 { pointer.move(by: 1, 0) }
        #expect(take() == [] && answers == [true])
        let pencil = harness.pointer(kind: .pencil)
        pencil.enter(at: Point(150, 150)).move(by: 1, 0)
        #expect(take() == [])
        pointer.move(to: .zero)
        _ = take()
        // The recogniser is offered the pointer now, and asks whether it may begin.
        pointer.move(to: Point(150, 150))
        harness.settle()
        pointer.move(by: 1, 0)
        #expect(take() == [] && begins == [true] && hover.state == .possible)
        pointer.move(to: .zero)
        answers = [true]
        harness.settle()
        pointer.move(to: Point(151, 150))
        #expect(take() == ["hover began (51, 50)"])
        #expect(events.count == 3 && events.allSatisfy(\.isEmpty))
        pointer.exit()
        #expect(take() == ["hover ended (51, 50)"])
    }

    // Rules: G16, G18.
    @Test("Hover recognisers are cancelled when disabled or removed, or with their view; hidden views are left")
    func givenUp() {
        pointer.enter(at: Point(10, 10))
        let changes: [(change: () -> Void, undo: () -> Void)] = [
            ({ hover.isEnabled = false }, { hover.isEnabled = true }),
            ({ view.removeGestureRecognizer(hover) }, { view.addGestureRecognizer(hover) }),
            ({ view.removeFromSuperview() }, { harness.add(view) }),
            ({ harness.window.isHidden = true }, { harness.window.isHidden = false }),
        ]
        for (index, (change, undo)) in changes.enumerated() {
            pointer.move(to: Point(150, 150))
            #expect(take() == ["hover began (50, 50)"], "\(index)")
            change()
            #expect(log.take().map { $0.prefix(15) } == ["hover cancelled"], "\(index)")
            pointer.move(by: 1, 0)
            #expect(take() == [], "\(index)")
            undo()
            #expect(take() == [], "\(index)")
        }
        pointer.move(by: 1, 0)
        #expect(take() == ["hover began (52, 50)"])
        view.isHidden = true
        pointer.move(by: 1, 0)
        #expect(take() == ["hover ended (53, 50)"])
        view.isHidden = false
        pointer.move(by: 1, 0)
        #expect(take() == ["hover began (54, 50)"])
        pointer.exit()
        _ = take()
    }

    @Test("Hover recognisers follow one pointer at a time, the first that came")
    func severalPointers() {
        let other = harness.pointer()
        pointer.enter(at: Point(150, 150))
        other.enter(at: Point(250, 250))
        #expect(take() == ["hover began (50, 50)"])
        other.move(by: 1, 0)
        #expect(take() == [])
        pointer.exit()
        #expect(take() == ["hover ended (50, 50)"])
        other.move(by: 1, 0)
        #expect(take() == ["hover began (152, 150)"])
        pointer.enter(at: Point(150, 150)).exit()
        #expect(take() == [])
        other.exit()
        #expect(take() == ["hover ended (152, 150)"])
    }

    // Rules: G34.
    @Test("Hover recognisers that wait for another begin when it fails, and not if the pointer has left by then")
    func waiting() {
        let press = LongPressGestureRecognizer()
        view.addGestureRecognizer(press)
        hover.require(toFail: press)
        let finger = harness.finger().down(at: Point(400, 400))
        pointer.enter(at: Point(150, 150))
        #expect(take() == [])
        pointer.move(by: 1, 0)
        #expect(take() == [])
        finger.up()
        #expect(take() == ["hover began (51, 50)"])
        pointer.move(to: .zero)
        _ = take()
        finger.down(at: Point(400, 400))
        pointer.move(to: Point(150, 150))
        harness.settle()
        pointer.exit()
        harness.settle()
        finger.up()
        #expect(take() == [] && hover.state == .possible)
    }

    // Rules: H2, H8.
    @Test("Hover recognisers are those of the view that a hit-test with an event finds in the window in front")
    func hitTest() {
        final class Through: View {
            var events: [Event?] = []
            override func point(inside point: Point, with event: Event?) -> Bool {
                events.append(event)
                return false
            }
        }
        let through = harness.add(Through(frame: harness.window.bounds))
        pointer.enter(at: Point(150, 150))
        #expect(take() == ["hover began (50, 50)"])
        #expect(through.events.count == 1 && through.events.allSatisfy { $0?.allTouches.isEmpty == true })
        let front = Window(frame: Rect(0, 0, 300, 300), application: harness.application)
        front.isHidden = false
        pointer.move(by: 1, 0)
        #expect(take() == ["hover ended (51, 50)"])
        front.isUserInteractionEnabled = false
        pointer.move(by: 1, 0)
        #expect(take() == ["hover began (52, 50)"])
        pointer.exit()
        _ = take()
        front.isHidden = true
    }

    // Rules: G53.
    @Test("Hover recognisers say in traces why their gestures end, and in explanations that they get no touch")
    func traced() throws {
        var steps: [GestureStep] = []
        harness.application.onTouchTrace = { event in
            if case .recognizer(_, let step) = event.kind { steps.append(step) }
        }
        defer { harness.application.onTouchTrace = nil }
        harness.finger().down(at: Point(150, 150)).up()
        pointer.enter(at: Point(150, 150))
        harness.settle()
        try harness.device.perform(.openNotificationCenter)
        try harness.device.perform(.closeNotificationCenter)
        pointer.move(by: 1, 0)
        harness.settle()
        pointer.cancel()
        harness.settle()
        pointer.enter(at: Point(150, 150)).exit()
        harness.settle()
        #expect(
            steps == [
                .began, .cancelled(.interrupted(.pointersDropped)), .reset,
                .began, .cancelled(.interrupted(.pointerCancelled)), .reset, .began, .ended, .reset,
            ]
        )
        let explanation = harness.application.explainTouch(at: Point(150, 150))
        #expect(explanation.recognizers.map(\.refusal) == [.hovering])
    }
}
