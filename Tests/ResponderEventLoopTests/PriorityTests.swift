import ResponderEventLoop
import TestSupport
import Testing

@Suite("Priorities and order values of sources")
@MainActor
struct PriorityTests {
    @Test("Sources signalled together perform by priority, then by order value, then in the order of the signals")
    func order() throws {
        // Rules: L11.
        let (loop, log) = (try makeLoop(), Log())
        var generator = SeededGenerator(seed: 11)
        var sources: [(key: [Int], source: MainRunLoop.UserSource)] = []
        for priority in MainRunLoop.Priority.allCases {
            for order in [2, 0, -1, 0, 2] {
                let number = sources.count
                let source = loop.addUserSource(priority: priority, order: order) { log.write("\(number)") }
                sources.append(([Int(priority.rawValue), order], source))
            }
        }
        for _ in 0..<20 {
            let shuffled = Array(sources.indices).shuffled(using: &generator)
            for index in shuffled { sources[index].source.signal() }
            loop.runPresent()
            // The standard library's sort is stable.
            let expected = shuffled.sorted { sources[$0].key.lexicographicallyPrecedes(sources[$1].key) }
            #expect(log.take() == expected.map { "\($0)" })
        }
    }

    @Test("A source of higher priority that is signalled in the step of a lower one waits for the next turn")
    func higherLater() throws {
        // Rules: L11, L19.
        let (loop, log) = (try makeLoop(), Log())
        let high = loop.addUserSource(priority: .input) { log.write("input") }
        let low = loop.addUserSource(priority: .idle) {
            high.signal()
            log.write("idle")
        }
        low.signal()
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        loop.runPresent()
        #expect(log.take() == ["turn", "idle", "turn", "input"])
    }

    @Test("A source of a mode that is not run keeps its place before those signalled later")
    func placeOfOtherModes() throws {
        // Rules: L11, L18.
        let (loop, log) = (try makeLoop(), Log())
        let sources = [("a", MainRunLoop.ModeSet.default), ("b", .common), ("c", .default)].map { name, modes in
            loop.addUserSource(in: modes) { log.write(name) }
        }
        for source in sources { source.signal() }
        loop.runPresent(mode: .tracking)
        #expect(log.take() == ["b"])
        sources[1].signal()
        loop.runPresent()
        #expect(log.take() == ["a", "c", "b"])
    }
}
