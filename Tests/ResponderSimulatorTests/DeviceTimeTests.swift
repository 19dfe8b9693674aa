import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Time on a device")
struct DeviceTimeTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }
    private let ticks = Log()

    private func second(_ seconds: Double) -> MainRunLoop.Instant { .zero.advanced(by: .seconds(seconds)) }

    /// Has an app's timer note its firings.
    private func addTimer(_ app: String, every interval: Duration) throws {
        let loop = try #require(device.application(app)).runLoop
        loop.addTimer(after: interval, every: interval) { [ticks] timer in ticks.write("\(app) \(loop.now)") }
    }

    // Rules: L32.
    @Test("A suspended app's timers do not run, and an overdue one fires once at the return and keeps its phase")
    func suspendedTimers() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        try addTimer("mail", every: .seconds(2))
        device.advance(by: .seconds(3))
        try device.perform(.home)
        device.advance(by: .seconds(6))
        #expect(ticks.take() == ["mail 2.000000 s"])
        try device.perform(.launch("mail"))
        device.settle()
        #expect(ticks.take() == ["mail 9.000000 s"])
        device.advance(by: .seconds(3))
        #expect(ticks.take() == ["mail 10.000000 s", "mail 12.000000 s"])
    }

    // Rules: L33, A43.
    @Test("The timers of an inactive app go on")
    func inactiveTimers() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        try addTimer("mail", every: .seconds(1))
        try device.perform(.call(from: "Anna"))
        device.advance(by: .seconds(2))
        #expect(ticks.take() == ["mail 1.000000 s", "mail 2.000000 s"])
    }

    @Test("Timers of several apps fire in the order of their deadlines, equal ones in that of installing")
    func orderOfDeadlines() throws {
        for name in ["one", "two", "three"] {
            try log.install(name, modes: [.audio])
            try device.perform(.launch(name))
            try device.perform(.beginActivity(name, .audio))
        }
        try addTimer("three", every: .milliseconds(300))
        try addTimer("two", every: .milliseconds(200))
        try addTimer("one", every: .milliseconds(300))
        device.advance(by: .milliseconds(600))
        #expect(
            ticks.take() == [
                "two 0.200000 s", "one 0.300000 s", "three 0.300000 s", "two 0.400000 s", "one 0.600000 s",
                "two 0.600000 s", "three 0.600000 s",
            ]
        )
        #expect(device.now == second(0.6))
    }

    /// Launches an app, and returns the view that fills its window.
    private func launchWithView() throws -> RecordingView {
        try log.install("mail")
        try device.perform(.launch("mail"))
        let application = try #require(device.application("mail"))
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        let view = RecordingView("view", frame: window.bounds)
        window.addSubview(view)
        window.makeKeyAndVisible()
        return view
    }

    // Rules: A29.
    @Test("Touches are not kept for an app that is inactive or suspended")
    func touchesAreNotKept() throws {
        let view = try launchWithView()
        try device.perform(.fingerDown(1, at: Point(1, 1)))
        try device.perform(.call(from: "Anna"))
        #expect(view.log.lines == ["view.began(1, 1)", "view.cancelled(1, 1)"])
        try device.perform(.fingerMove(1, to: Point(2, 2)))
        try device.perform(.tap(Point(3, 3)))
        try device.perform(.declineCall)
        try device.perform(.fingerMove(1, to: Point(4, 4)))
        try device.perform(.fingerUp(1))
        device.settle()
        #expect(view.log.lines.count == 2)
        try device.perform(.tap(Point(5, 5)))
        device.settle()
        #expect(view.log.lines.suffix(2) == ["view.began(5, 5)", "view.ended(5, 5)"])
        #expect(throws: DeviceError.finger(1, isDown: false)) { try device.perform(.fingerUp(1)) }
    }

    @Test("A tap that ended before Home was pressed is a tap")
    func touchesComeFirst() throws {
        let view = try launchWithView()
        device.touch([TouchContact(1, .began, at: Point(1, 1))])
        device.touch([TouchContact(1, .ended, at: Point(1, 1))])
        try device.perform(.home)
        #expect(view.log.lines == ["view.began(1, 1)", "view.ended(1, 1)"])
    }

    // Rules: A47.
    @Test("An action from inside a callback waits until the transition is over")
    func actionInsideCallback() throws {
        try log.install("mail")
        try log.install("maps")
        var outcome: SimulatedDevice.Outcome?
        log.afterNoting = { [device] line, _ in
            if line == "mail D didBecomeActive [active]" { outcome = try? device.perform(.launch("maps")) }
        }
        #expect(
            try log.perform(.launch("mail"))
                == Sequence.launch("mail") + Sequence.leave("mail") + Sequence.launch("maps")
        )
        #expect(outcome == .waiting)
    }

    @Test("An action from inside a timer waits, and stands in the history where it is refused then")
    func actionInsideHandler() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        device.application("mail")?.runLoop.addTimer(after: .seconds(1)) { [device] _ in
            _ = try? device.perform(.home)
            _ = try? device.perform(.unlock)
        }
        log.log.entries = []
        device.advance(by: .seconds(2))
        #expect(log.log.take() == Sequence.leave("mail"))
        #expect(device.history.entries.last?.text == "refused: the screen is not locked")
    }

    // Rules: A14, A16.
    @Test("A callback that takes too long ends its app at the very instant, and nobody is told")
    func overLimit() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        log.afterNoting = { [device] line, application in
            guard line == "mail D didEnterBackground [background]" else { return }
            device.spendTime(.seconds(6))
            device.spendTime(.seconds(1000))
            application.terminate()
        }
        #expect(try log.perform(.home).last == "mail D didEnterBackground [background]")
        #expect(try log.states("mail") == [.notRunning])
        #expect(device.now == second(5))
        #expect(device.history.entries.last?.text == "ended: over the limit \"enter background\"")
    }

    // Rules: A44.
    @Test("An app in the background that uses more processor time than the budget ends at that instant")
    func processorBudget() throws {
        device.processorBudget = ProcessorBudget(time: .seconds(3), period: .seconds(10))
        try log.install("music", modes: [.audio])
        try device.perform(.launch("music"))
        try device.perform(.beginActivity("music", .audio))
        let loop = try #require(device.application("music")).runLoop
        loop.addTimer(after: .seconds(5), every: .seconds(5)) { [device] _ in device.spendTime(.seconds(2)) }
        // In front it may.
        device.advance(by: .seconds(20))
        #expect(try log.states("music") == [.active])
        _ = try log.perform(.home)
        let begin = device.now
        device.advance(by: .seconds(20))
        #expect(try log.states("music") == [.notRunning])
        // 2 seconds from the fifth on, then 1 from the tenth on.
        let end = try #require(device.history.entries.last)
        #expect(begin.duration(to: end.time) < .seconds(15))
        #expect(
            device.history.entries.suffix(3).map(\.text) == [
                "ended: it has used more processor time than 3.0 seconds in 10.0 seconds", "-> not running",
                "ended: killed",
            ]
        )
        #expect(log.log.take() == [])
    }

    // Rules: A44.
    @Test(
        "Use of the processor before the period does not count, nor the part of a use that lies before",
        arguments: [3, 4]
    )
    func slidingPeriod(seconds: Int) throws {
        device.processorBudget = ProcessorBudget(time: .seconds(3), period: .seconds(10))
        try log.install("music", modes: [.audio])
        _ = try log.perform(.launch("music"), .beginActivity("music", .audio), .home)
        let loop = try #require(device.application("music")).runLoop
        loop.addTimer(after: .seconds(5)) { [device] _ in device.spendTime(.seconds(2)) }
        // Of the two seconds one lies in the ten before this, and leaves them as more is used.
        loop.addTimer(after: .seconds(16)) { [device] _ in device.spendTime(.seconds(seconds)) }
        device.advance(by: .seconds(20))
        #expect(try log.states("music") == [seconds == 3 ? .background : .notRunning])
        if seconds == 4 { #expect(device.history.entries.last?.time == second(19)) }
    }

    @Test("Time passes in tasks as without them", arguments: [1, 3])
    func asynchronous(apps: Int) async throws {
        for number in 1...apps {
            try log.install("app\(number)", modes: [.audio])
            try device.perform(.launch("app\(number)"))
            try device.perform(.beginActivity("app\(number)", .audio))
            try addTimer("app\(number)", every: .seconds(1))
        }
        let loop = try #require(device.application("app1")).runLoop
        loop.addTimer(after: .seconds(1)) { [ticks] _ in Task { @MainActor in ticks.write("job \(loop.now)") } }
        await device.advance(by: .seconds(2))
        let line = ticks.take()
        #expect(line.count == 2 * apps + 1)
        // The job ran before the clock moved on.
        #expect(line.contains("job 1.000000 s"))
        await device.settle()
        #expect(device.now == second(2))
    }

    @Test("An hour of ten apps' lives passes by itself")
    func hour() throws {
        for number in 0..<10 {
            try log.install("app\(number)", modes: number % 3 == 0 ? [.audio] : [])
            try device.perform(.launch("app\(number)"))
            if number % 3 == 0 { try device.perform(.beginActivity("app\(number)", .audio)) }
            try addTimer("app\(number)", every: .seconds(10))
        }
        device.advance(by: .seconds(3600))
        let lines = ticks.take()
        // Four play; app 9 is the one in front.
        for number in 0..<10 {
            #expect(lines.filter { $0.hasPrefix("app\(number) ") }.count == (number % 3 == 0 ? 360 : 0))
        }
        #expect(device.now == second(3600))
        #expect(try log.states("app0", "app1", "app9") == [.background, .suspended, .active])
    }

    // Rules: A44.
    @Test("Use at the beginning of the period leaves it while more is used")
    func slidingBudget() throws {
        device.processorBudget = ProcessorBudget(time: .seconds(48), period: .seconds(60))
        try log.install("music", modes: [.audio])
        _ = try log.perform(.launch("music"), .beginActivity("music", .audio), .home)
        let loop = try #require(device.application("music")).runLoop
        loop.addTimer(after: .zero) { [device] _ in device.spendTime(.seconds(40)) }
        // From 60 on, the minute before any instant has 45 seconds of that use, until the first 40 have left it at 100.
        loop.addTimer(after: .seconds(55)) { [device] _ in device.spendTime(.seconds(60)) }
        device.advance(by: .seconds(99))
        #expect(try log.states("music") == [.notRunning])
        #expect(device.history.entries.last?.time == .zero.advanced(by: .seconds(103)))
    }

    @Test(
        "A local notification costs little more where as many as there may be are scheduled",
        arguments: [true, false]
    )
    func manyNotifications(areTogether: Bool) throws {
        func time(of count: Int, minutes: Int) throws -> Double {
            let log = DeviceLog()
            try log.install("clock")
            try log.device.perform(.launch("clock"))
            for number in 0..<count {
                let first = MainRunLoop.Instant.zero.advanced(by: .milliseconds(areTogether ? 0 : 900 * number))
                let notification = LocalNotification(
                    identifier: "\(number)",
                    fireDate: first.advanced(by: .seconds(1)),
                    repeatInterval: .seconds(60)
                )
                try log.device.perform(.schedule("clock", notification))
            }
            log.log.entries = []
            log.device.recordsHistory = false
            let time = processorTime { log.device.advance(by: .seconds(60 * minutes)) }
            #expect(log.log.entries.count == count * minutes)
            return time
        }
        var ratios: [Double] = []
        while ratios.allSatisfy({ $0 > 2.5 }) && ratios.count < 5 {
            try ratios.append(time(of: 64, minutes: 30) / time(of: 1, minutes: 64 * 30))
        }
        #expect(ratios.contains { $0 <= 2.5 }, "\(ratios) times as long")
    }

    @Test("A notification that repeats ends with the clock's time")
    func endOfTime() throws {
        try log.install("clock")
        try device.perform(.launch("clock"))
        let notification = LocalNotification(
            identifier: "tea",
            fireDate: .zero.advanced(by: .seconds(1)),
            repeatInterval: .seconds(1 << 30)
        )
        try device.perform(.schedule("clock", notification))
        // One for the very first instant, too.
        try device.perform(.schedule("clock", LocalNotification(identifier: "now", repeatInterval: .seconds(1 << 32))))
        device.settle()
        #expect(device.application("clock")?.scheduledLocalNotifications.map(\.identifier) == ["tea", "now"])
        device.advance(by: .seconds(Int64.max))
        device.settle()
        #expect(device.application("clock")?.scheduledLocalNotifications == [])
    }
}
