import ResponderKit

extension Workload {
    /// Views that are marked, laid out and drawn once a turn.
    ///
    /// No peer is measured: the floor has no layout.
    static let updates: [Workload] = [
        Workload(name: "updates/mark", summary: "a view of 10,000 is marked for layout and drawing", references: []) {
            [try UpdateContender.marking(rounds: $0.count(10))]
        },
        Workload(
            name: "updates/pass-10",
            summary: "ten views of 10,000 are marked, and laid out and drawn in a turn",
            references: []
        ) {
            [try UpdateContender.passes(rounds: $0.count(1000))]
        },
    ]
}

/// An application with lists of a hundred views each, in virtual time.
@MainActor
final class UpdateApp {
    private let tree: BenchTree
    private let views: [UpdatedView]
    private let counter = UpdateCounter()

    /// How many views are marked at a time.
    static let marked = 10

    init(lists: Int = 100) throws {
        let tree = try BenchTree(flat: 0)
        var views: [UpdatedView] = []
        for _ in 0..<lists {
            let list = PlainView(frame: Rect(0, 0, 100, 100))
            for _ in 0..<100 {
                let view = UpdatedView(counter)
                views.append(view)
                list.addSubview(view)
            }
            tree.window.addSubview(list)
        }
        self.tree = tree
        self.views = views
        settle()
    }

    /// How often views were laid out, and how often they drew.
    var counts: (layouts: Int, draws: Int) { (counter.layouts, counter.draws) }

    var count: Int { views.count }

    func markAll() {
        for view in views {
            view.setNeedsLayout()
            view.setNeedsDisplay()
        }
    }

    /// Marks ten views or so many, far from one another, and takes a turn.
    func update(_ marked: Int = UpdateApp.marked) {
        for index in 0..<marked {
            let view = views[index * (views.count / marked)]
            view.setNeedsLayout()
            view.setNeedsDisplay()
        }
        tree.application.runLoop.run(until: .zero)
    }

    func settle() { tree.application.runLoop.run(until: .zero) }
}

@MainActor
private final class UpdateCounter {
    var layouts = 0
    var draws = 0
}

/// A view that only counts.
private final class UpdatedView: View {
    private let counter: UpdateCounter

    init(_ counter: UpdateCounter) {
        self.counter = counter
        super.init(frame: Rect(0, 0, 10, 10))
    }

    override func layoutSubviews() { counter.layouts += 1 }
    override func draw(_ rect: Rect, in canvas: any Canvas) { counter.draws += 1 }
}

/// Measures a job, and checks that each view was laid out and drew as often as it was marked.
private struct UpdateContender: Contender {
    let subject = Subject.responderKit
    private let app: UpdateApp
    private let views: Int
    private let measure: @MainActor (UpdateApp) -> Double

    /// - Parameters:
    ///   - views: How many views the job marks in all.
    ///   - measure: Does the job, and returns the time for a view.
    init(_ app: UpdateApp, views: Int, measure: @escaping @MainActor (UpdateApp) -> Double) {
        self.app = app
        self.views = views
        self.measure = measure
    }

    func run() throws -> [Measurement] {
        let before = app.counts
        let time = measure(app)
        let after = app.counts
        for handled in [after.layouts - before.layouts, after.draws - before.draws] where handled != views {
            throw BenchError.miscounted(subject: subject, fed: views, handled: handled)
        }
        return [Measurement("time", "ns/view", time)]
    }

    static func marking(rounds: Int) throws -> UpdateContender {
        let app = try UpdateApp()
        return UpdateContender(app, views: rounds * app.count) { app in
            let time = medianOfBatches(rounds) {
                let time = nanoseconds { app.markAll() }
                app.settle()
                return time
            }
            return time / Double(app.count)
        }
    }

    static func passes(rounds: Int) throws -> UpdateContender {
        let batches = 20
        let turns = max(1, rounds / batches)
        return UpdateContender(try UpdateApp(), views: batches * turns * UpdateApp.marked) { app in
            let time = medianOfBatches(batches) { nanoseconds { for _ in 0..<turns { app.update() } } }
            return time / Double(turns * UpdateApp.marked)
        }
    }
}
