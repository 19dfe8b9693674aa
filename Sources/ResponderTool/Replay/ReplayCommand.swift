import ArgumentParser
import ResponderDemo
import ResponderKit
import ResponderRecordings

/// `responderkit replay`: plays a recording of a touch panel through a touch port into a window.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays a recording: of a touch panel into a window, or of the demo, and compares what it does.",
        discussion: """
            A recording of the demo (RESPONDERKIT_RECORDING=FILE responderkit demo) is played in virtual time; the \
            demo must do the same as in the recording, turn by turn. The first turn that differs is printed, and the \
            status is 1 then. An app of one's own is replayed by its own program: see the guide on recordings.

            Other recordings are of a touch panel; the content shows which one it is. Each touch's way is printed.

            A panel's recording is in evemu's format, as 'responderkit record' and 'demo --record' write it; in the \
            YAML of 'libinput record'; or what Android's getevent printed. A contact that is still down at its end is \
            cancelled.

            With --gestures, recognisers with their default settings are added to the view of the window's controller, \
            which fills the window. They negotiate as in an app: the first success makes the others fail, unless \
            --simultaneous is given. The recording is then played in virtual time, since some gestures depend on the \
            time that passes between its frames.
            """
    )

    @Argument(help: "The recording: of the demo, or evemu's, libinput's or getevent's.", completion: .file())
    var file: String

    @Option(help: "The touch device, if there are several: its path, such as /dev/input/event2, or its name.")
    var device: String?

    @Option(help: "How many times as fast as recorded, above 0, or 'max' for its own pace in virtual time.")
    var speed = ReplaySpeed(pace: .speed(1))

    @Option(help: "What the window holds: 'single', one view that takes every touch, or 'demo', a small tree.")
    var tree = ReplayTree.single

    @Option(help: "The window's extent in points, WIDTHxHEIGHT (default: the recorded screen's, or 1024x768).")
    var size: ReplaySize?

    @Option(
        help: ArgumentHelp(
            "Recognisers to run, as tap,pan: of \(GestureKind.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "LIST"
        ),
        transform: GestureKinds.init
    )
    var gestures: GestureKinds?

    @Flag(help: "Let all of the gestures be recognised with the same touches.")
    var simultaneous = false

    @Flag(help: "Print one JSON object with the numbers, and no trace.")
    var json = false

    @Flag(inversion: .prefixedNo, help: "Print each touch's way: the view, the chain, who handled it.")
    var trace = true

    @Flag(help: "Print each move, not a line for a run of them.")
    var everyMove = false

    @Option(help: "How many times a recording of the demo is replayed; all must have the same digest.")
    var times = 1

    func validate() throws {
        if times < 1 { throw ValidationError("--times is 1 or more") }
        if simultaneous && gestures == nil { throw ValidationError("--simultaneous is about --gestures: give both") }
        guard gestures != nil, speed.pace != .speed(1), speed.pace != .asFastAsPossible else { return }
        throw ValidationError("--gestures is played in virtual time, which no --speed changes: leave --speed out")
    }

    mutating func run() throws {
        if SessionRecording.isRecording(fileAt: file) {
            guard device == nil, gestures == nil, size == nil, speed.pace == .speed(1) else {
                throw ValidationError("--device, --size, --speed and --gestures are for recordings of panels")
            }
            let recording = try SessionRecording(contentsOfFile: file)
            let (times, json) = (times, json)
            return try MainActor.assumeIsolated {
                try SessionReplayCommand.run(recording, times: times, isJSON: json)
            }
        }
        if times > 1 { throw ValidationError("--times is for recordings of the demo") }
        let panel = try RecordedPanel(path: file, device: device, size: size?.size)
        let replay = Replay(
            panel,
            pace: speed.pace,
            tree: tree,
            isTracing: trace && !json,
            printsEveryMove: everyMove,
            gestures: gestures?.kinds ?? [],
            isSimultaneous: simultaneous,
            conclusion: { [json] in json ? $0.json : $0.text }
        )
        // The tool's main runs on the process's first thread, which is the main actor's.
        try MainActor.assumeIsolated { try replay.run() }
    }
}

extension ReplayTree: ExpressibleByArgument {}

/// The value of `--speed`.
struct ReplaySpeed: ExpressibleByArgument, CustomStringConvertible {
    let pace: RecordingPlayer.Pace

    init(pace: RecordingPlayer.Pace) {
        self.pace = pace
    }

    init?(argument: String) {
        if argument == "max" {
            pace = .asFastAsPossible
        } else if let factor = Double(argument), factor > 0, factor.isFinite {
            pace = .speed(factor)
        } else {
            return nil
        }
    }

    var description: String {
        switch pace {
        case .speed(let factor): "\(factor)"
        case .asFastAsPossible: "max"
        }
    }
}

/// The value of `--size`.
struct ReplaySize: ExpressibleByArgument, CustomStringConvertible {
    let size: Size

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1],
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { return nil }
        size = Size(width, height)
    }

    var description: String { "\(Int(size.width))x\(Int(size.height))" }
}
