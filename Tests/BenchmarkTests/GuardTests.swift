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
        let bounds = GuardBounds(around: ["moved": [retains: 1000, instructions: 300]], compiler: "any")
        func violations(_ retainCount: Double, _ instructionCount: Double) -> Int {
            bounds.violations(by: ["moved": [retains: retainCount, instructions: instructionCount]]).count
        }
        #expect(violations(1000, 300) == 0 && violations(1199, 308) == 0)
        #expect(violations(1_001_000, 300) == 1 && violations(1000, 312) == 1 && violations(1_001_000, 360) == 2)
        #expect(violations(0, 300) == 1 && violations(1000, 280) == 1)
        #expect(bounds.violations(by: ["new": [retains: 0]]) == ["new: \(retains): no bounds are known for it"])
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
        for (workload, ranges) in bounds.workloads { #expect(Set(ranges.keys) == numbers, "\(workload)") }
    }
}
