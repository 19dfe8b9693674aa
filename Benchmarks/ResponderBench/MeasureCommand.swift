import ArgumentParser

/// `responder-bench measure`: runs workloads and prints a row for each subject and metric.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Runs the workloads and prints a row for each subject. The default."
    )

    @Flag(help: "List the workloads and end.")
    var list = false

    @OptionGroup var options: MeasuringOptions

    @Flag(
        help: "Print one JSON document, a results file: the rows with all their values, the machine and the versions."
    )
    var json = false

    @Flag(help: "Print the rows as CSV.")
    var csv = false

    @Option(help: ArgumentHelp("Where the result goes, instead of the standard output.", valueName: "file"))
    var output: String?

    func validate() throws {
        guard !(json && csv) else { throw ValidationError("--json and --csv are two forms of the result: give one") }
        guard list else { return }
        for (name, isGiven) in [("--json", json), ("--csv", csv), ("--output", output != nil)] where isGiven {
            throw ValidationError("\(name) is for measured rows, and --list measures nothing")
        }
    }

    mutating func run() throws {
        if list {
            let workloads = try options.workloads()
            let width = workloads.map(\.name.count).max() ?? 0
            for workload in workloads { print(workload.name.padded(to: width) + "  " + workload.summary) }
            return
        }
        try OutputFile.check(output)
        let run = try options.measure()
        try OutputFile.write(try text(of: run.results), to: output)
        try run.reportFailures()
    }

    private func text(of results: BenchResults) throws -> String {
        if json { return try results.json }
        return csv ? CSVReport(results.rows).text : TableReport(results.rows).text
    }
}
