import ResponderKit
import TestSupport
import Testing

@testable import ResponderEnvironment

@MainActor
@Suite struct ServiceWatchdogTests {
    private static let ping = "WATCHDOG=1"
    private static let tenSeconds = ["WATCHDOG_USEC": "10000000"]

    // Rules: U3.
    @Test("Signs of life come from the first update pass on, each in at most five eighths of the watchdog's time")
    func half() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(Self.tenSeconds)
        await fixture.launch()
        #expect(fixture.manager.take() == [Self.ping, "READY=1"])
        for _ in 0..<5 {
            let last = fixture.loop.now
            await fixture.loop.advanceToNextDeadline()
            #expect(fixture.manager.take() == [Self.ping])
            #expect(last.duration(to: fixture.loop.now) <= .milliseconds(6250))
        }
    }

    // Rules: U3.
    @Test("No sign of life starts the manager's watch before the first layout is done, however long the launch takes")
    func slowStart() async throws {
        let (fixture, delegate) = (try ServiceFixture(), SlowDelegate())
        delegate.fixture = fixture
        fixture.application.delegate = delegate
        fixture.loop.addUpdateHandler { [clock = fixture.clock, manager = fixture.manager] in
            clock.advance(to: clock.now.advanced(by: .seconds(2)))
            delegate.early += manager.take()
        }
        await fixture.launch()
        #expect(delegate.early == [])
        #expect(fixture.application.lifecycleState == .active)
        #expect(fixture.manager.take() == [Self.ping, "READY=1"])
    }

    // Rules: U3.
    @Test("An idle service wakes once for a sign of life, and not at all where another timer is near")
    func idle() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(Self.tenSeconds)
        await fixture.launch()
        fixture.loop.startLedger()
        await fixture.loop.advance(by: .seconds(100))
        let alone = try #require(fixture.loop.stopLedger())
        let pings = alone.served[.timer] ?? 0
        #expect((16...20).contains(pings))
        // There may be a turn at either end of the advance.
        #expect(alone.turns <= pings + 2)

        fixture.loop.addTimer(after: .seconds(1), every: .seconds(1)) { _ in }
        fixture.loop.startLedger()
        await fixture.loop.advance(by: .seconds(100))
        let beside = try #require(fixture.loop.stopLedger())
        #expect((116...120).contains(beside.served[.timer] ?? 0))
        #expect(beside.turns <= 102)
    }

    // Rules: U3.
    @Test("Signs of life go on while the application is in the background, and while it is suspended")
    func suspended() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(Self.tenSeconds)
        await fixture.launch()
        for message in [HostMessage.enterBackground, .suspend] {
            try fixture.application.receive(message)
            _ = fixture.manager.take()
            await fixture.loop.advance(by: .seconds(20))
            #expect((3...4).contains(fixture.manager.take().count))
        }
    }

    // Rules: U3.
    @Test("Signs of life go on in a nested run of a mode that serves nothing else")
    func nested() throws {
        let fixture = try ServiceFixture()
        try fixture.follow(Self.tenSeconds)
        fixture.loop.turn()
        let mode = MainRunLoop.Mode("a mode of the watchdog's test")
        fixture.loop.addTimer(after: .seconds(40), in: [mode]) { _ in fixture.loop.stop() }
        fixture.loop.addTimer(after: .zero) { _ in
            _ = fixture.manager.take()
            fixture.loop.runNow(mode: mode)
            #expect((6...8).contains(fixture.manager.take().count))
        }
        fixture.loop.runNow(until: .ms(1))
        #expect(fixture.loop.now >= .ms(40_000))
    }

    // Rules: U3.
    @Test("The watchdog's timer keeps no run alive")
    func run() throws {
        let fixture = try ServiceFixture()
        try fixture.follow(Self.tenSeconds)
        fixture.loop.turn()
        // In the common modes the application's ports keep a run alive.
        #expect(fixture.loop.runNow(mode: MainRunLoop.Mode("a mode of the watchdog's test")) == .finished)
        #expect(fixture.loop.now == .ms(0))
    }

    // Rules: U7.
    @Test("No signs of life are given for another process, nor without a watchdog")
    func others() async throws {
        for variables in [["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "99"], ["WATCHDOG_PID": "100"]] {
            let fixture = try ServiceFixture()
            try fixture.follow(variables)
            await fixture.launch()
            await fixture.loop.advance(by: .seconds(100))
            #expect(fixture.manager.take() == ["READY=1"])
            #expect(fixture.problems == [])
        }
    }
}

/// A delegate whose launch takes longer than the watchdog's time.
private final class SlowDelegate: ApplicationDelegate {
    weak var fixture: ServiceFixture?
    /// What the manager was told before the first layout was done.
    var early: [String] = []

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        try? fixture?.follow(["WATCHDOG_USEC": "1000000"])
        if let clock = fixture?.clock { clock.advance(to: clock.now.advanced(by: .seconds(2))) }
        early += fixture?.manager.take() ?? []
        return true
    }
}
