import ResponderEventLoop
import TestSupport
import Testing

/// Work that is deferred, as a queued notification is.
final class StubWork: DeferredWork {
    var isCancelled = false
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    func run() { body() }
}

@Suite("Deferred work")
@MainActor
struct DeferredTests {
    let log = Log()

    private func work(_ name: String) -> StubWork { StubWork { [log] in log.write(name) } }

    @Test("Idle work comes after a chain of posts, sources and asap work, and before observers of the wait")
    func idleMeansIdle() throws {
        // Rules: L6, N11.
        let (loop, log) = (try makeLoop(), log)
        let source = loop.addUserSource { log.write("source") }
        loop.addObserver(of: .beforeWaiting) { _ in log.write("waits") }
        loop.addDeferred(work("idle"), to: .whenIdle, in: .common)
        loop.post {
            log.write("post")
            loop.post {
                log.write("post of post")
                source.signal()
                loop.addDeferred(
                    StubWork {
                        log.write("asap")
                        loop.setNeedsUpdate()
                    },
                    to: .asap,
                    in: .common
                )
            }
        }
        _ = loop.addUpdateHandler { log.write("update") }
        loop.addTimer(at: .ms(1)) { _ in }
        loop.runNow(until: .ms(1))
        #expect(log.take() == ["post", "post of post", "source", "asap", "update", "idle", "waits"])
    }

    @Test("A timer that is due, or a descriptor that is ready, is something to do: idle work comes after it")
    func timersAndDescriptorsFirst() throws {
        // Rules: L6, N11.
        let (loop, log, sockets) = (try makeLoop(), log, SocketPair())
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        loop.addDeferred(work("idle"), to: .whenIdle, in: .common)
        sockets.send()
        loop.post { loop.addTimer(at: .zero) { _ in log.write("timer") } }
        loop.runPresent()
        #expect(log.take() == ["timer", "descriptor", "idle"])
        descriptor.cancel()
    }

    @Test("Idle work is done by a run that only looks, by a host's turn, and by an awaited run after jobs")
    func everyKindOfRun() async throws {
        // Rules: L6, N11.
        let (loop, log) = (try makeLoop(), log)
        loop.addDeferred(work("run"), to: .whenIdle, in: .common)
        loop.runPresent()
        #expect(log.take() == ["run"])
        loop.addDeferred(work("awaited"), to: .whenIdle, in: .common)
        Task { @MainActor in log.write("job") }
        await loop.runUntilIdle()
        #expect(log.take() == ["job", "awaited"])
        loop.addDeferred(work("turn"), to: .whenIdle, in: .common)
        #expect(loop.nextDeadline == loop.now)
        #expect(loop.turn() == .idle)
        #expect(log.take() == ["turn"])
    }

    @Test("Idle work that queues more makes a turn more, which does not wait")
    func idleWorkQueuesMore() throws {
        // Rules: L9, N18.
        let (loop, log) = (try makeLoop(), log)
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        let again = work("again")
        loop.addDeferred(
            StubWork {
                log.write("idle")
                loop.addDeferred(again, to: .whenIdle, in: .common)
            },
            to: .whenIdle,
            in: .common
        )
        loop.runPresent()
        #expect(log.take() == ["turn", "idle", "turn", "again"])
    }

    @Test("A run that is stopped is not about to wait: idle work stays for the next run")
    func stopped() throws {
        // Rules: L15, N11.
        let (loop, log) = (try makeLoop(), log)
        loop.addDeferred(work("idle"), to: .whenIdle, in: .common)
        loop.post { loop.stop() }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == [])
        loop.runPresent()
        #expect(log.take() == ["idle"])
    }

    @Test("Deferred work keeps a run from ending as empty until it is done, work of other modes does not")
    func emptyMode() throws {
        // Rules: L2.
        let (loop, log) = (try makeLoop(), log)
        for moment in [DeferredMoment.asap, .whenIdle] {
            loop.addDeferred(work("\(moment)"), to: moment, in: .default)
            #expect(loop.runNow(mode: .tracking) == .finished)
            #expect(log.take() == [])
            #expect(loop.runNow() == .finished)
            #expect(log.take() == ["\(moment)"])
        }
    }

    @Test("A step does at most 4,096 pieces of deferred work; the rest comes next turn, before what came later")
    func bounded() throws {
        // Rules: L9.
        let (loop, log) = (try makeLoop(), log)
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        var done: [Int] = []
        let count = MainRunLoop.mostCallbacksOfStep + 10
        for number in 0..<count {
            let body: @MainActor () -> Void = {
                done.append(number)
                guard number == 0 else { return }
                loop.addDeferred(StubWork { done.append(count) }, to: .asap, in: .common)
            }
            loop.addDeferred(StubWork(body), to: .asap, in: .common)
        }
        loop.runPresent()
        #expect(done == Array(0...count))
        #expect(log.take() == ["turn", "turn"])
    }

    @Test("Cancelled deferred work is not done, whether it waits or was taken out, and the loop lets go of it")
    func cancelled() throws {
        // Rules: L19.
        let (loop, log) = (try makeLoop(), log)
        let second = work("second")
        loop.addDeferred(
            StubWork {
                log.write("first")
                second.isCancelled = true
                loop.noteCancelledDeferred(in: .asap)
            },
            to: .asap,
            in: .common
        )
        loop.addDeferred(second, to: .asap, in: .common)
        loop.addDeferred(work("third"), to: .asap, in: .common)
        loop.runPresent()
        #expect(log.take() == ["first", "third"])
        var waiting: StubWork? = work("waiting")
        weak let observed = waiting
        waiting.map { loop.addDeferred($0, to: .whenIdle, in: .common) }
        waiting?.isCancelled = true
        loop.noteCancelledDeferred(in: .whenIdle)
        waiting = nil
        #expect(observed == nil)
        #expect(loop.nextDeadline == nil)
    }

    @Test("A run nested in deferred work leaves what the step has taken out, which follows in its order")
    func nested() throws {
        // Rules: L18.
        let (loop, log) = (try makeLoop(), log)
        let later = work("queued inside")
        loop.addDeferred(
            StubWork {
                log.write("first")
                loop.addDeferred(later, to: .asap, in: .common)
                loop.runPresent()
                log.write("first ends")
            },
            to: .asap,
            in: .common
        )
        loop.addDeferred(work("second"), to: .asap, in: .common)
        loop.runPresent()
        #expect(log.take() == ["first", "queued inside", "first ends", "second"])
    }
}
