import Glibc
import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Explaining a touch")
struct ExplainTests {
    private typealias Step = TouchExplanation.Step

    private func outcome(of view: View, in explanation: TouchExplanation) -> TouchExplanation.Outcome? {
        explanation.steps.first { $0.view === view }?.outcome
    }

    // Rules: H8, H9, H23.
    @Test("An explanation says of each view that was passed over why it was")
    func reasons() throws {
        let harness = try AppHarness()
        let front = Rect(0, 0, 100, 100)
        let back = harness.add(View(frame: front))
        let hidden = harness.add(View(frame: front))
        hidden.isHidden = true
        let disabled = harness.add(View(frame: front))
        disabled.isUserInteractionEnabled = false
        let faint = harness.add(View(frame: front))
        faint.alpha = 0.0099
        let flat = harness.add(View(frame: front))
        flat.transform = Transform(scaleX: 0, y: 1)
        let beside = harness.add(View(frame: Rect(50, 50, 100, 100)))
        let shaped = harness.add(ShapedView(frame: front))
        let explanation = harness.application.explainTouch(at: Point(10, 10))
        #expect(outcome(of: hidden, in: explanation) == .passedOver(.hidden))
        #expect(outcome(of: disabled, in: explanation) == .passedOver(.interactionDisabled))
        #expect(outcome(of: faint, in: explanation) == .passedOver(.transparent(alpha: 0.0099)))
        #expect(outcome(of: flat, in: explanation) == .passedOver(.notInvertible))
        #expect(outcome(of: beside, in: explanation) == .passedOver(.outside(bounds: Rect(0, 0, 100, 100))))
        #expect(outcome(of: shaped, in: explanation) == .passedOver(.pointInside(bounds: Rect(0, 0, 100, 100))))
        #expect(outcome(of: back, in: explanation) == .hit)
        #expect(outcome(of: harness.window, in: explanation) == .entered)
        #expect(explanation.view === back && explanation.window === harness.window)
        #expect(explanation.steps.map(\.view) == [harness.window, shaped, beside, flat, faint, disabled, hidden, back])
        #expect(explanation.steps.map(\.depth) == [0, 1, 1, 1, 1, 1, 1, 1])
        #expect(explanation.steps.first { $0.view === beside }?.point == Point(-40, -40))
        #expect(explanation.steps.first { $0.view === flat }?.point == nil)
    }

    // Rules: H11, H14.
    @Test("An explanation does not name what is inside of a view that was passed over")
    func pruned() throws {
        let harness = try AppHarness()
        let outer = harness.add(View(frame: Rect(0, 0, 50, 50)))
        let inner = View(frame: Rect(0, 0, 500, 500))
        outer.addSubview(inner)
        let explanation = harness.application.explainTouch(at: Point(100, 100))
        #expect(outcome(of: inner, in: explanation) == nil)
        #expect(outcome(of: outer, in: explanation) == .passedOver(.outside(bounds: outer.bounds)))
        #expect(explanation.view === harness.window)
    }

    // Rules: H2, H5.
    @Test("An explanation tries the windows front to back, and says why some let the touch through")
    func windows() throws {
        let harness = try AppHarness()
        let all = Rect(0, 0, 1000, 1000)
        let disabled = harness.show(Window(frame: all, application: harness.application))
        disabled.isUserInteractionEnabled = false
        let small = harness.show(Window(frame: Rect(0, 0, 10, 10), application: harness.application))
        let faint = harness.show(Window(frame: all, application: harness.application))
        faint.windowLevel = .alert
        faint.alpha = 0
        let explanation = harness.application.explainTouch(at: Point(500, 500))
        #expect(explanation.steps.map(\.view) == [faint, small, disabled, harness.window])
        #expect(outcome(of: faint, in: explanation) == .passedOver(.transparent(alpha: 0)))
        #expect(outcome(of: small, in: explanation) == .passedOver(.outside(bounds: Rect(0, 0, 10, 10))))
        #expect(outcome(of: disabled, in: explanation) == .passedOver(.interactionDisabled))
        #expect(explanation.window === harness.window)
    }

