import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("Limits in time")
struct TimeLimitTests {
    private typealias Trace = LifecycleTrace
    let trace = LifecycleTrace()
    let clock = VirtualClock()

    /// A callback, the state it is met from, the message that brings it, and its limit.
    nonisolated private static let callbacks: [(String, LifecycleState, HostMessage, TimeLimit)] = [
        ("D willFinishLaunching [inactive]", .notRunning, .launch(), .launch),
        ("D didFinishLaunching [inactive]", .notRunning, .launch(), .launch),
        ("N UIApplicationDidFinishLaunchingNotification [inactive]", .notRunning, .launch(), .launch),
        ("D didBecomeActive [active]", .notRunning, .launch(), .launch),
        ("D willFinishLaunching [background]", .notRunning, .launchInBackground(), .backgroundLaunch),
        ("D didEnterBackground [background]", .notRunning, .launchInBackground(), .backgroundLaunch),
        ("D willResignActive [active]", .active, .resignActive, .stateChange),
        ("D didBecomeActive [active]", .inactive, .activate, .stateChange),
        ("D willEnterForeground [background]", .background, .enterForeground(), .stateChange),
        ("N UIApplicationWillEnterForegroundNotification [background]", .suspended, .enterForeground(), .stateChange),
        ("D didEnterBackground [background]", .active, .enterBackground, .enterBackground),
        ("N UIApplicationDidEnterBackgroundNotification [background]", .active, .enterBackground, .enterBackground),
        ("D willTerminate [background]", .background, .terminate, .terminate),
        ("D willTerminate [background]", .active, .terminate, .terminate),
        (
            "D didReceiveRemote  [background]", .background, .deliver(.remoteNotification(RemoteNotification())),
            .wakeUp
        ),
        ("D memoryWarning [background]", .background, .memoryWarning, .backgroundEvent),
    ]

    // Rules: A13, A14, A15.
    @Test(
        "A callback that oversteps its time limit ends the application in the callback, and no more is called",
        arguments: callbacks.indices
    )
    func overLimit(_ index: Int) throws {
        let (line, state, message, limit) = Self.callbacks[index]
        let application = try trace.makeApplication(state, clock: clock)
        let duration = application.timeLimits[limit]
        var count = 0
        trace.afterNoting = { [clock, unowned trace] noted, application in
            guard noted == line else { return }
            application.spendTime(duration, on: clock)
            #expect(application.lifecycleState != .notRunning, "the limit itself is not over it")
            count = trace.log.lines.count
            application.spendTime(.seconds(3), on: clock)
            #expect(application.lifecycleState == .notRunning)
        }
        try application.receive(message)
        #expect(trace.log.lines.count == count, "\(trace.log.lines)")
        #expect(trace.log.lines.last == line)
        #expect(application.endReason == .overLimit(limit))
        #expect(clock.now == .zero.advanced(by: duration), "it takes no time after its end")
    }

    // Rules: A13, A17.
    @Test("Nothing happens while a callback is within its time limit", arguments: callbacks.indices)
    func withinLimit(_ index: Int) throws {
        let (line, state, message, limit) = Self.callbacks[index]
        let application = try trace.makeApplication(state, clock: clock)
        trace.afterNoting = { [clock] noted, application in
            if noted == line { application.spendTime(application.timeLimits[limit], on: clock) }
        }
        try application.receive(message)
        #expect(application.endReason == (message == .terminate ? .terminated : nil))
    }

    // Rules: A13.
    @Test("All callbacks of the launch share one time limit, as do the state changes of one message")
    func sharedLimit() throws {
        let application = try trace.makeApplication(clock: clock)
        trace.afterNoting = { [clock] _, application in application.spendTime(.seconds(2), on: clock) }
        application.launch()
        #expect(trace.log.lines == Array(Trace.launch[..<3]))
        #expect(application.endReason == .overLimit(.launch))
        #expect(clock.now == .zero.advanced(by: .seconds(5)))
    }

