import CBenchTimers
import ResponderKit
import Testing

@testable import responder_bench

/// A view that counts some of the calls of its touch methods twice, or not at all.
private final class MiscountingView: View, CallCounting {
    var movedCount = 0
    private(set) var handled = 0

    override func touchesBegan(_ touches: TouchSet, with event: Event) { handled += 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { handled += movedCount }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { handled += 1 }
}

@MainActor
@Suite("A row")
struct RunnerTests {
    private func workload(_ contenders: @escaping @MainActor (Effort) throws -> [any Contender]) -> Workload {
        Workload(name: "test/row", summary: "a row of the tests", contenders: contenders)
    }

    @Test("A row of the dispatch fails unless the handler's calls equal the events fed", arguments: [0, 1, 2])
    func miscounted(movedCount: Int) throws {
        let tree = try BenchTree {
            let view = MiscountingView(frame: $0)
            view.movedCount = movedCount
            return view
        }
        let row = workload { _ in [DispatchContender(tree, batches: 2)] }
        let result = Result { try Runner(effort: .quick, workloads: [row]).run(row) }
        // Began and ended are two of the 22 events of a sequence.
        let fed = 2 * Sequence.usual.batch.count
        let handled = fed / 22 * (2 + 20 * movedCount)
        switch result {
        case .success(let result):
            #expect(movedCount == 1)
            #expect(result.sorted.map(\.values.count) == [3])
        case .failure(let error):
            #expect(movedCount != 1)
            let expected = "ResponderKit: \(fed) events were fed, but the handlers were called \(handled) times"
            #expect("\(error)" == "test/row: " + expected)
        }
    }

    @Test("A row is named in the error when its subjects cannot be made")
    func unmakeable() {
        let row = workload { _ in throw BenchError.failed(subject: .cFloor, what: "no pipes") }
        let error = #expect(throws: WorkloadError.self) { try Runner(effort: .quick, workloads: [row]).run(row) }
        #expect(error?.description == "test/row: C floor: no pipes")
    }

    @Test("A row that fails costs the others nothing, and is named")
    func failingRow() {
        struct Other: Error, CustomStringConvertible { let description = "no child" }
        func row(_ name: String, _ body: @escaping @MainActor @Sendable () throws -> Double) -> Workload {
            Workload(name: name, summary: "a row of the tests") { _ in
                [ClosureContender(.responderKit) { [Measurement("time", "ns", try body())] }]
            }
        }
        let rows = [
            row("test/first") { 1 },
            row("test/second") { throw BenchError.failed(subject: .libevent, what: "no pipe") },
            row("test/third") { throw Other() }, row("test/fourth") { 4 },
        ]
        let (results, failures) = Runner(effort: .quick, workloads: rows).run(rows)
        #expect(results.map(\.workload) == ["test/first", "test/fourth"])
        #expect(results.map { $0.sorted.map(\.values) } == [[[1, 1, 1]], [[4, 4, 4]]])
        #expect(failures.map(\.description) == ["test/second: libevent: no pipe", "test/third: no child"])
    }

    @MainActor
    private final class Runs {
        var count = 0
    }

    @Test("A row has a step of the progress for each of its rounds, and one for the warm-up where it has one")
    func steps() throws {
        for hasWarmUp in [true, false] {
            let runs = Runs()
            var lines: [String] = []
            let row = Workload(name: "test/row", summary: "a row of the tests", hasWarmUp: hasWarmUp) { _ in
                [
                    ClosureContender(.responderKit) {
                        runs.count += 1
                        return [Measurement("time", "ns", 1)]
                    }
                ]
            }
            let steps = Effort.quick.steps(of: row)
            let progress = Progress([(row.name, steps)], now: { 0 }, write: { lines.append($0) })
            let result = try Runner(effort: .quick, workloads: [row], progress: progress).run(row)
            #expect(result.sorted.map(\.values.count) == [3])
            #expect(steps == (hasWarmUp ? 4 : 3) && runs.count == steps)
            // The last line clears the others.
            #expect(lines.count == steps + 1)
        }
    }

