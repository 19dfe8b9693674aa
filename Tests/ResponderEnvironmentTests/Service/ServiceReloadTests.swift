import Glibc
import ResponderKit
import TestSupport
import Testing

@testable import ResponderEnvironment

@MainActor
@Suite struct ServiceReloadTests {
    // Rules: U4.
    @Test("SIGHUP reloads: the manager is told of the instant before it, and of its end")
    func reload() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow { [unowned fixture] in fixture.application.serviceStatus = "new settings" }
        await fixture.launch()
        #expect(fixture.manager.take() == ["READY=1"])
        let start = MainRunLoop.Instant.now.nanoseconds / 1000
        hangUp()
        await fixture.loop.runUntilIdle()
        let messages = fixture.manager.take()
        try #require(messages.count == 3)
        #expect(messages[1...] == ["STATUS=new settings", "READY=1"])
        let match = try #require(messages[0].wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=([0-9]+)/))
        #expect(try #require(Int64(match.1)) >= start)
    }

    // Rules: U4, U5, U7.
    @Test("A reload while the first message waits for room does not take the process's number from it")
    func reloadWhileFull() async throws {
        let fixture = try ServiceFixture()
        let filler = try ServiceSocket(fixture.manager.name)
        while filler.send("filler") == .sent {}
        try fixture.follow(["SYSTEMD_EXEC_PID": "99"]) {}
        await fixture.launch()
        hangUp()
        await fixture.loop.runUntilIdle()
        #expect(Set(fixture.manager.take()) == ["filler"])
        await fixture.loop.runUntilIdle()
        let messages = fixture.manager.take()
        try #require(messages.count == 2)
        #expect(messages[0].hasPrefix("RELOADING=1"))
        #expect(messages[1] == "READY=1\nMAINPID=\(getpid())")
    }

    // Rules: U4.
    @Test("A SIGHUP before the service is ready reloads, and the manager is not told that the service is ready")
    func early() async throws {
        let fixture = try ServiceFixture()
        var reloads = 0
        try fixture.follow { reloads += 1 }
        hangUp()
        await fixture.loop.runUntilIdle()
        #expect(reloads == 1)
        #expect(fixture.manager.take() == [])
    }

    // Rules: U4.
    @Test("A SIGHUP to a suspended application reloads when the application is resumed, and after the end does nothing")
    func suspended() async throws {
        let fixture = try ServiceFixture()
        var reloads = 0
        try fixture.follow { reloads += 1 }
        await fixture.launch()
        try fixture.application.receive(.enterBackground)
        try fixture.application.receive(.suspend)
        hangUp()
        await fixture.loop.runUntilIdle()
        #expect(reloads == 0)
        try fixture.application.receive(.resume)
        await fixture.loop.runUntilIdle()
        #expect(reloads == 1)
        fixture.application.terminate()
        hangUp()
        await fixture.loop.runUntilIdle()
        #expect(reloads == 1)
    }

    // Rules: U4, U5.
    @Test("Where another loop waits for signals, SIGHUP is told not to reload, and the rest works")
    func taken() async throws {
        let other = try MainRunLoop()
        let source = try other.addSignalSource(SIGUSR1) { _ in }
        defer { source.cancel() }
        let fixture = try ServiceFixture()
        try fixture.follow {}
        await fixture.launch()
        #expect(fixture.problems.count == 1)
        #expect(fixture.problems.first?.description.hasPrefix("SIGHUP does not reload the service: ") == true)
        #expect(fixture.manager.take() == ["READY=1"])
    }

    /// Sends this thread a SIGHUP, which has come when the call returns: one to the process may come later, on another
    /// thread.
    private func hangUp() {
        var (signals, former) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGHUP)
        pthread_sigmask(SIG_UNBLOCK, &signals, &former)
        pthread_kill(pthread_self(), SIGHUP)
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }
}
