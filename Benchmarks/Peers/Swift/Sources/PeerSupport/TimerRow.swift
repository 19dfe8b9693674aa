import CPeer
package import CPeerTimers

/// Many timers of a library.
package protocol ManyTimers: AnyObject {
    /// Arms a timer for each delay.
    init(delays: UnsafeBufferPointer<Int64>) throws
    /// Does the operation with the chosen timers; returns the nanoseconds.
    func measure(_ operation: Operation, _ batch: bench_timers_plan) throws -> Int64
    /// Cancels the first half of the chosen timers, lets the others fire, and arms all again; returns how many fired.
    func verify(_ batch: bench_timers_plan) throws -> Int
}

package enum Operation: Int32, CaseIterable, Sendable {
    case add, cancel, rearm, fire

    var name: String { "\(self)" }
}

/// The jobs timers/add-ARMED, …, which have `operations` operations in a run: a number that the library does in
/// reasonable time.
package func timerJobs<Timers: ManyTimers>(
    _ type: Timers.Type,
    armed: Int,
    operations: Int = 40_000,
    only chosen: [Operation] = Operation.allCases
) -> [Job] {
    chosen.map { operation in
        let row = TimerRow<Timers>(operation, armed: armed, operations: operations)
        return Job("timers/\(operation.name)-\(armed)", body: row.run)
    }
}

private final class TimerRow<Timers: ManyTimers> {
    private let operation: Operation
    private let armed: Int
    private let operations: Int
    /// Made by the first run, and used by all.
    private var made: (plan: OpaquePointer, timers: Timers)?
    private var next = 0

    init(_ operation: Operation, armed: Int, operations: Int) {
        (self.operation, self.armed, self.operations) = (operation, armed, operations)
    }

    func run(_ run: Run) throws {
        let (plan, timers) = try make(run)
        var times: [Double] = []
        for _ in 0..<timer_plan_batches(plan) {
            let batch = timer_plan_batch(plan, next)
            times.append(Double(try timers.measure(operation, batch)) / Double(batch.count))
            next += 1
        }
        // Only the timers of the last batch are checked.
        if operation != .fire {
            let batch = timer_plan_batch(plan, next - 1)
            run.expect(batch.count - batch.count / 2, handled: try timers.verify(batch))
        }
        run.sample("time", "ns/timer", median(times))
    }

    private func make(_ run: Run) throws -> (plan: OpaquePointer, timers: Timers) {
        if let made { return made }
        guard let plan = timer_plan_create(operation.rawValue, armed, run.count(operations)) else {
            throw Failure("no plan of the timers")
        }
        let timers = try Timers(delays: UnsafeBufferPointer(start: timer_plan_delays(plan), count: armed))
        made = (plan, timers)
        return (plan, timers)
    }
}
