import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("What changed between two runs")
struct CompareTests {
    /// A run of two workloads: one with a floor, and one without.
    private func run(
        own: [Double] = [20, 20, 20, 20, 20],
        floor: [Double] = [10, 10, 10, 10, 10],
        alone: [Double] = [100, 101, 102, 103, 104]
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
        let slow = run(own: [40, 40, 40, 40, 40], floor: [20, 20, 20, 20, 20])
        #expect(changed(run(), slow).isEmpty)
        #expect(changed(run(), run(alone: [200, 202, 204, 206, 208])) == ["updates/mark 2.00"])
    }

    @Test("A row changed where its ratio to the reference did")
    func ratio() {
        #expect(changed(run(), run(own: [30, 30, 30, 30, 30])) == ["loop/turn 1.50"])
        #expect(changed(run(), run(own: [10, 10, 10, 10, 10])) == ["loop/turn 0.50"])
        // The reference's own row is not told of, since it is what the others are measured by.
        #expect(changed(run(), run(floor: [20, 20, 20, 20, 20])) == ["loop/turn 0.50"])
    }

    @Test("A row did not change where the middle halves of both runs overlap, or the medians are near each other")
    func spread() {
        #expect(changed(run(), run(own: [19, 20, 25, 30, 30])).isEmpty)
        #expect(changed(run(own: [15, 15, 22, 25, 25]), run(own: [24, 24, 26, 28, 28])).isEmpty)
        #expect(changed(run(), run(own: [20.9, 20.9, 20.9, 20.9, 20.9])).isEmpty)
        #expect(changed(run(), run(own: [20.9, 20.9, 20.9, 20.9, 20.9]), threshold: 0.04) == ["loop/turn 1.04"])
    }

    @Test("The greatest change stands first, and half is as great as twice")
    func order() {
        let after = run(own: [7, 7, 7, 7, 7], alone: [200, 202, 204, 206, 208])
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

    /// ResponderKit's row of timers that are compared with another subject, and the rows of some subjects.
    private func timers(_ own: Double, against reference: Subject, _ others: [Subject: Double]) -> BenchResults {
        func rounds(_ value: Double) -> [Double] { [Double](repeating: value, count: 5) }
        let verdict = others[reference].map {
            Verdict(rounds(own), reference: rounds($0), named: reference.rawValue)
        }
        let rows = others.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            BenchResults.Row.made("timers/add-1000", $0, rounds($1))
        }
        return .made([.made("timers/add-1000", .responderKit, rounds(own), verdict: verdict)] + rows)
    }

    @Test("A row in another unit, or against a reference that only one run has, is named as not comparable")
    func otherMeasurement() {
        let unit = BenchResults.made([.made("updates/mark", .responderKit, [5, 5, 5, 5, 5], unit: "us/view")])
        let units = RunComparison(run(), unit, threshold: 0.05)
        #expect(units.compared == 0 && units.changes.isEmpty)
        #expect(units.incomparable.map(\.reason) == ["the unit was ns/event, and is us/view"])

        let libev = timers(20, against: .libev, [.libev: 10])
        let libevent = timers(40, against: .libevent, [.libevent: 10])
        let references = RunComparison(libev, libevent, threshold: 0.05)
        #expect(references.compared == 0 && references.changes.isEmpty)
        #expect(
            CompareReport(references, libev, libevent).text.contains(
                """
                Not comparable:
                  timers/add-1000, ResponderKit, time: it was compared with libev, and is with libevent
                """
            )
        )
        let none = timers(20, against: .libev, [:])
        #expect(
            RunComparison(none, libev, threshold: 0).incomparable.map(\.reason)
                == ["it was compared with nothing, and is with libev"]
        )
    }

    @Test("A row whose reference took part in one run only is compared by one that took part in both")
    func commonReference() {
        let with = timers(20, against: .libev, [.libev: 5, .libevent: 10])
        let without = timers(80, against: .libevent, [.libevent: 20])
        for (before, after, factor) in [(with, without, 2.0), (without, with, 0.5)] {
            let comparison = RunComparison(before, after, threshold: 0.05)
            #expect(comparison.compared == 1 && comparison.incomparable.isEmpty)
            #expect(comparison.changes.map(\.factor) == [factor])
            #expect(comparison.changes.first?.after.reference == "libevent")
        }
    }

    @Test("A row that was 0 is compared with 0 only, since nothing is a multiple of it")
    func zero() {
        func run(_ value: Double) -> BenchResults {
            .made([.made("idle/kiosk", .responderKit, [value], metric: "wake-ups", unit: "a minute")])
        }
        let same = RunComparison(run(0), run(0), threshold: 0.05)
        #expect(same.compared == 1 && same.changes.isEmpty && same.incomparable.isEmpty)
        let more = RunComparison(run(0), run(60), threshold: 0.05)
        #expect(more.compared == 0 && more.incomparable.map(\.reason) == ["it was 0.0, and is 60.0"])
    }

    @Test("A time of fewer than five rounds in either run is named and not compared, and a count is compared")
    func fewRounds() {
        func run(_ value: Double, rounds: Int, metric: String, unit: String) -> BenchResults {
            let values = [Double](repeating: value, count: rounds)
            return .made([.made("a/b", .responderKit, values, metric: metric, unit: unit)])
        }
        func compare(_ first: Int, _ second: Int, metric: String = "time", unit: String) -> RunComparison {
            RunComparison(
                run(1, rounds: first, metric: metric, unit: unit),
                run(2, rounds: second, metric: metric, unit: unit),
                threshold: 0.05
            )
        }
        for (first, second) in [(4, 5), (5, 4), (3, 3)] {
            let few = compare(first, second, unit: "ns/event")
            #expect(few.compared == 0 && few.changes.isEmpty && few.tooFewRounds.map(\.workload) == ["a/b"])
        }
        #expect(compare(3, 3, metric: "cpu", unit: "us").tooFewRounds.count == 1)
        #expect(compare(5, 5, unit: "ns/event").changes.count == 1)
        for (metric, unit) in [("allocated", "B"), ("file", "kB"), ("instructions", "a frame"), ("waits", "a minute")] {
            let counted = compare(1, 3, metric: metric, unit: unit)
            #expect(counted.changes.count == 1 && counted.tooFewRounds.isEmpty, "\(unit)")
        }
        let before = run(1, rounds: 3, metric: "time", unit: "ms")
        #expect(
            CompareReport(RunComparison(before, before, threshold: 0), before, before).text
                == "Too few rounds to compare (a time needs 5):\n  a/b, ResponderKit, time\n\n"
                + "Of 0 rows none changed beyond the spread."
        )
    }

    @Test(
        "What became worse is a regression where it is ResponderKit's own, and none where it is a peer's or a floor's",
        arguments: Subject.allCases
    )
    func regressions(subject: Subject) {
        func run(_ value: Double) -> BenchResults {
            .made([.made("updates/mark", subject, [value, value, value, value, value])])
        }
        let own: [Subject] = [.responderKit, .busyWait, .plainView, .recorded, .shortText]
        let worse = RunComparison(run(1), run(2), threshold: 0.05)
        #expect(worse.changes.count == 1 && worse.regressions.count == (own.contains(subject) ? 1 : 0))
        #expect(RunComparison(run(2), run(1), threshold: 0.05).regressions.isEmpty)
    }

    @Test("`responder-bench compare` says what changed, and fails only with --fail, and only where something got worse")
    func command() async throws {
        let before = try TemporaryFile(".json", containing: run().json)
        let after = try TemporaryFile(".json", containing: run(own: [30, 30, 30, 30, 30]).json)
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
