import Foundation
import TestSupport

/// The command-line tool, run as a user would run it.
enum Tool {
    /// Runs the tool to its end; by a shell's commands if they are given, in which it is `"$@"`.
    static func run(_ arguments: [String], shell: String? = nil) async throws -> ChildProcess {
        try await ChildProcess.run("responderkit", arguments, shell: shell)
    }

    /// It stands beside the executable of the tests.
    static var executable: URL {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("responderkit")
        }
    }
}

/// What `responderkit replay --json` prints.
struct ReplayNumbers: Decodable {
    let events: Int
    let frames: Int
    let contacts: Int
    let maxFingers: Int
    let dropped: Int
    let dispatches: Int
    let began: Int
    let ended: Int
    let cancelled: Int

    init(_ tool: ChildProcess) throws {
        self = try JSONDecoder().decode(ReplayNumbers.self, from: Data(tool.output.utf8))
    }
}
