import TestSupport
import Testing

@testable import ResponderEventLoop

/// How many seeds of each kind to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(2)

@Suite("Timers against a sorted list")
@MainActor
struct TimerModelTests {
    @Test(
        "Timers fire as a sorted list would have them fire, whatever is done to them",
        arguments: 1...seeds,
        [TimerModel.Kind.mixed, .plain]
    )
    fileprivate func model(seed: UInt64, kind: TimerModel.Kind) throws {
        // Rules: L24, L25, L26.
        // Rules: L18, L28, L29.
        // Rules: L31.
        let model = try TimerModel(seed: seed, kind: kind)
        for step in 0..<(kind == .mixed ? 12_000 : 4_000) {
            model.act()
            guard model.problem == nil else { break }
            if step % 7 == 0 { model.fireDue() }
            if step % 31 == 0 { model.check() }
            // Renumbers the orders, in the middle of everything.
            if step % 1_001 == 0 { model.loop.timers.pointee.skipOrders(leaving: UInt32(step % 97)) }
        }
        #expect(model.problem == nil, "seed \(seed)")
        #expect(model.fired > 3_000, "seed \(seed)")
        model.end()
        #expect(model.loop.timers.pointee.count == 0, "seed \(seed)")
    }

    @Test(
        "Timers know where they stand, none before an earlier one, whatever is done to them",
        arguments: zip(UInt64(7)...8, [TimerModel.Kind.mixed, .plain])
    )
    fileprivate func positions(seed: UInt64, kind: TimerModel.Kind) throws {
        let model = try TimerModel(seed: seed, kind: kind)
        for step in 0..<3_000 {
            model.act()
            // Seldom, so that cancelled timers pile up to the limit.
            if step % 97 == 0 { model.fireDue() }
            if step % 301 == 0 { model.loop.timers.pointee.skipOrders(leaving: UInt32(step % 97)) }
            model.checkOrder()
            guard model.problem == nil else { break }
        }
        #expect(model.problem == nil, "seed \(seed)")
        model.end()
        #expect(model.loop.timers.disorder == nil, "seed \(seed)")
    }
}

/// A loop's timers, and the same timers in a list, which is searched and sorted for each comparison.
@MainActor
private final class TimerModel {
    enum Kind {
        /// Most timers are special; some sixty are armed.
        case mixed
        /// Few timers are special; two hundred are armed, many of which are due together.
        case plain
    }

    struct Entry {
        let number: Int
        let handle: MainRunLoop.Timer
        var deadline: Int64
        var order: Int
        let interval: Int64
        var tolerance: Int64
        let modes: UInt64
        /// The deadline that was set inside the timer's own callback.
        var set: Int64?
    }

    private static let sets: [MainRunLoop.ModeSet] = [
        .common, .common, .common, .common, .default, .tracking, [.default, .tracking], [],
    ]
    private static let common = MainRunLoop.ModeSet.commonBit
    private static let actives: [UInt64] = [
        .max, common | MainRunLoop.Mode.default.bit, common | MainRunLoop.Mode.tracking.bit,
        MainRunLoop.Mode.default.bit,
    ]

    let clock = VirtualClock()
    let loop: MainRunLoop
    private(set) var fired = 0
    private(set) var problem: String?
    private let kind: Kind
    private var random: SeededGenerator
    private var entries: [Entry] = []
    private var nextNumber = 0
    private var nextOrder = 0
    private var firing: Int?
    private var calls: [Int] = []

    init(seed: UInt64, kind: Kind) throws {
        self.kind = kind
        random = SeededGenerator(seed: seed)
        loop = try MainRunLoop(clock: clock)
    }

    private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private func takeOrder() -> Int {
        nextOrder += 1
        return nextOrder
    }

    private func fail(_ text: String) {
        if problem == nil { problem = text }
    }

    /// A near instant, so that deadlines are often equal, and sometimes past.
    private func anyDeadline() -> Int64 {
        clock.now.nanoseconds + .random(in: -3..<(chance(9) ? 400 : 40), using: &random)
    }

