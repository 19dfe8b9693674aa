import ArgumentParser

/// `responder-bench report`: a run's results as a page for a browser.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a page of HTML with all tables, charts and versions.",
        discussion: "Reads a results file, or measures where none is named."
    )

    @Argument(help: "What `responder-bench --json` wrote; without it, the workloads are measured.", completion: .file())
    var results: String?

    @Option(help: "The page.", completion: .file())
    var output = "report.html"

    @OptionGroup var options: MeasuringOptions

    func validate() throws {
        guard results == nil || !options.areGiven else {
            throw ValidationError("a results file is measured already: give it, or the options for measuring")
        }
    }

    mutating func run() throws {
        try OutputFile.check(output)
        if let results {
            try write(try BenchResults(contentsOf: results))
        } else {
            let run = try options.measure()
            try write(run.results)
            try run.reportFailures()
        }
    }

    private func write(_ results: BenchResults) throws {
        try OutputFile.write(HTMLReport(results: results).text, to: output)
        print("The report is \(output).")
    }
}