    // Rules: H17, H18.
    @Test("An explanation tells what an override of hitTest answers, and what it did by calling super")
    func overrides() throws {
        let harness = try AppHarness()
        let behind = harness.add(View(frame: Rect(0, 0, 100, 100)))
        let through = harness.add(LettingThroughView(frame: Rect(0, 0, 100, 100)))
        let inner = View(frame: Rect(50, 50, 50, 50))
        through.addSubview(inner)
        var explanation = harness.application.explainTouch(at: Point(10, 10))
        #expect(explanation.steps.map(\.view) == [harness.window, through, through, inner, behind])
        #expect(explanation.steps.map(\.depth) == [0, 1, 2, 3, 1])
        let outside = TouchExplanation.Outcome.passedOver(.outside(bounds: inner.bounds))
        #expect(explanation.steps.map(\.outcome) == [.entered, .answered(nil), .hit, outside, .hit])
        #expect(explanation.view === behind)

        explanation = harness.application.explainTouch(at: Point(60, 60))
        #expect(explanation.steps.map(\.outcome) == [.entered, .answered(inner), .entered, .hit])
        #expect(explanation.view === inner)
    }

    // Rules: H18.
    @Test("An explanation passes overrides an event that goes nowhere, and that may be kept")
    func event() throws {
        let harness = try AppHarness()
        let asking = harness.add(AskingView(frame: Rect(0, 0, 100, 100)))
        let log = ResponderLog()
        harness.add(RecordingView("view", log: log, frame: Rect(0, 0, 100, 100)))
        let finger = harness.finger().down(at: Point(5, 5))
        harness.settle()
        log.clear()
        asking.superview?.bringSubviewToFront(asking)
        _ = harness.application.explainTouch(at: Point(10, 10))
        let event = try #require(asking.event)
        harness.application.sendEvent(event)
        #expect(event.allTouches.count == 1)
        #expect(event.timestamp == harness.now)
        #expect(log.lines.isEmpty)
        finger.move(to: Point(6, 6)).up()
        harness.settle()
        #expect(log.lines == ["view.moved(6, 6)", "view.ended(6, 6)"])
        // What is kept stays as it was.
        let touch = try #require(event.allTouches.first)
        #expect(event.coalescedTouches(for: touch)?.map(\.location) == [Point(5, 5)])
    }

    @Test("An explanation and a touch that is dispatched inside of an override do not disturb each other")
    func nested() throws {
        let harness = try AppHarness()
        let asking = harness.add(AskingView(frame: Rect(0, 0, 100, 100)))
        let log = ResponderLog()
        let other = harness.add(RecordingView("view", log: log, frame: Rect(500, 500, 100, 100)))
        let through = LettingThroughView(frame: Rect(0, 0, 100, 100))
        other.addSubview(through)
        var inner: TouchExplanation?
        asking.whenAsked = {
            harness.finger().down(at: Point(510, 510))
            harness.loop.run(until: harness.now)
            inner = harness.application.explainTouch(at: Point(510, 510))
        }
        let explanation = harness.application.explainTouch(at: Point(10, 10))
        #expect(log.lines == ["view.began(510, 510)"])
        #expect(explanation.steps.map(\.view) == [harness.window, other, asking, asking])
        #expect(explanation.view === asking)
        #expect(inner?.view === other)
        #expect(inner?.steps.map(\.view) == [harness.window, other, through, through])
        #expect(!ProcessState.shared.pointee.isExplaining)
    }

    @Test("An explanation says why a touch misses")
    func misses() throws {
        let harness = try AppHarness(screenSize: Size(100, 100))
        let application = harness.application
        #expect(application.explainTouch(at: Point(100, 0)).miss == .unwanted)
        #expect(application.explainTouch(at: Point(99, 0)).miss == nil)
        let pointing = harness.add(PointingView(frame: Rect(0, 0, 10, 10)))
        let stray = View()
        pointing.target = stray
        let explanation = application.explainTouch(at: Point(5, 5))
        #expect(explanation.miss == .notShown(stray))
        #expect(explanation.view == nil && explanation.window == nil && explanation.responder == nil)
        harness.window.isHidden = true
        #expect(application.explainTouch(at: .zero).miss == .noWindow)
        #expect(application.explainTouch(at: .zero).steps.isEmpty)
    }

    @Test("An explanation changes nothing: no touch, no count, no index")
    func noEffect() throws {
        let harness = try AppHarness()
        for place in 0..<1000 { harness.add(View(frame: Rect(Double(place), 0, 1, 1000))) }
        let statistics = harness.application.touchStatistics
        for _ in 0..<100 {
            let explanation = harness.application.explainTouch(at: Point(2.5, 10))
            // Each of the thousand is told of, down to the one that is hit, and the window.
            #expect(explanation.steps.count == 1 + 998)
        }
        #expect(harness.application.touchStatistics == statistics)
        #expect(!harness.window.record.hasIndex)
        #expect(harness.isIdle)
    }

