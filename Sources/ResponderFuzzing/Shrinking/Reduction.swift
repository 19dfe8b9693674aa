internal import ResponderKit
internal import ResponderScenarios

/// The smallest run that fails as another one does, each try in a process that may crash.
final class Reduction {
    /// A failure with the run that has it.
    struct Result {
        let failure: FuzzOutcome.Failure
        let request: FuzzRequest
        let steps: [String]
        /// How many runs it took.
        let tries: Int
    }

    private let failure: FuzzOutcome.Failure
    private let pool: FuzzPool
    /// Processes that do the same, to find what differs between processes.
    private var processes: [FuzzWorker] = []

    /// How many processes look for a difference between processes.
    private static let differingProcesses = 4

    init(_ failure: FuzzOutcome.Failure, on pool: FuzzPool) { (self.failure, self.pool) = (failure, pool) }

    func smallest(of app: String, _ screen: Size, _ outcome: FuzzOutcome) throws(WorkerProcess.Failure) -> Result {
        var worker: FuzzWorker?
        var problem: WorkerProcess.Failure?
        var last = failure
        func fails(_ candidate: Shrinker.Candidate) -> Bool {
            let request = FuzzRequest(app: candidate.app, screen: screen, .steps(candidate.steps.map(\.text)))
            do throws(WorkerProcess.Failure) {
                if failure.kind == FuzzOutcome.Failure.digest.kind {
                    guard let text = try difference(request) else { return false }
                    last = FuzzOutcome.Failure(kind: failure.kind, message: text)
                    return true
                }
                if worker?.isOver ?? true { worker = try FuzzWorker(number: 0, timeout: pool.timeout) }
                let found = try pool.outcome(of: request, on: worker)
                guard let other = found.failure, other.kind == failure.kind, isSame(other) else { return false }
                last = other
                return true
            } catch {
                problem = error
                return false
            }
        }
        let time: Duration = failure.kind == "hang" ? .seconds(180) : .seconds(90)
        var shrinker = Shrinker(budget: 800, time: time, fails: fails)
        let first = Shrinker.Candidate(app: app, steps: outcome.effectiveSteps.compactMap { StepValue($0) })
        let whole = Shrinker.Candidate(app: app, steps: outcome.steps.compactMap { StepValue($0) })
        // A step that was refused may have done something all the same. A run that does not fail again, since former
        // runs of its process had a part in it, stays as it is.
        var smallest = fails(first) ? first : whole
        if smallest == first || fails(whole) {
            smallest = shrinker.smallest(smallest)
            // So that the message is that of the smallest run.
            _ = fails(smallest)
        }
        if let problem { throw problem }
        return Result(
            failure: last,
            request: FuzzRequest(app: smallest.app, screen: screen, .steps([])),
            steps: smallest.steps.map(\.text),
            tries: shrinker.tries
        )
    }

    /// What is wrong with a run; nil if nothing is, in several processes.
    static func failure(of request: FuzzRequest, on pool: FuzzPool) throws(WorkerProcess.Failure) -> FuzzOutcome
        .Failure?
    {
        if let failure = try pool.outcome(of: request, on: nil).failure { return failure }
        return try Reduction(.digest, on: pool).difference(request)
            .map { FuzzOutcome.Failure(kind: FuzzOutcome.Failure.digest.kind, message: $0) }
    }

    /// Of crashes, only the same one is followed; a checker's message may name other parts in a smaller app.
    private func isSame(_ other: FuzzOutcome.Failure) -> Bool {
        failure.kind != "crash" || other.key == failure.key
    }

    /// What was observed first that another process did not observe; nil where all observe the same.
    private func difference(_ request: FuzzRequest) throws(WorkerProcess.Failure) -> String? {
        var request = request
        request.wantsLog = true
        processes.removeAll { $0.isOver }
        while processes.count < Self.differingProcesses {
            processes.append(try FuzzWorker(number: 0, timeout: pool.timeout))
            // What these processes do later is not what is new in them.
            _ = try pool.outcome(of: request, on: processes.last)
        }
        // Against a process in which everything is new.
        let first = try pool.outcome(of: request, on: nil)
        for process in processes {
            let other = try pool.outcome(of: request, on: process)
            guard other.digest != first.digest else { continue }
            let place = zip(first.log, other.log).prefix { $0 == $1 }.count
            let lines = [first.log, other.log].map { $0.indices.contains(place) ? $0[place] : "the end" }
            return "the same steps do something else in another process: \(lines[0]) / \(lines[1])"
        }
        return nil
    }
}
