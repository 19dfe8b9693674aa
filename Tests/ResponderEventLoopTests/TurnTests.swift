import ResponderEventLoop
import TestSupport
import Testing

/// A port whose samples are words.
@MainActor
final class StubInput: InputSource {
    var pending = 0
    var onServe: (@MainActor () -> Void)?

    var hasPending: Bool { pending > 0 }
    /// Whether a sample is on its way, and whether it arrives when `isExpecting` is read.
    var expecting = false
    var comesWhenAsked = false

    var isExpecting: Bool {
        if comesWhenAsked { pending = 1 }
        return expecting || hasPending
    }

    let name: StaticString = "stub"
    var oldestTime: MainRunLoop.Instant?

    func serve(limit: Int) -> Bool {
        pending = 0
        onServe?()
        return true
    }

    /// In a merged step, everything that the port had at the step's beginning counts as one sample.
    private var isInStep = false

    func beginStep() { isInStep = pending > 0 }

    var nextTime: Int64? { isInStep ? oldestTime?.nanoseconds ?? .min : nil }

    func serve(limit: Int, notAfter time: Int64) -> Int {
        isInStep = false
        return serve(limit: limit) ? 1 : 0
    }

    func endStep() { isInStep = false }
    func invalidate() {}
}

@Suite("The turn")
@MainActor
struct TurnTests {
    @Test("A turn serves posts, input, timers, sources, descriptors and the update pass, in this order")
    func order() throws {
        // Rules: L6, L35.
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let descriptor = try loop.addDescriptorSource(sockets.near, for: .read) { _ in
            sockets.receive()
            log.write("descriptor")
        }
        _ = loop.addUpdateHandler { log.write("update") }
        let source = loop.addUserSource { log.write("source") }
        let input = StubInput()
        input.onServe = { log.write("input") }
        loop.addInput(input)
        sockets.send()
        loop.runPresent()
        #expect(log.take() == ["descriptor"])

        sockets.send()
        loop.post {
            loop.setNeedsUpdate()
            source.signal()
            loop.addTimer(at: .zero) { _ in log.write("timer") }
            input.pending = 1
            loop.post { log.write("next turn") }
            log.write("post")
        }
        loop.runPresent()
        #expect(log.take() == ["post", "input", "timer", "source", "descriptor", "update", "next turn"])
        descriptor.cancel()
    }

    @Test("A loop sleeps while a sample is on its way, and looks once more before it sleeps", arguments: [true, false])
    func expecting(comes: Bool) throws {
        let (loop, input) = (try makeLoop(), StubInput())
        var served = 0
        input.expecting = true
        input.comesWhenAsked = comes
        input.onServe = { [unowned input] in
            served += 1
            input.comesWhenAsked = false
        }
        loop.addInput(input)
        // The loop would make turns for ever if it did not fall asleep.
        #expect(loop.runNow() == .finished)
        #expect(served == (comes ? 1 : 0))
    }

    @Test("Posts run in the order posted, and what they post waits for the next turn")
    func posts() throws {
        // Rules: L13.
        let (loop, log) = (try makeLoop(), Log())
        _ = loop.addUpdateHandler { log.write("end of turn") }
        for name in ["a", "b"] {
            loop.post {
                log.write(name)
                loop.setNeedsUpdate()
                loop.post { log.write("\(name)2") }
            }
        }
        loop.runPresent()
        #expect(log.take() == ["a", "b", "end of turn", "a2", "b2"])
    }

    @Test("Any number of wake-ups before a turn cause one turn", arguments: [0, 1, 3])
    func wakeUps(count: Int) throws {
        // Rules: L14.
        let loop = try makeLoop()
        let turns = Box(0)
        loop.addObserver(of: .beforeTimers) { _ in turns.value += 1 }
        // The post's own turn, and one more for all wake-ups.
        loop.post { for _ in 0..<count { loop.wakeUp() } }
        #expect(loop.runNow() == .finished)
        #expect(turns.value == (count == 0 ? 1 : 2))
    }

