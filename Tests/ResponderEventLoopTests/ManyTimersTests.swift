import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("Thousands of timers, of two loops that share the memory for them")
@MainActor
struct ManyTimersTests {
    @Test("Thousands of timers stand in order, and fire in order, whatever is done to them", arguments: [UInt64(1), 2])
    func random(seed: UInt64) throws {
        // Rules: L24.
        var random = SeededGenerator(seed: seed)
        let clock = VirtualClock()
        let loops = [try MainRunLoop(clock: clock), try MainRunLoop(clock: clock)]
        let fired = Box<[MainRunLoop.Timer]>([])
        // The timers that may fire, in the order of scheduling, without those that were cancelled or moved.
        var scheduled: [(timer: MainRunLoop.Timer, deadline: Int64, loop: Int)?] = []
        var live: [Int] = []
        func schedule(_ timer: MainRunLoop.Timer, at deadline: Int64, on loop: Int) {
            live.append(scheduled.count)
            scheduled.append((timer, deadline, loop))
        }
        // More timers than fit into a near cache.
        for number in 0..<24_000 {
            let deadline = Int64.random(in: 0..<2_000, using: &random)
            let victim = live.isEmpty ? 0 : Int.random(in: 0..<live.count, using: &random)
            switch live.count < 9_000 ? 9 : Int.random(in: 0..<6, using: &random) {
            case 0...2:
                live.swapAt(victim, live.count - 1)
                let place = live.removeLast()
                scheduled[place]?.timer.cancel()
                scheduled[place] = nil
            case 3:
                live.swapAt(victim, live.count - 1)
                let place = live.removeLast()
                let former = try #require(scheduled[place])
                scheduled[place] = nil
                former.timer.fireTime = .ms(deadline)
                schedule(former.timer, at: deadline, on: former.loop)
            default:
                let loop = number % 2
                schedule(loops[loop].addTimer(at: .ms(deadline)) { fired.value.append($0) }, at: deadline, on: loop)
            }
            if number % 2_000 == 0 { for loop in loops { #expect(loop.timers.disorder == nil, "seed \(seed)") } }
        }
        for loop in 0...1 {
            loops[loop].runNow()
            let expected = scheduled.compactMap { $0 }.filter { $0.loop == loop }
                .enumerated().sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
                .map(\.element.timer)
            #expect(fired.value == expected, "seed \(seed)")
            fired.value = []
        }
    }
}
