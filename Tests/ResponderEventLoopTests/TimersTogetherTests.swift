import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("Many timers that are due together")
@MainActor
struct TimersTogetherTests {
    private struct Entry {
        let timer: MainRunLoop.Timer
        var deadline: Int64
        var order: Int
    }

    // Rules: L24, L27.
    @Test(
        "Timers due together fire in order, and other timers stand in order, whatever was done before",
        arguments: 1...12
    )
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let loop = try MainRunLoop(clock: VirtualClock())
        for round in 0..<120 {
            if isOne(of: 10, &random) { loop.timers.pointee.skipOrders(leaving: .random(in: 0..<400, using: &random)) }
            var fired: [MainRunLoop.Timer] = []
            var insideHand: (() -> Void)?
            var entries = makeEntries(on: loop, &random) { timer in
                if let inside = insideHand.take() { inside() } else { fired.append(timer) }
            }
            let now = Int64.random(in: -1..<120, using: &random)
            // Called by `fire()`, so that the others are taken inside its callback.
            let byHand = isOne(of: 4, &random) ? entries.indices.randomElement(using: &random) : nil
            let due = entries.indices.filter { $0 != byHand && entries[$0].deadline <= now }
                .sorted { (entries[$0].deadline, entries[$0].order) < (entries[$1].deadline, entries[$1].order) }
            let limits = [0, 1, 3, 4, 5, max(0, due.count - 1), due.count, due.count + 1, .max, .max, .max]
            let limit = limits.randomElement(using: &random) ?? .max
            let expected = due.prefix(limit)
            let served = isOne(of: 3, &random) ? expected.count / 2 : expected.count
            func take() {
                var step = loop.timers.pointee.takeDue(at: now, limit: limit)
                for _ in 0..<served {
                    guard let slot = loop.timers.pointee.next(of: &step) else { break }
                    loop.timers.fire(slot, now: { .init(nanoseconds: now) })
                }
                if served == expected.count, loop.timers.pointee.next(of: &step) != nil { Issue.record("one too many") }
                loop.timers.pointee.restore(step)
            }
            if let byHand {
                let set = isOne(of: 2, &random) ? Int64.random(in: 0..<200, using: &random) : nil
                insideHand = {
                    if let set { entries[byHand].timer.fireTime = .init(nanoseconds: set) }
                    take()
                }
                entries[byHand].timer.fire()
            } else {
                take()
            }
            try #require(fired == expected.prefix(served).map { entries[$0].timer }, "seed \(seed), round \(round)")
            try #require(loop.timers.disorder == nil, "seed \(seed), round \(round)")
            entries.removeAll { !$0.timer.isValid }
            #expect(loop.timers.pointee.count == entries.count, "seed \(seed), round \(round)")
            for entry in entries { entry.timer.cancel() }
            #expect(loop.timers.earliest() == nil)
        }
    }

    private func isOne(of count: Int, _ random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    /// Up to 400 timers, some of which repeat; some are pushed back, brought forward or cancelled; in some rounds one
    /// is special.
    private func makeEntries(
        on loop: MainRunLoop,
        _ random: inout SeededGenerator,
        perform: @escaping @MainActor (MainRunLoop.Timer) -> Void
    ) -> [Entry] {
        var entries: [Entry] = []
        let special = Int.random(in: 0..<1_000, using: &random)
        for order in 0..<Int.random(in: 0..<400, using: &random) {
            let deadline = Int64.random(in: 0..<100, using: &random)
            let timer = loop.addTimer(
                at: .init(nanoseconds: deadline),
                every: isOne(of: 8, &random) ? .nanoseconds(1_000) : nil,
                tolerance: order == special ? .nanoseconds(5) : nil,
                perform: perform
            )
            entries.append(Entry(timer: timer, deadline: deadline, order: order))
        }
        for (number, index) in entries.indices.shuffled(using: &random).prefix(entries.count / 3).enumerated() {
            entries[index].deadline = .random(in: 0..<200, using: &random)
            entries[index].order = 1_000 + number
            entries[index].timer.fireTime = .init(nanoseconds: entries[index].deadline)
        }
        for _ in 0..<entries.count / 8 {
            let index = Int.random(in: 0..<entries.count, using: &random)
            entries.remove(at: index).timer.cancel()
        }
        return entries
    }
}