    @Test("A port that takes itself out lives until its call has returned, whatever runs inside it, and goes then")
    func portTakesItselfOut() throws {
        let (loop, log, other) = (try makeLoop(), Log(), StubInput())
        var input: StubInput? = StubInput()
        weak let held = input
        input?.pending = 1
        input?.onServe = { [unowned loop, unowned other, weak input] in
            if let input { loop.removeInput(input) }
            other.pending = 1
            loop.runPresent()
            log.write(input == nil ? "gone" : "there")
        }
        other.onServe = { [unowned loop, unowned other] in
            log.write("other")
            // Removed and added again in its own call: it is served as before.
            loop.removeInput(other)
            loop.addInput(other)
        }
        if let input { loop.addInput(input) }
        loop.addInput(other)
        input = nil
        loop.runPresent()
        #expect(log.take() == ["other", "there"])
        #expect(held == nil)
        other.pending = 1
        loop.runPresent()
        #expect(log.take() == ["other"])
    }

    @Test("A port that another port's handler takes out goes at once, also a port that the handler has added")
    func portTakenOutGoes() throws {
        let (loop, log, first) = (try makeLoop(), Log(), StubInput())
        first.pending = 1
        first.onServe = { [unowned loop] in
            var added: StubInput? = StubInput()
            weak let held = added
            if let added { loop.addInput(added) }
            if let added { loop.removeInput(added) }
            added = nil
            log.write(held == nil ? "gone" : "there")
        }
        loop.addInput(first)
        loop.runPresent()
        #expect(log.take() == ["gone"])
    }

    @Test("A port taken out by another port's handler is not served, and an added port waits for the next turn")
    func portsChange() throws {
        // Rules: L19.
        let (loop, log) = (try makeLoop(), Log())
        let (first, removed, last, added) = (StubInput(), StubInput(), StubInput(), StubInput())
        for input in [first, removed, last] {
            loop.addInput(input)
            input.pending = 1
        }
        added.pending = 1
        added.onServe = { log.write("added") }
        first.onServe = { [unowned loop, unowned first] in
            log.write("first")
            loop.removeInput(removed)
            loop.removeInput(first)
            loop.addInput(added)
        }
        removed.onServe = { log.write("removed") }
        last.onServe = { [unowned loop] in
            log.write("last")
            loop.post { log.write("next turn") }
        }
        loop.runPresent()
        #expect(log.take() == ["first", "last", "next turn", "added"])
    }

    @Test("A self-signalling source starves neither a timer, nor input, nor the update pass")
    func noStarvation() throws {
        // Rules: L8, L9.
        let (loop, log) = (try makeLoop(), Log())
        let source = Box<MainRunLoop.UserSource?>(nil)
        let turns = Box(0)
        source.value = loop.addUserSource { [unowned loop] in
            turns.value += 1
            if turns.value < 5 { source.value?.signal() }
            loop.setNeedsUpdate()
            log.write("source \(turns.value)")
        }
        let input = StubInput()
        input.onServe = { log.write("input") }
        loop.addInput(input)
        _ = loop.addUpdateHandler { [unowned loop] in
            if turns.value == 2 {
                input.pending = 1
                loop.addTimer(at: loop.now) { _ in log.write("timer") }
            }
            if turns.value < 4 { log.write("update") }
        }
        source.value?.signal()
        loop.runPresent()
        source.value?.cancel()
        #expect(
            log.take() == [
                "source 1", "update", "source 2", "update", "input", "timer", "source 3", "update", "source 4",
                "source 5",
            ]
        )
    }

    @Test("A loop under virtual time whose every turn makes work for the next stops with a message")
    func standstill() async {
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let loop = try makeLoop()
            @MainActor func again() { loop.post { again() } }
            again()
            loop.runNow(until: .ms(1))
        }
        .expectMessage("virtual time stands still: a run made 1000000 turns at 0.000000 s")
    }

    @Test("Many turns at one instant are no standstill when each is a run of its own")
    func manyRuns() throws {
        let loop = try makeLoop()
        let count = Box(0)
        for _ in 0..<1000 {
            loop.post { count.value += 1 }
            #expect(loop.runNow(until: loop.now) == .timedOut)
        }
        #expect(count.value == 1000)
    }
}
