import Foundation
import TestSupport
import Testing

@testable import responder_bench

@Suite("The guard")
struct GuardTests {
    /// What callgrind writes of a program in which `handle` calls those.
    private func profile(_ calls: [(function: String, count: Int)], caller: String = "handle") -> CallgrindProfile {
        let lines = calls.map { "cfn=\($0.function)\ncalls=\($0.count) 0\n0 40" }
        return CallgrindProfile(text: "events: Ir\nfn=\(caller)\n0 7\n\(lines.joined(separator: "\n"))\ntotals: 1234\n")
    }

    @Test(
        "The guard counts the calls of a kind, whichever of its like is called",
        arguments: [
            (CostlyCall.allocation, ["malloc", "calloc", "realloc", "posix_memalign"]),
            (.retain, ["swift_retain", "swift_retain_n", "swift_bridgeObjectRetain"]),
            (.release, ["swift_release", "swift_release'2", "swift_release_n", "swift_bridgeObjectRelease"]),
            (.exclusivityCheck, ["swift_beginAccess"]),
            (.weakLoad, ["swift_weakLoadStrong"]),
            (.isolationCheck, ["swift_task_isCurrentExecutor", "swift_task_isCurrentExecutorWithFlagsImpl"]),
            (.lock, ["pthread_mutex_lock", "pthread_mutex_lock@@GLIBC_2.2.5"]),
        ]
    )
    func kinds(kind: CostlyCall, functions: [String]) {
        let profile = profile(functions.map { ($0, 3) } + [("free", 5), ("swift_endAccess", 5)])
        #expect(profile.instructions == 1234)
        for other in CostlyCall.allCases {
            #expect(profile.calls(of: other) == (other == kind ? 3 * functions.count : 0), "\(other)")
        }
    }

    @Test("The guard counts an aligned allocation once, and not the `malloc` inside it")
    func aligned() {
        #expect(profile([("malloc", 3)], caller: "_mid_memalign.isra.0").calls(of: .allocation) == 0)
    }

    @Test("The guard fails at one call an event, at some more instructions, and at fewer of either than before")
    func bounds() {
        let (retains, instructions) = (GuardBounds.calls(.retain), GuardBounds.instructions)
        let counts = ["moved": [retains: 1000.0, instructions: 300.0]]
        let bounds = GuardBounds(around: counts, growth: [:], compiler: "any")
        func violations(_ retainCount: Double, _ instructionCount: Double) -> Int {
            bounds.violations(by: ["moved": [retains: retainCount, instructions: instructionCount]]).count
        }
        #expect(violations(1000, 300) == 0 && violations(1199, 308) == 0)
        #expect(violations(1_001_000, 300) == 1 && violations(1000, 312) == 1 && violations(1_001_000, 360) == 2)
        #expect(violations(0, 300) == 1 && violations(1000, 280) == 1)
        #expect(bounds.violations(by: ["new": [retains: 0]]) == ["new: \(retains): no bounds are known for it"])
    }

