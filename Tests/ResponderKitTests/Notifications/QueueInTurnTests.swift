import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

/// Something that an app tells itself.
private struct Changed: TypedNotification {
    static let name = "Changed"
    var number = 0
}

/// Something that an app tells of itself.
private struct AboutApplication: TypedNotification {
    static let name = "AboutApplication"
    var subject: AnyObject?
}

@MainActor
private struct Weak {
    weak var object: AnyObject?

    init(_ object: AnyObject?) { self.object = object }
}

@MainActor
@Suite("An application's notification queue")
struct QueueInTurnTests {
    @Test("An application has one notification queue, bound to its centre")
    func one() throws {
        // Rules: N9.
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        #expect(application.notificationQueue === application.notificationQueue)
        #expect(application.notificationQueue.center === application.notificationCenter)
    }

    @Test("What a touch handler queues asap is posted in that turn, once, before the turn's update pass")
    func asapFromTouchHandler() throws {
        // Rules: L38, N11, N13.
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let (application, log) = (harness.application, view.log)
        let token = application.notificationCenter.observe(Changed.self) { log.note("changed \($0.number)") }
        _ = harness.loop.addUpdateHandler { log.note("update") }
        harness.loop.addObserver(of: .beforeTimers) { _ in log.note("turn") }
        view.handler = { [unowned application] _, _, _ in
            for number in 1...3 {
                application.notificationQueue.enqueue(Changed(number: number), postingStyle: .asap)
            }
            application.runLoop.setNeedsUpdate()
        }
        log.clear()
        harness.finger().down(at: Point(10, 10))
        harness.loop.run(until: harness.now)
        #expect(log.lines == ["turn", "view.began(10, 10)", "changed 3", "update"])
        withExtendedLifetime(token) {}
    }

    // Rules: N9, N19.
    @Test(
        "A queue lets go of what it has when the application ends, and takes nothing after that",
        arguments: [true, false]
    )
    func applicationEnds(isSilent: Bool) throws {
        let trace = LifecycleTrace()
        var application: Application? = try trace.makeApplication(.active)
        let kept = Weak(application)
        for style in [.asap, .whenIdle] as [TypedNotificationQueue.PostingStyle] {
            application?.notificationQueue.enqueue(AboutApplication(subject: application), postingStyle: style)
        }
        try application?.receive(isSilent ? .kill : .terminate)
        #expect(application?.notificationQueue.count == 0)
        application?.notificationQueue.enqueue(AboutApplication(subject: application), postingStyle: .asap)
        #expect(application?.notificationQueue.count == 0)
        application = nil
        #expect(kept.object == nil)
    }

    @Test("An application that is gone takes its notification queue along")
    func lifetime() throws {
        // Rules: N9.
        var application: Application? = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        weak let queue = application?.notificationQueue
        weak let center = application?.notificationCenter
        application = nil
        #expect(queue == nil)
        #expect(center == nil)
    }
}

@MainActor
@Suite("Timers and the life cycle")
struct TimersAndLifecycleTests {
    @Test("An application that gets no turn fires no timer; then an overdue timer fires once, and keeps its phase")
    func suspended() throws {
        // Rules: L32, A29.
        let clock = VirtualClock()
        let application = Application(runLoop: try MainRunLoop(clock: clock))
        application.launch()
        let loop = application.runLoop
        var fired: [Int64] = []
        loop.addTimer(at: .milliseconds(30), every: .milliseconds(30)) { _ in
            fired.append(clock.now.nanoseconds / 1_000_000)
        }
        var once = 0
        loop.addTimer(at: .milliseconds(100)) { _ in once += 1 }
        loop.run(until: .milliseconds(70))
        #expect(fired == [30, 60])
        // Suspended: the host lets time pass, and gives it no turn.
        clock.advance(to: .milliseconds(1_000))
        #expect(fired == [30, 60])
        #expect(once == 0)
        loop.run(until: .milliseconds(1_060))
        #expect(fired == [30, 60, 1_000, 1_020, 1_050])
        #expect(once == 1)
    }

    @Test("Timers run on while the application is inactive")
    func inactive() throws {
        // Rules: L33.
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.launch()
        try application.receive(.resignActive)
        var fired = 0
        application.runLoop.addTimer(at: .zero, every: .milliseconds(10)) { _ in fired += 1 }
        application.runLoop.run(until: .milliseconds(95))
        #expect(application.applicationState == .inactive)
        #expect(fired == 10)
    }
}
