import ResponderEventLoop
import TestSupport
import Testing

@Suite("User sources")
@MainActor
struct UserSourceTests {
    @Test("Signals before the perform cause one perform, in the order of the first signals")
    func coalesce() throws {
        // Rules: L11.
        let (loop, log) = (try makeLoop(), Log())
        let a = loop.addUserSource { log.write("a") }
        let b = loop.addUserSource { log.write("b") }
        for source in [b, a, b, a, a] { source.signal() }
        loop.runPresent()
        #expect(log.take() == ["b", "a"])
        loop.runPresent()
        #expect(log.take() == [])
    }

    @Test("A signal from inside the perform causes one more perform, in the next turn")
    func signalInside() throws {
        // Rules: L11, L19.
        let (loop, log) = (try makeLoop(), Log())
        let source = Box<MainRunLoop.UserSource?>(nil)
        let count = Box(0)
        source.value = loop.addUserSource { [unowned loop] in
            count.value += 1
            log.write("perform")
            if count.value < 3 { source.value?.signal() }
            loop.post { log.write("turn") }
        }
        source.value?.signal()
        loop.runPresent()
        source.value?.cancel()
        #expect(log.take() == ["perform", "turn", "perform", "turn", "perform", "turn"])
    }

    @Test("A source signalled by an earlier one of the same step waits for the next turn")
    func signalSibling() throws {
        // Rules: L19.
        let (loop, log) = (try makeLoop(), Log())
        let second = loop.addUserSource { log.write("second") }
        let first = loop.addUserSource { [unowned loop] in
            log.write("first")
            second.signal()
            loop.post { log.write("turn") }
        }
        first.signal()
        loop.runPresent()
        #expect(log.take() == ["first", "turn", "second"])
    }

    @Test("A cancelled source performs no more: cancelled in its perform, signalled before or signalled later")
    func cancel() throws {
        // Rules: L19, L24.
        let (loop, log) = (try makeLoop(), Log())
        let own = Box<MainRunLoop.UserSource?>(nil)
        let sibling = loop.addUserSource { log.write("sibling") }
        own.value = loop.addUserSource {
            log.write("own")
            own.value?.cancel()
            own.value?.cancel()
            own.value?.signal()
            sibling.cancel()
        }
        own.value?.signal()
        sibling.signal()
        loop.runPresent()
        sibling.signal()
        own.value?.signal()
        loop.runPresent()
        #expect(log.take() == ["own"])
    }

    @Test("A source stays with its loop without other references, and goes when it is cancelled")
    func lifetime() throws {
        let (loop, log) = (try makeLoop(), Log())
        weak var held: MainRunLoop.UserSource?
        do {
            let source = loop.addUserSource { log.write("perform") }
            held = source
            source.signal()
        }
        loop.runPresent()
        #expect(log.take() == ["perform"])
        #expect(held != nil)
        held?.signal()
        held?.cancel()
        loop.runPresent()
        #expect(log.take() == [])
        #expect(held == nil)
    }
}
