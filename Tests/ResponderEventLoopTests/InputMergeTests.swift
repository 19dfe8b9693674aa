import ResponderEventLoop
import TestSupport
import Testing

/// A port whose samples are names with timestamps.
@MainActor
final class TimedInput: InputSource {
    private var samples: [(time: Int64, name: String)] = []
    private var ends: [Int] = []
    private var served = 0
    private let log: Log
    var onServe: (@MainActor (String) -> Void)?
    /// The samples that the port keeps for the next turn.
    var kept: Set<String> = []
    private(set) var isInvalid = false

    init(_ log: Log, on loop: MainRunLoop) {
        self.log = log
        loop.addInput(self)
    }

    func send(_ name: String, at time: Int64) { samples.append((time, name)) }

    var hasPending: Bool { served < samples.count }
    var isExpecting: Bool { hasPending }
    let name: StaticString = "timed"
    var oldestTime: MainRunLoop.Instant? { nil }

    func beginStep() { ends.append(samples.count) }
    func endStep() { ends.removeLast() }
    func invalidate() { isInvalid = true }
    var nextTime: Int64? { served < ends.last ?? 0 ? samples[served].time : nil }

    func serve(limit: Int) -> Bool {
        beginStep()
        defer { endStep() }
        return serve(limit: limit, notAfter: .max) > 0
    }

    func serve(limit: Int, notAfter time: Int64) -> Int {
        var count = 0
        while count < limit, let next = nextTime, next <= time {
            let name = samples[served].name
            guard kept.remove(name) == nil else { break }
            served += 1
            count += 1
            log.write(name)
            onServe?(name)
        }
        return count
    }
}

@Suite("Merging the ports by time")
@MainActor
struct InputMergeTests {
    let log = Log()

    @Test("Ports are served by time, equal times in the order of the ports, each port's samples in their own order")
    func byTime() throws {
        // Rules: L35.
        let loop = try makeLoop()
        let (a, b, c) = (TimedInput(log, on: loop), TimedInput(log, on: loop), TimedInput(log, on: loop))
        for (name, time) in [("b1", 1), ("b5", 5), ("b2", 2), ("b9", 9)] { b.send(name, at: Int64(time)) }
        for (name, time) in [("c1", 1), ("c4", 4), ("c5", 5)] { c.send(name, at: Int64(time)) }
        for (name, time) in [("a1", 1), ("a5", 5), ("a6", 6)] { a.send(name, at: Int64(time)) }
        loop.runPresent()
        #expect(log.take() == ["a1", "b1", "c1", "c4", "a5", "b5", "b2", "c5", "a6", "b9"])
    }

    @Test("Random samples of three ports come as a plain stable merge has them", arguments: 0..<50)
    func againstPlainMerge(seed: UInt64) throws {
        // Rules: L35.
        let loop = try makeLoop()
        var random = SeededGenerator(seed: seed)
        let ports = (0..<3).map { _ in TimedInput(log, on: loop) }
        var queues: [[(time: Int64, name: String)]] = [[], [], []]
        for number in 0..<60 {
            let port = Int.random(in: 0..<3, using: &random)
            let time = Int64.random(in: 0..<20, using: &random)
            queues[port].append((time, "\(port)/\(number)"))
            ports[port].send("\(port)/\(number)", at: time)
        }
        var expected: [String] = []
        while let first = queues.indices.filter({ !queues[$0].isEmpty })
            .min(by: { (queues[$0][0].time, $0) < (queues[$1][0].time, $1) })
        {
            expected.append(queues[first].removeFirst().name)
        }
        loop.runPresent()
        #expect(log.take() == expected, "seed \(seed)")
    }

    @Test("What is sent during the input step waits for the next turn, also when its time is earlier")
    func sentMeanwhile() throws {
        // Rules: L19, L35.
        let (loop, log) = (try makeLoop(), log)
        let (a, b) = (TimedInput(log, on: loop), TimedInput(log, on: loop))
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        a.onServe = { [unowned b] name in if name == "a3" { b.send("b0", at: 0) } }
        a.send("a3", at: 3)
        a.send("a5", at: 5)
        b.send("b4", at: 4)
        loop.runPresent()
        #expect(log.take() == ["turn", "a3", "b4", "a5", "turn", "b0"])
    }

    @Test("Where a port keeps its next sample for the next turn, what comes later waits behind it")
    func keptForNextTurn() throws {
        // Rules: L35.
        let (loop, log) = (try makeLoop(), log)
        let (a, b) = (TimedInput(log, on: loop), TimedInput(log, on: loop))
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        a.kept = ["a3"]
        a.send("a1", at: 1)
        a.send("a3", at: 3)
        b.send("b2", at: 2)
        b.send("b4", at: 4)
        loop.runPresent()
        #expect(log.take() == ["turn", "a1", "b2", "turn", "a3", "b4"])
    }

    @Test("A port that another's handler takes out is not served any more, and the rest is")
    func takenOut() throws {
        // Rules: L19.
        let (loop, log) = (try makeLoop(), log)
        let (a, b) = (TimedInput(log, on: loop), TimedInput(log, on: loop))
        a.onServe = { [unowned b, unowned loop] name in if name == "a1" { loop.removeInput(b) } }
        a.send("a1", at: 1)
        a.send("a3", at: 3)
        b.send("b2", at: 2)
        loop.runPresent()
        #expect(log.take() == ["a1", "a3"])
    }

    @Test("A run nested in a handler goes on where the step is, and what it takes does not come again")
    func nested() throws {
        // Rules: L18, L35.
        let (loop, log) = (try makeLoop(), log)
        let (a, b) = (TimedInput(log, on: loop), TimedInput(log, on: loop))
        a.onServe = { [unowned loop] name in
            guard name == "a1" else { return }
            loop.runPresent()
            log.write("a1 ends")
        }
        a.send("a1", at: 1)
        a.send("a3", at: 3)
        b.send("b2", at: 2)
        loop.runPresent()
        #expect(log.take() == ["a1", "b2", "a3", "a1 ends"])
    }

    @Test("No port gives more than 4,096 samples a turn; other ports go on, and the rest comes in the next turn")
    func bounded() throws {
        // Rules: L9, L35.
        let (loop, log) = (try makeLoop(), log)
        let (a, b) = (TimedInput(log, on: loop), TimedInput(log, on: loop))
        for number in 0..<5_000 { a.send("a", at: Int64(number)) }
        b.send("b2000", at: 2_000)
        b.send("b4500", at: 4_500)
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        loop.runPresent()
        let entries = log.take()
        #expect(entries.firstIndex(of: "b2000") == 1 + 2_001)
        #expect(entries[4_098...4_100] == ["b4500", "turn", "a"])
        #expect(entries.count { $0 == "a" } == 5_000)
    }

    @Test("A port that is flooded with the earliest times holds up no other port")
    func flooded() throws {
        // Rules: L9, L35.
        let (loop, log) = (try makeLoop(), log)
        let (flooded, other) = (TimedInput(log, on: loop), TimedInput(log, on: loop))
        var turns = 0
        loop.addObserver(of: .beforeTimers) { [unowned flooded, unowned other] _ in
            guard turns < 10 else { return }
            turns += 1
            log.write("turn")
            for _ in 0..<5_000 { flooded.send("flood", at: 0) }
            other.send("other \(turns)", at: Int64(turns))
        }
        other.send("other 0", at: 0)
        loop.runPresent()
        let entries = log.take().filter { $0 != "flood" }
        #expect(
            entries.prefix(20) == ["turn", "other 0", "other 1"]
                + (2...10).flatMap { ["turn", "other \($0)"] }.prefix(17)
        )
    }
}
