import ArgumentParser

/// `responder-bench compare`: what changed from one run to another.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Says what changed from one results file to another, beyond the spread of both.",
        discussion: """
            Times of different runs mean little, so a row is compared by its ratio to its workload's reference, such \
            as the C floor; only a row of a workload without a reference is compared by its own numbers. A row changed \
            where the middle halves of its rounds do not overlap, and its medians are further apart than --threshold. \
            A time needs five rounds in both runs; what is counted, such as bytes, is compared with fewer too. \
            Rows of peers are shown too: where the peer's version is the same, they show what the machine did.
            """
    )

    @Argument(help: "The results file of the first run.", completion: .file())
    var before: String

    @Argument(help: "The results file of the second run.", completion: .file())
    var after: String

    @Option(help: ArgumentHelp("By how much a median must differ, in per cent.", valueName: "percent"))
    var threshold = 5.0

    @Flag(help: "End with status 1 where a row of ResponderKit became worse.")
    var fail = false

    func validate() throws {
        guard threshold >= 0, threshold.isFinite else {
            throw ValidationError("--threshold must be 0 per cent or more, and is \(threshold)")
        }
    }

    mutating func run() throws {
        let (first, second) = (try BenchResults(contentsOf: before), try BenchResults(contentsOf: after))
        let comparison = RunComparison(first, second, threshold: threshold / 100)
        try OutputFile.write(CompareReport(comparison, first, second).text, to: nil)
        if fail, !comparison.regressions.isEmpty { throw ExitCode(1) }
    }
}
