import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("The harness")
struct AppHarnessTests {
    @Test("The harness has an active application with a key window as large as the screen")
    func parts() throws {
        let harness = try AppHarness(screenSize: Size(320, 480))
        #expect(harness.application.applicationState == .active)
        #expect(harness.window.frame == Rect(0, 0, 320, 480))
        #expect(harness.window.isVisible)
        #expect(harness.application.windows == [harness.window])
        #expect(harness.application.keyWindow === harness.window)
        #expect(harness.device.frontmost === harness.application)
        #expect(harness.loop === harness.application.runLoop)
        #expect(harness.now == harness.device.clock.now)
    }

    @Test("The harness takes the application's class and a delegate, which hears of the launch")
    func custom() throws {
        let delegate = WindowCounter()
        let harness = try AppHarness(CustomApplication.self, delegate: delegate)
        #expect(harness.application is CustomApplication)
        #expect(harness.application.delegate === delegate)
        #expect(delegate.windowsAtLaunch == 1)
    }

    @Test("The harness's device sends its app to the background, where no touch arrives, and back")
    func background() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        harness.settle()
        try harness.device.perform(.home)
        #expect(harness.application.lifecycleState == .suspended)
        harness.finger().down(at: Point(1, 1)).up()
        harness.advance(by: .seconds(60))
        #expect(view.log.lines.isEmpty && !harness.window.isVisible)
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.finger().down(at: Point(2, 2)).up()
        harness.settle()
        #expect(view.log.lines == ["view.began(2, 2)", "view.ended(2, 2)"])
        #expect(harness.window.isVisible)
    }

    @Test("The harness adds views in front and returns them with their type")
    func add() throws {
        let harness = try AppHarness()
        let (first, second) = (View(frame: .zero), RecordingView("second", frame: Rect(0, 0, 10, 10)))
        harness.add(first)
        let added: RecordingView = harness.add(second)
        #expect(added === second)
        #expect(harness.window.subviews == [first, second])
    }

    // Rules: T36.
    @Test("Fingers have identifiers of their own, and act one frame each", arguments: [false, true])
    func fingers(coalescing: Bool) throws {
        let harness = try AppHarness()
        harness.application.isTouchCoalescingEnabled = coalescing
        let log = ResponderLog()
        let view = harness.add(RecordingView("view", log: log, frame: Rect(0, 0, 100, 100)))
        view.isMultipleTouchEnabled = true
        let (one, two) = (harness.finger(), harness.finger())
        #expect(one.identifier != two.identifier)
        one.down(at: Point(1, 1)).move(to: Point(2, 2)).move(by: 1, 2)
        two.down(at: Point(50, 50)).cancel()
        one.up()
        #expect(one.location == Point(3, 4))
        #expect(log.lines.isEmpty)
        harness.settle()
        #expect(
            log.lines
                == [
                    "view.began(1, 1)", coalescing ? nil : "view.moved(2, 2)", "view.moved(3, 4)", "view.began(50, 50)",
                    "view.cancelled(50, 50)", "view.ended(3, 4)",
                ].compactMap(\.self)
        )
        #expect(harness.application.touchStatistics.events == (coalescing ? 5 : 6))
    }

    @Test("Actions of fingers in `together` are one event, nested or not")
    func together() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let view = harness.add(RecordingView("view", log: log, frame: Rect(0, 0, 100, 100)))
        view.isMultipleTouchEnabled = true
        let fingers = [harness.finger(), harness.finger(), harness.finger()]
        harness.together {
            fingers[0].down(at: Point(1, 1))
            harness.together { fingers[1].down(at: Point(2, 2)) }
            fingers[2].down(at: Point(3, 3))
        }
        harness.settle()
        #expect(log.lines == ["view.began(1, 1)(2, 2)(3, 3)"])
        harness.together {}
        harness.together { for finger in fingers { finger.up() } }
        harness.settle()
        #expect(log.lines.last == "view.ended(1, 1)(2, 2)(3, 3)")
        #expect(harness.application.touchStatistics.events == 2)
        #expect(harness.application.touchPort.statistics.frames == 2)
    }

    @Test("A finger that does what no finger can stops the test's process, and the message names the finger")
    func misuse() async {
        let up = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().finger().up()
        }
        up.expectMessage("finger 1 is not down: call down(at:) first")
        let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().finger().down(at: .zero).cancel().move(by: 1, 1)
        }
        moved.expectMessage("finger 1 is not down: call down(at:) first")
        let down = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try AppHarness().finger().down(at: .zero).move(to: Point(1, 1)).down(at: Point(2, 2))
        }
        down.expectMessage("finger 1 is down already: lift it first")
    }

    @Test("Settling lets no time pass, and advancing fires every timer at its instant")
    func time() throws {
        let harness = try AppHarness()
        let start = harness.now
        var fired: [Duration] = []
        harness.loop.addTimer(after: .seconds(1), every: .seconds(1)) { [clock = harness.device.clock] _ in
            fired.append(start.duration(to: clock.now))
        }
        harness.settle()
        #expect(harness.now == start && fired.isEmpty)
        harness.advance(by: .milliseconds(2500))
        #expect(start.duration(to: harness.now) == .milliseconds(2500))
        #expect(fired == [.seconds(1), .seconds(2)])
        harness.advance(by: .milliseconds(500))
        #expect(fired.last == .seconds(3))
    }

    @Test("Touches have the time at which the finger acted")
    func timestamps() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let finger = harness.finger().down(at: Point(1, 1))
        harness.advance(by: .seconds(2))
        finger.up()
        harness.advance(by: .seconds(1))
        let seconds = view.log.entries.map { MainRunLoop.Instant.zero.duration(to: $0.time) }
        #expect(seconds == [.zero, .seconds(2)])
        #expect(view.log.entries.map(\.phase) == [.began, .ended])
        #expect(view.log.entries.map { $0.touches.map(\.location) } == [[Point(1, 1)], [Point(1, 1)]])
    }

    @Test("Main-actor jobs up to four deep settle before time moves", arguments: 1...MainRunLoop.settlingBarriers)
    func jobs(depth: Int) async throws {
        let harness = try AppHarness()
        let clock = harness.device.clock
        var ranAt: [Duration] = []
        @MainActor func chain(_ remaining: Int) {
            Task { @MainActor in
                ranAt.append(MainRunLoop.Instant.zero.duration(to: clock.now))
                if remaining > 1 { chain(remaining - 1) }
            }
        }
        harness.loop.addTimer(after: .seconds(1)) { _ in chain(depth) }
        harness.loop.addTimer(after: .seconds(2)) { _ in }
        await harness.advance(by: .seconds(3))
        #expect(ranAt == Array(repeating: .seconds(1), count: depth))
        #expect(MainRunLoop.Instant.zero.duration(to: harness.now) == .seconds(3))
    }

    @Test("Jobs that a touch sets off settle at its instant, and what they do to the loop is served")
    func jobsOfTouches() async throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let other = harness.finger()
        view.handler = { phase, touches, _ in
            guard phase == .began, touches.first?.location(in: nil) == Point(1, 1) else { return }
            Task { other.down(at: Point(2, 2)).up() }
        }
        harness.finger().down(at: Point(1, 1)).up()
        await harness.settle()
        #expect(
            view.log.lines == ["view.began(1, 1)", "view.ended(1, 1)", "view.began(2, 2)", "view.ended(2, 2)"]
        )
        #expect(harness.now == .zero)
    }

    @Test("A log notes names, coordinates and other lines, and forgets them")
    func log() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        harness.finger().down(at: Point(1.5, 2))
        harness.settle()
        view.log.note("something else")
        #expect(view.log.lines == ["view.began(1.5, 2)", "something else"])
        #expect(view.log.entries.map(\.responder) == ["view"])
        view.log.clear()
        #expect(view.log.lines.isEmpty && view.log.entries.isEmpty)
    }

    @Test("A recording view passes no touch on")
    func recordingView() throws {
        let harness = try AppHarness()
        let outer = harness.add(RecordingView("outer", frame: Rect(0, 0, 100, 100)))
        let inner = RecordingView("inner", log: outer.log, frame: Rect(0, 0, 50, 50))
        outer.addSubview(inner)
        harness.finger().down(at: Point(1, 1)).move(to: Point(2, 2)).up()
        harness.finger().down(at: Point(1, 1)).cancel()
        harness.settle()
        #expect(outer.log.lines.count == 5)
        #expect(outer.log.entries.allSatisfy { $0.responder == "inner" })
    }

    @Test("Harnesses share nothing, though they run interleaved", arguments: 1...8)
    func parallel(number: Int) async throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        harness.add(RecordingView("view\(number)", log: log, frame: Rect(0, 0, 100, 100)))
        var expected: [String] = []
        for step in 0..<20 {
            // Each step gives the main actor up, so that the others' steps come in between.
            let place = Double(number + step)
            harness.finger().down(at: Point(place, 1)).up()
            await harness.advance(by: .milliseconds(number))
            expected += ["view\(number).began(\(number + step), 1)", "view\(number).ended(\(number + step), 1)"]
        }
        #expect(log.lines == expected)
        #expect(MainRunLoop.Instant.zero.duration(to: harness.now) == .milliseconds(20 * number))
        #expect(harness.application.touchStatistics.events == 40)
    }

    // Rules: T9.
    @Test("A recording view notes updates of estimates, and passes none on")
    func passesNothingOn() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let outer = harness.add(RecordingView("outer", log: log, frame: Rect(0, 0, 100, 100)))
        outer.addSubview(RecordingView("inner", log: log, frame: Rect(0, 0, 100, 100)))
        let sender = harness.application.touchPort.makeSender()
        func pencil(_ force: Float, _ properties: TouchContact.Properties) -> TouchContact {
            TouchContact(
                1,
                .began,
                at: Point(1, 1),
                kind: .pencil,
                force: force,
                details: .init(estimatedPropertiesExpectingUpdates: properties, estimationUpdateIndex: 1)
            )
        }
        sender.send(pencil(0, .force), at: harness.now)
        harness.settle()
        sender.update(pencil(1, []))
        harness.settle()
        #expect(log.lines == ["inner.began(1, 1)", "inner.updated(1, 1)"])
    }

    @Test("The harness is let go with all its parts")
    func release() throws {
        var harness: AppHarness? = try AppHarness(delegate: WindowCounter())
        weak let window = harness?.window
        weak let application = harness?.application
        harness?.finger().down(at: Point(1, 1))
        harness?.settle()
        #expect(window != nil && application != nil)
        harness = nil
        #expect(window == nil && application == nil)
    }
}

private final class CustomApplication: Application {}

@MainActor
private final class WindowCounter: ApplicationDelegate {
    var windowsAtLaunch = 0

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        windowsAtLaunch = application.windows.count
        return true
    }
}
