import ResponderEventLoop
import TestSupport
import Testing

@MainActor
@Suite("A loop that is used from other threads too")
struct LoopThreadTests {
    /// An object that a loop's closures keep alive.
    private final class Owner: Sendable {
        let loop: MainRunLoop
        init(_ loop: MainRunLoop) { self.loop = loop }
    }

    @Test("A loop lets go of what it would never call when all is cancelled, and forgets that something was marked")
    func whatIsLeft() throws {
        let (loop, log) = (try makeLoop(), Log())
        weak var own: Owner?
        weak var shared: Owner?
        do {
            let (mine, others) = (Owner(loop), Owner(loop))
            (own, shared) = (mine, others)
            loop.post {
                loop.post(in: []) { [mine] in log.write("\(mine)") }
                Threads.run { [unowned loop] in loop.post(in: []) { [others] in log.write("\(others)") } }
            }
            loop.runPresent()
        }
        loop.setNeedsUpdate()
        loop.cancelAll()
        #expect(own == nil && shared == nil)
        _ = loop.addUpdateHandler { log.write("update") }
        loop.runPresent()
        #expect(log.take() == [])
    }

    @Test("A loop has a clock that is read on any thread while it is moved")
    func clock() async throws {
        let loop = try makeLoop()
        let clock = loop.clock
        let reader = Task.detached {
            var last = clock.now
            while last < .zero.advanced(by: .seconds(1)) {
                let now = clock.now
                if now < last { return false }
                last = now
            }
            return true
        }
        for _ in 0..<1000 { await loop.advance(by: .milliseconds(1)) }
        #expect(await reader.value)
    }

    @Test("A loop has ticks that may be iterated off the main actor")
    func ticks() async throws {
        let loop = try makeLoop()
        let ticks = loop.ticks(every: .milliseconds(10))
        let task = Task.detached {
            for await instant in ticks { return instant }
            return MainRunLoop.Instant.zero
        }
        while await loop.advance(by: .milliseconds(10)) == .timedOut, loop.nextDeadline != nil { await Task.yield() }
        #expect(await task.value.nanoseconds.isMultiple(of: 10_000_000))
    }
}
