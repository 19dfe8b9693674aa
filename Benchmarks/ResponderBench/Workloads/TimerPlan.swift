import CBenchFloors
import ResponderEventLoop

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

/// Which timers are chosen and which deadlines they get, batch by batch: the same for all subjects.
///
/// Deadlines lie between one hour and two from the time they are set, so that none passes during the benchmark; only
/// the deadlines of timers that must fire are near.
@MainActor
final class TimerPlan {
    private static let hour: Int64 = 3_600_000_000_000

    let operation: TimerOperation
    let armed: Int
    /// How many timers a batch has, and how many batches a run has.
    let batch: Int
    let batches: Int
    /// The first delays of all timers.
    let delays: [Int64]
    /// All timers in random order, from which each batch takes the next timers.
    ///
    /// A batch that is pushed back has its timers chosen anew instead.
    private let order: [UInt32]
    private var isChosen: [Bool]

    /// - Parameter operations: How many operations a run has: too few would measure the processor's warming up. A
    ///   run that fires timers has a quarter of that number, since it waits for their deadlines.
    init(_ operation: TimerOperation, armed: Int, operations: Int) {
        precondition(armed >= 10 && armed % min(1_000, armed / 10) == 0, "batches must divide the timers")
        self.operation = operation
        self.armed = armed
        batch = operation == .fire ? max(1_000, armed / 10) : min(1_000, armed / 10)
        batches = max(1, (operation == .fire ? operations / 4 : operations) / batch)
        var random = Shuffler(seed: 1)
        delays = (0..<armed).map { _ in Self.hour + Int64(random.next(below: UInt64(Self.hour))) }
        isChosen = Array(repeating: false, count: armed)
        var order = (0..<armed).map { UInt32($0) }
        for index in stride(from: armed - 1, to: 0, by: -1) {
            order.swapAt(index, Int(random.next(below: UInt64(index + 1))))
        }
        self.order = order
    }

    /// Calls `body` with the batch of that number.
    func withBatch<Result>(_ number: Int, _ body: (bench_timers_plan) throws -> Result) rethrows -> Result {
        let isRearm = operation == .rearm
        let first = isRearm ? 0 : number * batch % armed
        let chosen = isRearm ? chooseAnew(number) : order
        let delays = isRearm ? growingDelays(number) : randomDelays(number)
        let soon = soonDelays(number)
        return try chosen.withUnsafeBufferPointer { chosen in
            try delays.withUnsafeBufferPointer { delays in
                try soon.withUnsafeBufferPointer { soon in
                    try body(
                        bench_timers_plan(
                            chosen: chosen.baseAddress?.advanced(by: first),
                            delays: delays.baseAddress,
                            soon: soon.baseAddress,
                            count: batch
                        )
                    )
                }
            }
        }
    }

    /// Random timers, whether chosen before or not: taken in turn, each would be the timer that is due first.
    private func chooseAnew(_ number: Int) -> [UInt32] {
        var random = Shuffler(seed: UInt64(number))
        var chosen: [UInt32] = []
        chosen.reserveCapacity(batch)
        while chosen.count < batch {
            let one = UInt32(random.next(below: UInt64(armed)))
            guard !isChosen[Int(one)] else { continue }
            isChosen[Int(one)] = true
            chosen.append(one)
        }
        for one in chosen { isChosen[Int(one)] = false }
        return chosen
    }

    /// The delays of a batch that is added, different for each batch: the processor would learn repeated delays.
    private func randomDelays(_ number: Int) -> [Int64] {
        var random = Shuffler(seed: UInt64(number))
        return (0..<batch).map { _ in Self.hour + Int64(random.next(below: UInt64(Self.hour))) }
    }

    /// The delays of a batch that must fire, different for each batch too.
    private func soonDelays(_ number: Int) -> [Int64] {
        var random = Shuffler(seed: ~UInt64(number))
        return (0..<batch).map { _ in Int64(random.next(below: 5_000_000)) }
    }

    /// The delays of a batch that is pushed back: each deadline is later than all that were set before, even for
    /// libevent, which counts in microseconds and whose clock stands still for milliseconds.
    private func growingDelays(_ number: Int) -> [Int64] {
        (0..<batch).map { 2 * Self.hour + 1_000 * Int64(number * batch + $0) }
    }
}

extension Shuffler {
    /// A number from zero to below `bound`, the same in each run: a remainder, which is fair enough for small bounds.
    mutating func next(below bound: UInt64) -> UInt64 { next() % bound }
}