    @Test("A row has a verdict only while the middle half of its rounds lies within a quarter of the ratio")
    func verdict() {
        let floor = [1.0, 1, 1, 1, 1]
        let narrow = Verdict([1.9, 2, 2, 2.1, 9], reference: floor, named: "the floor")
        #expect(narrow.description == "2.00x the floor (2.00 to 2.10)")
        let wide = Verdict([1, 1.5, 2, 2.5, 3], reference: floor, named: "libevent")
        #expect(wide.description == "none: 1.50 to 2.50x libevent")
    }

    @Test("A row is compared with the first of its references that takes part, and with nobody without one")
    func reference() {
        func verdicts(_ subjects: [Subject], references: [Subject]) -> [String?] {
            var result = WorkloadResult(workload: "test/row", references: references)
            for (index, subject) in subjects.enumerated() {
                result.add(Measurement("time", "ns", Double(index + 1)), of: subject)
            }
            return result.sorted.map { result.verdict(on: $0)?.description }
        }
        let three: [Subject] = [.libevent, .responderKit, .cFloor]
        #expect(
            verdicts(three, references: [.libev, .libevent])
                == ["2.00x libevent (2.00 to 2.00)", "3.00x libevent (3.00 to 3.00)", nil]
        )
        #expect(verdicts([.responderKit, .cFloor], references: [.cFloor])[0] == "0.50x the floor (0.50 to 0.50)")
        #expect(verdicts([.responderKit], references: [.libev]) == [nil])
    }

    @Test(
        "A row of frames gives each frame a turn of the loop and a call of the handler of its own",
        arguments: [1, 2, 10]
    )
    func framesTurns(fingers: Int) throws {
        let app = TouchApp(fingers: fingers, loop: try MainRunLoop(clock: VirtualClock()))
        var movedByTurn: [Int] = []
        let observer = app.loop.addObserver(of: .beforeTimers) { _ in movedByTurn.append(app.moved) }
        defer { observer.cancel() }
        try app.check(50) { app.takeTurns(50) }
        #expect(movedByTurn == (0..<50).map { $0 * fingers })
    }

    @Test("A row of frames has the C program's handler called with each finger of each frame", arguments: [1, 2, 10])
    func floorFrames(fingers: Int) throws {
        for subject in [Subject.cFloor, .libevent] {
            let program = try FloorFrames(subject, fingers: fingers)
            // More than the ring holds.
            try program.check(1_100) { program.takeTurns(1_100) }
        }
    }

    /// Says that so many touches moved in a turn.
    private final class MiscountingFrames: FramesProgram {
        let subject = Subject.responderKit
        let fingers = 2
        private(set) var moved = 0
        private let movedInTurn: Int

        init(movedInTurn: Int) { self.movedInTurn = movedInTurn }

        func takeTurns(_ count: Int) { moved += count * movedInTurn }
    }

    @Test("A row of frames fails unless the handler is called with each finger", arguments: [1, 2, 3])
    func framesMiscounted(movedInTurn: Int) {
        let program = MiscountingFrames(movedInTurn: movedInTurn)
        let contender = FrameTurnsContender(program, batches: 1)
        let result = Result { try contender.run() }
        switch result {
        case .success(let measured): #expect(movedInTurn == 2 && measured.count == 1)
        case .failure(let error):
            #expect(movedInTurn != 2)
            let handled = "the handlers were called \(100 * movedInTurn) times"
            #expect("\(error)" == "ResponderKit: 200 events were fed, but \(handled)")
        }
    }

    /// Does nothing with timers, and says that so many fired.
    private final class MiscountingTimers: TimersContending {
        let subject = Subject.responderKit
        let plan: TimerPlan
        var next = 0
        private let fired: Int

        init(_ plan: TimerPlan, fired: Int) {
            (self.plan, self.fired) = (plan, fired)
        }

        func measure(_ batch: bench_timers_plan) -> Double { 1 }
        func verify(_ batch: bench_timers_plan) -> Int { fired }
    }

    @Test("A row of timers fails unless those fire that were not cancelled", arguments: [49, 50, 51])
    func timersMiscounted(fired: Int) throws {
        let contender = MiscountingTimers(TimerPlan(.cancel, armed: 1_000, operations: 100), fired: fired)
        let result = Result { try contender.run() }
        switch result {
        case .success(let measured): #expect(fired == 50 && measured.count == 1)
        case .failure(let error):
            #expect(fired != 50)
            let expected = "ResponderKit: 50 events were fed, but the handlers were called \(fired) times"
            #expect("\(error)" == expected)
        }
    }
}
