import Glibc
import ResponderEventLoop
import TestSupport
import Testing

/// The names of a readiness, in a log.
extension MainRunLoop.DescriptorSource.Readiness {
    fileprivate var words: String {
        let names: [(Self, String)] = [
            (.read, "read"), (.write, "write"), (.priority, "priority"), (.hangUp, "hang-up"), (.error, "error"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}

/// The reading and the writing end of a new pipe; neither blocks.
private func makePipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    let isMade = pipe(&ends) == 0
    try #require(isMade)
    for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0 && fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    return ends
}

@Suite("What a descriptor source tells")
@MainActor
struct ReadinessTests {
    /// Adds a source that logs what it is told, and performs once.
    private func add(
        _ descriptor: Int32,
        for readiness: MainRunLoop.DescriptorSource.Readiness,
        to loop: MainRunLoop,
        _ log: Log
    ) throws {
        _ = try loop.addDescriptorSource(descriptor, for: readiness, repeats: false) { log.write($0.words) }
    }

    @Test("A hang-up is told apart from data, and what was sent before it can still be read")
    func hangUp() throws {
        // Rules: L43.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: [.read, .hangUp]) { readiness in
            log.write("\(readiness.words) \(sockets.receive())")
        }
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["read 1"])
        sockets.send()
        shutdown(sockets.far, Int32(SHUT_WR))
        loop.turn()
        loop.turn()
        #expect(log.take() == ["read hang-up 1", "read hang-up 0"])
        source.cancel()
    }

    @Test("A source for hang-ups alone is not called for data")
    func hangUpAlone() throws {
        // Rules: L43.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        try add(sockets.near, for: .hangUp, to: loop, log)
        sockets.send()
        loop.runPresent()
        #expect(log.take() == [])
        shutdown(sockets.far, Int32(SHUT_WR))
        loop.runPresent()
        #expect(log.take() == ["hang-up"])
    }

    @Test("A pipe whose reader is gone tells an error, even a source that did not ask for errors")
    func error() throws {
        // Rules: L43.
        let (loop, log) = (try makeLoop(), Log())
        let ends = try makePipe()
        try add(ends[1], for: .error, to: loop, log)
        try add(ends[1], for: .hangUp, to: loop, log)
        loop.runPresent()
        #expect(log.take() == [])
        close(ends[0])
        loop.runPresent()
        #expect(log.take() == ["error", "error"])
        close(ends[1])
    }

    @Test("A source for reading and writing alone is told an error and a hang-up as readiness")
    func plain() throws {
        // Rules: L43.
        let (loop, log) = (try makeLoop(), Log())
        let ends = try makePipe()
        var bytes = [UInt8](repeating: 0, count: 4096)
        while write(ends[1], &bytes, bytes.count) > 0 {}
        try add(ends[1], for: .write, to: loop, log)
        loop.runPresent()
        #expect(log.take() == [])
        close(ends[0])
        loop.runPresent()
        #expect(log.take() == ["write"])
        close(ends[1])
    }

    @Test("Out-of-band data is told as urgent, apart from data")
    func urgent() throws {
        // Rules: L43.
        let (loop, log, pair) = (try makeLoop(), Log(), try TCPPair())
        try add(pair.near, for: [.priority], to: loop, log)
        pair.send([1])
        loop.runPresent()
        #expect(log.take() == [])
        pair.send([2], urgent: true)
        // Loopback delivers while it sends, but the promise of `send` is less.
        var asked = pollfd(fd: pair.near, events: Int16(POLLPRI), revents: 0)
        #expect(poll(&asked, 1, 60_000) == 1)
        loop.runPresent()
        #expect(log.take() == ["priority"])
    }

    @Test("A source that tells hang-ups apart keeps both triggers: by level each turn, by edge each time")
    func triggers() throws {
        // Rules: L43, L9.
        for (trigger, expected) in [
            (MainRunLoop.DescriptorSource.Trigger.level, ["read", "read", "read"]), (.edge, ["read"]),
        ] {
            let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
            let source = try loop.addDescriptorSource(sockets.near, for: [.read, .hangUp], trigger: trigger) {
                log.write($0.words)
            }
            sockets.send()
            for _ in 0..<3 { loop.turn() }
            #expect(log.take() == expected)
            sockets.send()
            loop.turn()
            #expect(log.take() == ["read"])
            source.cancel()
        }
    }

    @Test("A source that tells hang-ups apart and whose mode is not served keeps no run awake, and is served later")
    func otherMode() throws {
        // Rules: L43, L18.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let source = try loop.addDescriptorSource(sockets.near, for: [.read, .hangUp], in: .tracking) {
            log.write($0.words)
            sockets.receive()
        }
        sockets.send()
        loop.addTimer(at: .ms(5)) { _ in log.write("timer") }
        #expect(loop.runNow(until: .ms(10)) == .finished)
        #expect(loop.now == .ms(5))
        loop.runPresent(mode: .tracking)
        #expect(log.take() == ["timer", "read"])
        source.cancel()
    }

    @Test("Descriptors that cannot be watched are refused with the same errors when hang-ups are asked for")
    func refused() throws {
        // Rules: L43.
        let loop = try makeLoop()
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let own = try #require(loop.pollableDescriptor)
        for (descriptor, code) in [(closedDescriptor(), EBADF), (-1, EBADF), (file, EPERM), (own, ELOOP)] {
            let error = #expect(throws: MainRunLoop.Error.self) {
                _ = try loop.addDescriptorSource(descriptor, for: .hangUp) { _ in }
            }
            #expect(error == .cannotWatch(descriptor: descriptor, errno: code))
        }
    }
}

/// Two connected TCP sockets of this machine, which do not block.
private final class TCPPair {
    let near: Int32
    let far: Int32

    init() throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_INET, type, 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        far = socket(AF_INET, type, 0)
        let far = far
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &length) == 0
                    && connect(far, $0, length) == 0
            }
        }
        try #require(isConnected)
        near = accept(listener, nil, nil)
        try #require(fcntl(near, F_SETFL, O_NONBLOCK) == 0)
    }

    deinit {
        close(near)
        close(far)
    }

    func send(_ bytes: [UInt8], urgent: Bool = false) {
        let sent = Glibc.send(far, bytes, bytes.count, urgent ? Int32(MSG_OOB) : 0)
        precondition(sent == bytes.count)
    }
}
