import ResponderEventLoop
import TestSupport
import Testing

@Suite("The first turn of a run")
@MainActor
struct FirstTurnTests {
    /// A loop with a source of input priority that is ready, and with other work that is due.
    @MainActor
    private struct Bench {
        let loop: MainRunLoop
        let log = Log()
        let sockets = SocketPair()
        let source: MainRunLoop.DescriptorSource

        init(_ loop: MainRunLoop) throws {
            self.loop = loop
            let (log, sockets) = (log, sockets)
            source = try loop.addDescriptorSource(sockets.near, for: .read, priority: .input) { [unowned loop] _ in
                sockets.receive()
                log.write("input")
                loop.stop()
            }
            sockets.send()
        }
    }

    @Test("An input source that is ready when a run begins comes before a timer that is due then")
    func timer() throws {
        // Rules: L42, L35, L6.
        let bench = try Bench(try makeLoop())
        let log = bench.log
        bench.loop.addTimer(at: .zero) { _ in log.write("timer") }
        #expect(bench.loop.runNow() == .stopped)
        #expect(log.take() == ["input", "timer"])
        bench.source.cancel()
    }

    @Test("An input source that is ready when an awaited run on the system's clock begins comes before a due timer")
    func awaited() async throws {
        // Rules: L42, L35.
        let bench = try Bench(try MainRunLoop())
        let log = bench.log
        bench.loop.addTimer(after: .zero) { _ in log.write("timer") }
        #expect(await bench.loop.run() == .stopped)
        #expect(log.take() == ["input", "timer"])
        bench.source.cancel()
    }

    @Test("A nested run looks at descriptors before its first turn, too")
    func nested() throws {
        // Rules: L42, L18.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read, priority: .input) { _ in
            sockets.receive()
            log.write("input")
        }
        loop.addTimer(at: .zero) { [unowned loop] _ in
            sockets.send()
            loop.addTimer(at: .zero) { _ in log.write("timer") }
            loop.runPresent()
            log.write("nested run ended")
        }
        loop.runPresent()
        #expect(log.take() == ["input", "timer", "nested run ended"])
        source.cancel()
    }

    @Test("What an entry observer makes due comes after an input source that is ready")
    func entryObserver() throws {
        // Rules: L42, L4.
        let bench = try Bench(try makeLoop())
        let (loop, log) = (bench.loop, bench.log)
        loop.addObserver(of: .entry) { [unowned loop] _ in
            loop.addTimer(at: .zero) { _ in log.write("timer") }
        }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["input", "timer"])
        bench.source.cancel()
    }

    @Test("A run that an entry observer stops leaves what is ready to the next run")
    func stopped() throws {
        // Rules: L42, L5.
        let bench = try Bench(try makeLoop())
        let (loop, log) = (bench.loop, bench.log)
        loop.addObserver(of: .entry, repeats: false) { [unowned loop] _ in loop.stop() }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == [])
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["input"])
        bench.source.cancel()
    }
}
