import ResponderKit

/// Views in a window, made by a closure.
@MainActor
struct ViewsInMemory {
    private let tree: BenchTree
    private let superview = View(frame: Rect(0, 0, 500, 500))
    private let make: @MainActor () -> View

    init(_ make: @escaping @MainActor () -> View) throws {
        tree = try BenchTree(flat: 0)
        self.make = make
        tree.window.addSubview(superview)
    }

    var things: Thing.Things {
        Thing.Things { count in
            for _ in 0..<count { superview.addSubview(make()) }
            tree.application.runLoop.run(until: .zero)
        } count: {
            superview.subviews.count
        }
    }
}

@MainActor
enum MemoryOfTouches {
    private static let (applications, fingers) = (100, 40)
    nonisolated static let count = 4000

    /// Fingers that come down on one view, forty in an application, and then on that of the next application.
    static func prepare() throws -> Thing.Things {
        let trees = try (0...applications).map { _ in
            let tree = BenchTree(loop: try MainRunLoop(clock: VirtualClock()), coalescing: true) {
                FingersView(frame: $0)
            }
            tree.application.runLoop.run(until: .zero)
            return tree
        }
        var down = 0
        return Thing.Things { count in
            for _ in 0..<count {
                let tree = trees[down / fingers]
                tree.send([TouchContact(down, .began, at: Point(1, 1))])
                tree.application.runLoop.run(until: .zero)
                down += 1
            }
        } count: {
            trees.reduce(0) { $0 + $1.handled }
        }
    }
}

@MainActor
enum MemoryOfTimers {
    /// Timers whose callout captures nothing, and whose handles are not kept.
    static func prepare() throws -> Thing.Things {
        let loop = try MainRunLoop(clock: VirtualClock())
        return Thing.Things { count in
            for index in 0..<count {
                loop.addTimer(at: MainRunLoop.Instant(nanoseconds: 1_000_000_000 + Int64(index))) { _ in }
            }
        } count: {
            loop.waitingTimers.count
        }
    }
}

@MainActor
enum MemoryOfObservers {
    /// Observers whose callback captures an object, with their tokens.
    static func prepare() throws -> Thing.Things {
        let center = TypedNotificationCenter()
        let sum = Sum()
        var tokens: [ObservationToken] = []
        tokens.reserveCapacity(20_000)
        return Thing.Things { count in
            for _ in 0..<count { tokens.append(center.observe(BenchNote.self) { sum.value += $0.number }) }
        } count: {
            sum.value = 0
            center.post(BenchNote(number: 1))
            return sum.value
        }
    }

    private final class Sum {
        var value = 0
    }
}

@MainActor
enum MemoryOfRecognizers {
    /// Recognisers, each on one of many views that are there before.
    static func prepare() throws -> Thing.Things {
        let tree = try BenchTree(flat: 0)
        let views = (0..<10_001).map { _ in View(frame: .zero) }
        for view in views { tree.window.addSubview(view) }
        tree.application.runLoop.run(until: .zero)
        var made = 0
        return Thing.Things { count in
            for _ in 0..<count {
                let recognizer = PanGestureRecognizer()
                recognizer.addTarget(views[made], action: View.benchPan)
                views[made].addGestureRecognizer(recognizer)
                made += 1
            }
        } count: {
            views.reduce(0) { $0 + $1.gestureRecognizers.count }
        }
    }
}

extension View {
    fileprivate func benchPan(_ recognizer: PanGestureRecognizer) {}
}

@MainActor
enum MemoryOfRows {
    /// A list that is told of more rows.
    static func prepare(hasHeights: Bool) throws -> Thing.Things {
        let tree = try BenchTree(flat: 0)
        let list = ListView(frame: Rect(0, 0, 500, 880))
        list.register(ListCell.self, forCellReuseIdentifier: "row")
        let data = RowData()
        list.dataSource = data
        if hasHeights { list.delegate = data }
        tree.window.addSubview(list)
        // The rows that are seen have cells.
        data.rows = 100
        return Thing.Things { count in
            data.rows += count
            list.reloadData()
            tree.application.runLoop.run(until: .zero)
        } count: {
            Int((list.contentSize.height / (hasHeights ? RowData.meanHeight : list.rowHeight)).rounded())
        }
    }

    private final class RowData: ListViewDataSource, ListViewDelegate {
        static let meanHeight = 52.0
        var rows = 0

        func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { rows }

        func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
            listView.dequeueReusableCell(withIdentifier: "row")
        }

        func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double {
            Self.meanHeight + (indexPath.row % 2 == 0 ? -8 : 8)
        }
    }
}
