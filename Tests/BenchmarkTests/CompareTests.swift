import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("What changed between two runs")
struct CompareTests {
    /// A run of two workloads: one with a floor, and one without.
    private func run(
        own: [Double] = [20, 20, 20, 20],
        floor: [Double] = [10, 10, 10, 10],
        alone: [Double] = [100, 101, 102, 103]
    ) -> BenchResults {
        .made([
            .made("loop/turn", .responderKit, own, verdict: Verdict(own, reference: floor, named: "C floor")),
            .made("loop/turn", .cFloor, floor), .made("updates/mark", .responderKit, alone),
        ])
    }

    private func changed(_ before: BenchResults, _ after: BenchResults, threshold: Double = 0.05) -> [String] {
        RunComparison(before, after, threshold: threshold).changes.map { "\($0.row.workload) \($0.factor.fixed(2))" }
    }

    @Test("Two runs do not differ where the whole machine was twice as slow, but for rows without a reference")
    func slowerMachine() {
        let slow = run(own: [40, 40, 40, 40], floor: [20, 20, 20, 20])
        #expect(changed(run(), slow).isEmpty)
        #expect(changed(run(), run(alone: [200, 202, 204, 206])) == ["updates/mark 2.00"])
    }

    @Test("A row changed where its ratio to the reference did")
    func ratio() {
        #expect(changed(run(), run(own: [30, 30, 30, 30])) == ["loop/turn 1.50"])
        #expect(changed(run(), run(own: [10, 10, 10, 10])) == ["loop/turn 0.50"])
        // The reference's own row is not told of, since it is what the others are measured by.
        #expect(changed(run(), run(floor: [20, 20, 20, 20])) == ["loop/turn 0.50"])
    }

    @Test("A row did not change where the middle halves of both runs overlap, or the medians are near each other")
    func spread() {
        #expect(changed(run(), run(own: [19, 20, 30, 30])).isEmpty)
        #expect(changed(run(own: [15, 15, 25, 25]), run(own: [24, 24, 28, 28])).isEmpty)
        #expect(changed(run(), run(own: [20.9, 20.9, 20.9, 20.9])).isEmpty)
        #expect(changed(run(), run(own: [20.9, 20.9, 20.9, 20.9]), threshold: 0.04) == ["loop/turn 1.04"])
    }

    @Test("The greatest change stands first, and half is as great as twice")
    func order() {
        let after = run(own: [7, 7, 7, 7], alone: [200, 202, 204, 206])
        #expect(changed(run(), after) == ["loop/turn 0.35", "updates/mark 2.00"])
        #expect(changed(after, run()) == ["loop/turn 2.86", "updates/mark 0.50"])
    }

    @Test("Rows that only one of the runs has are listed, and not compared")
    func newAndGone() {
        let more = BenchResults.made(run().rows + [.made("loop/turn", .qt, [900], size: 3)])
        let grown = RunComparison(run(), more, threshold: 0.05)
        #expect(grown.added == [BenchResults.Row.Key(workload: "loop/turn", subject: "Qt", metric: "time", size: 3)])
        #expect(grown.gone.isEmpty && grown.changes.isEmpty && grown.compared == 2)
        let shrunk = RunComparison(more, run(), threshold: 0.05)
        #expect(shrunk.gone == grown.added && shrunk.added.isEmpty)
        #expect(CompareReport(grown, run(), more).text.contains("Only in the second run:\n  loop/turn, Qt, time at 3"))
    }

    @Test("A row in another unit, or against another reference, is not compared")
    func otherMeasurement() {
        let own = [20.0, 20]
        let libevent = BenchResults.made([
            .made("loop/turn", .responderKit, own, verdict: Verdict(own, reference: [1, 1], named: "libevent")),
            .made("updates/mark", .responderKit, [5, 5], unit: "us/view"),
        ])
        let comparison = RunComparison(run(), libevent, threshold: 0.05)
        #expect(comparison.compared == 0 && comparison.changes.isEmpty)
    }

    @Test("What became worse is a regression where it is ResponderKit's own, and none where it is a peer's")
    func regressions() {
        func run(_ subject: Subject, _ value: Double) -> BenchResults {
            .made([.made("updates/mark", subject, [value, value])])
        }
        func count(_ subject: Subject, _ before: Double, _ after: Double) -> Int {
            RunComparison(run(subject, before), run(subject, after), threshold: 0.05).regressions.count
        }
        #expect(count(.responderKit, 1, 2) == 1 && count(.responderKit, 2, 1) == 0)
        #expect(count(.libuv, 1, 2) == 0 && count(.cFloor, 1, 2) == 0)
    }

    @Test("`responder-bench compare` says what changed, and fails only with --fail, and only where something got worse")
    func command() async throws {
        let before = try TemporaryFile(".json", containing: run().json)
        let after = try TemporaryFile(".json", containing: run(own: [30, 30, 30, 30]).json)
        let worse = try await ChildProcess.run("responder-bench", ["compare", before.path, after.path])
        #expect(worse.status == 0 && worse.errors.isEmpty)
        #expect(worse.output.contains("| loop/turn | ResponderKit | time   |   2.00 |  3.00 | x the floor |  +50 % |"))
        #expect(worse.output.hasSuffix("\nOf 2 rows 1 changed beyond the spread: 1 cost more, 0 less.\n"))
        let failed = try await ChildProcess.run("responder-bench", ["compare", before.path, after.path, "--fail"])
        #expect(failed.status == 1 && failed.output == worse.output)
        let better = try await ChildProcess.run("responder-bench", ["compare", after.path, before.path, "--fail"])
        #expect(better.status == 0 && better.output.contains("-33 %"))
        let same = try await ChildProcess.run("responder-bench", ["compare", after.path, after.path, "--fail"])
        #expect(same.status == 0 && same.output == "Of 2 rows none changed beyond the spread.\n")
        let negative = try await ChildProcess.run(
            "responder-bench",
            ["compare", after.path, after.path, "--threshold=-1"]
        )
        #expect(negative.status == 64 && negative.errors.hasPrefix("Error: --threshold must be 0 per cent or more"))
    }
}
