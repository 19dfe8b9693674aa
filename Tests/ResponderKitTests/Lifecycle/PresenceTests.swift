import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

/// What goes on, waits or is dropped while the application is not active.
@MainActor
@Suite("What goes on while the application is not active")
struct PresenceTests {
    let trace = LifecycleTrace()
    let clock = VirtualClock()

    private func run(_ application: Application, for seconds: Int) {
        application.runLoop.advance(by: .seconds(seconds))
    }

    // Rules: L33.
    @Test("Timers that do not say otherwise keep running while the application is inactive and in the background")
    func timers() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        var fired = 0
        application.runLoop.addTimer(after: .seconds(1), every: .seconds(1)) { _ in fired += 1 }
        try application.receive(.resignActive)
        run(application, for: 3)
        #expect(fired == 3)
        try application.receive(.enterBackground)
        run(application, for: 3)
        #expect(fired == 6)
    }

    // Rules: L33, L18.
    @Test(
        "A timer that paused goes on by itself with the app, fires once for what it missed, and keeps its phase"
    )
    func pausedTimers() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        var fired: [String] = []
        let loop = application.runLoop
        loop.addTimer(after: .seconds(1), every: .seconds(2), in: .whileActive) { _ in
            fired.append("active \(loop.now)")
        }
        loop.addTimer(after: .seconds(1), every: .seconds(2), in: .whileInForeground) { _ in
            fired.append("foreground \(loop.now)")
        }
        func take() -> [String] {
            defer { fired.removeAll() }
            return fired
        }
        run(application, for: 2)
        #expect(take() == ["active 1.000000 s", "foreground 1.000000 s"])
        try application.receive(.resignActive)
        run(application, for: 4)
        #expect(take() == ["foreground 3.000000 s", "foreground 5.000000 s"])
        try application.receive(.enterBackground)
        run(application, for: 4)
        #expect(take() == [])
        try application.receive(.enterForeground())
        run(application, for: 0)
        #expect(take() == ["active 10.000000 s", "foreground 10.000000 s"])
        run(application, for: 1)
        #expect(take() == ["active 11.000000 s", "foreground 11.000000 s"])
    }

    // Rules: L18, L11.
    @Test("A source that pauses keeps its signal, and a post that pauses keeps its place")
    func pausedSources() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        let loop = application.runLoop
        var log: [String] = []
        let source = loop.addUserSource(in: .whileActive) { log.append("source") }
        try application.receive(.resignActive)
        source.signal()
        loop.post(in: .whileActive) { log.append("post") }
        loop.post { log.append("other post") }
        loop.runUntilIdle()
        #expect(log == ["other post"])
        try application.receive(.activate)
        loop.runUntilIdle()
        #expect(log == ["other post", "post", "source"])
        source.cancel()
    }

    // Rules: L18.
    @Test("A life cycle change inside a run counts at once, also for the runs around it")
    func changeInsideRun() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        let loop = application.runLoop
        var fired: [MainRunLoop.Instant] = []
        loop.addTimer(after: .seconds(1), every: .seconds(1), in: .whileActive) { _ in fired.append(loop.now) }
        loop.addTimer(after: .milliseconds(2500)) { _ in
            _ = try? application.receive(.resignActive)
            loop.run(until: loop.now.advanced(by: .seconds(2)))
        }
        loop.addTimer(after: .seconds(8)) { _ in _ = try? application.receive(.activate) }
        run(application, for: 9)
        let seconds = [1, 2, 8, 9].map { MainRunLoop.Instant.zero.advanced(by: .seconds($0)) }
        #expect(fired == seconds)
    }

    @Test("Nothing pauses in a loop without an application, and before the launch")
    func withoutApplication() throws {
        let loop = try MainRunLoop(clock: clock)
        var fired = 0
        loop.addTimer(after: .seconds(1), in: .whileActive) { _ in fired += 1 }
        loop.advance(by: .seconds(1))
        let application = try trace.makeApplication(clock: clock)
        application.runLoop.addTimer(after: .seconds(1), in: .whileActive) { _ in fired += 1 }
        application.runLoop.advance(by: .seconds(1))
        #expect(fired == 2)
    }

    @Test("A loop whose suspended application is gone goes on")
    func droppedWhileSuspended() throws {
        let loop = try MainRunLoop(clock: clock)
        var application: Application? = Application(runLoop: loop)
        for message in [HostMessage.launch(), .enterBackground, .suspend] { try application?.receive(message) }
        var log: [String] = []
        loop.post { log.append("post") }
        loop.addTimer(after: .zero, in: .whileActive) { _ in log.append("timer") }
        loop.runUntilIdle()
        #expect(log == [])
        weak let former = application
        application = nil
        loop.runUntilIdle()
        #expect(former == nil)
        #expect(log == ["post", "timer"])
    }

    // Rules: L32, A29.
    @Test("A suspended application's loop gets no turn: an overdue timer then fires once, and keeps its phase")
    func suspendedTimers() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        let loop = application.runLoop
        var fired: [MainRunLoop.Instant] = []
        loop.addTimer(after: .seconds(1), every: .seconds(2)) { _ in fired.append(loop.now) }
        run(application, for: 2)
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        clock.advance(to: .zero.advanced(by: .seconds(60)))
        try application.receive(.enterForeground())
        run(application, for: 3)
        #expect(fired == [1, 60, 61, 63].map { .zero.advanced(by: .seconds($0)) })
    }

    private enum Drive: CaseIterable { case blocking, awaited, embedded }

    // Rules: L32, A29, A4.
    @Test(
        "A suspended application is served its notification port alone, however its loop is driven",
        arguments: Drive.allCases
    )
    private func suspendedLoop(drive: Drive) async throws {
        let application = try trace.makeApplication(.background, clock: clock)
        let loop = application.runLoop
        var log: [String] = []
        loop.addTimer(after: .zero, every: .seconds(1)) { _ in log.append("timer") }
        loop.addObserver(of: .beforeTimers) { _ in log.append("turn") }
        let source = loop.addUserSource { log.append("source") }
        let host = application.notificationPort.makeSender()
        func letSecondsPass() async {
            switch drive {
            case .blocking: run(application, for: 5)
            case .awaited: await loop.advance(by: .seconds(5))
            case .embedded:
                for _ in 0..<5 {
                    clock.advance(to: clock.now.advanced(by: .seconds(1)))
                    let result = loop.turn()
                    #expect((result == .suspended) == (application.lifecycleState == .suspended))
                }
            }
        }
        host.send(HostMessage.suspend, at: clock.now)
        await letSecondsPass()
        #expect(application.lifecycleState == .suspended)
        log.removeAll()
        loop.post { log.append("post") }
        source.signal()
        await letSecondsPass()
        #expect(log == [])
        host.send(HostMessage.resume, at: clock.now)
        await letSecondsPass()
        #expect(application.lifecycleState == .background)
        #expect(Set(log) == ["turn", "post", "source", "timer"])
        source.cancel()
    }

    // Rules: L32, L18.
    @Test("A nested run in which the application is suspended goes on after the resume, as does the turn around it")
    func suspendedInNestedRun() throws {
        let application = try trace.makeApplication(.background, clock: clock)
        let loop = application.runLoop
        // Who could resume it: without a sender the nested run would have nothing to wait for.
        let host = application.notificationPort.makeSender()
        var log: [String] = []
        loop.post {
            loop.addTimer(after: .seconds(1)) { _ in
                #expect(throws: Never.self) { try application.receive(.suspend) }
            }
            loop.addTimer(after: .seconds(2)) { _ in log.append("inner timer") }
            log.append("\(loop.run(until: loop.now.advanced(by: .seconds(3))))")
        }
        loop.post { log.append("later post") }
        run(application, for: 5)
        #expect(log == ["timedOut"])
        try application.receive(.resume)
        run(application, for: 0)
        #expect(log == ["timedOut", "later post", "inner timer"])
        withExtendedLifetime(host) { application.notificationPort.invalidate() }
    }

    // Rules: V12, SEQ6.
    @Test("The update pass waits in the background, and runs once after did become active, before touches")
    func updates() throws {
        let application = try trace.makeApplication(.active, clock: clock)
        let loop = application.runLoop
        let handler = loop.addUpdateHandler { [trace] in trace.log.note("update") }
        try application.receive(.enterBackground)
        trace.log.clear()
        for _ in 0..<3 {
            loop.setNeedsUpdate()
            loop.runUntilIdle()
        }
        #expect(trace.log.lines == [])
        try application.receive(.enterForeground())
        #expect(trace.log.lines == LifecycleTrace.foreground + LifecycleTrace.become + ["update"])
        loop.runUntilIdle()
        #expect(trace.log.lines.count { $0 == "update" } == 1)
        handler.cancel()
    }

    // Rules: V12, V15, SEQ2.
    @Test("The update pass comes as ever while inactive, and waits after a launch in the background")
    func updatesWhileInactive() throws {
        let application = try trace.makeApplication(.inactive, clock: clock)
        var updates = 0
        let handler = application.runLoop.addUpdateHandler { updates += 1 }
        application.runLoop.setNeedsUpdate()
        application.runLoop.runUntilIdle()
        #expect(updates == 1)
        let hidden = try trace.makeApplication(clock: clock)
        let other = hidden.runLoop.addUpdateHandler { updates += 10 }
        try hidden.receive(.launchInBackground())
        hidden.runLoop.setNeedsUpdate()
        hidden.runLoop.runUntilIdle()
        #expect(updates == 1)
        try hidden.receive(.enterForeground())
        #expect(updates == 11)
        // Nothing was asked for: nothing is done on return.
        try hidden.receive(.enterBackground)
        try hidden.receive(.enterForeground())
        #expect(updates == 11)
        handler.cancel()
        other.cancel()
    }

    // Rules: T25, T34, T35.
    @Test("A finger that is down when the application resigns is cancelled, and does not come back")
    func heldFinger() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        let (held, other) = (harness.finger(), harness.finger())
        held.down(at: Point(10, 10))
        harness.settle()
        try harness.application.receive(.resignActive)
        #expect(view.log.lines == ["view.began(10, 10)", "view.cancelled(10, 10)"])
        held.move(to: Point(20, 10))
        other.down(at: Point(30, 10))
        harness.settle()
        try harness.application.receive(.activate)
        held.move(to: Point(30, 10))
        other.move(to: Point(40, 10))
        harness.settle()
        held.up()
        other.up()
        harness.settle()
        #expect(view.log.lines.count == 2)
        #expect(harness.application.touchStatistics.refusedWhileInactive == 1)
        harness.finger().down(at: Point(50, 10))
        harness.settle()
        #expect(view.log.lines.last == "view.began(50, 10)")
    }

    // Rules: T34, SEQ9.
    @Test("Touches sent in the background are dropped, also those that are still in the port on return")
    func touchesInBackground() throws {
        let harness = try AppHarness()
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        try harness.application.receive(.enterBackground)
        let (early, late) = (harness.finger(), harness.finger())
        early.down(at: Point(10, 10))
        harness.settle()
        late.down(at: Point(20, 10))
        try harness.application.receive(.enterForeground())
        early.up()
        late.up()
        harness.settle()
        #expect(view.log.lines == [])
        #expect(harness.application.touchStatistics.refusedWhileInactive == 2)
    }
}
