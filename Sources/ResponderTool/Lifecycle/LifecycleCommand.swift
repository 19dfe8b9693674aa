import ArgumentParser
import Foundation
import ResponderDemo
import ResponderKit
import ResponderRecordings
import ResponderSimulator

/// `responderkit lifecycle`: runs a script on a simulated device, and prints the calls that the device's apps get.
struct LifecycleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifecycle",
        abstract: "Runs a script of what is done to a device, and prints what its apps are told, in which state.",
        discussion: """
            A script has a command on each line; a # at the beginning of a word begins a comment, and a word with \
            spaces stands in double quotes, in which \\" \\\\ \\n \\r \\t \\0 and \\u{1B} are characters. Time is \
            virtual: an hour takes no time. After each line the apps do what there is to do.

            Each app has a home on the device's disk: an app writes and reads files there (write, read), a desktop \
            shares its Documents (share), and the disk can be full (fill). With a passcode, files of class complete \
            are locked 10 s after the screen. Unless --root names a folder, the disk is gone when the script is over.

            In the table D is a call of the app's delegate, N a notification, T what becomes of a touch, -> a new \
            state, = a result; the column STATE is what the app is in at that moment.

            A script with lines that are wrong is not run: each is reported, and the status is 65. A line that the \
            device refuses, such as unlock when it is not locked, stands in the table, and the rest is run; the status \
            is then 1.

            Apps on the device, besides those that the script declares:

            \(indented(LifecycleApps.help))

            \(DeviceScript.help)
            """
    )

    @Argument(
        help: "The script, '-' for the standard input (default: a script of every sequence of the life cycle).",
        completion: .file()
    )
    var script: String?

    @Option(
        help: ArgumentHelp("Write the timeline of states as an SVG picture.", valueName: "FILE"),
        completion: .file()
    )
    var svg: String?

    @Option(
        help: ArgumentHelp(
            "Keep the device's files in this folder: another run goes on with them.",
            valueName: "FOLDER"
        ),
        completion: .directory
    )
    var root: String?

    @Flag(help: "Print the table of transitions, and run nothing.")
    var transitions = false

    @Flag(help: "Print one JSON array with an object for each entry of the history.")
    var json = false

    @Flag(help: "Print the script that is run without one, and run nothing.")
    var printScript = false

    @Flag(help: "The device runs one app at a time: an app ends where others enter the background.")
    var noMultitasking = false

    mutating func validate() throws {
        if (transitions || printScript) && (script != nil || svg != nil || json || root != nil)
            || (transitions && printScript)
        {
            throw ValidationError("'--transitions' and '--print-script' run nothing: give each alone.")
        }
    }

    mutating func run() throws {
        if transitions { return print(Transition.text()) }
        if printScript { return print(LifecycleScript.standard) }
        let (name, text) = try read()
        let (svg, json, isMultitasking) = (svg, json, !noMultitasking)
        let disk = try DeviceDisk(root)
        // The tool's main runs on the process's first thread, which is the main actor's.
        let hasRefusals = try MainActor.assumeIsolated {
            let steps: DeviceScript
            do throws(DeviceScript.Problems) {
                steps = try DeviceScript(text, name: name, apps: LifecycleApps.names)
            } catch {
                for problem in error.problems { StandardStreams.report("\(problem)") }
                throw ExitCode(EX_DATAERR)
            }
            let device = SimulatedDevice(isMultitaskingSupported: isMultitasking)
            device.recordsTouches = true
            do throws(DeviceError) {
                try device.attachStorage(at: disk.path)
            } catch {
                StandardStreams.report("\(error)")
                throw ExitCode(EX_CANTCREAT)
            }
            try LifecycleApps.install(on: device)
            var hasRefusals = false
            device.run(steps) { step, error in
                hasRefusals = true
                StandardStreams.report("\(name):\(step.line): refused: \(error)")
            }
            print(json ? HistoryEntries(device.history).json : device.history.table)
            if let svg { try PictureFile.write(device.history.svg(title: "Life of the apps: \(name)"), to: svg) }
            return hasRefusals
        }
        withExtendedLifetime(disk) {}
        if hasRefusals { throw ExitCode.failure }
    }

    /// The script's name and text.
    private func read() throws -> (name: String, text: String) {
        guard let script else { return ("built-in script", LifecycleScript.standard) }
        let name = script == "-" ? "standard input" : script
        let bytes: [UInt8]
        do throws(RecordingError) {
            bytes =
                script == "-"
                ? try RecordingFile.read(STDIN_FILENO, named: name, limit: Self.longestScript)
                : try RecordingFile.read(script, limit: Self.longestScript)
        } catch {
            StandardStreams.report("\(error)")
            throw ExitCode(EX_NOINPUT)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            StandardStreams.report("\(name): it is no text in UTF-8")
            throw ExitCode(EX_DATAERR)
        }
        return (name, text)
    }

    /// How many bytes a script may have: 64 MiB, some millions of lines.
    private static let longestScript = 1 << 26

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    }
}

/// The array that `--json` prints.
private struct HistoryEntries: Encodable {
    struct Entry: Encodable {
        /// Seconds since the device was made.
        let time: Double
        let app: String?
        let state: String?
        /// `action`, `state`, `call`, `notification`, `snapshot`, `touch`, `end`, `refusal`, `note` or `result`.
        let kind: String
        /// The entry's text, as in the table.
        let text: String
    }

    private let entries: [Entry]

    init(_ history: DeviceHistory) {
        entries = history.entries.map { entry in
            Entry(
                time: Double(entry.time.nanoseconds) / 1e9,
                app: entry.app,
                state: entry.state?.description,
                kind: entry.kind.name,
                text: entry.text
            )
        }
    }

    func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}

extension DeviceHistory.Kind {
    fileprivate var name: String {
        switch self {
        case .action: "action"
        case .entered: "state"
        case .call: "call"
        case .post: "notification"
        case .snapshot: "snapshot"
        case .touch: "touch"
        case .ended: "end"
        case .refused: "refusal"
        case .note: "note"
        case .result: "result"
        }
    }
}
