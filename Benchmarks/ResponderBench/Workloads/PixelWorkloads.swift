#if Cairo
import ResponderCairo
import ResponderKit

extension Workload {
    /// The update pass with its pixels, in memory, by Cairo and Pango.
    static let pixels: [Workload] = [
        Workload(
            name: "pixels/fling",
            summary: "a list of text rows moves by 9 points a frame, on 800x480 pixels: the update pass and its pixels",
            rounds: 11,
            references: []
        ) { effort in
            [PixelContender(try PixelApp(Size(800, 480)), count: effort.count(50)) { $0.scroll() }]
        },
        Workload(
            name: "pixels/fling-drawn",
            summary: "the same list where the surface keeps no pixels: all of it is drawn in each frame",
            rounds: 11,
            references: []
        ) { effort in
            let app = try PixelApp(Size(800, 480), movesPixels: false)
            return [PixelContender(app, count: effort.count(50)) { $0.scroll() }]
        },
        Workload(
            name: "pixels/box",
            summary: "a box of 40x24 pixels on a screen of controls changes its color: the update pass and its pixels",
            rounds: 11,
            references: []
        ) { effort in
            [PixelContender(try PixelApp(Size(800, 480)), count: effort.count(200)) { $0.changeBox() }]
        },
        Workload(
            name: "pixels/all",
            summary: "all of 1920x1080 pixels changes, a list with text: the update pass and its pixels",
            rounds: 11,
            references: []
        ) { effort in
            [PixelContender(try PixelApp(Size(1920, 1080)), count: effort.count(10)) { $0.changeAll() }]
        },
    ]
}

/// A list of rows with text on a surface in memory, beside a box.
@MainActor
private final class PixelApp: ListViewDataSource {
    private let application: Application
    private let window: Window
    private let list: ListView
    private let box: View
    private let surface: CairoSurface
    private var isForth = true
    private(set) var pixels = 0.0

    init(_ size: Size, movesPixels: Bool = true) throws {
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.textMeasurer = PangoTextMeasurer.shared
        application.controlAppearance = FilledAppearance()
        application.setScreen(Screen(size: size, alignsScrollingToPixels: true))
        window = Window(frame: Rect(origin: .zero, size: size), application: application)
        window.backgroundColor = .white
        list = ListView(frame: Rect(0, 0, size.width, size.height))
        list.rowHeight = 48
        list.hasSeparators = true
        list.register(PixelRow.self, forCellReuseIdentifier: "row")
        box = View(frame: Rect(size.width - 60, 100, 40, 24))
        box.backgroundColor = .orange
        surface = try CairoSurface(size: size)
        window.addSubview(list)
        list.dataSource = self
        window.addSubview(box)
        window.makeKeyAndVisible()
        application.launch()
        let canvas = CairoCanvas(surface)
        if movesPixels { application.onScrollScreen = { [surface] rect, offset in surface.copy(rect, by: offset) } }
        application.onPresentScreen = { [unowned self] rects in
            application.render(in: canvas, rects: rects, background: .white)
            for rect in rects { pixels += rect.width * rect.height }
        }
        application.runLoop.runUntilIdle()
    }

    /// Moves the list by 9 points, back and forth through 400 rows.
    func scroll() {
        let y = list.contentOffset.y
        if y > 19_200 { isForth = false }
        if y < 9 { isForth = true }
        list.contentOffset.y += isForth ? 9 : -9
        application.runLoop.runUntilIdle()
    }

    func changeBox() {
        isForth.toggle()
        box.backgroundColor = isForth ? .orange : .blue
        application.runLoop.runUntilIdle()
    }

    func changeAll() {
        isForth.toggle()
        window.backgroundColor = isForth ? .white : Color(white: 0.99)
        application.runLoop.runUntilIdle()
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 100_000 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        let cell = listView.dequeueReusableCell(withIdentifier: "row")
        (cell as? PixelRow)?.show(indexPath.row)
        return cell
    }
}

private final class PixelRow: ListCell {
    private let name = Label(frame: .zero)
    private let price = Label(frame: .zero)

    required init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        price.alignment = .right
        for label in [name, price] { addSubview(label) }
    }

    func show(_ row: Int) {
        name.text = "Dish number \(row + 1), with bread"
        price.text = "\(5 + row % 20).50"
    }

    override func layoutSubviews() {
        name.frame = Rect(16, 0, bounds.width - 160, bounds.height)
        price.frame = Rect(bounds.width - 180, 0, 80, bounds.height)
    }
}

private struct PixelContender: Contender {
    let subject = Subject.responderKit
    private let app: PixelApp
    private let count: Int
    private let change: @MainActor (PixelApp) -> Void

    init(_ app: PixelApp, count: Int, change: @escaping @MainActor (PixelApp) -> Void) {
        (self.app, self.count, self.change) = (app, count, change)
    }

    func run() throws -> [Measurement] {
        let before = app.pixels
        let time = medianOfBatches(10) { nanoseconds { for _ in 0..<count { change(app) } } }
        let drawn = (app.pixels - before) / Double(10 * count)
        guard drawn >= 40 * 24 else {
            throw BenchError.miscounted(subject: subject, fed: 40 * 24, handled: Int(drawn))
        }
        return [Measurement("time", "µs/frame", time / Double(count) / 1e3)]
    }
}
#endif
