import ResponderKit

extension Workload {
    /// A list that moves by itself after a finger has let go of it.
    static let flings: [Workload] = [
        Workload(
            name: "app/fling",
            summary: "a list of 100,000 rows that a finger has flung slows down and comes to rest: time per frame",
            references: []
        ) { effort in [try FlingContender(flings: effort.count(20))] }
    ]
}

/// A list of 100,000 rows that is flung up and down again, in virtual time, where the display has 60 frames a second.
@MainActor
final class FlingApp: ListViewDataSource, ListViewDelegate {
    private let tree: BenchTree
    private let list = ListView(frame: Rect(0, 0, 500, 880))
    private var goesDown = true
    /// How often the list has moved by itself, and how many rows came to be seen.
    private(set) var (frames, rows) = (0, 0)

    private var loop: MainRunLoop { tree.application.runLoop }

    init() throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        tree = BenchTree(loop: loop, coalescing: true) { PlainView(frame: $0) }
        list.register(Row.self, forCellReuseIdentifier: "row")
        (list.dataSource, list.delegate) = (self, self)
        tree.window.addSubview(list)
        loop.run(until: .zero)
        list.contentOffset.y = 44 * 50_000
    }

    /// How far down the list is, in points.
    var offset: Double { list.contentOffset.y }

    /// Moves a finger at 5,000 points a second, and lets go of the list.
    func flick() {
        let step = goesDown ? -50.0 : 50
        goesDown.toggle()
        var place = Point(100, 440 - 5 * step)
        send(.began, at: place)
        for _ in 0..<10 {
            place.y += step
            send(.moved, at: place)
        }
        send(.ended, at: place)
    }

    /// Lets the time pass until the list rests.
    func comeToRest() {
        while list.isDecelerating { loop.run(until: loop.now.advanced(by: .seconds(60))) }
    }

    private func send(_ phase: TouchContact.Phase, at place: Point) {
        tree.sender.send(TouchContact(1, phase, at: place), at: loop.now)
        if phase != .ended {
            loop.run(until: loop.now.advanced(by: .milliseconds(10)))
        } else {
            loop.run(until: loop.now)
        }
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 100_000 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        rows += 1
        return listView.dequeueReusableCell(withIdentifier: "row")
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
        if scrollView.isDecelerating { frames += 1 }
    }

    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { loop.stop() }

    /// A row with a view in it.
    private final class Row: ListCell {
        private let label = PlainView(frame: Rect(0, 0, 500, 44))

        required init(reuseIdentifier: String?) {
            super.init(reuseIdentifier: reuseIdentifier)
            addSubview(label)
        }
    }
}

private struct FlingContender: Contender {
    let subject = Subject.responderKit
    private let app: FlingApp
    private let flings: Int

    init(flings: Int) throws { (app, self.flings) = (try FlingApp(), flings) }

    func run() throws -> [Measurement] {
        var times: [Double] = []
        for _ in 0..<flings {
            app.flick()
            let (frames, rows, start) = (app.frames, app.rows, app.offset)
            let time = nanoseconds { app.comeToRest() }
            // Each row that the list has passed was seen.
            let passed = Int(abs(app.offset - start) / 44) - 1
            guard app.frames - frames > 100, passed > 20, app.rows - rows >= passed else {
                throw BenchError.miscounted(subject: subject, fed: passed, handled: app.rows - rows)
            }
            times.append(time / Double(app.frames - frames))
        }
        return [Measurement("time", "ns/frame", Distribution(times).median)]
    }
}
