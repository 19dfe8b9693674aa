import ResponderKit

extension GrowthCurve {
    /// Rows of a list, each of one of three heights.
    static let lists: [GrowthCurve] = [
        curve("rows-scroll", "a list of N rows of three heights moves by 9 points in a frame", per: "frame") { list in
            { list.scrolls($0) }
        },
        curve("rows-insert", "a row is put into the middle of N, and taken out in the next frame", per: "change") {
            list in { list.changes($0, rows: 1) }
        },
        GrowthCurve(
            "rows-reload",
            "N rows are asked for anew, with their heights",
            per: "reload",
            sizes: sizes,
            counted: GuardedSizes(200, 800, 3_200, events: 4)
        ) { rows in
            let list = ManyRows(rows, tree: try BenchTree(flat: 0))
            return { list.reloads($0) }
        },
        GrowthCurve(
            "rows-batch",
            "N rows are put at random places into a list of 100,000 in one batch, and taken out in the next frame",
            per: "batch",
            sizes: (0...4).map(powerOfTen),
            counted: GuardedSizes(10, 100, 1_000, events: 4)
        ) { rows in
            let list = ManyRows(100_000, tree: try BenchTree(flat: 0))
            return { list.changes($0, rows: rows) }
        },
        GrowthCurve(
            "rows-snapshot",
            "one row of N moves in a snapshot, and the data source finds out which",
            per: "snapshot",
            sizes: (0...4).map { 100 << (2 * $0) },
            counted: GuardedSizes(100, 400, 1_600, events: 4)
        ) { rows in
            let list = SnapshotRows(rows, tree: try BenchTree(flat: 0))
            return { list.moves($0) }
        },
    ]

    private static func curve(
        _ name: String,
        _ summary: String,
        per unit: String,
        job: @escaping @MainActor (ManyRows) -> Job
    ) -> GrowthCurve {
        GrowthCurve(name, summary, per: unit, sizes: sizes, counted: GuardedSizes(400, 3_200, 25_600)) {
            job(ManyRows($0, tree: try BenchTree(flat: 0)))
        }
    }

    private static let sizes = (0...5).map { 100 << (2 * $0) }
}

/// A list whose rows differ in height from one to the next.
@MainActor
private final class ManyRows: ListViewDataSource, ListViewDelegate {
    private let tree: BenchTree
    private let list = ListView(frame: Rect(0, 0, 500, 880))
    private var rows: Int
    /// Whether rows were put in that are to be taken out.
    private var isIn = false
    private var offset = 0.0
    private var moves = 0
    /// How often the height of a row was asked for.
    private var heights = 0
    private var random = Shuffler(seed: 1)

    init(_ rows: Int, tree: BenchTree) {
        (self.rows, self.tree) = (rows, tree)
        list.register(ListCell.self, forCellReuseIdentifier: "row")
        list.dataSource = self
        list.delegate = self
        tree.window.addSubview(list)
        pass()
    }

    private func pass() { tree.application.runLoop.run(until: .zero) }

    func scrolls(_ count: Int) -> Int {
        let before = moves
        let limit = min(list.contentSize.height - list.bounds.height, 1_000_000)
        for _ in 0..<count {
            offset = offset + 9 < limit ? offset + 9 : 0
            list.contentOffset = Point(0, offset)
            pass()
        }
        return moves - before
    }

    /// Puts rows in and takes them out by turns.
    func changes(_ count: Int, rows changed: Int) -> Int {
        var done = 0
        for _ in 0..<count {
            isIn.toggle()
            let places = places(of: changed)
            rows += isIn ? changed : -changed
            if isIn { list.insertRows(at: places) } else { list.deleteRows(at: places) }
            pass()
            if list.numberOfRows(inSection: 0) == rows { done += 1 }
        }
        return done
    }

    /// Different places below the rows that are seen: the middle for one row, and random ones for several.
    private func places(of count: Int) -> [ListView.IndexPath] {
        let first = 50
        if count == 1 { return [ListView.IndexPath(section: 0, row: rows / 2)] }
        let distance = UInt64((rows - first) / count)
        return (0..<count).map {
            ListView.IndexPath(section: 0, row: first + $0 * Int(distance) + Int(random.next(upperBound: distance)))
        }
    }

    func reloads(_ count: Int) -> Int {
        var done = 0
        for _ in 0..<count {
            let before = heights
            list.reloadData()
            pass()
            if heights - before >= rows { done += 1 }
        }
        return done
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { rows }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        listView.dequeueReusableCell(withIdentifier: "row")
    }

    func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double {
        heights += 1
        return 44 + Double(indexPath.row % 3)
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) { moves += 1 }
}

/// A list whose rows are those of a snapshot.
@MainActor
private final class SnapshotRows {
    private let tree: BenchTree
    private let list = ListView(frame: Rect(0, 0, 500, 880))
    private let source: ListDiffableDataSource<Int, Int>
    private var snapshot = ListSnapshot<Int, Int>()
    private let rows: Int

    init(_ rows: Int, tree: BenchTree) {
        (self.rows, self.tree) = (rows, tree)
        list.register(ListCell.self, forCellReuseIdentifier: "row")
        source = ListDiffableDataSource(listView: list) { list, _, _ in
            list.dequeueReusableCell(withIdentifier: "row")
        }
        tree.window.addSubview(list)
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<rows))
        source.apply(snapshot)
        tree.application.runLoop.run(until: .zero)
    }

    func moves(_ count: Int) -> Int {
        var done = 0
        for _ in 0..<count {
            let last = source.itemIdentifier(for: ListView.IndexPath(section: 0, row: rows - 1)) ?? 0
            let middle = source.itemIdentifier(for: ListView.IndexPath(section: 0, row: rows / 2)) ?? 0
            snapshot.moveItem(last, beforeItem: middle)
            source.apply(snapshot)
            tree.application.runLoop.run(until: .zero)
            if source.indexPath(for: last)?.row == rows / 2 { done += 1 }
        }
        return done
    }
}
