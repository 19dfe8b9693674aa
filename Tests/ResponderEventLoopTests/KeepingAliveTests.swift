import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Sources and timers that keep no run alive")
@MainActor
struct KeepingAliveTests {
    @Test("A run ends as empty when only timers and sources are left that keep none alive, and the clock stays")
    func onlyWeak() throws {
        // Rules: L45, L2.
        let (loop, sockets) = (try makeLoop(), SocketPair())
        let timer = loop.addTimer(after: .milliseconds(5), every: .milliseconds(5)) { _ in Issue.record("it fired") }
        let source = loop.addUserSource {}
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in }
        let signal = try loop.addSignalSource(SIGWINCH) { _ in }
        (timer.keepsRunAlive, source.keepsRunAlive) = (false, false)
        (descriptor.keepsRunAlive, signal.keepsRunAlive) = (false, false)
        #expect(loop.runNow() == .finished)
        #expect(loop.now == .zero)
        timer.cancel()
        source.cancel()
        descriptor.cancel()
        signal.cancel()
    }

    @Test("Beside something that keeps the run alive, a timer that does not fires as any other")
    func besideOthers() throws {
        // Rules: L45.
        let (loop, log) = (try makeLoop(), Log())
        let ticks = loop.addTimer(at: .ms(3), every: .milliseconds(3)) { [unowned loop] _ in log.write("\(loop.now)") }
        ticks.keepsRunAlive = false
        loop.addTimer(at: .ms(7)) { _ in log.write("last") }
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["0.003000 s", "0.006000 s", "last"])
        #expect(ticks.isValid)
        #expect(loop.now == .ms(7))
        ticks.cancel()
    }

    @Test("A source that keeps no run alive, but is signalled, performs before the run ends")
    func signalled() throws {
        // Rules: L45, L2.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("performed") }
        source.keepsRunAlive = false
        source.signal()
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["performed"])
        source.cancel()
    }

    @Test("Where a virtual clock is moved, timers that keep no run alive fire on the way")
    func advancing() async throws {
        // Rules: L45.
        let (loop, log) = (try makeLoop(), Log())
        let ticks = loop.addTimer(at: .ms(2), every: .milliseconds(2)) { [unowned loop] _ in log.write("\(loop.now)") }
        ticks.keepsRunAlive = false
        Self.advance(loop)
        #expect(log.take() == ["0.002000 s", "0.004000 s", "0.006000 s"])
        await loop.advance(by: .milliseconds(3))
        #expect(log.take() == ["0.008000 s"])
        #expect(await loop.advanceToNextDeadline() == .ms(10))
        #expect(log.take() == ["0.010000 s"])
        ticks.fireTime = loop.now
        await loop.runUntilIdle()
        #expect(log.take() == ["0.010000 s"])
        ticks.cancel()
    }

    /// The forms that are not for tasks: three milliseconds, to the next deadline, and what is due.
    private static func advance(_ loop: MainRunLoop) {
        #expect(loop.advance(by: .milliseconds(3)) == .timedOut)
        #expect(loop.advanceToNextDeadline() == .ms(4))
        loop.advance(by: .milliseconds(2))
        loop.runUntilIdle()
    }

    @Test("A run waits again for what keeps it alive again, in any order of changes, pauses and ends")
    func balance() throws {
        // Rules: L45, L44.
        let (loop, mode, sockets) = (try makeLoop(), MainRunLoop.Mode("keeping"), SocketPair())
        func ends() -> Bool { loop.runNow(mode: mode, until: loop.now.advanced(by: .milliseconds(1))) == .finished }
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read, in: [mode]) { _ in }
        let source = loop.addUserSource(in: [mode]) {}
        let timer = loop.addTimer(at: .ms(1000), in: [mode]) { _ in }
        (source.keepsRunAlive, timer.keepsRunAlive, descriptor.keepsRunAlive) = (false, false, false)
        #expect(ends())
        for _ in 0..<2 { descriptor.keepsRunAlive = true }
        #expect(!ends())
        descriptor.pause()
        #expect(ends())
        for _ in 0..<2 { descriptor.keepsRunAlive = false }
        try descriptor.resume()
        #expect(ends())
        descriptor.pause()
        descriptor.keepsRunAlive = true
        try descriptor.resume()
        #expect(!ends())
        descriptor.cancel()
        descriptor.keepsRunAlive = true
        #expect(ends())
        source.keepsRunAlive = true
        #expect(!ends())
        source.keepsRunAlive = false
        timer.keepsRunAlive = true
        #expect(!ends())
        timer.cancel()
        timer.keepsRunAlive = true
        #expect(!timer.keepsRunAlive)
        #expect(ends())
        source.cancel()
        source.keepsRunAlive = true
        #expect(ends())
        // Nothing is counted twice or left over.
        let last = loop.addUserSource(in: [mode]) {}
        #expect(!ends())
        last.cancel()
        #expect(ends())
    }

    @Test("A timer that keeps no run alive keeps its place among equal deadlines, its interval and its tolerance")
    func timerStaysAsItIs() throws {
        // Rules: L45, L24.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(4)) { _ in log.write("first") }
        let second = loop.addTimer(at: .ms(4), every: .milliseconds(4)) { _ in log.write("second") }
        loop.addTimer(at: .ms(4)) { _ in log.write("third") }
        second.keepsRunAlive = false
        #expect(second.interval == .milliseconds(4))
        second.tolerance = .milliseconds(1)
        second.keepsRunAlive = false
        #expect(second.tolerance == .milliseconds(1))
        loop.advanceInTest(by: .milliseconds(4))
        #expect(log.take() == ["first", "second", "third"])
        second.cancel()
    }

    @Test("An awaited run ends when the last thing that kept it alive no longer does")
    func awaited() async throws {
        // Rules: L45, L2.
        let (loop, mode) = (try MainRunLoop(), MainRunLoop.Mode("keeping an awaited run"))
        let timer = loop.addTimer(after: .seconds(86_400), in: [mode]) { _ in }
        let source = loop.addUserSource(in: [mode]) {}
        Task { @MainActor in
            timer.keepsRunAlive = false
            Task { @MainActor in source.keepsRunAlive = false }
        }
        #expect(await loop.run(mode: mode) == .finished)
        timer.cancel()
        source.cancel()
    }

    @Test("Timers that keep no run alive are ended with their loop, and thousands of them cost no run its end")
    func many() throws {
        // Rules: L45.
        let loop = try makeLoop()
        let timers = (0..<5000).map { number in
            loop.addTimer(after: .milliseconds(number + 1), every: .milliseconds(1)) { _ in }
        }
        for timer in timers { timer.keepsRunAlive = false }
        #expect(loop.runNow() == .finished)
        for timer in timers.prefix(2500) { timer.cancel() }
        #expect(loop.runNow() == .finished)
    }
}

extension MainRunLoop {
    /// The form of `advance(by:)` that is not for tasks, in a test that is none.
    fileprivate func advanceInTest(by duration: Duration) { advance(by: duration) }
}
