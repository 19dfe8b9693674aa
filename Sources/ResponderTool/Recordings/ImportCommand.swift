import ArgumentParser
import ResponderDemo
import ResponderKit
import ResponderRecordings

/// `responderkit import`: makes a recording of the demo of one of a panel.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Has the demo get the touches of a panel's recording, and writes a recording of the demo.",
        discussion: """
            The recording is evemu's, libinput's or getevent's. It is played in virtual time. What is written can be \
            replayed, compared and exported.
            """
    )

    @Argument(help: "The recording: evemu's, libinput's or getevent's.", completion: .file())
    var file: String

    @Argument(help: "The file to write.", completion: .file())
    var output: String

    @Option(help: "The touch device, if there are several: its path, such as /dev/input/event2, or its name.")
    var device: String?

    @Option(help: "The window's extent in points, WIDTHxHEIGHT (default: the recorded screen's, or 1024x768).")
    var size: ReplaySize?

    mutating func run() throws {
        let panel = try RecordedPanel(path: file, device: device, size: size?.size)
        let output = output
        try MainActor.assumeIsolated { try Demo.record(panel, to: output) }
    }
}
