import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Descriptor sources")
@MainActor
struct DescriptorSourceTests {
    @Test("A descriptor is served in every turn in which it is ready, as long as it stays ready")
    func levelTriggered() throws {
        // Rules: L9.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: .read) { readiness in
            #expect(readiness == .read)
            log.write("ready")
            if log.entries.count == 3 { sockets.receive() }
        }
        loop.runNow(until: .ms(1))
        #expect(log.take() == [])
        sockets.send()
        loop.runNow(until: .ms(2))
        #expect(log.take() == ["ready", "ready", "ready"])
        source.cancel()
    }

    @Test("A socket is writable at once, and, if asked for both ways, ready for both when something has come")
    func write() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = Box<MainRunLoop.DescriptorSource?>(nil)
        source.value = try loop.addDescriptorSource(sockets.near, for: [.read, .write]) { readiness in
            log.write("\(readiness.rawValue)")
            source.value?.cancel()
        }
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["\(MainRunLoop.DescriptorSource.Readiness([.read, .write]).rawValue)"])
    }

    @Test("A closed other end makes a descriptor readable")
    func hangUp() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = Box<MainRunLoop.DescriptorSource?>(nil)
        source.value = try loop.addDescriptorSource(sockets.near, for: .read) { readiness in
            log.write("\(readiness.contains(.read)) \(sockets.receive())")
            source.value?.cancel()
        }
        sockets.hangUp()
        loop.runPresent()
        #expect(log.take() == ["true 0"])
    }

    @Test("A callback may cancel its own source and a sibling that is ready too, which is then not served")
    func cancelInside() throws {
        // Rules: L19.
        let (loop, log) = (try makeLoop(), Log())
        let pairs = [SocketPair(), SocketPair()]
        let sources = Box<[MainRunLoop.DescriptorSource]>([])
        for (number, pair) in pairs.enumerated() {
            sources.value.append(
                try loop.addDescriptorSource(pair.near, for: .read) { _ in
                    log.write("served")
                    #expect(number < 2)
                    for source in sources.value { source.cancel() }
                    sources.value = []
                }
            )
            pair.send()
        }
        loop.runPresent()
        #expect(log.take() == ["served"])
        loop.runPresent()
        #expect(log.take() == [])
    }

    @Test("Two sources on one descriptor are both served")
    func sameDescriptor() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        var sources: [MainRunLoop.DescriptorSource] = []
        for name in ["a", "b"] {
            sources.append(
                try loop.addDescriptorSource(sockets.near, for: .read) { _ in
                    log.write(name)
                    sockets.receive()
                }
            )
        }
        sockets.send()
        loop.runPresent()
        #expect(Set(log.take()) == ["a", "b"])
        for source in sources { source.cancel() }
    }

    @Test("More descriptors than libevent looks at in one go are all served")
    func many() throws {
        let (loop, count) = (try makeLoop(), Box(0))
        let pairs = (0..<100).map { _ in SocketPair() }
        let sources = try pairs.map { pair in
            try loop.addDescriptorSource(pair.near, for: .read) { _ in
                pair.receive()
                count.value += 1
            }
        }
        for pair in pairs { pair.send() }
        loop.runPresent()
        #expect(count.value == 100)
        for source in sources { source.cancel() }
    }

    @Test("One turn sees all that is ready, also what is of a higher priority and became ready last")
    func manyInOneTurn() throws {
        let (loop, log) = (try makeLoop(), Log())
        let pairs = (0..<300).map { _ in SocketPair() }
        let sources = try pairs.enumerated().map { number, pair in
            let isLast = number == pairs.count - 1
            return try loop.addDescriptorSource(pair.near, for: .read, priority: isLast ? .input : .idle) { _ in
                pair.receive()
                log.write(isLast ? "input" : "idle")
            }
        }
        // Again, since the number of descriptors that libevent takes in one poll grows.
        for _ in 0..<3 {
            for pair in pairs { pair.send() }
            loop.turn()
            let served = log.take()
            #expect(served.first == "input")
            #expect(served.count == pairs.count)
        }
        for source in sources { source.cancel() }
    }

    @Test("A file of procfs that can be polled can be watched, and one that cannot is refused")
    func systemFiles() throws {
        let (loop, log) = (try makeLoop(), Log())
        let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        let status = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        defer {
            close(mounts)
            close(status)
        }
        let source = try loop.addDescriptorSource(mounts, for: .read, trigger: .edge) { _ in log.write("mounts") }
        loop.runPresent()
        loop.runPresent()
        #expect(log.take() == ["mounts"])
        #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: status, errno: EPERM)) {
            _ = try loop.addDescriptorSource(status, for: .read) { _ in }
        }
        source.cancel()
    }

    @Test("A nested run inside a callback serves other descriptors that became ready meanwhile")
    func nested() throws {
        // Rules: L18.
        let (loop, log) = (try makeLoop(), Log())
        let (first, second) = (SocketPair(), SocketPair())
        let a = try loop.addDescriptorSource(first.near, for: .read) { [unowned loop] _ in
            first.receive()
            log.write("first")
            second.send()
            loop.runNow(returnAfterSource: true)
            log.write("nested ended")
        }
        let b = try loop.addDescriptorSource(second.near, for: .read) { _ in
            second.receive()
            log.write("second")
        }
        first.send()
        loop.runPresent()
        #expect(log.take() == ["first", "second", "nested ended"])
        a.cancel()
        b.cancel()
    }

    @Test("A closed descriptor, a regular file and a folder cannot be watched, and the error says why")
    func refused() throws {
        let loop = try makeLoop()
        let file = open("/proc/self/exe", O_RDONLY)
        let folder = open("/", O_RDONLY | O_DIRECTORY)
        let closed = closedDescriptor()
        defer {
            close(file)
            close(folder)
        }
        for (descriptor, code) in [(closed, EBADF), (-1, EBADF), (file, EPERM), (folder, EPERM)] {
            let error = #expect(throws: MainRunLoop.Error.self) {
                _ = try loop.addDescriptorSource(descriptor, for: .read) { _ in }
            }
            #expect(error == .cannotWatch(descriptor: descriptor, errno: code))
        }
        #expect(
            MainRunLoop.Error.cannotWatch(descriptor: 5, errno: EPERM).description
                == "cannot watch file descriptor 5: Operation not permitted (errno 1); "
                + "it must be open, and a regular file cannot be watched"
        )
    }

    @Test("A descriptor that was closed and opened anew can be watched again")
    func reuse() throws {
        let (loop, count) = (try makeLoop(), Box(0))
        for _ in 0..<20 {
            let sockets = SocketPair()
            let source = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
                sockets.receive()
                count.value += 1
            }
            sockets.send()
            loop.runPresent()
            source.cancel()
        }
        #expect(count.value == 20)
    }
}
