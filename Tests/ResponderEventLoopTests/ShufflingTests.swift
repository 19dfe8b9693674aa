import ResponderEventLoop
import TestSupport
import Testing

@Suite("Sources that are ready together, shuffled by a seed")
@MainActor
struct ShufflingTests {
    /// Runs sources, descriptors, posts and timers that are ready together, and returns what was called.
    private func run(seed: UInt64?) throws -> [String] {
        let (loop, log) = (try MainRunLoop(clock: VirtualClock(), shufflingReadySourcesBy: seed), Log())
        var descriptors: [MainRunLoop.DescriptorSource] = []
        for number in 0..<4 {
            let sockets = SocketPair()
            sockets.send()
            descriptors.append(
                try loop.addDescriptorSource(sockets.near, for: .read) { _ in
                    sockets.receive()
                    log.write("ready \(number)")
                }
            )
        }
        // Sources that the wait finds ready are served with those that are signalled afterwards.
        loop.addObserver(of: .afterWaiting, repeats: false) { [unowned loop] _ in
            for number in 0..<4 {
                loop.addUserSource(order: 0) { log.write("ready \(4 + number)") }.signal()
                loop.addUserSource(order: -1) { log.write("first \(number)") }.signal()
                loop.addUserSource(priority: .idle) { log.write("idle \(number)") }.signal()
                loop.post { log.write("post \(number)") }
                loop.addTimer(at: .zero) { _ in log.write("timer \(number)") }
            }
        }
        loop.runNow(until: .ms(1))
        for descriptor in descriptors { descriptor.cancel() }
        return log.take()
    }

    @Test("A seed decides the order: the same seed gives the same, and several seeds give many orders")
    func seeds() throws {
        let orders = try (0..<16).map { try run(seed: $0) }
        #expect(try run(seed: 3) == orders[3])
        #expect(Set(orders).count == 16)
        // No source is always first.
        #expect(Set(orders.compactMap { order in order.first { $0.hasPrefix("ready") } }).count >= 4)
        // A descriptor and a signalled source come in either order.
        let isBefore = orders.map { ($0.firstIndex(of: "ready 0") ?? 0) < ($0.firstIndex(of: "ready 4") ?? 0) }
        #expect(Set(isBefore).count == 2)
        #expect(Set(orders.compactMap { order in order.first { $0.hasPrefix("idle") } }).count == 4)
    }

    @Test(
        "Under any seed all ready work is served once, by priority; posts, timers and order values keep order",
        arguments: 0..<16
    )
    func whatIsPromised(seed: UInt64) throws {
        // Rules: L11, L13, L24.
        let plain = try run(seed: nil)
        let order = try run(seed: seed)
        #expect(order.sorted() == plain.sorted())
        let kinds = { (names: [String]) in names.map { $0.prefix(while: { $0 != " " }) } }
        for kind in ["post", "timer"] {
            #expect(order.filter { $0.hasPrefix(kind) } == (0..<4).map { "\(kind) \($0)" })
        }
        #expect(kinds(order).firstIndex(of: "idle") == order.count - 4)
        #expect(kinds(order).firstIndex(of: "post") == 0)
        #expect(kinds(order).firstIndex(of: "timer") == 4)
    }

    @Test("Slow sources that stay signalled do not starve one behind them under any seed", arguments: 0..<4)
    func nobodyStarves(seed: UInt64) throws {
        // Rules: L9.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock, shufflingReadySourcesBy: seed), Log())
        var sources: [MainRunLoop.UserSource] = []
        for _ in 0..<3 {
            let own = Box<MainRunLoop.UserSource?>(nil)
            own.value = loop.addUserSource(order: -1) {
                clock.spend(milliseconds: 9)
                own.value?.signal()
            }
            own.value.map { sources.append($0) }
        }
        sources.append(loop.addUserSource { log.write("behind") })
        for source in sources { source.signal() }
        loop.addTimer(at: .ms(200)) { [unowned loop] _ in loop.stop() }
        loop.runNow()
        #expect(log.take() == ["behind"])
        for source in sources { source.cancel() }
    }

    @Test("A cancelled sibling is not served under any seed, and what is signalled meanwhile waits", arguments: 0..<8)
    func rulesHold(seed: UInt64) throws {
        // Rules: L19.
        let (loop, log) = (try MainRunLoop(clock: VirtualClock(), shufflingReadySourcesBy: seed), Log())
        let sources = Box<[MainRunLoop.UserSource]>([])
        for number in 0..<4 {
            sources.value.append(
                loop.addUserSource { [unowned loop] in
                    log.write("source")
                    guard log.entries.count < 3 else { return }
                    for (index, source) in sources.value.enumerated() {
                        index == number ? source.signal() : source.cancel()
                    }
                    loop.post { log.write("turn") }
                }
            )
        }
        let all = sources.value
        for source in all { source.signal() }
        loop.runPresent()
        #expect(log.take() == ["source", "turn", "source"])
        for source in all { source.cancel() }
        sources.value = []
    }
}
