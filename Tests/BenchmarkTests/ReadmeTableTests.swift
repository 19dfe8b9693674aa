import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("The tables of the pages")
struct ReadmeTableTests {
    private func row(_ workload: String, _ subject: Subject, _ value: Double, _ unit: String) -> BenchResults.Row {
        .made(workload, subject, [value, value, value], unit: unit)
    }

    private var results: BenchResults {
        .made(
            [
                row("touch/turn-2", .responderKit, 343.4, "ns/frame"), row("touch/turn-2", .cFloor, 171.7, "ns/frame"),
                row("scroll/list", .responderKit, 1_904, "ns/frame"), row("scroll/list", .qt, 9_520, "ns/frame"),
                row("loop/post", .responderKit, 39.4, "ns/post"), row("loop/post", .libevent, 17.1, "ns/post"),
                row("loop/post", .dispatch, 98.5, "ns/post"),
            ],
            versions: ["Swift": "6.3.1", "libevent": "2.1.12", "ResponderKit": "1.0.0"]
        )
    }

    @Test("The table of README.md has a row for each event and each that it is compared with")
    func readme() {
        let frame = "a frame of 2 fingers, sent, dispatched and handled in a turn"
        #expect(
            ReadmeTable(results).markdown == """
                | what | ResponderKit | compared with | ratio |
                |---|---:|---|---:|
                | \(frame) | 343 ns | C program, no responders | 2.0 |
                | a frame of a dragged list of 100,000 rows | 1,900 ns | Qt | 0.2 |
                | a closure posted to the loop, and run | 39 ns | libevent's event | 2.3 |
                | the same | | Dispatch | 0.4 |
                """
        )
    }

    @Test("A row of README.md names its event where the peer before it was not measured")
    func missingPeer() {
        let others = BenchResults.made(results.rows.filter { $0.subject != "libevent" })
        #expect(
            ReadmeTable(others).markdown.hasSuffix("| a closure posted to the loop, and run | 39 ns | Dispatch | 0.4 |")
        )
    }

    @Test("`responder-bench readme` refuses a results file that lacks rows of the table, and names them and a remedy")
    func lackingRow() async throws {
        func bench(_ rows: [BenchResults.Row]) async throws -> (bench: ChildProcess, path: String) {
            let file = try TemporaryFile(".json", containing: BenchResults.made(rows).json)
            return (try await ChildProcess.run("responder-bench", ["readme", file.path]), file.path)
        }
        let rows = ReadmeTable.needed.map {
            BenchResults.Row(workload: $0.workload, subject: $0.subject, metric: $0.metric, unit: "ns", values: [2, 2])
        }
        let whole = try await bench(rows)
        #expect(whole.bench.status == 0 && whole.bench.errors.isEmpty)
        let lines = whole.bench.output.split(separator: "\n").filter { $0.hasPrefix("| ") }
        // One of the events is compared with two others, and the first line is the head.
        #expect(lines.count == ReadmeTable.workloads.count + 2)

        let lacking = rows.filter { ($0.workload, $0.subject) != ("gestures/pan", "Qt") && $0.workload != "loop/turn" }
        let refused = try await bench(lacking)
        #expect(refused.bench.status == 1 && refused.bench.output.isEmpty)
        let others = "ResponderKit in loop/turn, libevent in loop/turn"
        #expect(
            refused.bench.errors
                == "Error: \(refused.path): it lacks rows of README.md's table: Qt in gestures/pan, \(others); "
                + "`make bench-report` measures all workloads, with the peers\n"
        )
    }

    @Test("Each row of README.md is one that is measured")
    func known() {
        let names = Set(Workload.all.map(\.name))
        #expect(ReadmeTable.workloads.allSatisfy(names.contains))
    }

    @Test("RESULTS.md has all rows, and the machine and the versions in its last lines")
    func resultsPage() async throws {
        let file = try TemporaryFile(".json", containing: results.json)
        let bench = try await ChildProcess.run("responder-bench", ["results", file.path])
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let lines = bench.output.split(separator: "\n")
        #expect(lines.first == "# What an event costs: a whole run")
        #expect(lines.filter { $0.hasPrefix("| ") }.count == 1 + results.rows.count)
        #expect(bench.output.contains("one run on a virtual machine with 2 processors (A Fast One), Debian 12"))
        #expect(bench.output.hasSuffix("Swift 6.3.1 and libevent 2.1.12.\n"))
    }

    @Test("A curve is in the table of growth of RESULTS.md, with its exponent")
    func growth() {
        let rows = [1, 10, 100].map { BenchResults.Row.made("growth/rows", .responderKit, [Double($0)], size: $0) }
        let text = ResultsPage(results: .made(rows)).text
        #expect(
            text.contains(
                "| growth/rows | ResponderKit | time   |     1 |   1.00 |      100 |    100 | ns/event | n^1.00"
            )
        )
    }

    @Test("Names from a results file break no table", arguments: ["a|b", "a\nb", "a\r\n| b |"])
    func hostileNames(name: String) {
        let text = TableReport([BenchResults.Row(workload: name, subject: name, metric: "m", unit: "u", values: [1])])
            .text
        #expect(text.split(whereSeparator: \.isNewline).count == 3)
        let bars = text.split(separator: "\n").map { $0.replacing("\\|", with: "").filter { $0 == "|" }.count }
        #expect(Set(bars) == [9])
    }

    @Test("A machine is what the kernel tells of it, and a lack of words is no fault")
    func machine() {
        let machine = results.machine
        #expect(machine.processor == "A Fast One" && machine.system == "Debian 12" && machine.isVirtual)
        #expect(machine.memory == 2 << 30)
        let unknown = Machine(
            cpuinfo: "\u{0}:::\n",
            meminfo: "MemTotal: lots",
            release: "=",
            vendor: "QEMU",
            architecture: "aarch64",
            kernel: "6.1",
            processors: 1
        )
        #expect(unknown.processor == "aarch64" && unknown.memory == 0 && unknown.isVirtual)
        #expect(Machine.current.processors > 0 && Machine.current.memory > 0)
    }
}
