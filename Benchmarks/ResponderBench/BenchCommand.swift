import ArgumentParser

/// The benchmark of ResponderKit.
@main
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "responder-bench",
        abstract: "Measures what an event costs, and against what.",
        discussion: "Without a subcommand it measures. Only ratios taken in one run mean anything on a busy machine.",
        subcommands: [
            MeasureCommand.self, ReportCommand.self, CompareCommand.self, ReadmeCommand.self, ResultsCommand.self,
            InstructionsCommand.self, GuardCommand.self, DriveCommand.self, GrowCommand.self, IdleCommand.self,
            PerformCommand.self, ProfileReportCommand.self, BytesCommand.self,
        ],
        defaultSubcommand: MeasureCommand.self
    )
}
