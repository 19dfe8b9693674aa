import ResponderEventLoop
import TestSupport
import Testing

@Suite("Runs and why they end")
@MainActor
struct RunTests {
    @Test("A run with nothing that could ever happen is finished at once")
    func finished() throws {
        // Rules: L1, L2.
        let loop = try makeLoop()
        #expect(loop.runNow() == .finished)
        loop.addTimer(after: .seconds(1)) { _ in }
        #expect(loop.runNow() == .finished)
        #expect(loop.now == .ms(1000))
    }

    @Test("A run to an instant fires the timers due exactly then, and leaves later timers")
    func limit() throws {
        // Rules: L16.
        let (loop, log) = (try makeLoop(), Log())
        for time: Int64 in [10, 20, 21] { loop.addTimer(at: .ms(time)) { _ in log.write("\(time) at \(loop.now)") } }
        #expect(loop.runNow(until: .ms(20)) == .timedOut)
        #expect(log.take() == ["10 at 0.010000 s", "20 at 0.020000 s"])
        #expect(loop.now == .ms(20))
        #expect(loop.runNow(until: .ms(20)) == .timedOut)
        #expect(loop.runNow(until: .ms(1)) == .timedOut)
        #expect(loop.now == .ms(20))
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["21 at 0.021000 s"])
    }

    @Test("A run to an instant serves what the timers of that instant set off")
    func limitAndPosts() throws {
        // Rules: L16.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(5)) { _ in
            loop.post {
                log.write("post")
                loop.addTimer(at: .ms(5)) { _ in log.write("timer") }
            }
        }
        loop.runNow(until: .ms(5))
        #expect(log.take() == ["post", "timer"])
    }

    @Test("A run that returns after a source ends with the turn that handled one, after its update pass")
    func returnAfterSource() throws {
        // Rules: L12.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("source") }
        _ = loop.addUpdateHandler { log.write("update") }
        loop.post { log.write("post") }
        loop.wakeUp()
        loop.addTimer(at: .ms(1)) { _ in log.write("timer 1") }
        loop.addTimer(at: .ms(2)) { _ in
            log.write("timer 2")
            loop.setNeedsUpdate()
            source.signal()
        }
        loop.addTimer(at: .ms(2)) { _ in log.write("timer 2 too") }
        loop.addTimer(at: .ms(3)) { _ in log.write("timer 3") }
        #expect(loop.runNow(until: .ms(9), returnAfterSource: true) == .handledSource)
        #expect(log.take() == ["post", "timer 1", "timer 2", "timer 2 too", "source", "update"])
        #expect(loop.now == .ms(2))
    }

    @Test("A source cancelled after it was signalled does not end a run that returns after a source")
    func cancelledIsNotHandled() throws {
        // Rules: L12, L19.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("source") }
        source.signal()
        source.cancel()
        loop.addTimer(at: .ms(2)) { _ in }
        #expect(loop.runNow(until: .ms(1), returnAfterSource: true) == .timedOut)
        #expect(log.take() == [])
    }

    @Test("A descriptor and an input end a run that returns after a source")
    func otherSources() throws {
        // Rules: L12.
        let (loop, sockets) = (try makeLoop(), SocketPair())
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in sockets.receive() }
        sockets.send()
        #expect(loop.runNow(returnAfterSource: true) == .handledSource)
        let input = StubInput()
        loop.addInput(input)
        loop.addTimer(after: .seconds(1)) { _ in input.pending = 1 }
        #expect(loop.runNow(returnAfterSource: true) == .handledSource)
        descriptor.cancel()
    }

    @Test("`stop` ends the run when the turn in progress is complete")
    func stop() throws {
        // Rules: L15.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(1)) { _ in
            log.write("stops")
            loop.setNeedsUpdate()
            loop.stop()
            loop.post { log.write("next turn") }
        }
        loop.addTimer(at: .ms(1)) { _ in log.write("sibling") }
        _ = loop.addUpdateHandler { log.write("update") }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["stops", "sibling", "update"])
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["next turn"])
    }

    @Test("`stop` is ignored when the loop does not run")
    func stopWhileIdle() throws {
        // Rules: L15.
        let loop = try makeLoop()
        loop.stop()
        #expect(loop.runNow() == .finished)
        loop.addTimer(at: .ms(4)) { _ in }
        loop.stop()
        #expect(loop.runNow(until: .ms(3)) == .timedOut)
    }

    @Test("`stop` ends the innermost run only")
    func stopNested() throws {
        // Rules: L15.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(1)) { _ in
            loop.addTimer(at: .ms(2)) { _ in loop.stop() }
            log.write("inner \(loop.runNow())")
        }
        loop.addTimer(at: .ms(3)) { _ in log.write("outer goes on") }
        #expect(loop.runNow() == .finished)
        #expect(log.take() == ["inner stopped", "outer goes on"])
    }

    @Test("A stop asked of the outer run before a nested run ends the outer run when the nested run has ended")
    func stopOuter() throws {
        // Rules: L15.
        let (loop, log) = (try makeLoop(), Log())
        loop.addTimer(at: .ms(1)) { _ in
            loop.stop()
            log.write("inner \(loop.runNow(until: .ms(4)))")
        }
        loop.addTimer(at: .ms(9)) { _ in log.write("too late") }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["inner timedOut"])
    }

    @Test("Among several reasons in one turn for a run's end, a source comes first, then the limit, then the stop")
    func precedence() throws {
        // Rules: L6.
        let loop = try makeLoop()
        let source = loop.addUserSource { [unowned loop] in loop.stop() }
        loop.addTimer(at: .ms(1)) { _ in source.signal() }
        #expect(loop.runNow(until: .ms(1), returnAfterSource: true) == .handledSource)
        loop.addTimer(at: .ms(2)) { _ in loop.stop() }
        #expect(loop.runNow(until: .ms(2)) == .timedOut)
        loop.addTimer(at: .ms(3)) { _ in loop.stop() }
        #expect(loop.runNow(until: .ms(4)) == .stopped)
    }

    @Test("A nested run serves what the outer would serve next; what the outer had taken out comes after it, once")
    func nested() throws {
        // Rules: L18.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("source") }
        loop.addTimer(at: .ms(1)) { _ in
            log.write("outer 1")
            loop.post { log.write("post") }
            loop.addTimer(at: .ms(2)) { _ in log.write("new timer") }
            source.signal()
            loop.runNow(until: .ms(5))
            log.write("nested ended at \(loop.now)")
        }
        loop.addTimer(at: .ms(1)) { _ in log.write("outer 2") }
        loop.runNow(until: .ms(9))
        #expect(
            log.take() == ["outer 1", "post", "source", "new timer", "nested ended at 0.005000 s", "outer 2"]
        )
    }

    @Test("A nested run inside a post leaves the posts taken with it to the outer run, in order")
    func nestedInPost() throws {
        // Rules: L18, L13.
        let (loop, log) = (try makeLoop(), Log())
        loop.post {
            log.write("1")
            loop.post { log.write("3") }
            loop.runPresent()
            log.write("nested ended")
        }
        loop.post { log.write("2") }
        loop.runPresent()
        #expect(log.take() == ["1", "3", "nested ended", "2"])
    }

    @Test("A nested run inside a source serves its signalled siblings, in order")
    func nestedInSource() throws {
        // Rules: L18, L11.
        let (loop, log) = (try makeLoop(), Log())
        let third = loop.addUserSource { log.write("third") }
        let second = loop.addUserSource {
            log.write("second")
            third.signal()
        }
        let first = loop.addUserSource { [unowned loop] in
            log.write("first")
            loop.runPresent()
            log.write("nested ended")
        }
        first.signal()
        second.signal()
        loop.runPresent()
        #expect(log.take() == ["first", "second", "third", "nested ended"])
    }
}
