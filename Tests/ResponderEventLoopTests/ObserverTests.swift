import ResponderEventLoop
import TestSupport
import Testing

@Suite("Observers")
@MainActor
struct ObserverTests {
    typealias Observer = MainRunLoop.Observer

    @Test("Entry and exit come once a run, before its first and after its last turn, also of a nested run")
    func entryAndExit() throws {
        // Rules: L4.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: [.entry, .exit]) { log.write($0.word) }
        for time: Int64 in [1, 2] {
            loop.addTimer(at: .ms(time)) { _ in
                log.write("timer \(time)")
                loop.post { log.write("post") }
                if time == 1 { loop.runPresent(mode: .tracking) }
            }
        }
        loop.runNow(until: .ms(3))
        #expect(
            log.take() == ["entry", "timer 1", "entry", "post", "exit", "timer 2", "post", "exit"]
        )
    }

    @Test("A stop from an entry observer ends the run without a turn, and the exit observers are told")
    func stopFromEntry() throws {
        // Rules: L5.
        let (loop, log) = (try makeLoop(), Log())
        let stops = Box(true)
        loop.addObserver(of: .all) { [unowned loop] in
            log.write($0.word)
            if $0 == .entry && stops.value { loop.stop() }
        }
        loop.addObserver(of: .entry, order: 1) { _ in log.write("the other's entry") }
        loop.post { log.write("post") }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["entry", "the other's entry", "exit"])
        stops.value = false
        loop.runPresent()
        #expect(log.take().contains("post"))
    }

    @Test("Before-timers and before-sources come in every turn though nothing is due; the wait's come around a wait")
    func everyTurn() throws {
        // Rules: L7, L8.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: .all) { log.write($0.word) }
        loop.addUserSource {}.cancel()
        loop.addTimer(at: .ms(5)) { _ in log.write("timer") }
        loop.post {
            log.write("post")
            loop.wakeUp()
        }
        loop.runNow(until: .ms(5))
        #expect(
            log.take() == [
                "entry",
                "timers?", "sources?", "post",
                "timers?", "sources?", "waits", "waited",
                "timers?", "sources?", "timer",
                "exit",
            ]
        )
    }

    @Test("What the wait found is served in the next turn, after the turn's observers")
    func foundByTheWait() throws {
        // Rules: L7.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        loop.addObserver(of: .all) { log.write($0.word) }
        let source = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        loop.addObserver(of: .beforeWaiting, order: 1, repeats: false) { _ in sockets.send() }
        loop.runNow(returnAfterSource: true)
        #expect(
            log.take() == [
                "entry", "timers?", "sources?", "waits", "waited", "timers?", "sources?", "descriptor", "exit",
            ]
        )
        source.cancel()
    }

    @Test("Observers are told in ascending order, and with equal order in the order in which they were added")
    func order() throws {
        // Rules: L10.
        let (loop, log) = (try makeLoop(), Log())
        for (name, order) in [("c1", 3), ("a1", -7), ("c2", 3), ("b", 0), ("a2", -7), ("c3", 3)] {
            loop.addObserver(of: [.entry, .exit], order: order) { log.write("\(name) \($0.word)") }
        }
        loop.post {}
        loop.runNow()
        let names = ["a1", "a2", "b", "c1", "c2", "c3"]
        #expect(log.take() == names.map { "\($0) entry" } + names.map { "\($0) exit" })
    }

    @Test("An observer that an earlier observer cancels is not told; an added observer waits for the next round")
    func listOfTheRound() throws {
        // Rules: L10, L19.
        let (loop, log) = (try makeLoop(), Log())
        let victims = Box<[Observer]>([])
        loop.addObserver(of: .beforeTimers, order: 0) { [unowned loop] _ in
            log.write("first")
            for victim in victims.value { victim.cancel() }
            guard !victims.value.isEmpty else { return }
            victims.value = []
            loop.addObserver(of: .beforeTimers, order: 1) { _ in log.write("added") }
        }
        victims.value = [
            loop.addObserver(of: .beforeTimers, order: 1) { _ in log.write("cancelled") },
            loop.addObserver(of: [.beforeTimers, .beforeSources], order: 2) { _ in log.write("cancelled too") },
        ]
        loop.addObserver(of: .beforeTimers, order: 3) { _ in log.write("last") }
        loop.post {}
        loop.runNow()
        #expect(log.take() == ["first", "last"])
        loop.post {}
        loop.runNow()
        #expect(log.take() == ["first", "added", "last"])
    }

    @Test("An observer that is being told is not told again by a run nested in it, but other observers are")
    func notReentered() throws {
        // Rules: L10.
        let (loop, log) = (try makeLoop(), Log())
        let nests = Box(true)
        loop.addObserver(of: [.beforeTimers, .beforeSources]) { [unowned loop] in
            log.write("nests \($0.word)")
            guard nests.value else { return }
            nests.value = false
            loop.post { log.write("post") }
            loop.runPresent()
            log.write("nested ended")
        }
        loop.addObserver(of: .beforeTimers, order: 1) { log.write("other \($0.word)") }
        loop.post {}
        loop.runNow()
        #expect(
            log.take() == [
                "nests timers?", "other timers?", "post", "nested ended", "other timers?", "nests sources?",
            ]
        )
    }

    @Test("A one-shot observer is told once, also when its call runs a nested run or cancels it, and then is gone")
    func oneShot() throws {
        // Rules: L10.
        let (loop, log) = (try makeLoop(), Log())
        weak var held: Observer?
        held = loop.addObserver(of: [.beforeTimers, .exit], repeats: false) { [unowned loop] in
            log.write($0.word)
            loop.post { log.write("post") }
            loop.runPresent()
        }
        let own = Box<Observer?>(nil)
        own.value = loop.addObserver(of: .exit, repeats: false) { _ in
            own.value?.cancel()
            own.value = nil
            log.write("own")
        }
        loop.post {}
        for _ in 0..<2 { loop.runNow() }
        #expect(log.take() == ["timers?", "post", "own"])
        #expect(held == nil)
    }

    @Test("An observer that cancels itself is told no more, and its closure goes when the call has returned")
    func cancelInside() throws {
        // Rules: L10.
        let (loop, log) = (try makeLoop(), Log())
        let own = Box<Observer?>(nil)
        do {
            let canary = OnRelease { log.write("released") }
            own.value = loop.addObserver(of: .beforeTimers) { _ in
                own.value?.cancel()
                own.value?.cancel()
                log.write("told")
                withExtendedLifetime(canary) {}
            }
        }
        loop.post { loop.post {} }
        loop.runNow()
        #expect(log.take() == ["told", "released"])
        own.value = nil
    }

    @Test("Observers are told of the runs in their modes, also of a nested run")
    func modes() throws {
        // Rules: L4, L18.
        let (loop, log) = (try makeLoop(), Log())
        loop.addObserver(of: [.entry, .exit], in: .default) { log.write("default \($0.word)") }
        loop.addObserver(of: [.entry, .exit], in: .tracking) { log.write("tracking \($0.word)") }
        loop.post {
            loop.post {}
            loop.runPresent(mode: .tracking)
        }
        loop.runNow()
        #expect(log.take() == ["default entry", "tracking entry", "tracking exit", "default exit"])
    }
}
