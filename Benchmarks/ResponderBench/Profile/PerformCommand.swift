import ArgumentParser
import Foundation

/// `responder-bench perform`: the program that `Scripts/profile` runs under a profiler.
struct PerformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perform",
        abstract: "Has one subject do one workload for a while, for a profiler to look at.",
        shouldDisplay: false
    )

    @Argument(help: "A workload of the guard, or a row of the benchmark.")
    var workload: String

    @Option(help: "Who does it.")
    var subject = Subject.responderKit

    @Option(help: "For how many seconds.")
    var seconds = 3.0

    @Flag(help: "Only a little, for a profiler that sees each instruction.")
    var little = false

    @Flag(help: "Do nothing, and fail where there is no such workload.")
    var check = false

    func validate() throws {
        guard seconds > 0, seconds <= 3_600 else {
            throw ValidationError("--seconds must be above 0, at most 3600, and is \(seconds)")
        }
    }

    mutating func run() throws {
        guard let workload = ProfiledWorkload(named: workload) else {
            // Without this command's usage, which is not the usage of `make profile`.
            try FileHandle.standardError.write(contentsOf: Data("Error: \(ProfiledWorkload.unknown(workload))\n".utf8))
            throw ExitCode.validationFailure
        }
        if check { return }
        let (amount, subject): (ProfiledWorkload.Amount, Subject) = (little ? .little : .seconds(seconds), subject)
        try MainActor.assumeIsolated { try workload.perform(amount, by: subject) }
    }
}
