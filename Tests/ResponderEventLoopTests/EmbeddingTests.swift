import Glibc
import ResponderEventLoop
import TestSupport
import Testing

extension MainRunLoop {
    /// Whether a host that watches this loop would make a turn.
    fileprivate var isReadable: Bool {
        var descriptors = [pollfd(fd: pollableDescriptor ?? -1, events: Int16(POLLIN), revents: 0)]
        return poll(&descriptors, 1, 0) == 1
    }

    /// Makes turns while the descriptor is readable; returns how many, at most ten.
    fileprivate func turnsOfHost(mode: Mode = .default) -> Int {
        for count in 0..<10 {
            guard isReadable else { return count }
            turn(mode: mode)
        }
        return 10
    }
}

@Suite("A loop inside another's")
@MainActor
struct EmbeddingTests {
    @Test("An embedded loop's descriptor is readable until the first turn, which serves what came before it")
    func firstTurn() throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.post { log.write("post") }
        #expect(loop.isReadable)
        #expect(loop.turnsOfHost() == 1)
        #expect(log.take() == ["post"])
        #expect(!loop.isReadable)
    }

    @Test("Whatever comes between two turns makes the loop's descriptor readable, and the turn serves it")
    func wakesHost() throws {
        // Rules: L11, L13.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = loop.addUserSource { log.write("source") }
        let watched = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        _ = loop.addUpdateHandler { log.write("update") }
        let input = StubInput()
        #expect(loop.turnsOfHost() <= 1)
        let causes: [(String, () -> Void)] = [
            ("post", { loop.post { log.write("post") } }),
            ("source", { source.signal() }),
            ("descriptor", { sockets.send() }),
            ("update", { loop.setNeedsUpdate() }),
            ("timer", { loop.addTimer(after: .zero) { _ in log.write("timer") } }),
            ("wake-up", { loop.wakeUp() }),
            (
                "input",
                {
                    input.pending = 1
                    loop.addInput(input)
                }
            ),
        ]
        for (name, cause) in causes {
            #expect(!loop.isReadable, "before \(name)")
            cause()
            #expect(loop.isReadable, "\(name)")
            #expect(loop.turn(mode: .default) == .idle)
            if name != "wake-up" && name != "input" { #expect(log.take() == [name]) }
        }
        #expect(input.pending == 0)
        watched.cancel()
    }

    @Test("A host's turn that leaves something to do says so, and keeps the loop's descriptor readable")
    func hasMore() throws {
        // Rules: L9, L13.
        let (loop, log) = (try makeLoop(), Log())
        loop.post {
            log.write("1")
            loop.post { log.write("2") }
        }
        #expect(loop.turn(mode: .default) == .hasMore)
        #expect(log.take() == ["1"])
        #expect(loop.isReadable)
        #expect(loop.turn(mode: .default) == .idle)
        #expect(log.take() == ["2"])
        for _ in 0..<(MainRunLoop.mostCallbacksOfStep + 1) { loop.post {} }
        #expect(loop.turn(mode: .default) == .hasMore)
        #expect(loop.turnsOfHost() == 1)
    }

    @Test("The next deadline is now while there is something to do, else the earliest timer's, else none")
    func nextDeadline() throws {
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        #expect(loop.nextDeadline == nil)
        let source = loop.addUserSource {}
        _ = loop.addUpdateHandler {}
        #expect(loop.nextDeadline == nil)
        loop.addTimer(at: .ms(7)) { _ in }
        loop.addTimer(at: .ms(5)) { _ in }
        #expect(loop.nextDeadline == .ms(5))
        for cause in [{ loop.post {} }, { source.signal() }, { loop.setNeedsUpdate() }, { loop.wakeUp() }] {
            cause()
            #expect(loop.nextDeadline == loop.now)
            loop.turn(mode: .default)
            #expect(loop.nextDeadline == .ms(5))
        }
        clock.advance(to: .ms(6))
        #expect(loop.nextDeadline == .ms(5))
        loop.turn(mode: .default)
        #expect(loop.nextDeadline == .ms(7))
    }

    @Test("A turn without waiting fires no timer before its time, and moves no clock")
    func doesNotWait() throws {
        let (clock, log) = (VirtualClock(), Log())
        let loop = try MainRunLoop(clock: clock)
        loop.addTimer(at: .ms(5)) { _ in log.write("timer") }
        #expect(loop.turn(mode: .default) == .idle)
        #expect(loop.now == .zero)
        clock.advance(to: .ms(5))
        #expect(loop.turn(mode: .default) == .idle)
        #expect(log.take() == ["timer"])
    }

    @Test("Observers are told of a host's turns and of the waits between them, and of neither entry nor exit")
    func observers() throws {
        // Rules: L4, L7.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: .all) { log.write("\($0.rawValue)") }
        let (timers, sources) = (
            MainRunLoop.Activity.beforeTimers.rawValue, MainRunLoop.Activity.beforeSources.rawValue
        )
        let (before, after) = (MainRunLoop.Activity.beforeWaiting.rawValue, MainRunLoop.Activity.afterWaiting.rawValue)
        loop.turn(mode: .default)
        #expect(log.take() == ["\(timers)", "\(sources)", "\(before)"])
        loop.post { loop.post {} }
        loop.turn(mode: .default)
        #expect(log.take() == ["\(after)", "\(timers)", "\(sources)"])
        loop.turn(mode: .default)
        #expect(log.take() == ["\(timers)", "\(sources)", "\(before)"])
    }

    @Test("What an observer of the wait posts is not left lying")
    func idleObserver() throws {
        // Rules: L6.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: .beforeWaiting, repeats: false) { _ in loop.post { log.write("post") } }
        #expect(loop.turn(mode: .default) == .hasMore)
        #expect(loop.turnsOfHost() == 1)
        #expect(log.take() == ["post"])
    }

    @Test("`stop` inside a turn or between two turns is told once, and ends nothing else")
    func stop() throws {
        // Rules: L15.
        let loop = try makeLoop()
        loop.stop()
        #expect(loop.turn(mode: .default) == .idle)
        loop.stop()
        #expect(loop.isReadable)
        #expect(loop.turn(mode: .default) == .stopped)
        #expect(loop.turn(mode: .default) == .idle)
        loop.post { loop.stop() }
        #expect(loop.turn(mode: .default) == .stopped)
        #expect(loop.turnsOfHost() == 0)
    }

    @Test("`stop` inside a run that is nested in a turn ends that run alone")
    func stopNested() throws {
        // Rules: L15.
        let (loop, log) = (try makeLoop(), Log())
        loop.post {
            loop.post { loop.stop() }
            log.write("\(loop.runNow(until: .ms(9)))")
        }
        #expect(loop.turn(mode: .default) == .idle)
        #expect(log.take() == ["stopped"])
    }

    @Test("A turn inside a callback of a turn leaves what the outer turn has taken out, in its order")
    func nestedTurn() throws {
        // Rules: L18.
        let (loop, log) = (try makeLoop(), Log())
        loop.post {
            log.write("1")
            loop.post { log.write("3") }
            #expect(loop.turn(mode: .default) == .idle)
            log.write("nested ended")
        }
        loop.post { log.write("2") }
        #expect(loop.turn(mode: .default) == .idle)
        #expect(log.take() == ["1", "3", "nested ended", "2"])
        // The same inside a run, which goes on afterwards.
        loop.addTimer(at: .ms(1)) { _ in
            loop.post { log.write("post") }
            loop.turn(mode: .tracking)
        }
        loop.addTimer(at: .ms(2)) { _ in log.write("\(loop.now)") }
        #expect(loop.runNow(until: .ms(3)) == .finished)
        #expect(log.take() == ["post", "0.002000 s"])
    }

    @Test("After a run between two turns a host makes the next turn")
    func runBetweenTurns() throws {
        let (loop, log) = (try makeLoop(), Log())
        loop.turn(mode: .default)
        loop.addTimer(at: .ms(1)) { _ in }
        loop.runNow(until: .ms(2))
        #expect(loop.isReadable)
        #expect(loop.turnsOfHost() == 1)
        loop.post { log.write("post") }
        #expect(loop.turnsOfHost() == 1)
        #expect(log.take() == ["post"])
    }

    @Test("A turn serves its own mode, and what is in another mode does not keep the host awake")
    func modes() throws {
        // Rules: L18, L19.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read, in: .default) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        loop.post(in: .default) { log.write("post") }
        sockets.send()
        #expect(loop.turnsOfHost(mode: .tracking) < 4)
        #expect(log.take() == [])
        #expect(loop.nextDeadline == nil)
        loop.turn(mode: .default)
        #expect(log.take() == ["post", "descriptor"])
        source.cancel()
    }

    @Test("When tracking ends between two turns, the host is woken for what has waited, and for nothing before")
    func tracking() throws {
        // Rules: L22.
        let (loop, log) = (try makeLoop(), Log())
        loop.beginTracking()
        loop.addTimer(after: .zero, in: .default) { _ in log.write("timer") }
        loop.post(in: .default) { log.write("post") }
        loop.post(in: .tracking) { log.write("tracking") }
        #expect(loop.turnsOfHost() == 1)
        #expect(log.take() == ["tracking"])
        #expect(!loop.isReadable)
        loop.endTracking()
        #expect(loop.isReadable)
        #expect(loop.nextDeadline == loop.now)
        #expect(loop.turnsOfHost() == 1)
        #expect(log.take() == ["post", "timer"])
        // A begin wakes the host too: work of the tracking mode may wait for it.
        loop.post(in: .tracking) { log.write("tracking") }
        #expect(loop.turnsOfHost() <= 1)
        #expect(log.take() == [])
        loop.beginTracking()
        #expect(loop.turnsOfHost() == 1)
        #expect(log.take() == ["tracking"])
        loop.endTracking()
    }

    @Test("A ledger counts the time between turns of a loop with nothing to do as time asleep")
    func ledger() throws {
        let clock = VirtualClock()
        let loop = try MainRunLoop(clock: clock)
        loop.startLedger()
        loop.turn(mode: .default)
        clock.advance(to: .ms(3))
        loop.post { loop.post {} }
        loop.turn(mode: .default)
        clock.advance(to: .ms(5))
        loop.turn(mode: .default)
        #expect(loop.stopLedger()?.timeAsleep == .milliseconds(3))
    }

    @Test("A turn while the loop's run is awaited stops with its message")
    func turnInAwaitedRun() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let loop = try makeLoop()
            loop.addTimer(at: .ms(1)) { _ in loop.turn(mode: .default) }
            await loop.run(until: .ms(5))
        }
        result.expectMessage("turn(mode:) was called while `await loop.run(…)` of the same loop is under way")
    }

    @Test("A run that was asked to stop before a first turn inside it stops")
    func stopBeforeNestedTurn() throws {
        // Rules: L15.
        let loop = try makeLoop()
        loop.post {
            loop.stop()
            loop.turn()
        }
        #expect(loop.runNow(until: .ms(9)) == .stopped)
    }

    @Test("A descriptor that is asked for inside a run is readable after it, and wakes the host")
    func askedForInsideRun() throws {
        let (loop, log) = (try makeLoop(), Log())
        let descriptor = Box<Int32>(-1)
        loop.post { descriptor.value = loop.pollableDescriptor ?? -1 }
        loop.runPresent()
        func isReadable() -> Bool {
            var descriptors = [pollfd(fd: descriptor.value, events: Int16(POLLIN), revents: 0)]
            return poll(&descriptors, 1, 0) == 1
        }
        #expect(isReadable())
        #expect(loop.turn() == .idle)
        #expect(!isReadable())
        loop.post { log.write("post") }
        #expect(isReadable())
        #expect(loop.turn() == .idle)
        #expect(log.take() == ["post"])
    }

    @Test("A loop's own descriptor stays its own, also where another loop's names a closed file of the same number")
    func staleNumber() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let other = try makeLoop()
            let sockets = SocketPair()
            let watched = dup(sockets.near)
            _ = try other.addDescriptorSource(watched, for: .read) { _ in }
            // Its file stays open, and so does the other loop's watch; the next loop begins with its number.
            close(watched)
            let loop = try makeLoop()
            #expect(loop.pollableDescriptor != other.pollableDescriptor)
            loop.turn()
            #expect(!loop.isReadable)
            loop.post {}
            #expect(loop.isReadable)
            withExtendedLifetime(sockets) {}
        }
    }
}
