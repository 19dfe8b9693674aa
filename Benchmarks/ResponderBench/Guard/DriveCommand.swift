import ArgumentParser

/// `responder-bench drive`: the program that the guard runs under callgrind.
struct DriveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drive",
        abstract: "Runs one of the guard's workloads, for callgrind to look at.",
        shouldDisplay: false
    )

    @Argument var workload: GuardWorkload

    @Option(help: "How many events, roughly.")
    var events = 1_000_000

    @Option(help: "Who does it: of the workloads that the C programs do too, also one of these.")
    var subject = Subject.responderKit

    func validate() throws {
        guard events > 0 else { throw ValidationError("--events must be at least 1, and is \(events)") }
        let subjects = workload.subjects
        guard subjects.contains(subject) else {
            let names = subjects.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw ValidationError("--subject of \(workload.rawValue) is one of \(names)")
        }
    }

    mutating func run() throws {
        ProcessorLimit.set(seconds: ProcessorLimit.secondsOfWorkload(events: events))
        print(try MainActor.assumeIsolated { try workload.drive(events: events, by: subject) })
    }
}
