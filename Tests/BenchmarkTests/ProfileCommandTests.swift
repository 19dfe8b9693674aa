import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("The commands of make profile")
struct ProfileCommandTests {
    private func report(_ profile: String, _ more: [String] = [], shell: String? = nil) async throws -> ChildProcess {
        let file = try TemporaryFile(".txt", containing: profile)
        let arguments = ["profile-report", "--perf", file.path, "--title", "a test"] + more
        return try await ChildProcess.run("responder-bench", arguments, shell: shell)
    }

    private let sample = "7/7\n\t4f $s12ResponderKit11ApplicationC9sendEventyyAA0E0CF (/tmp/p)\n\n"

    @Test("A profile's report prints a table with demangled names, and writes the picture")
    func both() async throws {
        let picture = TemporaryFile(".svg")
        let bench = try await report(sample, ["--svg", picture.path])
        #expect(bench.status == 0 && bench.errors.isEmpty)
        #expect(bench.output.contains("\n 100.0         100.0  ResponderKit  Application.sendEvent(_:)\n"))
        #expect(bench.output.hasSuffix("Flame graph: \(picture.path)\n"))
        let svg = try String(contentsOfFile: picture.path, encoding: .utf8)
        #expect(svg.hasSuffix("</svg>\n") && svg.contains(">Application.sendEvent(_:)</text>"))
    }

    @Test("A profile's report says where the profile is empty, or has nothing of what is asked for")
    func empty() async throws {
        let picture = TemporaryFile(".svg")
        let empty = try await report("", ["--svg", picture.path])
        #expect(empty.status == 1 && empty.output.isEmpty)
        #expect(empty.errors.hasPrefix("Error: the profile holds no samples"))
        let outside = try await report(sample, ["--svg", picture.path, "--root", "guardMeasured"])
        #expect(outside.status == 1 && outside.errors.contains("none of the 1 samples is inside guardMeasured"))
    }

    @Test(
        "A profile's report names a picture that cannot be written",
        arguments: ["/proc/picture.svg", "/", "/dev/null/picture.svg"]
    )
    func unwritable(path: String) async throws {
        let bench = try await report(sample, ["--svg", path])
        #expect(bench.status == 1 && bench.output.isEmpty)
        #expect(bench.errors.hasPrefix("Error: \(path): cannot be written: "))
    }

    @Test("A profile's report fails where the table is lost on a full disk")
    func fullDisk() async throws {
        let picture = TemporaryFile(".svg")
        let bench = try await report(sample, ["--svg", picture.path], shell: "\"$@\" >/dev/full")
        #expect(bench.status == 1 && bench.errors.hasPrefix("Error: standard output: cannot be written: "))
    }

    @Test("`responder-bench perform` names the workloads that there are, where another is asked for")
    func unknownWorkload() async throws {
        let bench = try await ChildProcess.run("responder-bench", ["perform", "--check", "touch-turn-3"])
        #expect(bench.status == 64 && bench.output.isEmpty)
        #expect(bench.errors.hasPrefix("Error: no workload is named 'touch-turn-3'"))
        for name in GuardWorkload.allCases.map(\.rawValue) + Workload.all.map(\.name) {
            #expect(bench.errors.contains(name))
        }
    }

    @Test(
        "`responder-bench perform` performs a little of a workload and of a row",
        arguments: ["turn", "dispatch/hit-test-34"]
    )
    func little(workload: String) async throws {
        let bench = try await ChildProcess.run("responder-bench", ["perform", "--little", workload])
        #expect(bench.status == 0 && bench.output.isEmpty && bench.errors.isEmpty)
    }

    @Test("`responder-bench perform` performs a workload until its time is over")
    func seconds() async throws {
        for workload in ["turn", "dispatch/hit-test-34"] {
            let bench = try await ChildProcess.run("responder-bench", ["perform", "--seconds", "0.01", workload])
            #expect(bench.status == 0 && bench.output.isEmpty && bench.errors.isEmpty)
        }
    }

    @Test(
        "`responder-bench perform` names the subjects of a workload, where another is asked for",
        arguments: ["turn", "dispatch/hit-test-34"]
    )
    func unknownSubject(workload: String) async throws {
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["perform", "--little", "--subject", "Foundation", workload]
        )
        #expect(
            bench.status == 1 && bench.errors.hasPrefix("Error: the subject of \(workload) is one of 'ResponderKit'")
        )
    }
}
