import Glibc
import ResponderEventLoop
import TestSupport
import Testing

// Each test has a process of its own, since another test might reuse the numbers of descriptors that are closed here.
@Suite("Descriptors that are closed before their source is cancelled")
struct ClosedDescriptorTests {
    @Test("A source of a descriptor number used again hears, and goes on when the old source is cancelled")
    func usedAgain() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, old, new) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let number = dup(old.near)
            let closed = try loop.addDescriptorSource(number, for: .read) { _ in log.write("old") }
            // The other socket, under the same number; the old one stays open.
            dup2(new.near, number)
            let source = try loop.addDescriptorSource(number, for: .read) { _ in
                new.receive()
                log.write("new")
            }
            new.send()
            loop.runPresent()
            #expect(log.take() == ["new"])
            closed.cancel()
            new.send()
            loop.runPresent()
            #expect(log.take() == ["new"])
            source.cancel()
        }
    }

    @Test("A source that waits for its mode hears nothing of another file that gets its descriptor number")
    func usedAgainWhileParked() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, old, new) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let mode = MainRunLoop.Mode("of the new file")
            let number = dup(old.near)
            let closed = try loop.addDescriptorSource(number, for: .read) { _ in log.write("old") }
            old.send()
            for _ in 0..<3 { loop.turn(mode: mode) }
            dup2(new.near, number)
            let source = try loop.addDescriptorSource(number, for: .read, in: [mode]) { _ in
                new.receive()
                log.write("new")
            }
            // What was found before is served still, once.
            loop.turn()
            #expect(log.take() == ["old"])
            new.send()
            for _ in 0..<3 { loop.turn() }
            #expect(log.take() == [])
            loop.turn(mode: mode)
            #expect(log.take() == ["new"])
            closed.cancel()
            source.cancel()
        }
    }

    @Test("Of two sources of a descriptor number used again, one may go before the new source comes, one after")
    func readerAndWriter() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, old, new) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let number = dup(old.near)
            let reader = try loop.addDescriptorSource(number, for: .read) { _ in log.write("old") }
            let writer = try loop.addDescriptorSource(number, for: .write) { _ in log.write("writer") }
            loop.turn()
            #expect(log.take() == ["writer"])
            dup2(new.near, number)
            reader.cancel()
            let source = try loop.addDescriptorSource(number, for: .read) { _ in
                new.receive()
                log.write("new")
            }
            new.send()
            loop.turn()
            // What was found before is served still, once.
            #expect(log.take().filter { $0 != "writer" } == ["new"])
            writer.cancel()
            old.send()
            new.send()
            for _ in 0..<3 { loop.turn() }
            #expect(log.take() == ["new"])
            source.cancel()
        }
    }

    @Test("What comes for a reused descriptor number's old file, kept open, is not taken for the new file's")
    func keptOpen() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, old, new) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let number = dup(old.near)
            let closed = try loop.addDescriptorSource(number, for: .read) { _ in log.write("old") }
            dup2(new.near, number)
            closed.cancel()
            let source = try loop.addDescriptorSource(number, for: .read) { _ in
                new.receive()
                log.write("new")
            }
            old.send()
            loop.runPresent()
            #expect(log.take() == [])
            new.send()
            loop.runPresent()
            #expect(log.take() == ["new"])
            source.cancel()
        }
    }

    @Test(
        "A source of a descriptor number used again hears, also when the old source was no longer asked for",
        arguments: [true, false]
    )
    func parked(cancelsFirst: Bool) async {
        await #expect(processExitsWith: .success) { @MainActor [cancelsFirst] in
            let (loop, log, old, new) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let number = dup(old.near)
            let closed = try loop.addDescriptorSource(number, for: .read, in: .tracking) { _ in log.write("old") }
            old.send()
            loop.addUserSource {}.signal()
            // Reported twice in a mode that is not served: the loop stops watching it.
            for _ in 0..<3 { loop.runPresent() }
            dup2(new.near, number)
            if cancelsFirst { closed.cancel() }
            let source = try loop.addDescriptorSource(number, for: .read) { _ in
                new.receive()
                log.write("new")
            }
            new.send()
            loop.runPresent()
            #expect(log.take() == ["new"])
            source.cancel()
            closed.cancel()
        }
    }

    @Test("With its source cancelled, a closed descriptor whose file stays open keeps the loop busy no more")
    func idleAgain() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, sockets, others) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let kept = try loop.addDescriptorSource(others.near, for: [.read]) { _ in
                others.receive()
                log.write("other")
            }
            for number in [dup(sockets.near), dup(sockets.near)] {
                let source = try loop.addDescriptorSource(number, for: .read) { _ in }
                close(number)
                source.cancel()
            }
            sockets.send()
            let descriptor = try #require(loop.pollableDescriptor)
            for _ in 0..<5 { loop.turn() }
            var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&asked, 1, 0) == 0)
            // The host goes on watching the same descriptor, which still reports everything else.
            others.send()
            #expect(poll(&asked, 1, 0) == 1)
            loop.turn()
            loop.post { log.write("post") }
            #expect(poll(&asked, 1, 0) == 1)
            loop.turn()
            #expect(log.take() == ["other", "post"])
            kept.cancel()
        }
    }

    @Test("A run that waits wakes for what is due, not for what is left of a closed descriptor")
    func waits() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, sockets, turns) = (try MainRunLoop(), SocketPair(), Box(0))
            let number = dup(sockets.near)
            let source = try loop.addDescriptorSource(number, for: .read) { _ in }
            close(number)
            source.cancel()
            loop.addObserver(of: .beforeTimers) { _ in turns.value += 1 }
            loop.addTimer(after: .milliseconds(20)) { _ in sockets.send() }
            await loop.run(until: loop.now.advanced(by: .milliseconds(120)))
            // As many turns as wake-ups, and a few more; before the fix there was one every seven microseconds.
            #expect(turns.value < 200)
        }
    }

    @Test("A loop goes on without a descriptor for a new set of what is watched, and gets rid of the rest later")
    func noneLeft() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let (loop, log, sockets, others) = (try makeLoop(), Log(), SocketPair(), SocketPair())
            let kept = try loop.addDescriptorSource(others.near, for: .read, trigger: .edge) { _ in
                others.receive()
                log.write("other")
            }
            let number = dup(sockets.near)
            let source = try loop.addDescriptorSource(number, for: .read) { _ in }
            close(number)
            source.cancel()
            sockets.send()
            let descriptor = try #require(loop.pollableDescriptor)
            var limit = rlimit(rlim_cur: 3, rlim_max: 1024)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            others.send()
            for _ in 0..<5 { loop.turn() }
            #expect(log.take() == ["other"])
            limit.rlim_cur = 1024
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            for _ in 0..<5 { loop.turn() }
            var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&asked, 1, 0) == 0)
            others.send()
            loop.turn()
            #expect(log.take() == ["other"])
            kept.cancel()
        }
    }
}
