import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Descriptors by edge and by level")
@MainActor
struct EdgeTriggerTests {
    @Test("By edge a descriptor is reported once each time something comes, though it stays readable")
    func edge() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read, trigger: .edge) { _ in log.write("ready") }
        sockets.send()
        loop.runNow(until: .ms(1))
        #expect(log.take() == ["ready"])
        loop.runNow(until: .ms(2))
        #expect(log.take() == [])
        sockets.send()
        loop.runNow(until: .ms(3))
        #expect(log.take() == ["ready"])
        source.cancel()
    }

    @Test("A second source by edge of a readable descriptor is told, and both sources are told of what comes next")
    func secondSource() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let first = try loop.addDescriptorSource(sockets.near, for: .read, trigger: .edge) { _ in log.write("first") }
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["first"])
        let second = try loop.addDescriptorSource(sockets.near, for: .read, trigger: .edge) { _ in log.write("second") }
        loop.runPresent()
        #expect(log.take() == ["second"])
        sockets.send()
        loop.runPresent()
        #expect(Set(log.take()) == ["first", "second"])
        first.cancel()
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["second"])
        second.cancel()
    }

    @Test("What was reported by edge and left unread is not reported again when a source for writing comes or goes")
    func writerComesAndGoes() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let reader = try loop.addDescriptorSource(sockets.near, for: .read, trigger: .edge) { _ in log.write("read") }
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["read"])
        let writer = try loop.addDescriptorSource(sockets.near, for: .write, trigger: .edge) { _ in log.write("write") }
        loop.runPresent()
        #expect(log.take() == ["write"])
        writer.cancel()
        loop.runPresent()
        #expect(log.take() == [])
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["read"])
        reader.cancel()
    }

    @Test("An edge in a mode that is not run is not lost, and is reported when the mode is run")
    func edgeInOtherMode() throws {
        // Rules: L18.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read, trigger: .edge, in: .default) { _ in
            log.write("ready")
        }
        loop.addUserSource {}.signal()
        sockets.send()
        loop.runNow(mode: .tracking, until: .ms(1))
        sockets.send()
        loop.runNow(mode: .tracking, until: .ms(2))
        #expect(log.take() == [])
        loop.runNow(until: .ms(3))
        #expect(log.take() == ["ready"])
        source.cancel()
    }

    @Test("Edges of reading and of writing that come one after the other are both reported")
    func bothEdges() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: [.read, .write], trigger: .edge, in: .default) {
            log.write("\($0.contains(.read)) \($0.contains(.write))")
        }
        loop.addUserSource {}.signal()
        loop.runNow(mode: .tracking, until: .ms(1))
        sockets.send()
        loop.runNow(mode: .tracking, until: .ms(2))
        loop.runPresent()
        #expect(log.take() == ["true true"])
        source.cancel()
    }

    @Test("A descriptor whose mode is not run does not make the loop turn, and is served when the mode is run again")
    func otherModeDoesNotSpin() throws {
        // Rules: L18.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let turns = Box(0)
        let source = try loop.addDescriptorSource(sockets.near, for: .read, in: .default) { _ in
            log.write("ready")
            sockets.receive()
        }
        loop.addUserSource {}.signal()
        loop.addObserver(of: .beforeTimers) { _ in turns.value += 1 }
        sockets.send()
        for time: Int64 in 1...20 { loop.addTimer(at: .ms(time)) { _ in } }
        loop.runNow(mode: .tracking, until: .ms(20))
        #expect(turns.value <= 22)
        #expect(log.take() == [])
        for _ in 0..<3 { loop.runPresent() }
        #expect(log.take() == ["ready"])
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["ready"])
        source.cancel()
    }

    @Test("A descriptor that stays readable is served once in every turn, and timers, input and updates have theirs")
    func staysReadable() throws {
        // Rules: L8, L9.
        let clock = VirtualClock()
        let (loop, log, sockets) = (try MainRunLoop(clock: clock), Log(), SocketPair())
        let input = StubInput()
        input.onServe = { log.write("port") }
        loop.addInput(input)
        _ = loop.addUpdateHandler { log.write("update") }
        let source = try loop.addDescriptorSource(sockets.near, for: .read) { [unowned loop] _ in
            clock.spend(milliseconds: 1)
            log.write("descriptor")
            loop.setNeedsUpdate()
            input.pending = 1
        }
        sockets.send()
        loop.addTimer(at: .ms(3)) { [unowned loop] _ in
            log.write("timer")
            loop.stop()
        }
        loop.runNow()
        #expect(
            log.take() == [
                "descriptor", "update", "port", "descriptor", "update", "port", "descriptor", "update", "port", "timer",
                "descriptor", "update",
            ]
        )
        source.cancel()
    }
}
