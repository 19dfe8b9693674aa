import ArgumentParser

/// `responder-bench instructions`: the guard's counts beside those of the C programs that do the same jobs.
struct InstructionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract:
            "Counts the instructions of the rows touch/turn-… with callgrind, and prints a row for each subject."
    )

    @Option(help: "How many frames each subject takes.")
    var events = Callgrind.eventsToCompare

    @Flag(help: "Print one JSON document, as `responder-bench --json` does.")
    var json = false

    func validate() throws {
        guard events > 0 else { throw ValidationError("--events must be at least 1, and is \(events)") }
    }

    mutating func run() throws {
        let callgrind = try Callgrind(events: events)
        defer { callgrind.cleanUp() }
        var results = GuardWorkload.allCases.compactMap(\.row)
            .map { WorkloadResult(workload: $0, references: [.cFloor]) }
        for index in results.indices { try callgrind.addInstructions(to: &results[index]) }
        print(json ? try BenchResults(results).json : TableReport(results).text)
    }
}

extension Callgrind {
    /// Enough events for a count that is right to an instruction, since all events are alike.
    static let eventsToCompare = 20_000

    /// Counts the instructions of each subject of the row, where the guard has a workload for the row's job.
    func addInstructions(to result: inout WorkloadResult) throws {
        guard let workload = GuardWorkload.allCases.first(where: { $0.row == result.workload }) else { return }
        for subject in workload.subjects {
            let counted = try count(workload, by: subject)[GuardBounds.instructions] ?? .nan
            result.add(Measurement("instructions", "a frame", counted), of: subject)
        }
    }
}
