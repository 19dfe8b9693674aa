import Testing

@testable import ResponderEventLoop

@Suite("Loops that do not look for work before they sleep")
@MainActor
struct NoBusyWaitTests {
    @Test("A loop does not look for work before it sleeps unless told so, and takes a negative duration for zero")
    func values() throws {
        // Rules: L41.
        let loop = try MainRunLoop()
        #expect(loop.busyWait == .zero)
        loop.busyWait = .microseconds(50)
        #expect(loop.busyWait == .microseconds(50))
        loop.busyWait = .microseconds(-50)
        #expect(loop.busyWait == .zero)
        loop.busyWait = .seconds(Int64.max)
        #expect(loop.busyWait == .nanoseconds(Int64.max))
    }

    @Test("A loop in virtual time moves its clock through the deadlines, whatever its busy wait is")
    func virtualTime() throws {
        // Rules: L41.
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        loop.busyWait = .seconds(3600)
        var fired: [MainRunLoop.Instant] = []
        for hour in 1...3 { loop.addTimer(after: .seconds(3600 * hour)) { _ in fired.append(loop.now) } }
        #expect(loop.run(until: nil) == .finished)
        #expect(fired == (1...3).map { MainRunLoop.Instant.zero.advanced(by: .seconds(3600 * $0)) })
    }

    @Test("A loop that follows a script does not look for work, and one that is recorded does")
    func scripts() throws {
        // Rules: L41.
        let script = TurnClock.Script(
            sleeps: true,
            drainsMainQueue: false,
            nextTurn: { .zero },
            nextInstant: { nil }
        )
        #expect(!LoopTime.turns(TurnClock(startingAt: .zero, script: script)).waitsInRealTime)
        #expect(LoopTime.turns(TurnClock()).waitsInRealTime)
    }

    @Test("An awaited run gives up the main actor, whatever the loop's busy wait is")
    func awaitedRun() async throws {
        // Rules: L41.
        let loop = try MainRunLoop()
        loop.busyWait = .seconds(3600)
        var hasRun = false
        // The job is queued before the run suspends, so it has run when the run goes on.
        loop.addObserver(of: .beforeWaiting, repeats: false) { _ in Task { hasRun = true } }
        #expect(await loop.run(until: loop.now.advanced(by: .milliseconds(20))) == .timedOut)
        #expect(hasRun)
    }

    @Test("A host's turn returns at once, whatever the loop's busy wait is")
    func hostsTurn() throws {
        // Rules: L41.
        let loop = try MainRunLoop()
        loop.busyWait = .seconds(3600)
        #expect(loop.turn() == .idle)
    }
}
