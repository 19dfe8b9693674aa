import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Sources that are refused")
@MainActor
struct RefusedSourceTests {
    @Test(
        "A device that cannot be waited on is refused with an error that says so",
        arguments: ["/dev/zero", "/dev/null"]
    )
    func device(path: String) throws {
        let loop = try makeLoop()
        let device = open(path, O_RDONLY)
        defer { close(device) }
        let error = #expect(throws: MainRunLoop.Error.self) {
            _ = try loop.addDescriptorSource(device, for: .read) { _ in }
        }
        #expect(error == .cannotWatch(descriptor: device, errno: EPERM))
        // Nothing is left of it: the mode is empty.
        #expect(loop.runNow() == .finished)
        #expect(loop.runNow(until: .ms(1)) == .finished)
    }

    @Test("Warnings of libevent do not reach the standard error when a descriptor is refused")
    func quiet() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
            let loop = try makeLoop()
            let zero = open("/dev/zero", O_RDONLY)
            let other = try makeLoop()
            let ofOther = try #require(other.pollableDescriptor)
            _ = try loop.addDescriptorSource(ofOther, for: .read) { _ in }
            let own = try #require(loop.pollableDescriptor)
            #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: own, errno: ELOOP)) {
                _ = try other.addDescriptorSource(own, for: .read) { _ in }
            }
            for descriptor in [zero, closedDescriptor(), -1, own] {
                #expect(throws: MainRunLoop.Error.self) {
                    _ = try loop.addDescriptorSource(descriptor, for: .read) { _ in }
                }
            }
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(!text.contains("[warn]"), "it said: \(text)")
    }

    @Test("A descriptor is watched by level or by edge: a second source of the other kind is refused, the first stays")
    func levelAndEdge() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let triggers: [MainRunLoop.DescriptorSource.Trigger] = [.level, .edge]
        for (first, second) in [(triggers[0], triggers[1]), (triggers[1], triggers[0])] {
            let source = try loop.addDescriptorSource(sockets.near, for: .read, trigger: first) { _ in
                sockets.receive()
                log.write("ready")
            }
            let error = #expect(throws: MainRunLoop.Error.self) {
                _ = try loop.addDescriptorSource(sockets.near, for: .read, trigger: second) { _ in }
            }
            #expect(error == .cannotWatch(descriptor: sockets.near, errno: EEXIST))
            sockets.send()
            loop.runPresent()
            #expect(log.take() == ["ready"])
            source.cancel()
        }
        #expect(
            MainRunLoop.Error.cannotWatch(descriptor: 5, errno: EEXIST).description
                .hasSuffix("another source watches it with the other trigger; give all its sources the same")
        )
    }

    @Test("Sources of descriptors that are there can be added where no descriptors are left")
    func exhaustion() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var taken: [Int32] = []
            while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
            #expect(throws: MainRunLoop.Error.cannotCreate(errno: EMFILE)) { try makeLoop() }
            let source = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
                sockets.receive()
                log.write("ready")
            }
            // Threads of Dispatch block all signals.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            let signal = try loop.addSignalSource(SIGUSR1) { log.write("signal \($0)") }
            sockets.send()
            raise(SIGUSR1)
            loop.runPresent()
            #expect(Set(log.take()) == ["ready", "signal 1"])
            source.cancel()
            signal.cancel()
            for descriptor in taken { close(descriptor) }
        }
    }

    @Test(
        "A signal number that is none, or that cannot be caught, is refused",
        arguments: [-1, 0, 65, 1000, SIGKILL, SIGSTOP]
    )
    func noSignal(number: Int32) throws {
        let loop = try makeLoop()
        let error = #expect(throws: MainRunLoop.Error.self) { _ = try loop.addSignalSource(number) { _ in } }
        #expect(error == .cannotTakeSignal(number, reason: "there is no such signal, or it cannot be caught"))
        #expect(loop.runNow(until: .ms(1)) == .finished)
    }

    @Test("A source that would watch for nothing is refused, and bits that mean nothing count as none")
    func nothing() throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        for readiness in [[], MainRunLoop.DescriptorSource.Readiness(rawValue: 68)] {
            let error = #expect(throws: MainRunLoop.Error.self) {
                _ = try loop.addDescriptorSource(sockets.near, for: readiness) { _ in }
            }
            #expect(error == .cannotWatch(descriptor: sockets.near, errno: EINVAL))
        }
        #expect(
            MainRunLoop.Error.cannotWatch(descriptor: 5, errno: EINVAL).description
                == "cannot watch file descriptor 5: Invalid argument (errno 22); "
                + "watch it for reading, writing or another readiness; a loop cannot watch its own descriptor"
        )
        // Level-triggered, whatever the other bits: what is left unread is reported again.
        let source = try loop.addDescriptorSource(sockets.near, for: .init(rawValue: 69)) { _ in
            log.write("ready")
            if log.entries.count == 2 { sockets.receive() }
        }
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["ready", "ready"])
        source.cancel()
    }
}
