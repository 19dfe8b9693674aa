import ResponderSupport
import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("The memory of timers after a peak")
@MainActor
struct TimerMemoryTests {
    /// Forty chunks of slots, and heaps of some dozen pages.
    static let many = 40 * TimerPool.slotsPerChunk

    enum Kind: CaseIterable {
        case plain, repeating, tolerant, paused

        @MainActor
        func add(to loop: MainRunLoop, at deadline: MainRunLoop.Instant) -> MainRunLoop.Timer {
            switch self {
            case .plain: loop.addTimer(at: deadline) { _ in }
            case .repeating: loop.addTimer(at: deadline, every: .seconds(1)) { _ in }
            case .tolerant: loop.addTimer(at: deadline, tolerance: .milliseconds(1)) { _ in }
            case .paused: loop.addTimer(at: deadline, in: []) { _ in }
            }
        }
    }

    enum Order: CaseIterable {
        case first, last, random

        func callAsFunction(_ timers: [MainRunLoop.Timer]) -> [MainRunLoop.Timer] {
            var random = SeededGenerator(seed: 1)
            return switch self {
            case .first: timers
            case .last: timers.reversed()
            case .random: timers.shuffled(using: &random)
            }
        }
    }

    /// What is kept beyond need; nil when nothing is.
    ///
    /// Other loops of the process may have timers in the pool too.
    private func excess(of loop: MainRunLoop) -> String? {
        let (open, empty) = (TimerPool.shared.pointee.openCount, TimerPool.shared.pointee.emptyCount)
        if open > max(TimerPool.fewChunks, 4 * (open - empty)) { return "\(open) chunks, \(empty) of them empty" }
        let timers = loop.timers.pointee.count + loop.timers.pointee.due.count + TimerQueue.mostEnded
        let most = max(ReturnedMemory<TimerEntry>.fewElements, 4 * timers)
        let capacities = [
            loop.timers.pointee.plain.capacity, loop.timers.pointee.special.capacity,
            loop.timers.pointee.paused.capacity,
        ]
        return capacities.allSatisfy { $0 <= most } ? nil : "memory for \(capacities) entries of \(timers) timers"
    }

    private func add(_ count: Int, _ kind: Kind = .plain, to loop: MainRunLoop) -> [MainRunLoop.Timer] {
        (0..<count).map { kind.add(to: loop, at: .ms(Int64($0 * 7_919 % 100_000))) }
    }

    @Test("Chunks and heaps go when timers are cancelled, without a run", arguments: Kind.allCases, Order.allCases)
    func cancelled(kind: Kind, order: Order) throws {
        let loop = try makeLoop()
        let capacity = TimerPool.shared.pointee.capacity
        let timers = add(Self.many, kind, to: loop)
        if kind == .paused { loop.runPresent() }
        #expect(TimerPool.shared.pointee.usedCount >= Self.many)
        let entries = max(
            loop.timers.pointee.plain.capacity,
            loop.timers.pointee.special.capacity,
            loop.timers.pointee.paused.capacity
        )
        #expect(entries >= Self.many)
        for timer in order(timers) { timer.cancel() }
        #expect(excess(of: loop) == nil)
        loop.timers.pointee.removeEnded()
        #expect(excess(of: loop) == nil)
        #expect(TimerPool.shared.pointee.capacity <= max(capacity, TimerPool.fewChunks * TimerPool.slotsPerChunk))
        #expect(loop.timers.disorder == nil && loop.timers.pointee.count == 0)
    }

    @Test("They go when timers have fired", arguments: [Kind.plain, .tolerant])
    func fired(kind: Kind) throws {
        let loop = try makeLoop()
        let timers = add(Self.many, kind, to: loop)
        loop.runNow(until: .ms(100_000))
        #expect(timers.allSatisfy { !$0.isValid })
        #expect(excess(of: loop) == nil)
    }

    @Test("They go when a loop has gone with its timers", arguments: Kind.allCases)
    func loopIsGone(kind: Kind) throws {
        do { _ = add(Self.many, kind, to: try makeLoop()) }
        #expect(excess(of: try makeLoop()) == nil)
    }

    @Test("A handle whose slot's memory was given back is not valid, nor when another timer has the slot")
    func staleHandles() throws {
        let loop = try makeLoop()
        let stale = add(Self.many, .repeating, to: loop)
        for timer in stale { timer.cancel() }
        loop.timers.pointee.removeEnded()
        #expect(TimerPool.shared.pointee.capacity < Self.many)
        func check() {
            for timer in stale {
                timer.fireTime = .ms(1)
                timer.tolerance = .seconds(1)
                timer.fire()
                timer.cancel()
            }
            #expect(stale.allSatisfy { !$0.isValid && $0.interval == nil && $0.tolerance == .zero })
            #expect(stale.allSatisfy { $0.fireTime == .init(nanoseconds: .max) })
        }
        check()
        #expect(loop.timers.pointee.count == 0)
        let timers = add(Self.many, .tolerant, to: loop)
        #expect(Set(timers.map(\.slot)).intersection(stale.map(\.slot)).count > Self.many / 2)
        check()
        #expect(Set(timers).isDisjoint(with: stale))
        #expect(timers.allSatisfy { $0.isValid && $0.interval == nil && $0.tolerance == .milliseconds(1) })
        #expect(loop.timers.pointee.count == Self.many && loop.timers.disorder == nil)
        for timer in timers { timer.cancel() }
    }

