import Foundation
import TestSupport
import Testing

@testable import responder_bench

@MainActor
@Suite("A row of a whole application")
struct ApplicationRowsTests {
    private func values(_ measurements: [responder_bench.Measurement]) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: measurements.map { ($0.metric, $0.value) })
    }

    @Test("Frames that were due while an earlier one was handled count from the instants at which they were due")
    func coordinatedOmission() throws {
        // One frame a millisecond from zero on; the schedule is not started.
        let schedule = FrameSchedule(framesPerSecond: 1000, count: 101)
        var stage = StageLatencies()
        stage.note(before: 1, at: 0, of: schedule)
        // All the others are handled at once, after 100 ms: they have waited for 99, 98, … 0 ms.
        stage.note(before: 101, at: 100_000_000, of: schedule)
        let found = values(try stage.measurements("handler", of: schedule))
        #expect(found.keys.sorted() == ["handler p50", "handler p99", "handler p99.9"])
        for (metric, expected) in [("handler p50", 49_000.0), ("handler p99", 98_000), ("handler p99.9", 99_000)] {
            let value = try #require(found[metric])
            #expect(abs(value - expected) <= expected * 0.001 + 1000)
        }
    }

    @Test("A frame that reaches a stage again, or late, is counted once")
    func countedOnce() throws {
        let schedule = FrameSchedule(framesPerSecond: 250, count: 3)
        var stage = StageLatencies()
        for (frames, instant) in [(2, 5_000_000), (2, 9_000_000), (1, 9_000_000), (3, 9_000_000)] {
            stage.note(before: frames, at: Int64(instant), of: schedule)
        }
        // From 0 and 4 ms to 5 ms, and from 8 to 9 ms.
        let found = values(try stage.measurements("commit", of: schedule))
        #expect(stage.count == 3 && abs((found["commit p50"] ?? 0) - 1000) < 2)
        #expect(abs((found["commit p99.9"] ?? 0) - 5000) < 6)
    }

    @Test("A row of latencies fails when a frame did not reach a stage")
    func lostFrame() {
        let schedule = FrameSchedule(framesPerSecond: 60, count: 10)
        var stage = StageLatencies()
        stage.note(before: 9, at: 1_000_000_000, of: schedule)
        let error = #expect(throws: BenchError.self) { try stage.measurements("pixels", of: schedule) }
        #expect(error?.description == "ResponderKit: 10 events were fed, but the handlers were called 9 times")
    }

    @Test(
        "A row in virtual time does its job in a quick measurement",
        arguments: ["app/fling", "app/key", "app/push-pop"]
    )
    func virtualTime(name: String) throws {
        let row = try #require(Workload.all.first { $0.name == name })
        let result = try Runner(effort: .quick, workloads: [row]).run(row)
        #expect(result.sorted.map(\.values.count) == [3])
        #expect(result.sorted.allSatisfy { $0.values.allSatisfy { $0 > 0 } })
    }

    @Test("The memory of a thing is the same in two measurements", arguments: [Thing.view, .timer, .recognizer])
    func bytes(thing: Thing) async throws {
        var found: [[String: Double]] = []
        for _ in 0..<2 {
            let bench = try await ChildProcess.run("responder-bench", ["bytes", thing.rawValue])
            #expect(bench.status == 0 && bench.errors.isEmpty)
            let lines = bench.output.split(separator: "\n").map { $0.split(separator: " ") }
            found.append(
                Dictionary(
                    uniqueKeysWithValues: lines.compactMap { $0.count == 2 ? (String($0[0]), Double($0[1]) ?? 0) : nil }
                )
            )
        }
        for bytes in found {
            #expect(bytes.keys.sorted() == ["allocated", "resident"])
            #expect((bytes["resident"] ?? 0) > 20)
        }
        // Pages that the kernel gives in advance, and freed memory that malloc keeps, are some bytes of each of many.
        #expect(abs((found[0]["allocated"] ?? 0) - (found[1]["allocated"] ?? 0)) < 4)
    }

    @Test("A small program tells when its first update pass has ended, and what it has in memory")
    func helloPrograms() throws {
        for program in [HelloProgram.core, .kit, .empty] {
            let child = try program.start()
            let updated = try program.instant(of: "first-update", in: child)
            let idle = try program.instant(of: "idle", in: child)
            #expect(child.startedAt < updated && updated <= idle)
            let usage = try MemoryUsage(of: child.processID)
            #expect(usage.privateDirty > 0 && usage.proportional >= usage.privateDirty)
            #expect(usage.resident >= usage.proportional)
            child.end()
        }
    }

    @Test("A small program whose views have not drawn themselves fails its row")
    func undrawnProgram() throws {
        let child = try Child("/bin/echo", ["idle 5 0"])
        let error = #expect(throws: BenchError.self) { try HelloProgram.core.instant(of: "idle", in: child) }
        #expect(error?.description == "ResponderKit: HelloCore has drawn 0 views at its 'idle', of at least 2")
    }

    @Test("A program that ends without the line that is waited for fails its row")
    func silentProgram() throws {
        let child = try Child("/bin/echo", ["first-update soon"])
        let error = #expect(throws: BenchError.self) { try child.readReport(of: "first-update") }
        #expect(error?.description == "ResponderKit: a program that was started fell silent")
        #expect(throws: BenchError.self) { try Child("/bin/no-such-program") }
    }
}
