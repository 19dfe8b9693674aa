import ArgumentParser
import ResponderFuzzing
import ResponderScenarios

/// `responderkit fuzz`: acts at random on random apps, and makes what fails small.
struct FuzzCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Acts at random on apps in virtual time, and writes what fails as a scenario.",
        usage: "responderkit fuzz \(FuzzProgram.usage)",
        discussion: FuzzProgram.help
    )

    /// All arguments, which the program of the fuzzer reads: an app's own executable has the same options.
    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    mutating func run() throws {
        // The tool's main runs on the process's first thread, which is the main actor's.
        MainActor.assumeIsolated { [arguments] in
            FuzzProgram.main(arguments, apps: .ofTool)
        }
    }
}
