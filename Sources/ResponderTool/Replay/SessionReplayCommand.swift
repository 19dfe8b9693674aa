import ArgumentParser
import ResponderDemo
import ResponderKit
internal import ResponderSupport

/// What `responderkit replay` does with a recording of an app.
@MainActor
enum SessionReplayCommand {
    /// Replays a recording of the demo, and prints whether the app did the same.
    ///
    /// - Parameters:
    ///   - times: How many times the recording is replayed; all must have the same digest.
    ///   - isJSON: Whether one JSON object is printed.
    /// - Throws: What keeps the recording from being replayed; the status 1 if the app did something else.
    static func run(_ recording: SessionRecording, times: Int, isJSON: Bool) throws {
        let summary = recording.summary
        if !isJSON { print(SessionText(recording, summary).text) }
        var digests: Set<UInt64> = []
        var last: SessionReplay.Result?
        for _ in 0..<times {
            let result = try SessionReplay.run(recording, delegateClass: Demo.delegateClass(of: recording))
            digests.insert(result.digest)
            last = result
            if result.difference != nil { break }
        }
        guard let last else { return }
        if isJSON {
            print(SessionJSON(recording, summary, last, digests: digests.count).json)
        } else {
            let digestCount = digests.count == 1 ? "the same digest" : "several digests"
            let count = times > 1 ? " (\(times) times, \(digestCount))" : ""
            print("\(last)\(last.difference == nil ? count : "")".escapedByLine)
        }
        // What differs was printed.
        if last.difference != nil || digests.count > 1 { throw ExitCode(1) }
    }
}

extension String {
    /// The lines, each safe for a terminal.
    var escapedByLine: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).inOneLine() }.joined(separator: "\n")
    }
}

/// A recording in words.
struct SessionText {
    let text: String

    init(_ recording: SessionRecording, _ summary: SessionRecording.Summary) {
        var lines = [
            "\(recording.file.inOneLine()): \(summary.turns) turns in \(summary.duration), \(summary.frames) frames, "
                + "\(summary.inputs) other inputs" + (summary.isComplete ? "" : ", cut at its end")
        ]
        if recording.isBeginningGone { lines.append("  its beginning is gone: \(summary.turnsGone) turns") }
        for mark in summary.marks {
            lines.append("  marked at \(mark.time), turn \(mark.turn): \(mark.text.inOneLine())")
        }
        for (what, count) in summary.unrecorded.sorted(by: { $0.key < $1.key }) {
            lines.append("  not recorded, \(count) times: \(what.inOneLine())")
        }
        if let fault = summary.fault { lines.append("  it cannot be read further: \(fault.inOneLine())") }
        text = lines.joined(separator: "\n")
    }
}

/// The result of a replay for `--json`.
private struct SessionJSON: Encodable {
    let turns: Int
    let seconds: Double
    let frames: Int
    let isComplete: Bool
    let digest: String
    let digests: Int
    let differsInTurn: Int?

    init(
        _ recording: SessionRecording,
        _ summary: SessionRecording.Summary,
        _ result: SessionReplay.Result,
        digests: Int
    ) {
        turns = result.turns
        seconds = summary.duration / .seconds(1)
        frames = summary.frames
        isComplete = summary.isComplete
        digest = String(result.digest, radix: 16)
        self.digests = digests
        differsInTurn = result.difference?.turn
    }
}
