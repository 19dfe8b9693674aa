/// A peer in a workload: a process of its own, which stays for all rounds.
///
/// A peer that fails costs its own rows and nobody else's: a run returns nothing then, as do all later runs.
@MainActor
final class PeerContender: Contender {
    let subject: Subject
    private let workload: String
    private let effort: Effort
    private let rounds: Rounds
    private let process: PeerProcess
    private let onFailure: (PeerError) -> Void
    private(set) var hasFailed = false
    private var ran = 0
    private var spent = Duration.zero

    /// How long a peer may take in a workload: where a run is slow, the peer takes part in fewer rounds.
    struct Rounds {
        /// The time after which the peer takes part in no more rounds.
        var time = Duration.seconds(3)
        /// The rounds in which the peer takes part however long they take.
        var least = 5
    }

    init(
        _ process: PeerProcess,
        subject: Subject,
        workload: String,
        effort: Effort,
        rounds: Rounds,
        onFailure: @escaping (PeerError) -> Void
    ) {
        (self.process, self.subject, self.workload, self.effort) = (process, subject, workload, effort)
        (self.rounds, self.onFailure) = (rounds, onFailure)
    }

    /// Does the job once; returns nothing when the peer has failed, or takes part in no more rounds.
    ///
    /// Such a round is never followed by one with a result, so the ratios to others are those of the same rounds.
    func run() -> [Measurement] {
        // The first run is a warm-up, and makes what the other runs use.
        guard !hasFailed, ran <= rounds.least || spent < rounds.time else { return [] }
        let start = ContinuousClock.now
        do {
            let measurements = try process.run(workload, effort)
            if ran > 0 { spent += .now - start }
            ran += 1
            return measurements
        } catch {
            hasFailed = true
            onFailure(error as? PeerError ?? PeerError(peer: process.name, what: "\(error)"))
            return []
        }
    }

    func end() { process.end() }
}
