import CBenchFloors
import CBenchTimers
import ResponderEventLoop

extension Workload {
    /// The cost of an operation on one of many timers, and how late a timer fires.
    static let timers: [Workload] =
        [1_000, 100_000, 1_000_000].flatMap { armed in
            TimerOperation.allCases.map { operation in
                Workload(
                    name: "timers/\(operation.rawValue)-\(armed)",
                    summary: "\(operation.summary), \(armed) armed",
                    rounds: operation == .fire ? 9 : 25,
                    references: [.libev, .libevent]
                ) { effort in
                    let plan = TimerPlan(operation, armed: armed, operations: effort.count(40_000))
                    return [try TimersContender(plan), try LibeventTimersContender(plan)]
                }
            }
        } + lateness
}

/// A contender that does the operation with each batch in turn, and whose timers are checked afterwards.
@MainActor
protocol TimersContending: AnyObject, Contender {
    var plan: TimerPlan { get }
    var next: Int { get set }
    /// Does the operation with a batch; returns the nanoseconds.
    func measure(_ batch: bench_timers_plan) throws -> Double
    /// Cancels the first half of the batch, lets the rest fire, and returns how many fired.
    func verify(_ batch: bench_timers_plan) throws -> Int
}

extension TimersContending {
    func run() throws -> [Measurement] {
        var times: [Double] = []
        for _ in 0..<plan.batches {
            times.append(try plan.withBatch(next, measure) / Double(plan.batch))
            next += 1
        }
        // Only the timers of the last batch are checked.
        if plan.operation != .fire {
            let fired = try plan.withBatch(next - 1, verify)
            let due = plan.batch - plan.batch / 2
            guard fired == due else { throw BenchError.miscounted(subject: subject, fed: due, handled: fired) }
        }
        return [Measurement("time", "ns/timer", Distribution(times).median)]
    }
}

/// How many timers have fired.
///
/// A global variable, so that the timers' closures capture nothing: a C program has a pointer in each event, which
/// retains nothing, while a closure retains what it captures.
@MainActor private var fired = 0

final class TimersContender: TimersContending {
    let subject = Subject.responderKit
    let plan: TimerPlan
    var next = 0
    private let loop: MainRunLoop
    /// The handles, as an app keeps them.
    nonisolated(unsafe) private let timers: UnsafeMutableBufferPointer<MainRunLoop.Timer>

    init(_ plan: TimerPlan) throws {
        self.plan = plan
        let loop = try MainRunLoop()
        self.loop = loop
        timers = .allocate(capacity: plan.armed)
        let now = loop.now.nanoseconds
        for (index, delay) in plan.delays.enumerated() {
            timers.initializeElement(
                at: index,
                to: loop.addTimer(at: .init(nanoseconds: now + delay)) { _ in fired &+= 1 }
            )
        }
    }

    deinit {
        timers.deinitialize().deallocate()
    }

    func measure(_ batch: bench_timers_plan) throws -> Double {
        fired = 0
        let elapsed: Double
        switch plan.operation {
        case .add:
            cancel(batch, count: batch.count)
            elapsed = nanoseconds { add(batch) }
        case .cancel:
            elapsed = nanoseconds { cancel(batch, count: batch.count) }
            add(batch)
        case .rearm:
            elapsed = nanoseconds { rearm(batch, delays: batch.delays) }
        case .fire:
            rearm(batch, delays: batch.soon)
            var plan = batch
            bench_timers_await(&plan)
            elapsed = nanoseconds { fire(batch.count) }
            try expect(batch.count)
            add(batch)
            return elapsed
        }
        try expect(0)
        return elapsed
    }

    func verify(_ batch: bench_timers_plan) -> Int {
        fired = 0
        rearm(batch, delays: batch.soon)
        cancel(batch, count: batch.count / 2)
        var plan = batch
        bench_timers_await(&plan)
        fire(batch.count - batch.count / 2)
        add(batch)
        return fired
    }

    /// Runs the loop until `count` timers have fired; a turn that was held up leaves some timers to the next turn.
    private func fire(_ count: Int) {
        var turns = 0
        repeat {
            loop.run(until: .now)
            turns += 1
        } while fired < count && turns <= count
    }

    private func expect(_ count: Int) throws {
        guard fired != count else { return }
        throw BenchError.miscounted(subject: subject, fed: count, handled: fired)
    }

    private func add(_ batch: bench_timers_plan) {
        let (loop, timers) = (loop, timers)
        let now = loop.now.nanoseconds
        for index in 0..<batch.count {
            let deadline = MainRunLoop.Instant(nanoseconds: now &+ batch.delays[index])
            timers[Int(batch.chosen[index])] = loop.addTimer(at: deadline) { _ in fired &+= 1 }
        }
    }

    private func cancel(_ batch: bench_timers_plan, count: Int) {
        let timers = timers
        for index in 0..<count { timers[Int(batch.chosen[index])].cancel() }
    }

    private func rearm(_ batch: bench_timers_plan, delays: UnsafePointer<Int64>) {
        let timers = timers
        let now = loop.now.nanoseconds
        for index in 0..<batch.count {
            timers[Int(batch.chosen[index])].fireTime = MainRunLoop.Instant(nanoseconds: now &+ delays[index])
        }
    }
}

final class LibeventTimersContender: TimersContending {
    let subject = Subject.libevent
    let plan: TimerPlan
    var next = 0
    nonisolated(unsafe) private let timers: OpaquePointer

    init(_ plan: TimerPlan) throws {
        self.plan = plan
        guard let timers = bench_timers_create(plan.armed, plan.delays) else {
            throw BenchError.failed(subject: subject, what: "it has no loop to give")
        }
        self.timers = timers
    }

    deinit { bench_timers_destroy(timers) }

    func measure(_ batch: bench_timers_plan) throws -> Double {
        var batch = batch
        let elapsed = bench_timers_measure(timers, plan.operation.code, &batch)
        guard elapsed >= 0 else {
            throw BenchError.failed(subject: subject, what: "other timers fired than those that were due")
        }
        return Double(elapsed)
    }

    func verify(_ batch: bench_timers_plan) -> Int {
        var batch = batch
        return bench_timers_verify(timers, &batch)
    }
}
