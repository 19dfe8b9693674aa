import Foundation
import TestSupport
import Testing

@Suite("Each command of responderkit")
struct ExitStatusTests {
    @Test("Each command of responderkit ends with the same status for the same kind of error")
    func statuses() async throws {
        let foreign = try TemporaryFile(".evemu", containing: "foreign\n")
        let file = TemporaryFile(".evemu")
        let sample = TouchData.package + "/Samples/demo.evemu"
        let missing = "/no/such/file"
        let runs: [(status: Int32, arguments: [[String]])] = [
            (
                EX_USAGE,
                [
                    ["replay"], ["explain", sample], ["snapshot"], ["record"], ["lifecycle", "a", "b"], ["demo", "a"],
                    ["devices", "a"], ["record", file.path, "--panel", "a"], ["replay", sample, "--speed", "0"],
                ]
            ),
            (
                EX_DATAERR,
                [
                    ["replay", foreign.path], ["explain", foreign.path, "--at", "1,1"], ["snapshot", foreign.path],
                    ["lifecycle", foreign.path], ["demo", "--replay", foreign.path],
                    ["replay", sample, "--device", missing],
                ]
            ),
            (
                EX_NOINPUT,
                [
                    ["replay", missing], ["explain", missing, "--at", "1,1"], ["snapshot", missing],
                    ["lifecycle", missing], ["demo", "--replay", missing], ["devices", "--folder", missing],
                    ["record", file.path, "--folder", missing], ["record", file.path, "--folder", "/proc/self"],
                    ["record", file.path, "--panel", missing], ["record", file.path, "--panel", "/dev/null"],
                ]
            ),
            (
                EX_CANTCREAT,
                [["record", missing], ["snapshot", sample, "--svg", missing], ["lifecycle", "--svg", missing]]
            ),
        ]
        for run in runs {
            var others: [String] = []
            for arguments in run.arguments {
                let tool = try await Tool.run(arguments)
                if tool.status != run.status { others.append("\(tool.status) \(arguments) \(tool.errors)") }
            }
            #expect(others == [], "\(run.status)")
        }
    }
}