    @Test("An explanation keeps whom it names alive for as long as it is kept")
    func lifetime() throws {
        let harness = try AppHarness()
        weak var passedOver: View?
        do {
            let view = harness.add(View(frame: Rect(0, 0, 10, 10)))
            passedOver = view
            let explanation = harness.application.explainTouch(at: Point(50, 50))
            view.removeFromSuperview()
            #expect(explanation.steps.count == 2)
        }
        #expect(passedOver == nil)
    }
}

// MARK: - Admission and chain

@MainActor
@Suite("Explaining who gets a touch")
struct ExplainReceiverTests {
    // Rules: T28, T34.
    @Test("An explanation says that the application takes no touch, and where the touch would go")
    func application() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        let view = RecordingView("view", frame: Rect(0, 0, 100, 100))
        window.addSubview(view)
        window.makeKeyAndVisible()
        #expect(application.explainTouch(at: .zero).refusal == .applicationInactive)
        #expect(application.explainTouch(at: .zero).responder == nil)
        application.launch()
        #expect(application.explainTouch(at: .zero).refusal == nil)
        #expect(application.explainTouch(at: .zero).responder === view)
        application.beginIgnoringInteractionEvents()
        #expect(application.explainTouch(at: .zero).refusal == .ignoringInteraction)
        #expect(application.explainTouch(at: .zero).handler === view)
        application.endIgnoringInteractionEvents()
        #expect(application.explainTouch(at: Point(.nan, 0)).refusal == .invalidLocation)
        application.terminate()
        #expect(application.explainTouch(at: .zero).refusal == .applicationInactive)
    }

    // Rules: T15, T41.
    @Test("An explanation says that the view holds a touch already, and that there are too many")
    func count() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let first = harness.finger().down(at: Point(1, 1))
        harness.settle()
        #expect(harness.application.explainTouch(at: Point(5, 5)).refusal == .singleTouch)
        // Not in the handler of its end any more.
        var inside: TouchRefusal?
        view.handler = { phase, _, _ in
            if phase == .ended { inside = harness.application.explainTouch(at: Point(5, 5)).refusal }
        }
        defer { view.handler = nil }
        first.up()
        harness.settle()
        #expect(inside == nil)
        view.isMultipleTouchEnabled = true
        for place in 0..<64 {
            #expect(harness.application.explainTouch(at: Point(5, 5)).refusal == nil, "\(place)")
            harness.finger().down(at: Point(Double(place), 1))
            harness.settle()
        }
        #expect(harness.application.explainTouch(at: Point(5, 5)).refusal == .tooManyTouches)
    }

    // Rules: T18, T19.
    @Test("An explanation names the view whose exclusive touch stands against the new one")
    func exclusive() throws {
        let harness = try AppHarness()
        let exclusive = harness.add(RecordingView("exclusive", frame: Rect(0, 0, 100, 100)))
        exclusive.isExclusiveTouch = true
        let other = harness.add(RecordingView("other", frame: Rect(100, 0, 100, 100)))
        let finger = harness.finger().down(at: Point(150, 50))
        harness.settle()
        #expect(
            harness.application.explainTouch(at: Point(50, 50)).refusal
                == .exclusiveTouch(of: exclusive, heldBy: other)
        )
        finger.up()
        harness.finger().down(at: Point(50, 50))
        harness.settle()
        let explanation = harness.application.explainTouch(at: Point(150, 50))
        #expect(explanation.refusal == .exclusiveTouch(of: exclusive, heldBy: exclusive))
        let beside = harness.show(Window(frame: Rect(500, 0, 100, 100), application: harness.application))
        #expect(harness.application.explainTouch(at: Point(550, 50)).refusal == nil)
        #expect(beside.isVisible)
    }

    // Rules: R2, R3, R6.
    @Test("An explanation names the chain from the view to who handles the touch, or to its end")
    func chain() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let controller = RecordingController("controller", log: log)
        harness.window.rootViewController = controller
        let view = View(frame: Rect(0, 0, 100, 100))
        controller.view.addSubview(view)
        var explanation = harness.application.explainTouch(at: Point(5, 5))
        #expect(explanation.chain == [view, controller.view, controller])
        #expect(explanation.responder === controller)
        // Seen before and after the classes were seen to pass on.
        harness.finger().down(at: Point(5, 5)).up()
        harness.settle()
        #expect(harness.application.explainTouch(at: Point(5, 5)).chain == explanation.chain)
        harness.window.rootViewController = nil
        explanation = harness.application.explainTouch(at: Point(5, 5))
        #expect(explanation.chain == [harness.window, harness.application])
        #expect(explanation.handler == nil && explanation.view === harness.window)
    }

    @Test("A chain that an override of next closed to a circle has no handler in an explanation")
    func circle() async {
        await #expect(processExitsWith: .success) { try await checkCircle() }
    }

    @Test("An explanation prints what becomes of the touch first, then each view tried and the chain")
    func text() throws {
        let harness = try AppHarness(screenSize: Size(320, 240))
        let card = harness.add(CardView(frame: Rect(10, 10, 100, 100)))
        let label = View(frame: Rect(0, 0, 50, 20))
        card.addSubview(label)
        let veil = harness.add(View(frame: Rect(0, 0, 320, 240)))
        veil.isUserInteractionEnabled = false
        harness.add(ShapedView(frame: Rect(0, 0, 320, 240.125)))
        harness.add(LettingThroughView(frame: Rect(0, 0, 320, 240)))
        #expect(
            harness.application.explainTouch(at: Point(20, 20.5)).description == """
                touch at (20, 20.5): View (0, 0, 50 x 20) is hit, CardView (10, 10, 100 x 100) gets it
                  Window (0, 0, 320 x 240): contains it at (20, 20.5)
                    LettingThroughView (0, 0, 320 x 240): its own hitTest returned nil for (20, 20.5)
                      LettingThroughView (0, 0, 320 x 240): hit at (20, 20.5)
                    ShapedView (0, 0, 320 x 240.13): passed over: its own point(inside:) returned false for (20, 20.5)
                    View (0, 0, 320 x 240): passed over: isUserInteractionEnabled is false
                    CardView (10, 10, 100 x 100): contains it at (10, 10.5)
                      View (0, 0, 50 x 20): hit at (10, 10.5)
                hit: View (0, 0, 50 x 20) in Window (0, 0, 320 x 240)
                began: View (0, 0, 50 x 20) passes it on: its class does not override touchesBegan
                       CardView (10, 10, 100 x 100) gets it
                """
        )
        harness.application.beginIgnoringInteractionEvents()
        let refused = harness.application.explainTouch(at: Point(-1, 0)).description
        #expect(
            refused == """
                touch at (-1, 0): nobody gets it, since the application ignores interaction: \
                beginIgnoringInteractionEvents() was called
                  Window (0, 0, 320 x 240): passed over: (-1, 0) is outside its bounds (0, 0, 320 x 240)
                missed: no window's hitTest returned a view
                refused: the application ignores interaction: beginIgnoringInteractionEvents() was called
                """
        )
    }

    @Test("An explanation prints of a thousand subviews in a row the first and the last, and how many there are")
    func longText() throws {
        let harness = try AppHarness()
        let card = harness.add(CardView(frame: Rect(0, 0, 10, 10)))
        for place in 1..<1001 { harness.add(View(frame: Rect(500, Double(place), 1, 1))) }
        let lines = harness.application.explainTouch(at: Point(5, 5)).description.split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines[3] == "    … 998 more that do not contain the point …")
        #expect(card.window != nil)
    }
}

