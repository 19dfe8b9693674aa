import ResponderEventLoop
import TestSupport
import Testing

@Suite("Awaited runs under virtual time")
@MainActor
struct AsyncRunTests {
    /// Runs a chain of main-actor tasks, each started by the previous one.
    func startChain(of depth: Int, at level: Int = 1, _ log: Log, end: @escaping @MainActor () -> Void = {}) {
        Task { @MainActor in
            log.write("task \(level)")
            if level < depth { startChain(of: depth, at: level + 1, log, end: end) } else { end() }
        }
    }

    @Test("Chains of main-actor tasks up to four deep settle before time moves", arguments: 1...4)
    func settles(depth: Int) async throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(1)) { _ in startChain(of: depth, log) }
        loop.addTimer(at: .ms(2)) { _ in log.write("next timer") }
        #expect(await loop.run(until: .ms(3)) == .timedOut)
        #expect(log.take() == (1...depth).map { "task \($0)" } + ["next timer"])
        #expect(loop.now == .ms(3))
    }

    @Test("An awaited run looks once more before it waits; if something came it neither waits nor tells observers so")
    func looksOnceMore() async throws {
        // Rules: L6.
        let (loop, log, input) = (try makeLoop(), Log(), StubInput())
        input.comesWhenAsked = true
        input.onServe = { [unowned input] in
            input.comesWhenAsked = false
            log.write("served")
        }
        loop.addInput(input)
        loop.addObserver(of: [.beforeWaiting, .afterWaiting]) { log.write($0.word) }
        #expect(await loop.run() == .finished)
        #expect(log.take() == ["waits", "served", "waits", "waited"])
    }

    @Test("What ran before an awaited run, and what the run's last instant sets off, settles too")
    func settlesAtBothEnds() async throws {
        let (loop, log) = (try makeLoop(), Log())
        startChain(of: 4, log)
        loop.addTimer(at: .ms(5)) { _ in startChain(of: 4, log) { loop.post { log.write("post") } } }
        await loop.run(until: .ms(5))
        let chain = (1...4).map { "task \($0)" }
        #expect(log.take() == chain + chain + ["post"])
    }

    @Test("A timer that a task adds while it settles fires at its own time")
    func timerFromTask() async throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(1)) { _ in
            startChain(of: 3, log) { loop.addTimer(at: .ms(2)) { _ in log.write("\(loop.now)") } }
        }
        loop.addTimer(at: .ms(10)) { _ in
            startChain(of: 3, log) { loop.addTimer(at: .ms(10)) { _ in log.write("\(loop.now)") } }
        }
        #expect(await loop.run(until: .ms(10)) == .timedOut)
        let chain = (1...3).map { "task \($0)" }
        #expect(log.take() == chain + ["0.002000 s"] + chain + ["0.010000 s"])
    }

    @Test("An awaited run ends as a blocking one does: finished, stopped, with a source handled")
    func results() async throws {
        // Rules: L1, L12, L15.
        let loop = try makeLoop()
        #expect(await loop.run() == .finished)
        loop.addTimer(at: .ms(1)) { _ in loop.stop() }
        #expect(await loop.run() == .stopped)
        let source = loop.addUserSource {}
        loop.addTimer(at: .ms(2)) { _ in Task { source.signal() } }
        #expect(await loop.run(returnAfterSource: true) == .handledSource)
        #expect(loop.now == .ms(2))
    }

    @Test("`stop` from a task ends the run before time moves")
    func stopFromTask() async throws {
        // Rules: L15.
        let loop = try makeLoop()
        loop.addTimer(at: .ms(1)) { _ in Task { @MainActor in loop.stop() } }
        loop.addTimer(at: .ms(2)) { _ in }
        #expect(await loop.run() == .stopped)
        #expect(loop.now == .ms(1))
    }

    @Test("A cancelled task's run is stopped")
    func cancellation() async throws {
        let loop = try makeLoop()
        let task = Task { @MainActor in
            loop.addTimer(at: .ms(1)) { _ in withUnsafeCurrentTask { $0?.cancel() } }
            loop.addTimer(at: .ms(2)) { _ in }
            return await loop.run()
        }
        #expect(await task.value == .stopped)
        #expect(loop.now == .ms(1))
    }

    @Test("A second awaited run of the same loop stops with its message")
    func secondRun() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let loop = try makeLoop()
            loop.addTimer(at: .ms(1)) { _ in Task { await loop.run() } }
            await loop.run(until: .ms(5))
        }
        result.expectMessage("`await loop.run(…)` was called while another run of the same loop is under way.")
    }

    @Test("Loops of several tasks run side by side, each in its own time")
    func sideBySide() async throws {
        let log = Log()
        let tasks = try (1...3).map { number in
            let loop = try makeLoop()
            loop.addTimer(at: .ms(Int64(number))) { _ in log.write("\(number)") }
            return Task { @MainActor in await loop.run(until: .ms(5)) }
        }
        for task in tasks { #expect(await task.value == .timedOut) }
        #expect(Set(log.take()) == ["1", "2", "3"])
    }
}
