import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("A results file")
struct ResultsFileTests {
    private var results: BenchResults {
        var measured = WorkloadResult(workload: "touch/turn-2", references: [.cFloor])
        for round in 1...5 {
            measured.add(Measurement("time", "ns/frame", 300 + Double(round) / 3), of: .responderKit)
            measured.add(Measurement("time", "ns/frame", 150), of: .cFloor)
            for size in [1, 128] { measured.add(Measurement("time", "ns/frame", Double(size), size: size), of: .qt) }
        }
        return .made(measured.rows, summaries: ["touch/turn-2": "a \"frame\""], versions: ["Qt": "6.4.2"])
    }

    @Test("Results that were written as JSON are the same when they are read")
    func roundTrip() throws {
        let results = results
        let read = try BenchResults(json: Data(try results.json.utf8), path: "results.json")
        #expect(read == results)
        #expect(read.rows.map(\.size) == [nil, nil, 1, 128])
        #expect(read.rows[0].runs == 5 && read.rows[0].values.count == 5)
        #expect(read.rows[0].verdict?.reference == "C floor" && read.rows[1].verdict == nil)
        #expect(read.rows[0].lowerQuartile < read.rows[0].median)
    }

    @Test("A results file has a line for each row")
    func lines() throws {
        let lines = try results.json.split(separator: "\n")
        #expect(lines.filter { $0.contains("\"workload\":\"touch/turn-2\"") }.count == 4)
    }

    @Test("A row has no verdict in a results file where its reference cost nothing")
    func zeroReference() throws {
        var measured = WorkloadResult(workload: "idle/kiosk", references: [.cFloor])
        measured.add(Measurement("wake-ups", "a minute", 0), of: .responderKit)
        measured.add(Measurement("wake-ups", "a minute", 0), of: .cFloor)
        let results = BenchResults.made(measured.rows)
        #expect(results.rows.allSatisfy { $0.verdict == nil })
        #expect(try BenchResults(json: Data(try results.json.utf8), path: "") == results)
    }

    @Test("A results file that is cut off anywhere is refused in one line that names it, and how to write one")
    func truncated() throws {
        let bytes = Data(try results.json.utf8)
        for length in 0..<bytes.count - 1 {
            let error = #expect(throws: ResultsFileError.self) {
                try BenchResults(json: bytes.prefix(length), path: "cut.json")
            }
            let text = error?.description ?? ""
            #expect(text.hasPrefix("cut.json: it is not whole, or no JSON: "), "\(length)")
            #expect(text.hasSuffix("; `responder-bench --json --output FILE` writes a results file"))
            #expect(!text.contains("\n"))
        }
    }

    @Test(
        "A file that is no results file is refused, with what is wrong and where",
        arguments: [
            ("[]", "it is no results file: it holds no object"),
            ("{}", "it is no results file: it has no \"format\""),
            ("[{\"workload\": \"loop/turn\"}]", "it is no results file: it holds no object"),
            ("{\"format\": \"one\"}", "format has a value of another kind"),
            ("{\"format\": 2}", "it has format 2, and this program reads format 1; measure again"),
            ("{\"format\": 1}", "it is no results file: it has no \"date\""),
            ("\u{0}\u{1}", "it is not whole, or no JSON: "),
        ]
    )
    func noResults(text: String, reason: String) throws {
        let error = #expect(throws: ResultsFileError.self) {
            try BenchResults(json: Data(text.utf8), path: "other.json")
        }
        #expect(error?.description.hasPrefix("other.json: \(reason)") ?? false, "\(String(describing: error))")
        #expect(error?.description.contains("\n") == false)
    }

    @Test("A results file with a row that is damaged is refused with the place of the row")
    func damagedRow() throws {
        let text = try results.json
        func refusal(_ damaged: String) throws -> String {
            #expect(damaged != text)
            let error = #expect(throws: ResultsFileError.self) {
                try BenchResults(json: Data(damaged.utf8), path: "damaged.json")
            }
            return error?.description ?? ""
        }
        #expect(
            try refusal(text.replacing("\"median\":150", with: "\"median\":\"\u{1B}[2J\""))
                .hasPrefix("damaged.json: rows[1].median has a value of another kind; ")
        )
        #expect(
            try refusal(text.replacing("\"runs\":5,", with: "")).hasPrefix("damaged.json: rows[0] has no \"runs\"; ")
        )
        #expect(
            try refusal(text.replacing("[150,150,150,150,150]", with: "[]"))
                .hasPrefix("damaged.json: \"touch/turn-2\" has a row without values; ")
        )
    }

    @Test("Numbers that no machine measures make a report of a results file, and no trap")
    func absurdNumbers() throws {
        let values = [Double.leastNonzeroMagnitude, 1e-300, -1, 0, 1e300, 1.7e308]
        let rows = values.flatMap { value in
            Subject.allCases.prefix(3).flatMap { subject in
                [
                    BenchResults.Row.made("a/b", subject, [value, value / 2], metric: "p50"),
                    .made("a/b", subject, [value], metric: "p99.9"), .made("loop/turn", subject, [value]),
                    .made("growth/x", subject, [value], size: Int.min), .made("growth/x", subject, [1], size: Int.max),
                    .made("growth/x", subject, [value], size: 0),
                ]
            }
        }
        let results = BenchResults.made(rows)
        let read = try BenchResults(json: Data(try results.json.utf8), path: "")
        #expect(HTMLReport(results: read).text.hasSuffix("</html>"))
        #expect(!ResultsPage(results: read).text.isEmpty)
        #expect(RunComparison(read, read, threshold: 0).changes.isEmpty)
    }

    @Test(
        "A file that cannot be read is named with the reason",
        arguments: ["/nowhere/results.json", "/", "/dev/null"]
    )
    func unreadable(path: String) async throws {
        for arguments in [["report", path, "--output", "/dev/null"], ["readme", path], ["results", path]] {
            let bench = try await ChildProcess.run("responder-bench", arguments)
            #expect(bench.status == 1 && bench.output.isEmpty)
            #expect(bench.errors.hasPrefix("Error: \(path): it cannot be read: "))
        }
    }
}
