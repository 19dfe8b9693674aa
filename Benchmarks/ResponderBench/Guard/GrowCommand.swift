import ArgumentParser

/// `responder-bench grow`: the program that the guard runs under callgrind to see how a cost grows.
struct GrowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grow",
        abstract: "Does the job of a curve at three sizes, for callgrind to look at.",
        shouldDisplay: false
    )

    @Argument(help: "The row's name without its group.")
    var curve: String

    mutating func run() throws {
        guard let found = GrowthCurve.all.first(where: { $0.name == curve }) else {
            throw ValidationError("there is no curve '\(curve)'; responder-bench --list --filter growth/ names them")
        }
        ProcessorLimit.set(seconds: ProcessorLimit.secondsOfCurve)
        print(try MainActor.assumeIsolated { try found.performCounted() })
    }
}
