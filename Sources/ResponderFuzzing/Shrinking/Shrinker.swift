/// Makes a failing run smaller, as long as it fails in the same way: fewer and simpler steps, fewer parts of the app.
///
/// The same failure is made smaller in the same way each time, unless the time is over first.
struct Shrinker {
    /// A run that may fail.
    struct Candidate: Equatable {
        var app: String
        var steps: [StepValue]
    }

    /// Whether a candidate fails in the same way.
    private let fails: (Candidate) -> Bool
    /// How many candidates may still be tried.
    private var budget: Int
    private let deadline: ContinuousClock.Instant
    private(set) var tries = 0

    /// - Parameters:
    ///   - budget: How many candidates are tried at most.
    ///   - time: How long it may take.
    ///   - fails: Whether a candidate fails in the same way.
    init(budget: Int, time: Duration, fails: @escaping (Candidate) -> Bool) {
        (self.budget, self.fails) = (budget, fails)
        deadline = .now + time
    }

    /// The smallest run that was found; it fails, if `candidate` does.
    mutating func smallest(_ candidate: Candidate) -> Candidate {
        var best = candidate
        while true {
            let former = best
            removeSteps(&best)
            removeParts(&best)
            simplifySteps(&best)
            if best == former || isOver { return best }
        }
    }

    private var isOver: Bool { budget <= 0 || ContinuousClock.now > deadline }

    /// Takes the candidate if it fails.
    private mutating func take(_ candidate: Candidate, _ best: inout Candidate) -> Bool {
        guard !isOver else { return false }
        budget -= 1
        tries += 1
        guard fails(candidate) else { return false }
        best = candidate
        return true
    }

    /// Leaves out runs of steps, long ones first.
    private mutating func removeSteps(_ best: inout Candidate) {
        var length = best.steps.count
        while length > 0 {
            // From the end, since the last steps lead to the failure and the first ones often do nothing for it.
            var start = max(0, best.steps.count - length)
            while true {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + length, best.steps.count))
                if candidate.steps.count < best.steps.count { _ = take(candidate, &best) }
                if start == 0 { break }
                start = max(0, min(start, best.steps.count) - length)
            }
            length /= 2
        }
    }

    /// Leaves out parts of the random app.
    private mutating func removeParts(_ best: inout Candidate) {
        guard let name = AppName(best.app) else { return }
        for (_, part) in AppParts.letters where name.parts.contains(part) {
            guard var smaller = AppName(best.app) else { return }
            smaller.parts.remove(part)
            var candidate = best
            candidate.app = smaller.text
            candidate.steps = best.steps.map { $0.replacing(best.app, with: smaller.text) }
            _ = take(candidate, &best)
        }
    }

    private mutating func simplifySteps(_ best: inout Candidate) {
        var index = 0
        while index < best.steps.count {
            var hasChanged = true
            while hasChanged, !isOver {
                hasChanged = false
                for step in best.steps[index].simplerSteps {
                    var candidate = best
                    candidate.steps[index] = step
                    if take(candidate, &best) {
                        hasChanged = true
                        break
                    }
                }
            }
            index += 1
        }
    }
}
