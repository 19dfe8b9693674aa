import CBenchFloors
import ResponderKit

/// How many batches of hit-tests a run times.
private let batches = 20

extension Workload {
    /// `hitTest` of the window, called as an app calls it.
    static let hitTests: [Workload] = [
        Workload(name: "dispatch/hit-test-34", summary: "a hit-test that passes 34 views") { effort in
            let count = effort.count(500)
            return [
                HitTestContender(try BenchTree { CountingView(frame: $0) }, count: count),
                FloorHitTestContender(FloorApp(handler: FLOOR_HIT_VIEW), count: count),
            ]
        },
        Workload(
            name: "dispatch/hit-test-10000",
            summary: "a hit-test in a view with 10,000 children, the backmost is hit"
        ) { effort in
            let count = effort.count(20)
            return [
                HitTestContender(try BenchTree(flat: 10_000), count: count),
                FloorHitTestContender(FloorApp(flat: 10_000), count: count),
            ]
        },
        Workload(
            name: "dispatch/hit-test-10000-moving",
            summary: "the same; before each hit-test another child moves"
        ) { effort in
            let count = effort.count(20)
            return [
                HitTestContender(try BenchTree(flat: 10_000), count: count, moves: true),
                FloorHitTestContender(FloorApp(flat: 10_000), count: count, moves: true),
            ]
        },
    ]
}

private struct HitTestContender: Contender {
    let subject = Subject.responderKit
    private let tree: BenchTree
    private let count: Int
    private let moves: Bool

    init(_ tree: BenchTree, count: Int, moves: Bool = false) {
        self.tree = tree
        self.count = count
        self.moves = moves
    }

    func run() throws -> [Measurement] {
        let (window, expected) = (tree.window, tree.hitView)
        var hits = 0
        let time = medianOfBatches(batches) {
            nanoseconds {
                if moves { return hits += tree.hitTestMoving(Point(2, 2), count: count) }
                for _ in 0..<count where window.hitTest(Point(2, 2), with: nil) === expected { hits += 1 }
            }
        }
        let fed = batches * count
        guard hits == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: hits) }
        return [Measurement("time", "ns/hit-test", time / Double(count))]
    }
}

private struct FloorHitTestContender: Contender {
    let subject = Subject.cFloor
    private let app: FloorApp
    private let count: Int
    private let moves: Bool

    init(_ app: FloorApp, count: Int, moves: Bool = false) {
        self.app = app
        self.count = count
        self.moves = moves
    }

    func run() throws -> [Measurement] {
        var hits = 0
        let time = medianOfBatches(batches) {
            nanoseconds {
                hits +=
                    moves
                    ? floor_app_hit_test_moving(app.pointer, 2, 2, count)
                    : floor_app_hit_test(app.pointer, 2, 2, count)
            }
        }
        let fed = batches * count
        guard hits == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: hits) }
        return [Measurement("time", "ns/hit-test", time / Double(count))]
    }
}
