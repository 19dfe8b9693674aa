import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Overrides of sendEvent, and runs nested in handlers")
struct SendEventTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let application: InterceptingApplication
    private let window: InterceptingWindow
    private let view: RecordingView

    init() throws {
        harness = try AppHarness(InterceptingApplication.self)
        application = try #require(harness.application as? InterceptingApplication)
        window = harness.show(InterceptingWindow(frame: Rect(0, 0, 500, 500), application: application))
        view = RecordingView("view", log: log, frame: Rect(0, 0, 200, 200))
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
    }

    private func nestedRun() {
        harness.loop.run(until: harness.loop.now)
    }

    // Rules: T10.
    @Test("An event goes through the application, each window with touches in it, and to the view")
    func pipeline() {
        let other = harness.show(InterceptingWindow(frame: Rect(500, 0, 500, 500), application: application))
        other.addSubview(RecordingView("other", log: log, frame: Rect(0, 0, 200, 200)))
        defer { (window.intercept, other.intercept) = (nil, nil) }
        application.intercept = { [log] event in
            log.note("application: \(event.allTouches.count)")
            return true
        }
        window.intercept = { [log, window] event in
            log.note("window: \(event.touches(for: window).count)")
            return true
        }
        other.intercept = { [log, other] event in
            log.note("other window: \(event.touches(for: other).count)")
            return true
        }
        harness.together {
            harness.finger().down(at: Point(10, 10))
            harness.finger().down(at: Point(510, 10))
            harness.finger().down(at: Point(20, 20))
        }
        harness.settle()
        #expect(
            log.lines == [
                "application: 3", "window: 2", "view.began(10, 10)(20, 20)", "other window: 1", "other.began(10, 10)",
            ]
        )
    }

    // Rules: T20.
    @Test("A view gets nothing of a touch whose began was kept from it", arguments: [true, false])
    func swallowedBegan(byApplication: Bool) {
        let swallow: (Event) -> Bool = { event in event.allTouches.first?.phase != .began }
        if byApplication { application.intercept = swallow } else { window.intercept = swallow }
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).up()
        harness.settle()
        #expect(log.lines.isEmpty)
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T20, T31.
    @Test("A view gets a cancel for an end that was kept from it", arguments: [true, false])
    func swallowedEnd(byApplication: Bool) {
        let swallow: (Event) -> Bool = { event in event.allTouches.first?.phase != .ended }
        if byApplication { application.intercept = swallow } else { window.intercept = swallow }
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).up()
        harness.settle()
        #expect(log.lines == ["view.began(10, 10)", "view.moved(20, 20)", "view.cancelled(20, 20)"])
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T20.
    @Test("An event that is delivered twice begins and ends its touches once")
    func twice() {
        defer { window.intercept = nil }
        window.intercept = { [window] event in
            event.deliver(in: window.record)
            return true
        }
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
    }

    // Rules: T20.
    @Test("A began that is kept from a view is kept for good, also when a nested run brings a move that is kept")
    func keptBeganAndMove() {
        let finger = harness.finger()
        var events = 0
        window.intercept = { [harness] _ in
            events += 1
            if events == 1 {
                finger.move(to: Point(20, 20))
                harness.settle()
            }
            return events > 2
        }
        finger.down(at: Point(10, 10))
        harness.settle()
        finger.move(to: Point(30, 30)).up()
        harness.settle()
        #expect(log.lines == [])
        #expect(harness.isIdle)
    }

    // Rules: T2.
    @Test("An event that a handler kept goes nowhere when it is sent again, nor does one of a cancel")
    func kept() {
        var events: [Event] = []
        view.handler = { _, _, event in events.append(event) }
        harness.finger().down(at: Point(10, 10))
        harness.settle()
        view.removeFromSuperview()
        #expect(log.lines.count == 2 && events.count == 2)
        #expect(events.allSatisfy { !$0.state.pointee.isUnderWay })
        window.addSubview(view)
        for event in events {
            window.sendEvent(event)
            application.sendEvent(event)
        }
        #expect(log.lines.count == 2)
    }

    // Rules: T5, T20.
    @Test(
        "An override of sendEvent that runs the loop before it passes an event on changes nothing about the event",
        arguments: [Touch.Phase.began, .moved, .ended, .cancelled]
    )
    func nestedInSendEvent(phase: Touch.Phase) {
        let other = RecordingView("other", log: ResponderLog(), frame: Rect(200, 0, 100, 100))
        window.addSubview(other)
        let (finger, second) = (harness.finger(), harness.finger())
        var seen: [Touch.Phase?] = []
        view.handler = { phase, touches, _ in seen.append(touches.first?.phase) }
        window.intercept = { [window] event in
            guard event.allTouches.first?.phase == phase else { return true }
            window.intercept = nil
            second.down(at: Point(210, 10)).up()
            nestedRun()
            return true
        }
        finger.down(at: Point(10, 10))
        harness.settle()
        finger.move(to: Point(20, 20))
        harness.settle()
        if phase == .cancelled { finger.cancel() } else { finger.up() }
        harness.settle()
        #expect(other.log.lines == ["other.began(210, 10)", "other.ended(210, 10)"])
        let end = phase == .cancelled ? Touch.Phase.cancelled : .ended
        #expect(log.lines == ["view.began(10, 10)", "view.moved(20, 20)", "view.\(end)(20, 20)"])
        #expect(seen == [.began, .moved, end])
    }

    // Rules: T20, T40.
    @Test("A run nested in a handler serves the touch's further samples, each once and in order")
    func nestedInHandler() {
        let finger = harness.finger()
        defer { view.handler = nil }
        view.handler = { [log] phase, _, _ in
            if phase == .began || phase == .moved { nestedRun() }
            log.note("\(phase) returned")
        }
        finger.down(at: Point(10, 10)).move(to: Point(20, 20)).up()
        harness.settle()
        #expect(
            log.lines == [
                "view.began(10, 10)", "view.moved(20, 20)", "view.ended(20, 20)",
                "ended returned", "moved returned", "began returned",
            ]
        )
    }

    // Rules: T20, T5, T13.
    @Test("A nested run that overtakes another view's began tells that began first, and nothing twice")
    func overtaken() {
        let other = RecordingView("other", log: log, frame: Rect(200, 0, 100, 100))
        window.addSubview(other)
        let (finger, second) = (harness.finger(), harness.finger())
        defer { view.handler = nil }
        view.handler = { phase, _, _ in
            guard phase == .began else { return }
            second.move(to: Point(220, 20)).up()
            nestedRun()
        }
        harness.together {
            finger.down(at: Point(10, 10))
            second.down(at: Point(210, 10))
        }
        finger.up()
        harness.settle()
        #expect(
            log.lines == [
                "view.began(10, 10)", "view.ended(10, 10)", "other.began(220, 20)", "other.moved(220, 20)",
                "other.ended(220, 20)",
            ]
        )
        #expect(harness.isIdle)
    }

    // Rules: T20, T33.
    @Test("A late began whose handler ends its touch is not followed by the older move")
    func lateBeganEnds() {
        let other = RecordingView("other", log: log, frame: Rect(200, 0, 100, 100))
        window.addSubview(other)
        let (finger, second) = (harness.finger(), harness.finger())
        defer { (view.handler, other.handler) = (nil, nil) }
        view.handler = { phase, _, _ in
            guard phase == .began else { return }
            second.move(to: Point(220, 20))
            nestedRun()
        }
        other.handler = { phase, _, _ in
            guard phase == .began else { return }
            second.up()
            nestedRun()
        }
        harness.together {
            finger.down(at: Point(10, 10))
            second.down(at: Point(210, 10))
        }
        harness.settle()
        #expect(log.lines == ["view.began(10, 10)", "other.began(220, 20)", "other.ended(220, 20)"])
        finger.up()
        harness.settle()
        #expect(harness.isIdle && other.record.pointee.touchCount == 0)
    }
}
