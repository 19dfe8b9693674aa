import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("responder-bench")
struct MeasureTests {
    @Test("`responder-bench` lists its workloads, a name and what it is in a line each")
    func list() async throws {
        let bench = try await ChildProcess.run("responder-bench", ["--list"])
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let lines = bench.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        // Names that others rely on.
        let expected = [
            "touch/frame-1", "touch/frame-2", "touch/frame-10", "touch/turn-1", "touch/turn-2", "touch/turn-10",
            "panel/turn-2", "panel/turn-10", "panel/queue",
            "dispatch/sequence-hit", "dispatch/sequence-hit-reading", "dispatch/sequence-chain-12",
            "dispatch/sequence-chain-128", "dispatch/hit-test-34", "dispatch/hit-test-10000", "end-to-end/threads",
            "port/threads", "port/one-way-1khz", "loop/source", "loop/post", "loop/turn", "fds/1000-1", "fds/1000-100",
            "timers/lateness-1ms",
        ]
        let timers = ["add", "cancel", "fire", "rearm"].flatMap { operation in
            [1_000, 100_000, 1_000_000].map { "timers/\(operation)-\($0)" }
        }
        #expect(Set(lines.compactMap(\.first)).isSuperset(of: expected + timers))
        #expect(lines.allSatisfy { $0.count == 2 && !$0[1].trimmingCharacters(in: .whitespaces).isEmpty })
    }

    private func rows(_ bench: ChildProcess) throws -> [BenchResults.Row] {
        try BenchResults(json: Data(bench.output.utf8), path: "standard output").rows
    }

    @Test(
        "`responder-bench` prints JSON with a row for each subject, and nothing on a standard error that is no terminal"
    )
    func json() async throws {
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--json", "--filter", "dispatch/hit-test-34"]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let rows = try rows(bench)
        #expect(rows.map(\.subject) == ["ResponderKit", "C floor"])
        for row in rows {
            #expect(row.workload == "dispatch/hit-test-34" && row.metric == "time" && row.unit == "ns/hit-test")
            #expect(row.runs == 3 && row.min > 0 && row.min <= row.median && row.median <= row.max)
            #expect(row.values.count == 3 && row.verdict?.reference == (row.subject == "C floor" ? nil : "C floor"))
        }
    }

    @Test("`responder-bench` writes a results file with the machine, the versions and the workload's job")
    func resultsFile() async throws {
        let output = TemporaryFile(".json")
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--json", "--filter", "dispatch/hit-test-34", "--output", output.path]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty && bench.output.isEmpty)
        let results = try BenchResults(contentsOf: output.path)
        #expect(results.machine == .current)
        #expect(results.summaries == ["dispatch/hit-test-34": "a hit-test that passes 34 views"])
        for name in ["ResponderKit", "Swift", "clang", "libevent"] {
            #expect(results.versions[name]?.contains(/[0-9]+\.[0-9]+/) ?? false, "\(name)")
        }
    }

    @Test("`responder-bench` prints the rows as CSV")
    func csv() async throws {
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--csv", "--filter", "dispatch/hit-test-34"]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let records = bench.output.split(whereSeparator: \.isNewline)
        #expect(records.count == 3 && records[1].hasPrefix("dispatch/hit-test-34,ResponderKit,time,ns/hit-test,,"))
    }

    @Test(
        "`responder-bench` has each subject of timers do its job, with one workload alone",
        arguments: ["add", "cancel", "fire", "rearm"]
    )
    func timers(operation: String) async throws {
        let name = "timers/\(operation)-1000"
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--json", "--exact", "--filter", name]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let rows = try rows(bench)
        #expect(rows.map(\.subject) == ["ResponderKit", "libevent"])
        for row in rows { #expect(row.workload == name && row.unit == "ns/timer" && row.runs == 3 && row.min > 0) }
    }

    @Test(
        "`responder-bench` has each subject take frames, asleep and awake",
        arguments: [("frame", ["time", "cpu"]), ("turn", ["time"])]
    )
    func frames(kind: String, metrics: [String]) async throws {
        let name = "touch/\(kind)-2"
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--json", "--exact", "--filter", name]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let rows = try rows(bench)
        let subjects = ["ResponderKit", "C floor", "libevent"]
        #expect(rows.map(\.subject) == metrics.flatMap { _ in subjects })
        #expect(rows.map(\.metric) == metrics.flatMap { metric in subjects.map { _ in metric } })
        for row in rows { #expect(row.workload == name && row.unit == "ns/frame" && row.runs == 3 && row.min > 0) }
    }

    @Test("`responder-bench` feeds a row of the dispatch through the port, and prints a table")
    func table() async throws {
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--filter", "dispatch/sequence-chain-12"]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let lines = bench.output.split(separator: "\n")
        // A head, a rule, and two subjects of two workloads, of which one's name begins with the other's.
        #expect(lines.count == 6 && lines.allSatisfy { $0.hasPrefix("|") && $0.count == lines[0].count })
        #expect(lines[0].contains("workload") && lines[0].contains("verdict"))
    }

    @Test(
        "`responder-bench` takes options that mean nothing for an error, and names them",
        arguments: [
            ["--list", "--json"], ["--csv", "--list"], ["--output", "rows", "--list"], ["--json", "--csv"],
            ["guard", "--events", "0"], ["drive", "moved", "--events", "0"],
            ["guard", "--filter", "none"], ["guard", "--filter", "moved", "--update"],
            ["idle", "--tick", "0"], ["instructions", "--events", "0"], ["drive", "moved", "--subject", "libevent"],
        ]
    )
    func senselessOptions(arguments: [String]) async throws {
        let bench = try await ChildProcess.run("responder-bench", arguments)
        #expect(bench.status == 64 && bench.output.isEmpty)
        let named: Set = ["--json", "--csv", "--output", "--events", "--filter", "--tick", "--subject"]
        let option = arguments.first(where: named.contains) ?? ""
        #expect(bench.errors.hasPrefix("Error: \(option)"))
    }

    @Test(
        "`responder-bench` names a workload that failed and ends with status 1, and keeps a file where no row is left"
    )
    func failingWorkload() async throws {
        let output = try TemporaryFile(".json", containing: "an earlier run")
        // A thousand pipes need more descriptors than that.
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["--quick", "--no-peers", "--json", "--filter", "fds/", "--output", output.path],
            shell: "ulimit -n 100 && \"$@\""
        )
        #expect(bench.status == 1 && bench.output.isEmpty)
        let lines = bench.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("error: fds/1000-1: "))
        #expect(lines.last?.hasPrefix("error: fds/1000-100: ") == true)
        #expect(try output.text == "an earlier run")
    }

    @Test("`responder-bench` takes a prefix that no workload has for an error, and names those there are")
    func unknownFilter() async throws {
        let bench = try await ChildProcess.run("responder-bench", ["--filter", "dispatch/sequense"])
        #expect(bench.status != 0 && bench.output.isEmpty)
        for prefix in ["touch/", "dispatch/", "end-to-end/", "port/", "loop/", "fds/", "timers/"] {
            #expect(bench.errors.contains(prefix))
        }
    }
}
