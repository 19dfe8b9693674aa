import ArgumentParser
import ResponderScenarios

/// `responderkit run`: runs scenario files, and says which of them failed.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs scenarios: touches, keys and expectations in files, on an app in virtual time.",
        usage: "responderkit run \(ScenarioProgram.usage)",
        discussion: ScenarioProgram.help
    )

    /// All arguments, which the program of scenarios reads: an app's own executable has the same options.
    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    mutating func run() throws {
        // The tool's main runs on the process's first thread, which is the main actor's.
        MainActor.assumeIsolated { [arguments] in
            ScenarioProgram.main(arguments, apps: .ofTool)
        }
    }
}
