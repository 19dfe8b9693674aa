import ArgumentParser

/// `responder-bench results`: prints Benchmarks/RESULTS.md.
struct ResultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "results",
        abstract: "Prints Benchmarks/RESULTS.md from a results file.",
        discussion: "Scripts/bench-tables writes it."
    )

    @Argument(help: "What `responder-bench --json` wrote.", completion: .file())
    var results: String

    mutating func run() throws {
        try OutputFile.write(ResultsPage(results: try BenchResults(contentsOf: results)).text, to: nil)
    }
}
