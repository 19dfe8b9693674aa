import CBenchTimers

/// An operation on one of many timers.
enum TimerOperation: String, CaseIterable {
    case add, cancel, fire, rearm

    var summary: String {
        switch self {
        case .add: "a timer is added, with a random deadline"
        case .cancel: "a random timer is cancelled"
        case .fire: "a tenth of the timers is due, a thousand at least, and all of it fires in one run of the loop"
        case .rearm: "a random timer is pushed back, as an idle timeout is: its deadline is the latest then"
        }
    }

    /// The operation's constant in the C programs.
    var code: Int32 {
        switch self {
        case .add: Int32(BENCH_TIMERS_ADD)
        case .cancel: Int32(BENCH_TIMERS_CANCEL)
        case .rearm: Int32(BENCH_TIMERS_REARM)
        case .fire: Int32(BENCH_TIMERS_FIRE)
        }
    }
}

/// Which timers are chosen and which deadlines they get, batch by batch: the same for all subjects and for the peers,
/// who have the same plan in C.
@MainActor
final class TimerPlan {
    let operation: TimerOperation
    let armed: Int
    /// How many timers a batch has.
    let batch: Int
    /// How many batches a run has.
    let batches: Int
    /// The first delays of all timers.
    let delays: [Int64]
    nonisolated(unsafe) private let plan: OpaquePointer

    /// - Parameter operations: How many operations a run has: too few would measure the processor's warming up. A
    ///   run that fires timers has a quarter of that number, since it waits for their deadlines.
    init(_ operation: TimerOperation, armed: Int, operations: Int) {
        precondition(armed >= 10 && armed % min(1_000, armed / 10) == 0, "batches must divide the timers")
        self.operation = operation
        self.armed = armed
        plan = timer_plan_create(operation.code, armed, operations)
        batch = timer_plan_batch_size(plan)
        batches = timer_plan_batches(plan)
        delays = Array(UnsafeBufferPointer(start: timer_plan_delays(plan), count: armed))
    }

    deinit { timer_plan_destroy(plan) }

    /// Calls `body` with the batch of that number.
    func withBatch<Result>(_ number: Int, _ body: (bench_timers_plan) throws -> Result) rethrows -> Result {
        try body(timer_plan_batch(plan, number))
    }
}