    @Test("Timers that stay are as they were, and fire in order")
    func survivors() throws {
        // Rules: L24.
        let loop = try makeLoop()
        var fired: [Int] = []
        var others: [MainRunLoop.Timer] = []
        for number in 0..<Self.many {
            if number % 4_000 == 0 {
                let isTolerant = number % 8_000 == 0
                loop.addTimer(at: .ms(Int64(Self.many - number)), tolerance: isTolerant ? .zero : nil) { _ in
                    fired.append(number)
                }
            } else {
                others.append(loop.addTimer(at: .ms(Int64(number % 1_000))) { _ in fired.append(-1) })
            }
        }
        for timer in others { timer.cancel() }
        #expect(excess(of: loop) == nil && loop.timers.disorder == nil)
        loop.runNow()
        #expect(fired == stride(from: 0, to: Self.many, by: 4_000).reversed())
    }

    @Test("A run inside a timer's callback gives back what it has taken, and the timers around it fire")
    func nested() throws {
        let loop = try makeLoop()
        var fired = 0
        let repeating = (0..<3_000).map { _ in
            loop.addTimer(at: .ms(1), every: .seconds(1)) { _ in
                fired += 1
                guard fired == 1 else { return }
                let timers = (0..<Self.many).map { loop.addTimer(at: .ms(2 + Int64($0 % 10))) { _ in fired += 1 } }
                for timer in timers[..<(Self.many / 2)] { timer.cancel() }
                loop.runNow(until: .ms(20))
                #expect(excess(of: loop) == nil)
            }
        }
        loop.runNow(until: .ms(30))
        #expect(fired == 3_000 + Self.many / 2)
        #expect(repeating.allSatisfy { $0.fireTime == .ms(1_001) } && loop.timers.disorder == nil)
        for timer in repeating { timer.cancel() }
    }

    @Test("Memory is neither given back nor taken while the number of timers goes up and down by half")
    func hysteresis() throws {
        let loop = try makeLoop()
        var timers = add(Self.many, to: loop)
        // The last timers that ended have their slots until the next cancel, run or search.
        for _ in 0..<1_000 { timers.removeLast().cancel() }
        timers += add(1_000, to: loop)
        let (open, entries) = (TimerPool.shared.pointee.openCount, loop.timers.pointee.plain.capacity)
        for _ in 0..<3 {
            for _ in 0..<Self.many / 2 { timers.removeLast().cancel() }
            #expect(TimerPool.shared.pointee.openCount == open && loop.timers.pointee.plain.capacity == entries)
            timers += add(Self.many / 2, to: loop)
            #expect(TimerPool.shared.pointee.openCount == open && loop.timers.pointee.plain.capacity == entries)
        }
        // Just after memory was given back, too: to each of these sizes and back again.
        var changes = 0
        var former = open
        while timers.count > 1_000 {
            for _ in 0..<500 { timers.removeLast().cancel() }
            let open = TimerPool.shared.pointee.openCount
            if open != former { changes += 1 }
            former = open
            let others = add(500, to: loop)
            for timer in others { timer.cancel() }
            #expect(TimerPool.shared.pointee.openCount == open)
        }
        #expect((1...3).contains(changes))
        for timer in timers { timer.cancel() }
    }

    @Test("Thousands of repeating timers that are due together, or pause, keep their memory")
    func steadyState() throws {
        let loop = try makeLoop()
        let timers = (0..<3_000).map { number in
            loop.addTimer(at: .ms(1), every: .milliseconds(10), in: number % 3 == 0 ? .tracking : .common) { _ in }
        }
        func capacities() -> [Int] {
            [
                loop.timers.pointee.plain.capacity, loop.timers.pointee.special.capacity,
                loop.timers.pointee.paused.capacity, TimerPool.shared.pointee.openCount,
            ]
        }
        func round(_ number: Int64) {
            loop.runNow(until: .ms(20 * number))
            loop.run(mode: .tracking, until: .ms(20 * number + 10))
        }
        round(1)
        let before = capacities()
        for number in 2..<6 {
            round(Int64(number))
            #expect(capacities() == before)
        }
        for timer in timers { timer.cancel() }
    }

    @Test("Thousands of timers that all fire before the next are added keep the memory of their heap")
    func waves() throws {
        let loop = try makeLoop()
        for kind in [Kind.plain, .tolerant] {
            var capacities: Set<[Int]> = []
            for _ in 0..<3 {
                for _ in 0..<10_000 { _ = kind.add(to: loop, at: loop.now) }
                capacities.insert([loop.timers.pointee.plain.capacity, loop.timers.pointee.special.capacity])
                loop.runNow(until: loop.now.advanced(by: .milliseconds(10)))
                #expect(loop.timers.pointee.count == 0)
                capacities.insert([loop.timers.pointee.plain.capacity, loop.timers.pointee.special.capacity])
            }
            #expect(capacities.count == 1)
        }
    }
}
