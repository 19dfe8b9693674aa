import TestSupport
import Testing

@testable import ResponderEventLoop

// Signals and posts of the loop's own thread take another path than those of other threads. A turn's callbacks run on
// the loop's thread, so the tests signal and post there, while other threads do the same.
@Suite("Signals and posts of the loop's own thread among those of others")
@MainActor
struct OwnThreadTests {
    private let loop: MainRunLoop
    private let log = Log()

    init() throws {
        loop = try makeLoop()
    }

    /// A source that writes its name.
    private func source(_ name: String) -> MainRunLoop.UserSource {
        loop.addUserSource { [log] in log.write(name) }
    }

    /// Runs `body` inside a turn, then everything that is due.
    private func insideTurn(_ body: @escaping @MainActor () -> Void) {
        loop.post(body)
        loop.runPresent()
    }

    @Test("Signals before the perform cause one perform, whichever thread gives them")
    func coalesce() {
        // Rules: L11.
        let a = source("a")
        insideTurn {
            a.signal()
            Threads.run { a.signal() }
        }
        #expect(log.take() == ["a"])
        insideTurn {
            Threads.run { a.signal() }
            a.signal()
            a.signal()
        }
        #expect(log.take() == ["a"])
    }

    @Test("A signal of another thread, given when the source is about to perform, is answered by that perform")
    func lateSignal() {
        // Rules: L11.
        let a = source("a")
        // Performs first, in the same step.
        let first = loop.addUserSource(order: -1) { [log] in
            log.write("first")
            Threads.run { a.signal() }
        }
        insideTurn {
            a.signal()
            first.signal()
        }
        #expect(log.take() == ["first", "a"])
    }

    @Test("A signal of either kind from inside the perform means one more perform")
    func signalInside() {
        // Rules: L11, L19.
        for ownFirst in [true, false] {
            let again = Box<MainRunLoop.UserSource?>(nil)
            let count = Box(0)
            again.value = loop.addUserSource { [log] in
                log.write("again")
                count.value += 1
                guard count.value == 1, let source = again.value else { return }
                if ownFirst { source.signal() }
                Threads.run { source.signal() }
                if !ownFirst { source.signal() }
            }
            insideTurn { again.value?.signal() }
            #expect(log.take() == ["again", "again"])
            again.value?.cancel()
            again.value = nil
        }
    }

    @Test("Sources perform in the order of their signals, whichever thread gave them")
    func order() {
        // Rules: L11.
        let (a, b, c, d) = (source("a"), source("b"), source("c"), source("d"))
        insideTurn {
            a.signal()
            Threads.run {
                c.signal()
                b.signal()
            }
            // The other thread signalled it first, so that signal decides its place.
            b.signal()
            d.signal()
        }
        #expect(log.take() == ["a", "c", "b", "d"])
    }

    @Test(
        "A source that is cancelled on its way performs no more and goes, whoever signalled it",
        arguments: [[true], [false], [true, false], [false, true]]
    )
    func cancelOnItsWay(signals: [Bool]) {
        // Rules: L19, L28.
        weak var released: MainRunLoop.UserSource?
        do {
            let cancelled = Box<MainRunLoop.UserSource?>(source("cancelled"))
            released = cancelled.value
            insideTurn {
                guard let source = cancelled.value else { return }
                for own in signals {
                    if own { source.signal() } else { Threads.run { source.signal() } }
                }
                source.cancel()
                source.signal()
                Threads.run { source.signal() }
                cancelled.value = nil
            }
        }
        #expect(log.take() == [])
        #expect(released == nil)
        #expect(loop.runNow() == .finished)
    }

    @Test("A source that is cancelled between other sources leaves those behind it in order")
    func cancelAmongOthers() {
        // Rules: L11, L19.
        let (a, b, c) = (source("a"), source("b"), source("c"))
        insideTurn {
            Threads.run { a.signal() }
            b.signal()
            Threads.run { b.signal() }
            c.signal()
            b.cancel()
        }
        #expect(log.take() == ["a", "c"])
    }

    @Test("Posts run in the order in which they were posted, whichever thread posts")
    func posts() {
        // Rules: L13.
        let loop = loop
        let log = log
        insideTurn {
            loop.post { log.write("1") }
            loop.post { log.write("2") }
            Threads.run { loop.post { log.write("3") } }
            loop.post { log.write("4") }
            Threads.run { loop.post { log.write("5") } }
            loop.post { log.write("6") }
        }
        #expect(log.take() == ["1", "2", "3", "4", "5", "6"])
    }

    @Test("Posts of modes that are not run keep their place among the rest, whichever thread posts")
    func postsOfModes() {
        // Rules: L10, L13.
        let loop = loop
        let log = log
        let other = MainRunLoop.Mode("other")
        insideTurn {
            loop.post(in: [other]) { log.write("own other") }
            loop.post { log.write("own") }
            Threads.run {
                loop.post(in: [other]) { log.write("other") }
                loop.post { log.write("common") }
            }
        }
        #expect(log.take() == ["own", "common"])
        loop.runPresent(mode: other)
        #expect(log.take() == ["own other", "other"])
    }

    @Test("A loop that goes lets go of what its own thread has posted and signalled in its last turn")
    func lastTurn() throws {
        weak var kept: Log?
        do {
            let captured = Log()
            kept = captured
            let loop = try makeLoop()
            let source = loop.addUserSource { captured.write("source") }
            // The turn has no step left for the work that the last source makes.
            let last = loop.addUserSource(priority: .idle) { [unowned loop] in
                loop.post { captured.write("post") }
                source.signal()
                loop.stop()
            }
            last.signal()
            #expect(loop.runNow() == .stopped)
            #expect(captured.take() == [])
        }
        #expect(kept == nil)
    }

    @Test("A source whose loop is gone may be signalled from everywhere, and performs nothing")
    func afterTheLoop() throws {
        let orphans = Box<[MainRunLoop.UserSource]>([])
        do {
            let loop = try makeLoop()
            let log = log
            orphans.value = ["a", "b"].map { name in loop.addUserSource { log.write(name) } }
            let last = loop.addUserSource(priority: .idle) { [unowned loop] in
                for source in orphans.value { source.signal() }
                loop.stop()
            }
            last.signal()
            loop.runNow()
        }
        let sources = orphans.value
        insideTurn {
            for source in sources { source.signal() }
            Threads.run { for source in sources { source.signal() } }
            for source in sources { source.cancel() }
        }
        #expect(log.take() == [])
    }

    @Test("Turns in which the loop's thread and others post use the same memory again and again")
    func memoryOfPosts() {
        let loop = loop
        func round() {
            loop.post {
                loop.post {}
                Threads.run { loop.post {} }
            }
            loop.runPresent()
        }
        for _ in 0..<4 { round() }
        #expect(loop.posts.capacities.own > 0 && loop.posts.capacities.shared > 0)
    }
}
