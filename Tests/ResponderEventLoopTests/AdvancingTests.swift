import ResponderEventLoop
import TestSupport
import Testing

@Suite("Leading a virtual clock")
@MainActor
struct AdvancingTests {
    @Test("`advance` moves the clock to its target, though the mode is empty or becomes so on the way")
    func target() async throws {
        // Rules: L2, L16.
        let (loop, log) = (try makeLoop(), Log())
        #expect(await loop.advance(by: .milliseconds(5)) == .timedOut)
        #expect(loop.now == .ms(5))
        #expect(loop.advanceNow(by: .milliseconds(5)) == .timedOut)
        #expect(loop.now == .ms(10))
        loop.addTimer(at: .ms(12)) { _ in log.write("\(loop.now)") }
        #expect(loop.advanceNow(by: .milliseconds(5), mode: .init("AdvancingTests")) == .timedOut)
        #expect(loop.now == .ms(15))
        #expect(loop.advanceNow(by: .milliseconds(-5)) == .timedOut)
        #expect(loop.now == .ms(15))
    }

    @Test("`advance` fires each timer at its instant, and, when awaited, lets tasks settle before the clock moves on")
    func timers() async throws {
        // Rules: L24, L25.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(2), every: .milliseconds(4)) { _ in
            log.write("\(loop.now)")
            Task { @MainActor in log.write("task at \(loop.now)") }
        }
        await loop.advance(by: .milliseconds(6))
        #expect(log.take() == ["0.002000 s", "task at 0.002000 s", "0.006000 s", "task at 0.006000 s"])
        loop.advanceNow(by: .milliseconds(4))
        #expect(log.take() == ["0.010000 s"])
    }

    @Test("`stop` ends an advance where the clock stands then")
    func stop() async throws {
        // Rules: L15.
        let loop = try makeLoop()
        loop.addTimer(at: .ms(2)) { _ in loop.stop() }
        #expect(loop.advanceNow(by: .milliseconds(5)) == .stopped)
        #expect(loop.now == .ms(2))
        loop.addTimer(at: .ms(3)) { _ in Task { loop.stop() } }
        #expect(await loop.advance(by: .milliseconds(5)) == .stopped)
        #expect(loop.now == .ms(3))
    }

    @Test("The next deadline is the earliest timer's, also of a timer that what is posted now adds")
    func nextDeadline() async throws {
        let (loop, log) = (try makeLoop(), Log())
        #expect(await loop.advanceToNextDeadline() == nil)
        loop.addTimer(at: .ms(9)) { _ in log.write("9") }
        loop.addTimer(at: .ms(4)) { _ in log.write("4") }
        loop.addTimer(at: .ms(4)) { _ in log.write("4 too") }
        loop.post { loop.addTimer(at: .ms(3)) { _ in log.write("3") } }
        #expect(loop.advanceNowToNextDeadline() == .ms(3))
        #expect(log.take() == ["3"])
        #expect(loop.now == .ms(3))
        #expect(await loop.advanceToNextDeadline() == .ms(4))
        #expect(log.take() == ["4", "4 too"])
        #expect(loop.advanceNowToNextDeadline() == .ms(9))
        #expect(loop.advanceNowToNextDeadline() == nil)
        #expect(loop.now == .ms(9))
    }

    @Test("The next deadline is that of the mode that is served, and of no other")
    func nextDeadlineOfMode() async throws {
        // Rules: L18.
        let (loop, log) = (try makeLoop(), Log())
        let own = MainRunLoop.Mode("AdvancingTests")
        loop.addTimer(at: .ms(3)) { _ in log.write("common") }
        loop.addTimer(at: .ms(5), in: [own]) { _ in log.write("own") }
        loop.addTimer(at: .ms(7), in: [own]) { _ in log.write("own too") }
        #expect(await loop.advanceToNextDeadline(mode: own) == .ms(5))
        #expect(log.take() == ["own"])
        #expect(loop.advanceNowToNextDeadline(mode: own) == .ms(7))
        #expect(log.take() == ["own too"])
        #expect(await loop.advanceToNextDeadline(mode: own) == nil)
        #expect(loop.now == .ms(7))
    }

    @Test("A stop before the clock was moved to the next deadline leaves the clock where it is")
    func stopBeforeDeadline() async throws {
        // Rules: L15.
        let loop = try makeLoop()
        loop.addTimer(at: .ms(5)) { _ in }
        loop.addObserver(of: .beforeWaiting) { [unowned loop] _ in loop.stop() }
        #expect(loop.advanceNowToNextDeadline() == nil)
        #expect(await loop.advanceToNextDeadline() == nil)
        #expect(loop.now == .zero)
    }

    @Test("All that the present instant sets off is served until idle, and the clock stays")
    func untilIdle() async throws {
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("source") }
        loop.addTimer(at: .ms(1)) { _ in log.write("too late") }
        loop.post {
            loop.addTimer(after: .zero) { _ in
                log.write("timer")
                source.signal()
            }
        }
        loop.runNowUntilIdle()
        #expect(log.take() == ["timer", "source"])
        Task { @MainActor in loop.post { log.write("post of a task") } }
        await loop.runUntilIdle()
        #expect(log.take() == ["post of a task"])
        #expect(loop.now == .zero)
    }

    @Test("A loop on the system's clock refuses each kind of advance, with a message that names the remedy")
    func systemClock() async {
        let remedy = "moves a virtual clock, but this loop uses the system's clock"
        let advance = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await MainRunLoop().advance(by: .seconds(1))
        }
        advance.expectMessage("advance(by:) \(remedy)")
        let next = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try MainRunLoop().advanceNowToNextDeadline()
        }
        next.expectMessage("advanceToNextDeadline() \(remedy)")
        let idle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try MainRunLoop().runNowUntilIdle()
        }
        idle.expectMessage("runUntilIdle() \(remedy)")
    }
}

/// The synchronous forms, for tests that are asynchronous functions.
extension MainRunLoop {
    @discardableResult
    fileprivate func advanceNow(by duration: Duration, mode: Mode = .default) -> RunResult {
        advance(by: duration, mode: mode)
    }

    @discardableResult
    fileprivate func advanceNowToNextDeadline(mode: Mode = .default) -> Instant? { advanceToNextDeadline(mode: mode) }

    fileprivate func runNowUntilIdle() { runUntilIdle() }
}
