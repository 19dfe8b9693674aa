import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("The trace of touches")
struct TouchTraceTests {
    /// A harness whose application's trace is noted, line by line.
    private func traced(_ applicationClass: Application.Type = Application.self) throws -> (AppHarness, ResponderLog) {
        let harness = try AppHarness(applicationClass, screenSize: Size(320, 240))
        let log = ResponderLog()
        harness.application.onTouchTrace = { log.note("\($0)") }
        return (harness, log)
    }

    // Rules: T11, T20.
    @Test("A trace tells a touch's way from the hit to the end, and numbers the touches")
    func way() throws {
        let (harness, log) = try traced()
        let card = harness.add(RecordingView("card", frame: Rect(10, 10, 100, 100)))
        card.isMultipleTouchEnabled = true
        let label = View(frame: Rect(0, 0, 50, 20))
        label.isMultipleTouchEnabled = true
        card.addSubview(label)
        let (first, second) = (harness.finger(), harness.finger())
        harness.together {
            first.down(at: Point(20, 20))
            second.down(at: Point(30, 20))
        }
        first.move(to: Point(200, 200))
        harness.settle()
        first.up()
        second.up()
        harness.finger().down(at: Point(90, 90)).up()
        harness.settle()
        let (way, window) = ("RecordingView (10, 10, 100 x 100)", "Window (0, 0, 320 x 240)")
        #expect(
            log.lines == [
                "touch 1 at (20, 20): hits View (0, 0, 50 x 20) in \(window)",
                "touch 2 at (30, 20): hits View (0, 0, 50 x 20) in \(window)",
                "touches 1, 2 at (20, 20): began goes to \(way), passed on from View (0, 0, 50 x 20)",
                "touch 1 at (200, 200): moved goes to \(way), passed on from View (0, 0, 50 x 20)",
                "touch 1 at (200, 200): ended goes to \(way), passed on from View (0, 0, 50 x 20)",
                "touch 1 at (200, 200): is over",
                "touch 2 at (30, 20): ended goes to \(way), passed on from View (0, 0, 50 x 20)",
                "touch 2 at (30, 20): is over",
                "touch 3 at (90, 90): hits \(way) in \(window)",
                "touch 3 at (90, 90): began goes to \(way)",
                "touch 3 at (90, 90): ended goes to \(way)",
                "touch 3 at (90, 90): is over",
            ]
        )
    }

    // Rules: T32.
    @Test("A view that leaves before it gets a began is not said to miss it because of an override of sendEvent")
    func lostBeforeBegan() throws {
        let (harness, log) = try traced(InterceptingApplication.self)
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let recognizer = TapGestureRecognizer()
        let delegate = RemovingDelegate()
        recognizer.delegate = delegate
        view.addGestureRecognizer(recognizer)
        let finger = harness.finger().down(at: Point(1, 1))
        harness.settle()
        finger.up()
        harness.settle()
        #expect(view.window == nil && view.log.lines.isEmpty)
        #expect(log.lines.contains { $0.hasSuffix("will be cancelled: its view is no longer in its window") })
        #expect(!log.lines.contains { $0.contains("sendEvent") }, "\(log.lines)")
    }

    // Rules: H6, T15, T18.
    @Test("A trace tells why a touch is not taken")
    func refusals() throws {
        let (harness, log) = try traced(InterceptingApplication.self)
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        harness.finger().down(at: Point(400, 0)).up()
        harness.settle()
        #expect(log.lines == ["a touch at (400, 0): misses: no window's hitTest returned a view"])

        harness.finger().down(at: Point(1, 1))
        harness.settle()
        log.clear()
        let second = harness.finger().down(at: Point(2, 2))
        harness.settle()
        second.up()
        harness.settle()
        #expect(
            log.lines == [
                "touch 2 at (2, 2): hits RecordingView (0, 0, 100 x 100) in Window (0, 0, 320 x 240)",
                "touch 2 at (2, 2): refused: the view holds a touch, and its isMultipleTouchEnabled is false",
                "touch 2 at (2, 2): is over",
            ]
        )

        log.clear()
        view.isExclusiveTouch = true
        harness.finger().down(at: Point(200, 200)).up()
        harness.settle()
        #expect(
            log.lines == [
                "touch 3 at (200, 200): hits Window (0, 0, 320 x 240) in Window (0, 0, 320 x 240)",
                "touch 3 at (200, 200): refused: RecordingView, which has exclusive touch, holds a touch in the same "
                    + "window",
                "touch 3 at (200, 200): is over",
            ]
        )

        view.isExclusiveTouch = false
        log.clear()
        (harness.application as? InterceptingApplication)?.intercept = { _ in false }
        harness.finger().down(at: Point(200, 200)).up()
        harness.settle()
        #expect(
            log.lines.dropFirst() == [
                "touch 4 at (200, 200): refused: an override of sendEvent does not pass on its began",
                "touch 4 at (200, 200): is over",
            ]
        )
    }

    // Rules: T28, T34, T41.
    @Test("A trace tells of contacts that are dropped before they are hit-tested, and why")
    func dropped() throws {
        let (harness, log) = try traced()
        harness.window.isMultipleTouchEnabled = true
        for place in 0..<64 { harness.finger().down(at: Point(Double(place), 0)) }
        harness.settle()
        // Of another source: one alone may have no more than 64 down.
        let sender = harness.application.touchPort.makeSender()
        func begin(_ contact: Int) {
            log.clear()
            sender.send(TouchContact(contact, .began, at: Point(Double(contact), 0)), at: harness.now)
            harness.settle()
        }
        begin(100)
        #expect(log.lines == ["a touch at (100, 0): refused: 64 touches are down already"])
        harness.application.beginIgnoringInteractionEvents()
        begin(101)
        let ignored = "the application ignores interaction: beginIgnoringInteractionEvents() was called"
        #expect(log.lines == ["a touch at (101, 0): refused: \(ignored)"])
        harness.application.terminate()
        begin(102)
        // One that has ended takes nothing from its port any more, or refuses it.
        #expect(log.lines.allSatisfy { $0 == "a touch at (102, 0): refused: the application is not active" })
    }

    // Rules: T25, T26, T28.
    @Test(
        "A trace tells why a touch is cancelled",
        arguments: ["leaves", "ignores", "ends", "kept", "source", "refused"]
    )
    func cancels(cause: String) throws {
        let (harness, log) = try traced(InterceptingApplication.self)
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        if cause == "refused" { harness.finger().down(at: Point(2, 2)) }
        let finger = harness.finger().down(at: Point(1, 1))
        harness.settle()
        log.clear()
        let reason: String
        switch cause {
        case "leaves":
            view.removeFromSuperview()
            reason = "its view is no longer in its window"
        case "ignores":
            harness.application.beginIgnoringInteractionEvents()
            reason = "the application ignores interaction: beginIgnoringInteractionEvents() was called"
        case "ends":
            harness.application.terminate()
            reason = "the application is no longer active"
        case "kept":
            (harness.application as? InterceptingApplication)?.intercept = { _ in false }
            finger.up()
            reason = "an override of sendEvent did not pass on its end"
        default:
            finger.cancel()
            reason = "its source cancelled it, or is gone"
        }
        harness.settle()
        guard cause != "refused" else {
            #expect(
                log.lines == [
                    "touch 2 at (1, 1): will be cancelled: \(reason)", "touch 2 at (1, 1): is over, cancelled",
                ]
            )
            return
        }
        #expect(
            log.lines == [
                "touch 1 at (1, 1): will be cancelled: \(reason)",
                "touch 1 at (1, 1): cancelled goes to RecordingView (0, 0, 100 x 100)",
                "touch 1 at (1, 1): is over, cancelled",
            ]
        )
    }

    // Rules: T20, T33.
    @Test(
        "A trace tells of no cancel of a touch whose end its view gets or has got",
        arguments: ["leaves", "ignores", "ends", "loses a responder"]
    )
    func endsAfterAll(deed: String) throws {
        let (harness, log) = try traced()
        let card = harness.add(View(frame: Rect(0, 0, 100, 100)))
        let label = RecordingView("label", frame: Rect(0, 0, 50, 50))
        let passing = PassingOnView(frame: Rect(0, 0, 50, 50))
        let ground = harness.add(RecordingView("ground", frame: Rect(0, 0, 100, 100)))
        card.addSubview(label)
        ground.addSubview(passing)
        ground.isHidden = deed != "loses a responder"
        label.handler = { [unowned label, unowned harness] phase, _, _ in
            guard phase == .ended else { return }
            switch deed {
            case "leaves": label.removeFromSuperview()
            case "ignores": harness.application.beginIgnoringInteractionEvents()
            default: harness.application.terminate()
            }
        }
        passing.whenEnded = { [unowned passing, unowned harness] in harness.window.addSubview(passing) }
        harness.finger().down(at: Point(1, 1)).up()
        harness.settle()
        let isCancelled = deed == "loses a responder"
        #expect(log.lines.contains { $0.contains("will be cancelled:") } == false, "\(log.lines)")
        #expect(log.lines.last == "touch 1 at (1, 1): is over", "\(log.lines)")
        #expect(
            log.lines.contains { $0.contains("will be cancelled for RecordingView") } == isCancelled,
            "\(log.lines)"
        )
    }

    // Rules: T20.
    @Test("A trace tells of a responder that is cancelled since it left the touch's chain")
    func leftChain() throws {
        let (harness, log) = try traced()
        let card = harness.add(RecordingView("card", frame: Rect(0, 0, 100, 100)))
        let label = View(frame: Rect(0, 0, 50, 50))
        card.addSubview(label)
        let finger = harness.finger().down(at: Point(1, 1))
        harness.settle()
        log.clear()
        harness.window.addSubview(label)
        finger.up()
        harness.settle()
        let name = "RecordingView (0, 0, 100 x 100)"
        #expect(
            log.lines == [
                "touch 1 at (1, 1): will be cancelled for \(name), which has lost its place on its chain",
                "touch 1 at (1, 1): cancelled goes to \(name), passed on from View (0, 0, 50 x 50)",
                "touch 1 at (1, 1): is over",
            ]
        )
    }

    @Test("A trace tells the steps of a hit-test to who asks for them, as explaining the touch does")
    func steps() throws {
        let harness = try AppHarness()
        harness.add(RecordingView("beside", frame: Rect(500, 0, 100, 100)))
        let hidden = harness.add(RecordingView("hidden", frame: Rect(0, 0, 100, 100)))
        hidden.isHidden = true
        var steps: [[TouchExplanation.Step]] = []
        harness.application.onTouchTrace = { event in
            switch event.kind {
            case .hit(_, _, let taken), .missed(_, let taken): steps.append(taken)
            default: break
            }
        }
        harness.finger().down(at: Point(5, 5)).up()
        harness.settle()
        harness.application.tracesHitTests = true
        harness.finger().down(at: Point(5, 5)).up()
        harness.finger().down(at: Point(-5, 5)).up()
        harness.settle()
        try #require(steps.count == 3)
        #expect(steps[0].isEmpty)
        #expect(steps[1] == harness.application.explainTouch(at: Point(5, 5)).steps)
        #expect(steps[1].count == 3)
        #expect(steps[2] == harness.application.explainTouch(at: Point(-5, 5)).steps)
        #expect(steps[2].count == 1)
    }

    @Test("A trace goes beside the reports of deliveries, and both end when they are taken back")
    func bothListeners() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let log = view.log
        harness.application.onTouchDelivery = { log.note("delivery \($0.phase)") }
        harness.application.onTouchTrace = { event in
            if case .delivered(let delivery) = event.kind { log.note("trace \(delivery.phase)") }
        }
        let finger = harness.finger().down(at: Point(5, 5))
        harness.settle()
        #expect(log.lines == ["trace began", "delivery began", "view.began(5, 5)"])
        #expect(harness.application.onTouchTrace != nil)
        harness.application.onTouchTrace = nil
        #expect(harness.application.onTouchTrace == nil)
        finger.move(to: Point(6, 6))
        harness.settle()
        #expect(log.lines.suffix(2) == ["delivery moved", "view.moved(6, 6)"])
        harness.application.onTouchDelivery = nil
        #expect(harness.application.onTouchDelivery == nil)
        finger.move(to: Point(7, 7))
        harness.settle()
        #expect(log.lines.suffix(2) == ["view.moved(6, 6)", "view.moved(7, 7)"])
    }

    @Test("The plan of moves is used again when nobody listens to a trace, and not while somebody does")
    func plans() throws {
        let harness = try AppHarness()
        harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let finger = harness.finger().down(at: Point(5, 5))
        harness.settle()
        var isPlanned: Bool {
            let dispatcher = harness.application.dispatcher
            return dispatcher.isPlanned(
                dispatcher.state.pointee.touches.down,
                dispatcher.state.pointee.underWay.events[0].state
            )
        }
        func move() {
            finger.move(by: 1, 0)
            harness.settle()
        }
        move()
        move()
        #expect(isPlanned)
        var moves = 0
        harness.application.onTouchTrace = { _ in moves += 1 }
        #expect(!isPlanned)
        move()
        move()
        #expect(!isPlanned && moves == 2)
        harness.application.onTouchTrace = nil
        move()
        move()
        #expect(isPlanned && moves == 2)
        #expect(harness.application.dispatcher.state.pointee.listeners.trace == nil)
    }

    // Rules: T20.
    @Test(
        "A trace's listener may do what a handler may: each began is followed by one end all the same",
        arguments: 0..<4
    )
    func hostileListener(place: Int) throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let card = harness.add(RecordingView("card", log: log, frame: Rect(0, 0, 100, 100)))
        let label = View(frame: Rect(0, 0, 100, 100))
        card.addSubview(label)
        var told = 0
        harness.application.onTouchTrace = { event in
            guard event.touches.first?.number == 1 else { return }
            told += 1
            guard told == place + 1 else { return }
            // A whole touch of another, and then the view goes.
            harness.finger().down(at: Point(500, 500)).up()
            harness.loop.run(until: harness.now)
            card.removeFromSuperview()
        }
        defer { harness.application.onTouchTrace = nil }
        let finger = harness.finger().down(at: Point(1, 1))
        harness.settle()
        finger.up()
        harness.settle()
        let began = log.lines.count { $0.hasPrefix("card.began") }
        let over = log.lines.count { $0.hasPrefix("card.ended") || $0.hasPrefix("card.cancelled") }
        #expect(began == over, "\(log.lines)")
        #expect(told > place)
        #expect(harness.isIdle)
    }

    // Rules: T20, T26.
    @Test("A view that a listener removes when it is told of a cancel's end loses its touch at once")
    func removalWhenTold() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let first = harness.add(RecordingView("first", log: log, frame: Rect(0, 0, 100, 100)))
        let second = harness.add(RecordingView("second", log: log, frame: Rect(100, 0, 100, 100)))
        harness.finger().down(at: Point(1, 1))
        harness.settle()
        harness.finger().down(at: Point(101, 1))
        harness.settle()
        log.clear()
        harness.application.onTouchTrace = { event in
            if case .ended = event.kind { second.removeFromSuperview() }
        }
        first.removeFromSuperview()
        #expect(log.lines == ["first.cancelled(1, 1)", "second.cancelled(101, 1)"])
        #expect(harness.isIdle)
    }

    @Test("A trace keeps nothing alive once the touch is over and nobody keeps the event")
    func lifetime() throws {
        let harness = try AppHarness()
        harness.application.tracesHitTests = true
        var lines: [String] = []
        harness.application.onTouchTrace = { lines.append("\($0)") }
        weak var former: View?
        do {
            let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
            former = view
            harness.finger().down(at: Point(1, 1)).up()
            harness.settle()
            view.removeFromSuperview()
        }
        #expect(former == nil)
        #expect(lines.count == 4)
    }
}

/// Passes a began on, and keeps the end.
private final class PassingOnView: View {
    var whenEnded: () -> Void = {}

    override func touchesEnded(_ touches: TouchSet, with event: Event) { whenEnded() }
}

/// Takes the view out of the tree when its recogniser gets a touch.
@MainActor
private final class RemovingDelegate: GestureRecognizerDelegate {
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        recognizer.view?.removeFromSuperview()
        return true
    }
}
