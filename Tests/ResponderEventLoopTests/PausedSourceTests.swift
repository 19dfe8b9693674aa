import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Descriptor sources that pause, change and perform once")
@MainActor
struct PausedSourceTests {
    @Test("A source that pauses does not perform, even when it was found ready before, and resumes with what waits")
    func pause() throws {
        // Rules: L44, L19.
        let (loop, log) = (try makeLoop(), Log())
        let pairs = [SocketPair(), SocketPair()]
        let sources = Box<[MainRunLoop.DescriptorSource]>([])
        for (number, pair) in pairs.enumerated() {
            sources.value.append(
                try loop.addDescriptorSource(pair.near, for: .read) { _ in
                    pair.receive()
                    log.write("\(number)")
                    sources.value[1 - number].pause()
                }
            )
            pair.send()
        }
        loop.runPresent()
        #expect(log.entries.count == 1)
        let paused = try #require(sources.value.first { $0.isPaused })
        #expect(sources.value.count { $0.isPaused } == 1)
        loop.runPresent()
        #expect(log.take().count == 1)
        try paused.resume()
        loop.runPresent()
        #expect(log.take() == ["\(try #require(sources.value.firstIndex { $0 === paused }))"])
        for source in sources.value { source.cancel() }
    }

    @Test("A source may pause inside its own perform, with data left unread, which is reported after the resume")
    func pauseInside() throws {
        // Rules: L44.
        for trigger in [MainRunLoop.DescriptorSource.Trigger.level, .edge] {
            let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
            let source = Box<MainRunLoop.DescriptorSource?>(nil)
            source.value = try loop.addDescriptorSource(sockets.near, for: .read, trigger: trigger) { _ in
                log.write("ready")
                source.value?.pause()
            }
            sockets.send()
            for _ in 0..<3 { loop.turn() }
            #expect(log.take() == ["ready"])
            try source.value?.resume()
            for _ in 0..<3 { loop.turn() }
            #expect(log.take() == ["ready"])
            source.value?.cancel()
            source.value = nil
        }
    }

    @Test("A source that pauses keeps no run alive and does not wake the loop")
    func keepsNothingAlive() throws {
        // Rules: L44, L2.
        let (loop, mode, sockets) = (try makeLoop(), MainRunLoop.Mode("pausing"), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read, in: [mode]) { _ in }
        source.pause()
        sockets.send()
        #expect(loop.runNow(mode: mode, until: .ms(5)) == .finished)
        try source.resume()
        #expect(loop.runNow(mode: mode, returnAfterSource: true) == .handledSource)
        source.pause()
        source.pause()
        source.cancel()
        source.cancel()
        try source.resume()
        #expect(loop.runNow(mode: mode, until: .ms(5)) == .finished)
    }

    @Test("While a source pauses its descriptor may be closed: a resume is refused then, and watches a new file else")
    func closedMeanwhile() throws {
        // Rules: L44.
        let (loop, log) = (try makeLoop(), Log())
        let (first, second) = (SocketPair(), SocketPair())
        let number = fcntl(first.near, F_DUPFD_CLOEXEC, 0)
        let source = try loop.addDescriptorSource(number, for: .read) { _ in log.write("ready") }
        source.pause()
        close(number)
        #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: number, errno: EBADF)) { try source.resume() }
        #expect(source.isPaused)
        try #require(dup2(second.near, number) == number)
        try source.resume()
        first.send()
        loop.turn()
        #expect(log.take() == [])
        second.send()
        loop.turn()
        #expect(log.take() == ["ready"])
        source.cancel()
        close(number)
    }

