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

    @Test("of the dispatch fails unless the handler's calls equal the events fed", arguments: [0, 1, 2])
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

    @Test("is named in the error when its subjects cannot be made")
    func unmakeable() {
        let row = workload { _ in throw BenchError.failed(subject: .cFloor, what: "no pipes") }
        let error = #expect(throws: WorkloadError.self) { try Runner(effort: .quick, workloads: [row]).run(row) }
        #expect(error?.description == "test/row: C floor: no pipes")
    }

    @Test("has a verdict only while the middle half of its rounds lies within a quarter of the ratio")
    func verdict() {
        let floor = [1.0, 1, 1, 1, 1]
        #expect(Verdict([1.9, 2, 2, 2.1, 9], floor: floor).description == "2.00x the floor (2.00 to 2.10)")
        #expect(Verdict([1, 1.5, 2, 2.5, 3], floor: floor).description == "none: 1.50 to 2.50x")
    }
}
