import ResponderKit

extension Workload {
    /// A list under a finger.
    ///
    /// No peer is measured: the floor has no views that scroll.
    static let scrolling: [Workload] = [
        Workload(
            name: "scroll/list",
            summary:
                "a finger drags a list of 100,000 rows by 9 points a frame; each frame is sent and served in a turn",
            references: []
        ) {
            [try ListContender(turns: $0.count(2000))]
        }
    ]
}

/// A list of 100,000 rows under a finger that has begun to drag, in virtual time.
@MainActor
final class ListApp {
    private static let rows = 100_000
    /// How far the finger goes in a frame, in points; a row is 44 points high.
    private static let step = 9.0
    /// After so many frames the finger turns back, long before the list's end.
    private static let frames = 200_000

    private let tree: BenchTree
    private let list: ListView
    private let data = ListAppData()
    private var taken = 0

    init() throws {
        tree = try BenchTree(flat: 0)
        list = ListView(frame: Rect(0, 0, 500, 880))
        list.register(ListAppCell.self, forCellReuseIdentifier: "row")
        list.dataSource = data
        list.delegate = data
        tree.window.addSubview(list)
        tree.application.runLoop.run(until: .zero)
        tree.send([TouchContact(1, .began, at: Point(100, 800))])
        // The pan begins, and everything that is made only once is made.
        takeTurns(100)
    }

    /// How often the list has moved, and how many rows came to be seen.
    var counts: (moves: Int, rows: Int) { (data.moves, data.shown) }

    /// How many rows come to be seen in `count` turns, at least: one for each height of a row.
    func rows(in count: Int) -> Int { Int(Double(count) * Self.step / list.rowHeight) }

    /// How many cells there are.
    var cells: Int { list.subviews.count }

    /// Moves the finger, a frame a turn.
    func takeTurns(_ count: Int) {
        for _ in 0..<count {
            taken += 1
            let phase = taken % (2 * Self.frames)
            let place = phase < Self.frames ? phase : 2 * Self.frames - phase
            tree.sender.send(TouchContact(1, .moved, at: Point(100, 800 - Self.step * Double(place))), at: .zero)
            tree.application.runLoop.run(until: .zero)
        }
    }

    private final class ListAppData: ListViewDataSource, ListViewDelegate {
        var moves = 0
        var shown = 0

        func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { ListApp.rows }

        func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
            shown += 1
            return listView.dequeueReusableCell(withIdentifier: "row")
        }

        func scrollViewDidScroll(_ scrollView: ScrollView) { moves += 1 }
    }

    /// A row with a view in it that a finger touches.
    private final class ListAppCell: ListCell {
        private let label = PlainView(frame: Rect(0, 0, 500, 44))

        required init(reuseIdentifier: String?) {
            super.init(reuseIdentifier: reuseIdentifier)
            addSubview(label)
        }
    }
}

private struct ListContender: Contender {
    let subject = Subject.responderKit
    private let app: ListApp
    private let turns: Int

    init(turns: Int) throws {
        app = try ListApp()
        self.turns = turns
    }

    func run() throws -> [Measurement] {
        let batches = 20
        let before = app.counts
        let time = medianOfBatches(batches) { nanoseconds { app.takeTurns(turns) } }
        let after = app.counts
        let fed = batches * turns
        guard after.moves - before.moves == fed else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: after.moves - before.moves)
        }
        guard after.rows - before.rows >= app.rows(in: fed) - 1, app.cells < 30 else {
            throw BenchError.miscounted(subject: subject, fed: app.rows(in: fed), handled: after.rows - before.rows)
        }
        return [Measurement("time", "ns/frame", time / Double(turns))]
    }
}
