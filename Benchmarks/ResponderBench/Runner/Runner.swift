/// Runs workloads: every round runs each contender once, in an order that rotates from round to round, so that a noisy
/// machine disturbs all contenders alike.
@MainActor
struct Runner {
    let effort: Effort
    /// The peers, whose rounds are interleaved with the others'.
    private let peers: Peers?
    private let progress: Progress

    init(effort: Effort, workloads: [Workload], peers: Peers? = nil) {
        self.effort = effort
        self.peers = peers
        progress = Progress(workloads.map { ($0.name, effort.rounds(of: $0) + 1) })
    }

    func run(_ workload: Workload) throws -> WorkloadResult {
        defer { progress.clear() }
        var result = WorkloadResult(workload: workload.name, references: workload.references)
        do {
            let guests = peers?.contenders(of: workload.name, effort: effort) ?? []
            defer { for guest in guests { guest.end() } }
            let contenders = try workload.contenders(effort) + guests
            // The first runs warm caches and look classes up, and are not counted.
            progress.step(workload.name)
            if workload.hasWarmUp { for contender in contenders { _ = try contender.run() } }
            for round in 0..<effort.rounds(of: workload) {
                progress.step(workload.name)
                for index in contenders.indices {
                    let contender = contenders[(index + round) % contenders.count]
                    for measurement in try contender.run() { result.add(measurement, of: contender.subject) }
                }
            }
            for guest in guests where guest.hasFailed { result.remove(guest.subject) }
        } catch let error as BenchError {
            throw WorkloadError(workload: workload.name, reason: error)
        }
        return result
    }
}

/// A workload that failed.
struct WorkloadError: Error, CustomStringConvertible {
    let workload: String
    let reason: BenchError

    var description: String { "\(workload): \(reason)" }
}
