import ArgumentParser

/// The command-line tool of ResponderKit.
@main
struct ResponderKitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "responderkit",
        abstract: "Sees the events of a touch application on their way.",
        subcommands: [DemoCommand.self, ReplayCommand.self, ExplainCommand.self, LifecycleCommand.self]
    )

    static func main() {
        StandardStreams.guardOutput()
        main(nil)
    }
}