    /// One thing that an app may do.
    func act() {
        let most = kind == .mixed ? 120 : 400
        guard !entries.isEmpty, Int.random(in: 0..<most, using: &random) < entries.count + 30 else { return add() }
        let index = Int.random(in: 0..<entries.count, using: &random)
        let handle = entries[index].handle
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1:
            handle.cancel()
            entries.remove(at: index)
        case 2...6: move(at: index, to: anyDeadline())
        case 7 where kind == .mixed || chance(50):
            let tolerance = Int64.random(in: -2..<20, using: &random)
            handle.tolerance = .nanoseconds(tolerance)
            let limit = entries[index].interval == 0 ? Int64.max : entries[index].interval / 2
            entries[index].tolerance = min(max(0, tolerance), limit)
        case 8: fireByHand(at: index)
        default: add()
        }
    }

    private func add() {
        let (number, deadline) = (nextNumber, anyDeadline())
        nextNumber += 1
        let interval: Int64 = chance(3) ? .random(in: 1..<30, using: &random) : 0
        let isPlain = kind == .plain && !chance(200)
        let tolerance: Int64 = !isPlain && chance(3) ? .random(in: 0..<20, using: &random) : 0
        let modes = isPlain ? .common : Self.sets.randomElement(using: &random) ?? .common
        let handle = loop.addTimer(
            at: .init(nanoseconds: deadline),
            every: interval == 0 ? nil : .nanoseconds(interval),
            tolerance: tolerance == 0 ? nil : .nanoseconds(tolerance),
            in: modes
        ) { [unowned self] timer in called(number, timer) }
        entries.append(
            Entry(
                number: number,
                handle: handle,
                deadline: deadline,
                order: takeOrder(),
                interval: interval,
                tolerance: interval == 0 ? tolerance : min(tolerance, interval / 2),
                modes: modes.mask
            )
        )
    }

    private func move(at index: Int, to deadline: Int64) {
        entries[index].handle.fireTime = .init(nanoseconds: deadline)
        if entries[index].number == firing {
            entries[index].set = deadline
        } else {
            entries[index].deadline = deadline
            entries[index].order = takeOrder()
        }
    }

    private func fireByHand(at index: Int) {
        let entry = entries[index]
        let before = calls
        let outer = firing
        entry.handle.fire()
        if entry.number == outer {
            if calls != before { fail("\(entry.number) was called inside its own callout") }
            return
        }
        if calls != before + [entry.number] { fail("\(entry.number) was not called by hand") }
        calls = before
        if entry.interval == 0 { entries.removeAll { $0.number == entry.number } }
    }

    private func called(_ number: Int, _ timer: MainRunLoop.Timer) {
        calls.append(number)
        if !entries.contains(where: { $0.handle == timer && $0.number == number }) { fail("\(number) is over") }
        // What is done inside a callback of a step, and not inside a `fire()`.
        guard firing == number, chance(3) else { return }
        let count = calls.count
        for _ in 0..<3 { act() }
        calls.removeLast(calls.count - count)
    }

    private func isEarlier(_ lhs: Entry, _ rhs: Entry) -> Bool {
        (lhs.deadline, lhs.order) < (rhs.deadline, rhs.order)
    }

    /// Advances the clock, and fires what is due in some modes, within some bounds.
    func fireDue() {
        clock.advance(to: clock.now.advanced(by: .nanoseconds(Int.random(in: 0..<12, using: &random))))
        let now = clock.now.nanoseconds
        let active = Self.actives.randomElement(using: &random) ?? .max
        let limit = chance(3) ? Int.random(in: 0..<(kind == .mixed ? 5 : 40), using: &random) : .max
        var callouts = chance(3) ? Int.random(in: 0..<5, using: &random) : .max
        let due = entries.filter { $0.modes & active != 0 && $0.deadline <= now }.sorted(by: isEarlier).prefix(limit)
        let timers = loop.timers
        var step = timers.pointee.takeDue(at: now, in: active, limit: limit)
        for expected in due where callouts > 0 {
            // Ended or scheduled anew by an earlier callback.
            guard let index = entries.firstIndex(where: { $0.number == expected.number }),
                entries[index].order == expected.order
            else { continue }
            guard let slot = timers.pointee.next(of: &step) else { return fail("\(expected.number) is missing") }
            firing = expected.number
            calls = []
            timers.fire(slot, now: { clock.now })
            firing = nil
            if calls != [expected.number] { fail("fired \(calls) instead of \(expected.number)") }
            fired += 1
            callouts -= 1
            afterCallout(of: expected.number)
        }
        if callouts > 0, timers.pointee.next(of: &step) != nil { fail("one too many") }
        timers.pointee.restore(step)
    }

    private func afterCallout(of number: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
        let entry = entries[index]
        guard entry.interval != 0 else {
            entries.remove(at: index)
            return
        }
        if let set = entry.set, set > entry.deadline {
            entries[index].deadline = set
        } else {
            var next = entry.deadline
            while next <= clock.now.nanoseconds { next += entry.interval }
            entries[index].deadline = next
        }
        entries[index].set = nil
        entries[index].order = takeOrder()
    }

    /// Compares what a run asks of its timers.
    func check() {
        let active = Self.actives.randomElement(using: &random) ?? .max
        let served = entries.filter { $0.modes & active != 0 }
        let timers = loop.timers
        if timers.hasTimers(in: active) != !served.isEmpty { fail("hasTimers") }
        if timers.earliest(in: active) != served.map(\.deadline).min() { fail("earliest") }
        let wakeUp = served.map { $0.deadline + $0.tolerance }.min()
        if timers.latestWakeUp(in: active) != wakeUp { fail("latestWakeUp") }
        for entry in entries where entry.handle.fireTime.nanoseconds != entry.deadline { fail("fireTime") }
        for entry in entries where entry.handle.tolerance != .nanoseconds(entry.tolerance) { fail("tolerance") }
        checkOrder()
    }

    /// Checks the positions of the timers.
    func checkOrder() {
        if let disorder = loop.timers.disorder { fail(disorder) }
        if loop.timers.pointee.count != entries.count { fail("count") }
    }

    func end() {
        for entry in entries { entry.handle.cancel() }
    }
}