    // Rules: A16.
    @Test("A time limit is looked at when a callback returns: a run of the loop inside the callback takes time too")
    func atReturn() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        trace.afterNoting = { line, application in
            guard line.hasPrefix("D didEnterBackground") else { return }
            application.runLoop.run(until: application.runLoop.now.advanced(by: .seconds(6)))
            #expect(application.lifecycleState == .background)
        }
        try application.receive(.enterBackground)
        #expect(application.endReason == .overLimit(.enterBackground))
        #expect(trace.log.lines.last == "D didEnterBackground [background]")
    }

    // Rules: A14.
    @Test("A background task begun in did enter background does not extend the time limit")
    func taskExtendsNothing() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        trace.afterNoting = { [clock] line, application in
            guard line.hasPrefix("D didEnterBackground") else { return }
            #expect(application.beginBackgroundTask() != .invalid)
            application.spendTime(.seconds(6), on: clock)
        }
        try application.receive(.enterBackground)
        #expect(application.endReason == .overLimit(.enterBackground))
    }

    // Rules: A15, A18.
    @Test("An application can get no background time in will terminate")
    func noTimeInWillTerminate() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        var task: BackgroundTaskIdentifier?
        trace.afterNoting = { line, application in
            if line.hasPrefix("D willTerminate") { task = application.beginBackgroundTask() }
        }
        try application.receive(.terminate)
        #expect(task == .invalid)
    }

    @Test("An app can set time limits, and switch them off")
    func settable() throws {
        let application = try trace.makeApplication(clock: clock)
        application.timeLimits.launch = .seconds(60)
        trace.afterNoting = { [clock] line, application in
            if line.hasPrefix("D didFinish") { application.spendTime(.seconds(60), on: clock) }
            if line.hasPrefix("D willResign") { application.spendTime(.seconds(600), on: clock) }
        }
        application.launch()
        #expect(application.lifecycleState == .active)
        application.endsWhenOverLimit = false
        try application.receive(.resignActive)
        #expect(application.lifecycleState == .inactive)
    }

    @Test("On the system's clock an overstepped limit does not end the application, unless asked for")
    func onSystemClock() throws {
        #expect(!Application(runLoop: try MainRunLoop()).endsWhenOverLimit)
        #expect(Application(runLoop: try MainRunLoop(clock: clock)).endsWhenOverLimit)
    }

    // Rules: A16, A3.
    @Test("What the callback does after the application's end has no effect")
    func afterTheEnd() throws {
        let application = try trace.makeApplication(clock: clock)
        var heard = 0
        let token = application.notificationCenter.observe(Application.DidFinishLaunching.self) { _ in heard += 1 }
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        trace.afterNoting = { [clock] line, application in
            guard line.hasPrefix("D didFinishLaunching") else { return }
            application.spendTime(.seconds(6), on: clock)
            window.makeKeyAndVisible()
            #expect(application.beginBackgroundTask() == .invalid)
            #expect(throws: HostMessage.Refusal.self) { try application.receive(.terminate) }
            application.scheduleLocalNotification(LocalNotification(identifier: "late"))
            application.launch()
        }
        application.launch()
        #expect(trace.log.lines.count == 2 && heard == 0)
        #expect(!window.isVisible && application.scheduledLocalNotifications.isEmpty)
        #expect(application.lifecycleState == .notRunning)
        withExtendedLifetime(token) {}
    }

    // Rules: A3, SEQ17, T32.
    @Test("Touches that are down at a silent end are forgotten: nobody hears of them, in the same frame either")
    func touches() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let left = harness.add(RecordingView("left", log: log, frame: Rect(0, 0, 100, 100)))
        let right = harness.add(RecordingView("right", log: log, frame: Rect(100, 0, 100, 100)))
        let (first, second) = (harness.finger(), harness.finger())
        harness.together {
            first.down(at: Point(10, 10))
            second.down(at: Point(110, 10))
        }
        harness.settle()
        left.handler = { phase, _, _ in
            if phase == .moved { _ = try? harness.application.receive(.kill) }
        }
        log.clear()
        harness.together {
            first.move(to: Point(20, 10))
            second.move(to: Point(120, 10))
        }
        harness.settle()
        first.up()
        second.up()
        harness.settle()
        #expect(log.lines == ["left.moved(20, 10)"])
        withExtendedLifetime(right) {}
    }
}
