import ResponderEventLoop
import TestSupport
import Testing

@Suite("The loop's clock")
@MainActor
struct LoopClockTests {
    let log = Log()

    /// Code that takes any clock, as an app's may.
    nonisolated private func wait<Time: Clock>(on clock: Time, _ duration: Time.Duration) async throws {
        try await clock.sleep(for: duration)
    }

    @Test("The loop's clock has tasks sleep in virtual time and wake in the order of their deadlines")
    func sleep() async throws {
        let loop = try makeLoop()
        let tasks = [30, 10, 20, 10].enumerated().map { index, milliseconds in
            Task { @MainActor in
                try await loop.sleep(for: .milliseconds(milliseconds))
                log.write("\(index) at \(loop.now)")
            }
        }
        await loop.advance(by: .milliseconds(25))
        #expect(log.take() == ["1 at 0.010000 s", "3 at 0.010000 s", "2 at 0.020000 s"])
        await loop.advance(by: .milliseconds(25))
        for task in tasks { try await task.value }
        #expect(log.take() == ["0 at 0.030000 s"])
    }

    @Test("The loop's clock serves code that takes a clock")
    func generic() async throws {
        let loop = try makeLoop()
        let clock = loop.clock
        let task = Task { @MainActor in
            // Not `clock.now`: the runtime calls a clock on its own threads, so the clock may have moved on here.
            try await wait(on: clock, .seconds(3600))
            log.write("awake")
        }
        while loop.nextDeadline == nil { await loop.runUntilIdle() }
        await loop.advance(by: .seconds(3599))
        #expect(log.take() == [])
        await loop.advance(by: .seconds(401))
        try await task.value
        #expect(log.take() == ["awake"])
        #expect(clock.now == loop.now)
    }

    @Test("The loop's clock lets a deadline that has passed be, without a turn")
    func passed() async throws {
        let loop = try makeLoop()
        await loop.advance(by: .seconds(1))
        try await loop.clock.sleep(until: loop.now)
        try await loop.sleep(for: .seconds(-5))
        #expect(loop.now == .zero.advanced(by: .seconds(1)))
    }

    @Test("The loop's clock ends the sleep of a task cancelled before or meanwhile, with an error, and its timer")
    func cancelled() async throws {
        let loop = try makeLoop()
        let task = Task { @MainActor in try await loop.sleep(for: .seconds(5)) }
        await loop.advance(by: .seconds(1))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await loop.runUntilIdle()
        #expect(loop.nextDeadline == nil)
        let cancelled = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            try await loop.sleep(for: .seconds(5))
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(loop.nextDeadline == nil)
    }

    @Test("The loop's clock ends a sleep with an error when its loop goes, and can be read after that")
    func loopGone() async throws {
        var loop: MainRunLoop? = try makeLoop()
        let clock = try #require(loop?.clock)
        await loop?.advance(by: .seconds(2))
        let task = Task { @MainActor in try await clock.sleep(until: .zero.advanced(by: .seconds(5))) }
        await loop?.runUntilIdle()
        loop = nil
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(5)) }
        #expect(clock.now == .zero.advanced(by: .seconds(2)))
    }
}
