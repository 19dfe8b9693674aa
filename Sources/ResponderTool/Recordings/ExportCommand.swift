import ArgumentParser
import ResponderDemo
import ResponderKit
import ResponderScenarios

/// `responderkit export`: writes a recording of the demo as a scenario.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a recording of the demo as a scenario: a test that people read and change.",
        discussion: """
            Each touch names the element that it came down on: by its identifier, or else by its label, or else by the \
            point. A recording whose beginning is gone gives points alone. See the scenario with 'responderkit run \
            FILE'. A program exports recordings of an app of its own by ScenarioExport.
            """
    )

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the scenario to this file (default: to the standard output).", valueName: "FILE"),
        completion: .file()
    )
    var output: String?

    mutating func run() throws {
        let recording = try SessionRecording(contentsOfFile: file)
        let text = try MainActor.assumeIsolated {
            try ScenarioExport.text(of: recording, app: "demo", delegateClass: Demo.delegateClass(of: recording))
        }
        guard let output else { return print(text, terminator: "") }
        try PictureFile.write(text, to: output)
    }
}