    @Test("The guard fails where a cost grows faster or slower than before, by a twentieth of the exponent")
    func growth() {
        let bounds = GuardBounds(around: [:], growth: ["rows": 0.004, "reload": 1.0], compiler: "any")
        func violations(_ exponent: Double) -> [String] { bounds.violations(byGrowth: ["rows": exponent]) }
        #expect(violations(0).isEmpty && violations(0.049).isEmpty && violations(-0.049).isEmpty)
        #expect(bounds.violations(byGrowth: ["reload": 1.04, "rows": 0]).isEmpty)
        #expect(
            violations(0.97) == [
                "growth/rows: the instructions grow as n^0.97, faster than the n^0.05 that they may grow as at most: "
                    + "a cost that grows more, or a cheaper part that does not grow"
            ]
        )
        #expect(violations(-0.2).count == 1)
        #expect(violations(-0.2)[0].contains("slower than the n^-0.05 expected at least: a gain"))
        #expect(bounds.violations(byGrowth: ["reload": 2, "rows": 1]).count == 2)
        #expect(bounds.violations(byGrowth: ["new": 0]) == ["growth/new: no bounds are known for it"])
    }

    @Test("The guard tells the instructions of the sizes of a curve apart by the functions that measure them")
    func sizesOfCurve() {
        let profile = CallgrindProfile(
            text: """
                events: Ir
                fn=$s15responder_bench16guardMeasuredFewyyF
                31 7
                cfn=perform
                calls=2 10
                +3 400
                fn=perform
                10 900
                fn=$s15responder_bench17guardMeasuredSomeyyF
                * 5
                totals: 1312
                """
        )
        #expect(GrowthCurve.countedFunctions.map(profile.instructions(in:)) == [407, 5, 0])
    }

    @Test("The guard has a curve done as often at each of three sizes", arguments: ["depth-chain", "rows-reload"])
    func grow(name: String) async throws {
        let curve = try #require(GrowthCurve.all.first { $0.name == name })
        let bench = try await ChildProcess.run("responder-bench", ["grow", name])
        #expect(bench.status == 0 && bench.output == "\(3 * curve.counted.events)\n" && bench.errors.isEmpty)
    }

    @Test("Each curve has three sizes for the guard, each several times the one before, and a name of its own")
    func curves() {
        #expect(Set(GrowthCurve.all.map(\.name)).count == GrowthCurve.all.count)
        for curve in GrowthCurve.all {
            let sizes = curve.counted.all
            #expect(sizes.count == 3 && zip(sizes, sizes.dropFirst()).allSatisfy { 4 * $0 <= $1 }, "\(curve.name)")
            #expect(curve.sizes.count >= 4 && curve.sizes == curve.sizes.sorted(), "\(curve.name)")
        }
    }

    @Test("The guard names a file that holds no bounds, before it counts anything", arguments: ["", "{}", nil])
    func noBounds(text: String?) async throws {
        let file = try text.map { try TemporaryFile(".json", containing: $0) } ?? TemporaryFile(".json")
        let bench = try await ChildProcess.run("responder-bench", ["guard", "--events", "1", "--file", file.path])
        #expect(bench.status == 1 && bench.output.isEmpty)
        #expect(bench.errors.hasPrefix("Error: \(file.path): holds no bounds that can be read, so nothing was counted"))
    }

    @Test("The guard has the C programs do what it compares them by", arguments: Subject.allCases)
    func subjects(subject: Subject) async throws {
        let compared = GuardWorkload.allCases.filter { $0.subjects.contains(subject) && $0.row != nil }
        let sent: [GuardWorkload] = [.touchTurn1, .touchTurn2, .touchTurn10]
        let expected: [Subject: [GuardWorkload]] = [
            .responderKit: sent + [.panelTurn2, .panelTurn10], .cFloor: sent + [.panelTurn2, .panelTurn10],
            .libevent: sent,
        ]
        #expect(compared == expected[subject] ?? [])
        for workload in compared {
            #expect(Workload.all.contains { $0.name == workload.row })
            let driven = ["drive", workload.rawValue, "--events", "7", "--subject", subject.rawValue]
            let bench = try await ChildProcess.run("responder-bench", driven)
            #expect(bench.status == 0 && bench.output == "7\n" && bench.errors.isEmpty)
        }
    }

    @Test("The guard has bounds for each of its workloads, and each number of it")
    func file() throws {
        let bounds = try GuardBounds(contentsOf: TouchData.package + "/Benchmarks/guard.json")
        #expect(Set(bounds.workloads.keys) == Set(GuardWorkload.allCases.map(\.rawValue)))
        let numbers = Set(CostlyCall.allCases.map(GuardBounds.calls) + [GuardBounds.instructions])
        #expect(Set(bounds.growth.keys) == Set(GrowthCurve.all.map(\.name)))
        for (workload, ranges) in bounds.workloads { #expect(Set(ranges.keys) == numbers, "\(workload)") }
    }
}
