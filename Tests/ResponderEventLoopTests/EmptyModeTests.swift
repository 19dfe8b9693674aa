import ResponderEventLoop
import TestSupport
import Testing

@Suite("Empty modes")
@MainActor
struct EmptyModeTests {
    /// What can be in a mode and keep its runs going.
    enum Content: CaseIterable {
        case source, descriptor, port, post
    }

    @Test("A run of an empty mode is finished at once, tells no observer, and is kept alive by none")
    func observersAlone() throws {
        // Rules: L2.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: .all) { log.write($0.word) }
        #expect(loop.runNow() == .finished)
        // The limit is not waited for.
        #expect(loop.runNow(until: .ms(5)) == .finished)
        #expect(loop.now == .zero)
        #expect(log.take() == [])
    }

    @Test(
        "A source, a descriptor, a port or a post keeps a run alive in its own mode only",
        arguments: Content.allCases
    )
    func population(content: Content) throws {
        // Rules: L2.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let (own, other): (MainRunLoop.Mode, MainRunLoop.Mode) = (.init("populated"), .init("not populated"))
        loop.addObserver(of: .entry, in: [own, other]) { _ in log.write("run") }
        let remove: @MainActor () -> Void
        switch content {
        case .source:
            let source = loop.addUserSource(in: [own]) {}
            remove = { source.cancel() }
        case .descriptor:
            let source = try loop.addDescriptorSource(sockets.near, for: .read, in: [own]) { _ in }
            remove = { source.cancel() }
        case .port:
            let input = StubInput()
            loop.addInput(input, in: [own])
            remove = { [unowned loop] in loop.removeInput(input) }
        case .post:
            loop.post(in: [own]) {}
            remove = { [unowned loop] in loop.runPresent(mode: own) }
        }
        #expect(loop.runNow(mode: other, until: .ms(1)) == .finished)
        #expect(loop.now == .zero)
        #expect(log.take() == [])
        if content != .post { #expect(loop.runNow(mode: own, until: .ms(1)) == .timedOut) }
        remove()
        _ = log.take()
        #expect(loop.runNow(mode: own, until: .ms(2)) == .finished)
        #expect(log.take() == [])
    }

    @Test("A run ends with the turn in which its mode becomes empty")
    func becomesEmpty() throws {
        // Rules: L2, L6.
        let (loop, log) = (try makeLoop(), Log())
        let source = Box<MainRunLoop.UserSource?>(nil)
        source.value = loop.addUserSource {
            log.write("source")
            source.value?.cancel()
        }
        _ = loop.addUpdateHandler { log.write("update") }
        loop.post {
            loop.setNeedsUpdate()
            source.value?.signal()
        }
        loop.addObserver(of: [.beforeWaiting, .exit]) { log.write($0.word) }
        #expect(loop.runNow(until: .ms(7)) == .finished)
        #expect(loop.now == .zero)
        #expect(log.take() == ["source", "update", "exit"])
    }

    @Test("A run ends when an observer empties its mode just before the wait, and does not wait")
    func emptiedBeforeWaiting() throws {
        // Rules: L2, L6.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("source") }
        loop.addObserver(of: [.beforeWaiting, .afterWaiting, .exit]) {
            log.write($0.word)
            source.cancel()
        }
        #expect(loop.runNow(until: .ms(7)) == .finished)
        #expect(loop.now == .zero)
        #expect(log.take() == ["waits", "exit"])
    }

    @Test("Cancelling sources one by one, in any order, empties the mode with the last")
    func lastOne() throws {
        // Rules: L2.
        let (loop, sockets) = (try makeLoop(), SocketPair())
        let sources = (0..<3).map { _ in loop.addUserSource {} }
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in }
        for source in [sources[1], sources[0]] {
            source.cancel()
            source.cancel()
            #expect(loop.runNow(until: loop.now.advanced(by: .milliseconds(1))) == .timedOut)
        }
        descriptor.cancel()
        descriptor.cancel()
        #expect(loop.runNow(until: .ms(9)) == .timedOut)
        sources[2].cancel()
        #expect(loop.runNow(until: .ms(99)) == .finished)
    }
}
