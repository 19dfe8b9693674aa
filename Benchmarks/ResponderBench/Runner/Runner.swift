/// Runs workloads: every round runs each contender once, in an order that rotates from round to round, so that a noisy
/// machine disturbs all contenders alike.
@MainActor
struct Runner {
    let effort: Effort
    /// The peers, whose rounds are interleaved with the others'.
    private let peers: Peers?
    private let progress: Progress

    /// - Parameter progress: The line of progress; the terminal's where there is none.
    init(effort: Effort, workloads: [Workload], peers: Peers? = nil, progress: Progress? = nil) {
        self.effort = effort
        self.peers = peers
        self.progress = progress ?? Progress(workloads.map { ($0.name, effort.steps(of: $0)) })
    }

    /// Runs all of them; one that fails costs the others nothing.
    func run(_ workloads: [Workload]) -> (results: [WorkloadResult], failures: [WorkloadError]) {
        var results: [WorkloadResult] = []
        var failures: [WorkloadError] = []
        for workload in workloads {
            do throws(WorkloadError) {
                results.append(try run(workload))
            } catch {
                failures.append(error)
            }
        }
        return (results, failures)
    }

    func run(_ workload: Workload) throws(WorkloadError) -> WorkloadResult {
        defer { progress.clear() }
        var result = WorkloadResult(workload: workload.name, references: workload.references)
        do {
            let guests = peers?.contenders(of: workload.name, effort: effort) ?? []
            defer { for guest in guests { guest.end() } }
            let contenders = try workload.contenders(effort) + guests
            if workload.hasWarmUp {
                // The first runs warm caches and look classes up, and are not counted.
                progress.step(workload.name)
                for contender in contenders { _ = try contender.run() }
            }
            for round in 0..<effort.rounds(of: workload) {
                progress.step(workload.name)
                for index in contenders.indices {
                    let contender = contenders[(index + round) % contenders.count]
                    for measurement in try contender.run() { result.add(measurement, of: contender.subject) }
                }
            }
            for guest in guests where guest.hasFailed { result.remove(guest.subject) }
        } catch {
            throw WorkloadError(workload: workload.name, reason: error)
        }
        return result
    }
}

/// A workload that failed.
struct WorkloadError: Error, CustomStringConvertible {
    let workload: String
    let reason: any Error

    var description: String { "\(workload): \(reason)" }
}
