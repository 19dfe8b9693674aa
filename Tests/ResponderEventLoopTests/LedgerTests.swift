import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("The turn's ledger")
@MainActor
struct LedgerTests {
    let clock = VirtualClock()

    private func spend(_ milliseconds: Int64) {
        clock.advance(to: clock.now.advanced(by: .milliseconds(milliseconds)))
    }

    @Test("A ledger counts what was served by its kind, and how long the loop was asleep")
    func counts() throws {
        let loop = try MainRunLoop(clock: clock)
        let input = StubInput()
        loop.addInput(input)
        loop.startLedger()
        loop.post { spend(1) }
        loop.post {}
        let source = loop.addUserSource { [unowned loop] in loop.setNeedsUpdate() }
        source.signal()
        _ = loop.addUpdateHandler {}
        input.pending = 1
        loop.addTimer(at: .ms(10)) { _ in spend(2) }
        loop.addObserver(of: .afterWaiting) { _ in }
        loop.run(until: .ms(20))
        let ledger = try #require(loop.ledger)
        #expect(
            ledger.served == [.post: 2, .userSource: 1, .updateHandler: 1, .input: 1, .timer: 1, .observer: 2]
        )
        // From 1 to 10 and from 12 to 20.
        #expect(ledger.timeAsleep == .milliseconds(17))
        #expect(ledger.start == .zero)
        #expect(ledger.turns >= 2)
    }

    @Test("A ledger names the slowest callback by the function that registered it, or as it was told to")
    func slowest() throws {
        let loop = try MainRunLoop(clock: clock)
        loop.startLedger()
        loop.addTimer(at: .ms(1)) { _ in spend(3) }
        loop.post(name: "refresh") { spend(2) }
        loop.run(until: .ms(1))
        let first = try #require(loop.ledger?.slowest)
        #expect(first.kind == .timer && first.name == "slowest()" && first.duration == .milliseconds(3))
        #expect(first.start == .ms(2))
        #expect(first.description == "timer \"slowest()\" at 0.002000 s took 0.003 seconds")
        loop.startLedger()
        loop.post(name: "refresh") { spend(2) }
        loop.run(until: loop.now)
        #expect(loop.ledger?.slowest?.name == "refresh")
    }

    @Test("A ledger knows how late a timer fired, and how long a port's oldest sample waited")
    func delays() throws {
        let loop = try MainRunLoop(clock: clock)
        loop.startLedger()
        loop.addTimer(at: .ms(1)) { _ in spend(5) }
        loop.addTimer(at: .ms(2)) { _ in }
        loop.run(until: .ms(10))
        #expect(loop.ledger?.longestDelay == .milliseconds(4))
        let input = StubInput()
        loop.addInput(input)
        input.pending = 1
        input.oldestTime = .ms(3)
        clock.advance(to: .ms(10))
        loop.run(until: loop.now)
        #expect(loop.stopLedger()?.longestDelay == .milliseconds(7))
    }

    @Test("There is no ledger before it is begun and after its end, and a new ledger begins with nothing")
    func ends() throws {
        let loop = try MainRunLoop(clock: clock)
        #expect(loop.ledger == nil && loop.stopLedger() == nil)
        loop.startLedger()
        loop.post {}
        loop.run(until: loop.now)
        #expect(loop.ledger?.served == [.post: 1])
        loop.startLedger()
        #expect(loop.ledger?.served == [:])
        // From inside a callback that is being watched.
        loop.post { loop.stopLedger() }
        loop.run(until: loop.now)
        #expect(loop.ledger == nil)
    }

    @Test("A stall is told of when its callback has returned, by its name")
    func stall() throws {
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        loop.onStall(longerThan: .milliseconds(16)) { log.write("\($0)") }
        loop.post(name: "quick") { spend(16) }
        loop.post(name: "slow") {
            spend(17)
            log.write("returns")
        }
        loop.run(until: loop.now.advanced(by: .seconds(1)))
        #expect(log.take() == ["returns", "post \"slow\" at 0.016000 s took 0.017 seconds"])
        #expect(loop.ledger == nil)
        loop.onStall(longerThan: .zero, perform: nil)
        loop.post { spend(100) }
        loop.run(until: loop.now.advanced(by: .seconds(1)))
        #expect(log.take() == [])
    }

    @Test("A deadline or a sample of any age is a delay, at most as long as a delay can be")
    func longestDelays() throws {
        let loop = try MainRunLoop(clock: clock)
        clock.advance(to: .ms(1))
        loop.startLedger()
        loop.addTimer(at: .init(nanoseconds: .min)) { _ in }
        loop.run(until: loop.now)
        #expect(loop.ledger?.longestDelay == .nanoseconds(Int64.max))
        loop.startLedger()
        let input = StubInput()
        loop.addInput(input)
        input.pending = 1
        input.oldestTime = .init(nanoseconds: .min)
        loop.run(until: loop.now)
        #expect(loop.ledger?.longestDelay == .nanoseconds(Int64.max))
    }

    @Test("A ledger counts an awaited run asleep as long as a blocking run")
    func awaited() async throws {
        let loop = try MainRunLoop(clock: clock)
        loop.startLedger()
        loop.addTimer(at: .ms(10)) { _ in spend(2) }
        await loop.run(until: .ms(20))
        #expect(loop.stopLedger()?.timeAsleep == .milliseconds(18))
    }

    @Test("A ledger counts no time twice between the turns of a host, and none from before the ledger began")
    func betweenTurns() throws {
        let loop = try MainRunLoop(clock: clock)
        loop.startLedger()
        loop.addTimer(at: .ms(100)) { _ in }
        loop.turn()
        spend(3)
        // A run between two turns ends the wait.
        loop.run(until: .ms(10))
        loop.post { spend(4) }
        loop.turn()
        #expect(loop.ledger?.timeAsleep == .milliseconds(10))
        spend(5)
        loop.startLedger()
        spend(6)
        loop.turn()
        #expect(loop.stopLedger()?.timeAsleep == .milliseconds(6))
        spend(7)
        loop.startLedger()
        spend(8)
        loop.turn()
        #expect(loop.stopLedger()?.timeAsleep == .milliseconds(8))
    }
}
