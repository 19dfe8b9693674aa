import ArgumentParser

/// `responder-bench readme`: prints the table of README.md.
struct ReadmeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readme",
        abstract: "Prints the table of README.md from a results file.",
        discussion: "Scripts/bench-tables writes it into README.md. A file that lacks a row of the table is refused."
    )

    @Argument(help: "What `responder-bench --json` wrote.", completion: .file())
    var results: String

    mutating func run() throws {
        let path = results
        let results = try BenchResults(contentsOf: path)
        try ReadmeTable.check(results, path: path)
        let table = ReadmeTable(results).markdown
        try OutputFile.write(table + "\n\n" + ResultsPage.colophon(results, width: .max), to: nil)
    }
}