    @Test("A source is asked for something else from then on, in both directions, also for hang-ups")
    func change() throws {
        // Rules: L44.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read) { log.write("\($0.rawValue)") }
        loop.turn()
        #expect(log.take() == [])
        try source.change(to: [.read, .write])
        #expect(source.readiness == [.read, .write])
        loop.turn()
        #expect(log.take() == ["2"])
        try source.change(to: [.read, .hangUp])
        loop.turn()
        #expect(log.take() == [])
        sockets.send()
        loop.turn()
        #expect(log.take() == ["1"])
        try source.change(to: .read)
        loop.turn()
        #expect(log.take() == ["1"])
        sockets.receive()
        loop.turn()
        #expect(log.take() == [])
        source.cancel()
    }

    @Test("What was found ready is not performed once the source asks for something else")
    func changeForgets() throws {
        // Rules: L44, L19.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .write) { log.write("\($0.rawValue)") }
        loop.addObserver(of: .beforeSources, repeats: false) { _ in
            #expect(throws: Never.self) { try source.change(to: .read) }
        }
        loop.turn()
        #expect(log.take() == [])
        source.cancel()
    }

    @Test("A change is refused for nothing, and where the descriptor is closed, after which the source pauses")
    func changeRefused() throws {
        // Rules: L44.
        let (loop, sockets) = (try makeLoop(), SocketPair())
        let number = fcntl(sockets.near, F_DUPFD_CLOEXEC, 0)
        let source = try loop.addDescriptorSource(number, for: .read) { _ in }
        #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: number, errno: EINVAL)) { try source.change(to: []) }
        #expect(source.readiness == .read)
        #expect(!source.isPaused)
        close(number)
        #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: number, errno: EBADF)) {
            try source.change(to: .write)
        }
        #expect(source.readiness == .read)
        #expect(source.isPaused)
        source.cancel()
    }

    @Test("A change in a pause counts from the resume on")
    func changeInPause() throws {
        // Rules: L44.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read) { log.write("\($0.rawValue)") }
        source.pause()
        try source.change(to: .write)
        loop.turn()
        #expect(log.take() == [])
        try source.resume()
        loop.turn()
        #expect(log.take() == ["2"])
        source.cancel()
    }

    @Test("A sibling on the same descriptor goes on while a source pauses and changes", arguments: [false, true])
    func sibling(byEdge: Bool) throws {
        // Rules: L44.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let trigger: MainRunLoop.DescriptorSource.Trigger = byEdge ? .edge : .level
        let sources = try ["first", "second"].map { name in
            try loop.addDescriptorSource(sockets.near, for: .read, trigger: trigger) { _ in
                log.write(name)
            }
        }
        sources[0].pause()
        sockets.send()
        loop.turn()
        #expect(log.take() == ["second"])
        try sources[0].change(to: [.read, .hangUp])
        try sources[0].resume()
        sockets.send()
        loop.turn()
        #expect(log.take().sorted() == ["first", "second"])
        try sources[0].change(to: .read)
        sockets.send()
        loop.turn()
        #expect(log.take().sorted() == ["first", "second"])
        for source in sources { source.cancel() }
    }

    @Test("A source that does not repeat performs once, has ended by then, and releases its closure")
    func once() throws {
        // Rules: L44, L2.
        let (loop, log) = (try makeLoop(), Log())
        let sockets = SocketPair()
        let number = fcntl(sockets.near, F_DUPFD_CLOEXEC, 0)
        var released: OnRelease? = OnRelease { log.write("released") }
        _ = try loop.addDescriptorSource(number, for: .read, repeats: false) { [released] _ in
            withExtendedLifetime(released) {}
            log.write("ready")
            // Nothing watches the descriptor any more.
            close(number)
        }
        released = nil
        sockets.send()
        loop.turn()
        loop.turn()
        #expect(log.take() == ["ready", "released"])
        #expect(loop.runNow(until: .ms(5)) == .finished)
    }

    @Test("A source that does not repeat and is cancelled before does not perform")
    func onceCancelled() throws {
        // Rules: L44.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read, repeats: false) { _ in log.write("ready") }
        sockets.send()
        source.cancel()
        loop.turn()
        #expect(log.take() == [])
    }
}
