import ArgumentParser
import ResponderDemo

/// The command-line tool of ResponderKit.
@main
struct ResponderKitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "responderkit",
        abstract: "Traces, records and replays the events of a touch application.",
        version: "responderkit \(Version.current)",
        subcommands: [
            DemoCommand.self, ReplayCommand.self, RecordCommand.self, DevicesCommand.self, ExplainCommand.self,
            SnapshotCommand.self, LifecycleCommand.self, RunCommand.self, FuzzCommand.self, DiffCommand.self,
            ImportCommand.self, ExportCommand.self,
        ]
    )

    static func main() {
        StandardStreams.guardOutput()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            var status = exitCode(for: error)
            if status == .success { exit(withError: error) }
            // The parser gives each error that is not its own the same status.
            if status == .failure, !(error is ExitCode) { status = ExitCode(ExitStatus.of(error)) }
            // The parser's messages show arguments unescaped, and an argument may be any file name that a shell's
            // pattern matched.
            let message = fullMessage(for: error)
            if !message.isEmpty {
                for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
                    StandardStreams.report(String(line))
                }
            }
            exit(withError: status)
        }
    }
}
