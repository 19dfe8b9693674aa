import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Thousands of sources that are signalled together")
@MainActor
struct ManySourcesTests {
    @Test(
        "Thousands of sources perform in ascending order values, equal ones in the order of the signals",
        arguments: 1...3
    )
    func order(seed: UInt64) throws {
        // Rules: L11.
        var random = SeededGenerator(seed: seed)
        let loop = try makeLoop()
        let performed = Box<[Int]>([])
        let orders = (0..<3_000).map { _ in Int.random(in: -20...20, using: &random) }
        let sources = orders.enumerated().map { number, order in
            loop.addUserSource(order: order) { performed.value.append(number) }
        }
        // A second time: the queue was in use.
        for _ in 0..<2 {
            let signalled = sources.indices.shuffled(using: &random)
            for number in signalled { sources[number].signal() }
            loop.runPresent()
            let expected = signalled.enumerated().sorted {
                (orders[$0.element], $0.offset) < (orders[$1.element], $1.offset)
            }
            #expect(performed.value == expected.map(\.element), "seed \(seed)")
            performed.value = []
        }
        for source in sources { source.cancel() }
    }

    // Compares the processor time of this thread with that of the same work without order values: it is less than twice
    // as much, where a walk through the queue for each source took 46 times as much.
    @Test("Different order values of thousands of sources cost little more than equal order values")
    func cost() throws {
        let count = 40_000
        func time(_ orders: some Sequence<Int>) throws -> Double {
            let loop = try makeLoop()
            let sources = orders.map { loop.addUserSource(order: $0) {} }
            let start = processorTime()
            for source in sources { source.signal() }
            loop.runPresent()
            let end = processorTime()
            for source in sources { source.cancel() }
            return end - start
        }
        _ = try time(repeatElement(0, count: count))
        let equal = try time(repeatElement(0, count: count))
        // Each source belongs before the first one, and behind all others.
        let different = try time((0..<count).map { $0 == 0 ? .max : $0 })
        #expect(different < 8 * equal, "\(different) s, with equal ones \(equal) s")
    }

    private func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
