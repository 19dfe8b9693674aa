import ArgumentParser
import ResponderDemo
import ResponderKit

/// `responderkit diff`: compares two recordings of an app.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two recordings of an app, and prints the first turn in which the app did something else.",
        discussion: """
            Recordings are made by RESPONDERKIT_RECORDING=FILE PROGRAM. The status is 0 if the app did the same in \
            both, as far as the shorter one goes, and 1 if it did not.
            """
    )

    @Argument(help: "The first recording.", completion: .file())
    var first: String

    @Argument(help: "The second recording.", completion: .file())
    var second: String

    mutating func run() throws {
        let recordings = [try SessionRecording(contentsOfFile: first), try SessionRecording(contentsOfFile: second)]
        guard let difference = recordings[0].difference(from: recordings[1]) else {
            let turns = recordings.map(\.summary.turns)
            let common = min(turns[0], turns[1])
            return print("the same in \(common) turns; the recordings have \(turns[0]) and \(turns[1])")
        }
        print("\(difference)".escapedByLine)
        throw ExitCode(1)
    }
}