// MARK: - Views

/// A view of which the middle alone can be hit.
private final class ShapedView: View {
    override func point(inside point: Point, with event: Event?) -> Bool { point.distance(to: bounds.center) < 20 }
}

private final class LettingThroughView: View {
    override func hitTest(_ point: Point, with event: Event?) -> View? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}

private final class AskingView: View {
    var event: Event?
    var whenAsked: (() -> Void)?

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        self.event = event
        whenAsked?()
        whenAsked = nil
        return super.hitTest(point, with: event)
    }
}

private final class PointingView: View {
    var target: View?

    override func hitTest(_ point: Point, with event: Event?) -> View? { bounds.contains(point) ? target : nil }
}

@MainActor
private func checkCircle() throws {
    // One that goes round for ever ends the process, by its own time and not by the clock's.
    var most = rlimit(rlim_cur: 20, rlim_max: 20)
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &most) == 0)
    let harness = try AppHarness()
    let first = harness.add(ElsewhereView(frame: Rect(0, 0, 100, 100)))
    let second = ElsewhereView(frame: .zero)
    (first.elsewhere, second.elsewhere) = (second, first)
    let explanation = harness.application.explainTouch(at: Point(5, 5))
    try #require(explanation.chain == [first, second])
    try #require(explanation.handler == nil)
}

private final class ElsewhereView: View {
    weak var elsewhere: Responder?

    override var next: Responder? { elsewhere }
}

private final class CardView: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}
