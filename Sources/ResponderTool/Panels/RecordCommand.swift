import ArgumentParser
import ResponderDemo
import ResponderKit
import ResponderRecordings
internal import ResponderSupport

/// `responderkit record`: writes a touch panel's events to a file.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records what a touch panel sends, until Ctrl-C, and writes it as an evemu recording.",
        discussion: """
            Other programs get the panel's events too, unless they are grabbed. A file that is there stays as it is \
            until the recording is written. See it again with 'responderkit replay'.
            """
    )

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "The panel: 'any', a path, name=NAME or VENDOR:PRODUCT, and options, as in RESPONDERKIT_TOUCH_PANELS.",
            valueName: "panel"
        )
    )
    var panel = "any"

    @Option(help: "The folder of the devices' nodes.", completion: .directory)
    var folder = TouchPanels.defaultFolder

    @Option(help: "For how many seconds (default: until Ctrl-C).")
    var seconds: Double?

    @Option(help: "For how many touches (default: until Ctrl-C); the recording ends as the last of them ends.")
    var touches: Int?

    mutating func validate() throws {
        if let touches, touches < 1 { throw ValidationError("--touches is 1 or more") }
        if let seconds, !(0.001...1e9 ~= seconds) { throw ValidationError("--seconds is from 0.001 to 1000000000") }
        _ = try request
    }

    private var request: TouchPanels.Request {
        get throws {
            do throws(TouchPanels.Request.Invalid) {
                let requests = try TouchPanels.Request.parse(panel)
                if requests.count == 1 { return requests[0] }
            } catch {
                throw ValidationError("--panel: \(error)")
            }
            throw ValidationError("--panel: one panel is recorded at a time")
        }
    }

    mutating func run() throws {
        // Checked now, so that no recording is lost later.
        try RecordingFile.checkWritable(file)
        let (file, seconds, touches, request, folder) = (file, seconds, touches, try request, folder)
        // The tool's main runs on the process's first thread, which is the main actor's.
        try MainActor.assumeIsolated {
            let session = try RecordingSession(request, folder: folder)
            print("Recording \(session.name.inOneLine()); Ctrl-C ends it.")
            StandardStreams.flush()
            session.run(seconds: seconds, touches: touches)
            try session.write(to: file)
        }
    }
}
