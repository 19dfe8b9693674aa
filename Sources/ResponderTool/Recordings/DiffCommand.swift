import ArgumentParser
import ResponderDemo
import ResponderKit
internal import ResponderSupport

/// `responderkit diff`: compares two recordings of an app.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two recordings of an app, and prints the first turn in which the app did something else.",
        discussion: """
            Recordings are made by RESPONDERKIT_RECORDING=FILE PROGRAM. The status is 0 if the app did the same in \
            both, as far as both have the same turns, and 1 if it did not.
            """
    )

    @Argument(help: "The first recording.", completion: .file())
    var first: String

    @Argument(help: "The second recording.", completion: .file())
    var second: String

    mutating func run() throws {
        let recordings = [try SessionRecording(contentsOfFile: first), try SessionRecording(contentsOfFile: second)]
        if let difference = recordings[0].difference(from: recordings[1]) {
            let legend = "- is in \(first), + is in \(second)"
            print(difference.text(legend: legend.inOneLine()).escapedByLine)
            throw ExitCode(1)
        }
        let summaries = recordings.map(\.summary)
        let turns = summaries.map { $0.turnsGone..<$0.turnsGone + $0.turns }
        let common = turns[0].clamped(to: turns[1]).count
        guard common > 0 else {
            print("no turn is in both recordings, since the beginning of one is gone")
            throw ExitCode(1)
        }
        print("the same in \(common) turns; the recordings have \(turns[0].count) and \(turns[1].count)")
    }
}
