import Foundation
import TestSupport
import Testing

@Suite("responderkit run")
struct RunTests {
    @Test("`run --help` and `help run` show every option")
    func help() async throws {
        for arguments in [["run", "--help"], ["run", "-h"], ["help", "run"], ["run", "x", "--help"]] {
            let tool = try await Tool.run(arguments)
            #expect(tool.status == 0)
            #expect(tool.output.contains("USAGE: responderkit run [OPTION…] FILE…"), "\(arguments)")
            for option in ["--filter TEXT", "--jobs N", "--junit FILE", "--shard I/N", "--svg DIR", "--update"] {
                #expect(tool.output.contains("  \(option) "), "\(arguments)")
            }
        }
    }

    @Test("`run` ends with the statuses of the tool for wrong arguments and missing files")
    func statuses() async throws {
        let file = try TemporaryFile(".txt", containing: "")
        let folder = TemporaryFolder()
        let runs: [(arguments: [String], status: Int32, error: String)] = [
            ([], EX_USAGE, "responderkit run: name a file or a folder of scenarios; see 'responderkit run --help'"),
            (
                ["--shrad", "1/2"], EX_USAGE,
                "responderkit run: there is no option \"--shrad\"; did you mean --shard?; see 'responderkit run --help'"
            ),
            (["/no/such"], EX_NOINPUT, "/no/such: it cannot be read: No such file or directory"),
            (
                [folder.path], EX_NOINPUT,
                "\(folder.path): there is no scenario: no file *.json, *.yaml or *.yml"
            ),
            ([file.path, "--junit", "/no/x"], EX_CANTCREAT, "/no/x: cannot be written: No such file or directory"),
        ]
        for run in runs {
            let tool = try await Tool.run(["run"] + run.arguments)
            #expect(tool.status == run.status)
            #expect(tool.errors == run.error + "\n")
            #expect(tool.output.isEmpty)
        }
    }

    @Test("`run` names each file that is no scenario, and goes on")
    func unreadable() async throws {
        let first = try TemporaryFile(".json", containing: "{")
        let second = try TemporaryFile(".json", containing: "[")
        let tool = try await Tool.run(["run", first.path, second.path, "--jobs", "2"])
        #expect(tool.status == 1)
        #expect(tool.output.contains("\(first.path):1:") && tool.output.contains("\(second.path):1:"))
        #expect(tool.output.contains("\n0 passed, 2 failed in "))
    }

    @Test("`run` shows its progress in a terminal in one line, which is gone at the end")
    func progress() throws {
        let files = try (0..<3).map { _ in try TemporaryFile(".json", containing: "{") }
        let terminal = try PseudoTerminal(["run", "--jobs", "1"] + files.map(\.path), columns: 200, rows: 24)
        #expect(try terminal.waitForEnd() == .exited(1))
        let lines = terminal.screen.text.split(separator: "\n").map { $0.trimmingPrefix(" ") }
        let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
        #expect(filled.last?.hasPrefix("0 passed, 3 failed in ") == true, "\(filled)")
        #expect(!terminal.screen.text.contains("/3, "))
    }
}
