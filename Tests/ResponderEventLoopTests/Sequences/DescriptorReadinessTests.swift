import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("A descriptor's readiness as a sequence")
@MainActor
struct DescriptorReadinessTests {
    let log = Log()
    let sockets = SocketPair()

    func iterate(over sequence: MainRunLoop.DescriptorReadiness, reading: Bool = true) -> Task<Void, Never> {
        Task { @MainActor in
            do throws(MainRunLoop.Error) {
                for try await found in sequence {
                    log.write("ready for \(found.rawValue)")
                    if reading { sockets.receive() }
                }
                log.write("over")
            } catch {
                log.write("\(error)")
            }
        }
    }

    @Test("An element of readiness comes each time the descriptor is ready, and what is left unread is reported again")
    func elements() async throws {
        let loop = try makeLoop()
        let task = iterate(over: loop.readiness(of: sockets.near, for: .read))
        await loop.runUntilIdle()
        #expect(log.take() == [])
        for _ in 0..<2 {
            sockets.send()
            await loop.runUntilIdle()
            #expect(log.take() == ["ready for 1"])
        }
        task.cancel()
        await task.value
        #expect(log.take() == ["over"])
        sockets.send()
        let iterator = loop.readiness(of: sockets.near, for: [.read, .write]).makeAsyncIterator()
        for _ in 0..<2 {
            // On the main actor: from another thread it may come too late for the turns.
            let found = Task { @MainActor in try await iterator.next(isolation: #isolation) }
            await loop.runUntilIdle()
            #expect(try await found.value == [.read, .write])
        }
    }

    @Test("Each of several readiness iterators that wait gets what comes")
    func severalIterators() async throws {
        let loop = try makeLoop()
        let sequence = loop.readiness(of: sockets.near, for: .read)
        let tasks = (0..<3).map { _ in
            Task { @MainActor in try await sequence.makeAsyncIterator().next(isolation: #isolation) }
        }
        await loop.runUntilIdle()
        sockets.send()
        await loop.runUntilIdle()
        for task in tasks { #expect(try await task.value == .read) }
    }

    @Test("A descriptor is not watched while the task has not asked for the next element")
    func notWatchedMeanwhile() async throws {
        let loop = try makeLoop()
        sockets.send()
        let iterator = loop.readiness(of: sockets.near, for: .read).makeAsyncIterator()
        let found = Task { @MainActor in try await iterator.next(isolation: #isolation) }
        await loop.runUntilIdle()
        #expect(try await found.value == .read)
        // Unread, and no task waits for an element: no turn finds it, and no wait.
        #expect(loop.runNow(until: .ms(5), returnAfterSource: true) == .finished)
    }

    @Test("A descriptor that is closed, and a regular file, are errors of the iteration")
    func failure() async throws {
        let loop = try makeLoop()
        // Not a number that was just closed, which another test may reuse.
        let closed: Int32 = 1_000_000
        await iterate(over: loop.readiness(of: closed, for: .read)).value
        #expect(log.take().first?.hasPrefix("cannot watch file descriptor \(closed)") == true)
        let file = open("/proc/self/exe", O_RDONLY)
        defer { close(file) }
        await iterate(over: loop.readiness(of: file, for: .read)).value
        #expect(log.take().first?.hasPrefix("cannot watch file descriptor \(file)") == true)
    }

    @Test("A task's cancellation while it waits leaves the descriptor unwatched")
    func cancellation() async throws {
        let loop = try makeLoop()
        let task = iterate(over: loop.readiness(of: sockets.near, for: .read))
        await loop.runUntilIdle()
        task.cancel()
        await task.value
        sockets.send()
        #expect(loop.runNow(until: .ms(5), returnAfterSource: true) == .finished)
        #expect(log.take() == ["over"])
    }

    @Test("A readiness sequence ends with its loop, also when that is gone before the iteration begins")
    func loopGoes() async throws {
        var loop: MainRunLoop? = try makeLoop()
        let sequence = try #require(loop).readiness(of: sockets.near, for: .read)
        let task = iterate(over: sequence)
        await loop?.runUntilIdle()
        loop = nil
        await task.value
        #expect(log.take() == ["over"])
        await iterate(over: sequence).value
        #expect(log.take() == ["over"])
    }
}
