/// How long a run of workloads still takes, from how long its rounds have taken so far.
///
/// The rounds of a workload take equally long, so those that have run tell how long its others take. A workload that
/// has not begun is taken for one like those that have: workloads of short rounds have more of them.
struct TimeLeft {
    private struct Workload {
        let rounds: Int
        var done = 0
        var seconds = 0.0
    }

    private var workloads: [Workload]
    private var current = 0
    private var latest: Double?

    /// Before this much has been seen a number would jump up and down.
    static let enoughSeconds = 3.0
    static let enoughOfAll = 0.02

    /// - Parameter rounds: How many rounds each workload has, with the warm-up where there is one, in their order.
    init(rounds: [Int]) {
        workloads = rounds.map { Workload(rounds: $0) }
    }

    /// A round of a workload begins, so the one before it is over.
    ///
    /// - Parameter now: Seconds of a clock that never goes back.
    mutating func begin(workload index: Int, at now: Double) {
        guard workloads.indices.contains(index) else { return }
        if let latest {
            workloads[current].done += 1
            workloads[current].seconds += now - latest
        }
        (current, latest) = (index, now)
    }

    /// The part of all rounds that is over, weighted by nothing else.
    var part: Double {
        Double(workloads.reduce(0) { $0 + $1.done }) / Double(max(1, workloads.reduce(0) { $0 + $1.rounds }))
    }

    /// The seconds left; nil before enough is known.
    var seconds: Double? {
        let elapsed = workloads.reduce(0) { $0 + $1.seconds }
        guard elapsed >= Self.enoughSeconds, part >= Self.enoughOfAll else { return nil }
        let begun = workloads.filter { $0.done > 0 }
        // Of those that have begun, what all of their rounds take.
        let whole = begun.map { $0.seconds / Double($0.done) * Double($0.rounds) }
        let perWorkload = whole.reduce(0, +) / Double(begun.count)
        let rest = begun.reduce(0) { $0 + $1.seconds / Double($1.done) * Double(max(0, $1.rounds - $1.done)) }
        return rest + perWorkload * Double(workloads.count - begun.count)
    }

    /// The seconds in words, as exactly as an estimate is: a person plans with minutes.
    static func words(_ seconds: Double) -> String {
        switch seconds {
        case ..<10: "some seconds left"
        case ..<60: "\((seconds / 10).rounded().fixed(0))0 s left"
        case ..<90: "a minute left"
        default: "\((seconds / 60).rounded().fixed(0)) minutes left"
        }
    }
}
