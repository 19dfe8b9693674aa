internal import ResponderScenarios

/// Runs seed after seed in processes, until the time is over or the runs are done; makes what fails smaller.
struct FuzzCampaign {
    private let arguments: FuzzArguments
    private let pool: FuzzPool
    private let report: FuzzReport
    private let start = ContinuousClock.now
    private var nextRun = 0
    private var runs = 0
    private var steps = 0
    /// Runs that another process is to do again, to compare what was observed.
    private var repeats: [Repeat] = []
    private var underWay: [Int: Work] = [:]
    /// What has failed, by its kind and message without numbers, so that each fault is told once.
    private var known: [String: Fault] = [:]

    /// What probably is one fault.
    private struct Fault {
        var runs = 0
        /// How many of the runs were made smaller.
        var reductions = 0
        /// The steps of the smallest run.
        var steps = Int.max
    }

    /// A fault whose smallest run has more steps is made smaller once more, from another run that has it.
    private static let (fewSteps, mostReductions) = (10, 4)

    private struct Repeat {
        let seed: UInt64
        /// The process that must not do it again.
        let worker: Int
        let outcome: FuzzOutcome
    }

    private enum Work {
        case first(seed: UInt64)
        case second(Repeat)
    }

    /// One run in so many is done twice.
    private static let repeatInterval = 3
    /// More kinds of failures are not made smaller.
    private static let mostFailures = 20

    init(_ arguments: FuzzArguments, _ report: FuzzReport) {
        (self.arguments, self.report) = (arguments, report)
        pool = FuzzPool(timeout: .seconds(arguments.timeout))
    }

    /// Runs everything; returns how many kinds of failures there were.
    mutating func run() throws(WorkerProcess.Failure) -> Int {
        while true {
            for worker in try pool.idle(of: arguments.jobs) { handOut(to: worker) }
            if underWay.isEmpty {
                // A process may have given way to another one.
                if isOver, repeats.isEmpty { break }
                continue
            }
            for (worker, outcome) in pool.finished() {
                guard let work = underWay.removeValue(forKey: worker.number) else { continue }
                try take(outcome, of: work, from: worker.number)
            }
            report.progress(runs: runs, failures: known.count, time: ContinuousClock.now - start)
        }
        report.end(runs: runs, steps: steps, failures: known.mapValues(\.runs), time: ContinuousClock.now - start)
        return known.count
    }

    private var isOver: Bool {
        if known.count >= Self.mostFailures { return true }
        if let limit = arguments.runs { return nextRun >= limit }
        return ContinuousClock.now - start > .seconds(60 * arguments.minutes)
    }

    /// Gives a process that is free something to do.
    private mutating func handOut(to worker: FuzzWorker) {
        if let index = repeats.firstIndex(where: { $0.worker != worker.number }) {
            let next = repeats.remove(at: index)
            underWay[worker.number] = .second(next)
            return worker.begin(FuzzRequest(app: app(next.seed), screen: arguments.screen, .steps(next.outcome.steps)))
        }
        // Alone, a process gives way to a new one for what it may not do itself.
        if repeats.count >= 8 || (isOver && !repeats.isEmpty) { return pool.end(worker) }
        guard !isOver else { return }
        let seed = arguments.seed &+ UInt64(nextRun)
        nextRun += 1
        underWay[worker.number] = .first(seed: seed)
        worker.begin(
            FuzzRequest(app: app(seed), screen: arguments.screen, .monkey(seed: seed, steps: arguments.steps))
        )
    }

    private func app(_ seed: UInt64) -> String { arguments.app ?? AppName(seed: seed).text }

    private mutating func take(
        _ outcome: FuzzOutcome,
        of work: Work,
        from worker: Int
    ) throws(WorkerProcess.Failure) {
        switch work {
        case .first(let seed):
            runs += 1
            steps += outcome.steps.count
            if let failure = outcome.failure {
                try take(failure, of: outcome, seed)
            } else if runs % Self.repeatInterval == 1 {
                repeats.append(Repeat(seed: seed, worker: worker, outcome: outcome))
            }
        case .second(let former):
            guard outcome.failure != nil || outcome.digest != former.outcome.digest else { return }
            try take(.digest, of: former.outcome, former.seed)
        }
    }

    private mutating func take(
        _ failure: FuzzOutcome.Failure,
        of outcome: FuzzOutcome,
        _ seed: UInt64
    ) throws(WorkerProcess.Failure) {
        var fault = known[failure.key] ?? Fault()
        fault.runs += 1
        defer { known[failure.key] = fault }
        guard fault.steps > Self.fewSteps, fault.reductions < Self.mostReductions else { return }
        fault.reductions += 1
        report.found(failure, seed: seed)
        let smallest = try Reduction(failure, on: pool).smallest(of: app(seed), arguments.screen, outcome)
        guard smallest.steps.count < fault.steps else { return }
        fault.steps = smallest.steps.count
        report.write(smallest, seed: seed)
    }
}
