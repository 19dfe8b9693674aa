internal import Glibc

/// What is observed of an application, in order, with the checkers that read it.
@MainActor
final class ObservationLog {
    private var checkers: [any Checker]
    private(set) var digest = Digest()
    /// How many observations there were.
    private(set) var count = 0
    /// The last observations, for a message.
    private(set) var tail: [String] = []
    /// Whether ``tail`` has all of them.
    var keepsAll = false
    /// The first thing that was wrong; stays.
    private(set) var problem: Problem?

    /// Something that is wrong.
    struct Problem: Equatable {
        let checker: String
        let text: String
    }

    private static let tailLength = 400

    init(_ checkers: [any Checker]) { self.checkers = checkers }

    func note(_ observation: Observation) {
        count += 1
        let text = observation.description
        write(text)
        check { $0.check(observation) }
    }

    /// Counts a line that no checker reads.
    func write(_ line: String) {
        digest.write(line)
        tail.append(line)
        if !keepsAll, tail.count > 2 * Self.tailLength { tail.removeFirst(Self.tailLength) }
    }

    /// Asks the checkers at a moment when nothing is due.
    ///
    /// - Parameter isTouched: Whether a finger is down.
    func rest(isTouched: Bool) { check { $0.checkAtRest(isTouched: isTouched) } }

    /// Another application of the same app follows: its parts are new ones.
    func begin(with checkers: [any Checker]) { self.checkers = checkers }

    func fail(_ checker: String, _ text: String) {
        guard problem == nil else { return }
        problem = Problem(checker: checker, text: text)
        // For who carries out a scenario with `--jobs 1`, to see how it came about.
        if getenv("RESPONDERKIT_FUZZ_TRACE") != nil { print((tail + ["\(checker): \(text)"]).joined(separator: "\n")) }
    }

    private func check(_ ask: (inout any Checker) -> String?) {
        guard problem == nil else { return }
        for index in checkers.indices {
            guard let text = ask(&checkers[index]) else { continue }
            return fail(checkers[index].name, text)
        }
    }
}
