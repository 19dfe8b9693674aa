import ResponderEventLoop
import TestSupport
import Testing

@Suite("Ticks as a sequence")
@MainActor
struct TicksTests {
    let log = Log()

    /// Starts a task that iterates, and does `work` at each tick.
    func iterate(
        over ticks: MainRunLoop.Ticks,
        _ work: @escaping @MainActor () async -> Bool = { true }
    ) -> Task<Void, Never> {
        Task { @MainActor in
            for await instant in ticks {
                log.write("\(instant)")
                guard await work() else { break }
            }
            log.write("over")
        }
    }

    @Test("Ticks come at each interval from the call on, in the loop's time")
    func phase() async throws {
        let loop = try makeLoop()
        let ticks = loop.ticks(every: .milliseconds(10))
        await loop.advance(by: .milliseconds(5))
        let task = iterate(over: ticks)
        await loop.advance(by: .milliseconds(25))
        #expect(log.take() == ["0.010000 s", "0.020000 s", "0.030000 s"])
        task.cancel()
        await task.value
        #expect(log.take() == ["over"])
    }

    @Test("A task that takes longer than an interval gets the newest tick at once, and never a burst")
    func slow() async throws {
        // Rules: L25.
        let loop = try makeLoop()
        let pauses = loop.ticks(every: .milliseconds(35))
        let iterator = Box(pauses.makeAsyncIterator())
        let task = iterate(over: loop.ticks(every: .milliseconds(10))) {
            // On the main actor: on another thread it may run too late, after the clock has moved.
            await iterator.value.next(isolation: #isolation) != nil
        }
        await loop.advance(by: .milliseconds(72))
        // Busy from 10 to 35 and from then to 70.
        #expect(log.take() == ["0.010000 s", "0.030000 s", "0.070000 s"])
        task.cancel()
        await task.value
    }

    @Test("The task's cancellation ends its ticks, and their timer")
    func cancellation() async throws {
        let loop = try makeLoop()
        let task = iterate(over: loop.ticks(every: .milliseconds(10)))
        await loop.advance(by: .milliseconds(10))
        task.cancel()
        await task.value
        #expect(log.take() == ["0.010000 s", "over"])
        #expect(await loop.advanceToNextDeadline() == nil)
        let late = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            let iterator = loop.ticks(every: .milliseconds(10)).makeAsyncIterator()
            return await iterator.next()
        }
        #expect(await late.value == nil)
        #expect(await loop.advanceToNextDeadline() == nil)
    }

    @Test("Ticks end with an iterator that goes, though the sequence stays, and with a sequence that goes without one")
    func dropped() async throws {
        let loop = try makeLoop()
        let ticks = loop.ticks(every: .milliseconds(10))
        let task = iterate(over: ticks) { false }
        await loop.advance(by: .milliseconds(10))
        await task.value
        #expect(log.take() == ["0.010000 s", "over"])
        #expect(await loop.advanceToNextDeadline() == nil)
        let again = ticks.makeAsyncIterator()
        #expect(await again.next() == nil)
        _ = loop.ticks(every: .milliseconds(10))
        #expect(await loop.advanceToNextDeadline() == nil)
    }

    @Test("Two tasks that wait for the same tick stop the process with a message")
    func twoTasks() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let loop = try makeLoop()
            let iterator = loop.ticks(every: .milliseconds(10)).makeAsyncIterator()
            for _ in 0..<2 {
                Task { @MainActor in await iterator.next(isolation: #isolation) }
            }
            await loop.advance(by: .milliseconds(5))
        }
        result.expectMessage("two tasks wait for the next element of the same sequence")
    }

    @Test("Ticks end with their loop")
    func loopGoes() async throws {
        var loop: MainRunLoop? = try makeLoop()
        let task = try iterate(over: #require(loop).ticks(every: .milliseconds(10)))
        await loop?.advance(by: .milliseconds(10))
        loop = nil
        await task.value
        #expect(log.take() == ["0.010000 s", "over"])
    }

    @Test("Ticks come within their tolerance, together with what else wakes the loop, and only in their modes")
    func tolerance() async throws {
        // Rules: L18, L29.
        let loop = try makeLoop()
        let ticks = loop.ticks(every: .milliseconds(10), tolerance: .milliseconds(4), in: .default)
        let task = iterate(over: ticks)
        loop.addTimer(at: .ms(13)) { _ in }
        await loop.advance(by: .milliseconds(15))
        #expect(log.take() == ["0.013000 s"])
        await loop.advance(by: .milliseconds(10), mode: .tracking)
        #expect(log.take() == [])
        await loop.runUntilIdle()
        #expect(log.take() == ["0.025000 s"])
        task.cancel()
        await task.value
    }
}
