/// What became of a run.
struct FuzzOutcome: Equatable {
    /// Something that is wrong.
    struct Failure: Equatable {
        /// What has found it: a checker, or `crash`, `hang`, `busy`.
        let kind: String
        let message: String
    }

    /// The steps that were begun, as text.
    var steps: [String] = []
    /// The places of those that could not be carried out.
    var refused: Set<Int> = []
    var failure: Failure?
    /// The digest of all that was observed; empty where the run has no end.
    var digest = ""
    /// All that was observed, where the request wanted that.
    var log: [String] = []

    /// The steps that did something.
    var effectiveSteps: [String] { steps.indices.filter { !refused.contains($0) }.map { steps[$0] } }
}

extension FuzzOutcome {
    /// Takes a line that a process has sent; false for the last one.
    mutating func take(_ line: String) -> Bool {
        let parts = line.split(separator: " ", maxSplits: 1)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        switch parts.first {
        case "step": steps.append(rest)
        case "log": log.append(rest)
        case "refused": refused.insert(steps.count - 1)
        case "failure":
            let words = rest.split(separator: ":", maxSplits: 1).map(String.init)
            failure = Failure(
                kind: words.first ?? "",
                message: String((words.count > 1 ? words[1] : rest).drop { $0 == " " })
            )
        case "digest":
            digest = rest
            return false
        default: break
        }
        return true
    }
}

extension FuzzOutcome.Failure {
    /// Two runs of the same steps, in two processes, did not do the same.
    static let digest = FuzzOutcome.Failure(
        kind: "digest",
        message: "the same steps do something else in another process"
    )

    /// The same for what probably is the same fault: the kind, and the message without numbers.
    var key: String { "\(kind): \(String(message.filter { !$0.isNumber }))" }
}
