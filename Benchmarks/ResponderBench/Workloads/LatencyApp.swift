import CBenchFloors
import ResponderKit

/// What shows an application whose latency is measured, and where its frames come from.
@MainActor
protocol LatencyScreen: AnyObject {
    /// Prepares the application, before its launch.
    func prepare(_ application: Application) throws
    /// Puts a finger down, after the launch.
    func putFingerDown(in application: Application)
    /// Moves the finger; called on another thread.
    var move: @Sendable (_ frame: Int) -> Void { get }
    /// A run begins.
    func begin(_ app: LatencyApp)
    /// The numbers of a run; throws unless all its frames have reached the last stage.
    func finish(_ app: LatencyApp) throws -> [Measurement]
}

/// An application on the system's clock, with a view that shows by its color how many frames it has handled.
@MainActor
final class LatencyApp {
    let application: Application
    let screen: any LatencyScreen
    /// The part of the screen that shows it.
    nonisolated static let box = Rect(10, 10, 40, 24)
    private let window: Window
    private let view: NumberedView
    /// The number of the run, from 0 to 127.
    private var run = 0
    private(set) var schedule = FrameSchedule(framesPerSecond: 1000, count: 0)
    private(set) var handled = StageLatencies()
    /// How many frames the view has drawn: those that it had handled when it drew last.
    fileprivate var drawn = 0
    private(set) var updated = StageLatencies()

    init(_ screen: any LatencyScreen) throws {
        application = Application(runLoop: try MainRunLoop())
        self.screen = screen
        try screen.prepare(application)
        window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.backgroundColor = .white
        view = NumberedView(frame: Self.box)
        window.addSubview(view)
        window.makeKeyAndVisible()
        view.app = self
        // Called after the pass of the views.
        application.runLoop.addUpdateHandler(order: Application.updateOrder + 1) { [unowned self] in noteUpdate() }
        application.launch()
        screen.putFingerDown(in: application)
        wait(for: .milliseconds(20))
    }

    func wait(for time: Duration) { _ = application.runLoop.run(until: MainRunLoop.Instant.now.advanced(by: time)) }

    /// Serves all frames of a schedule, and fails unless each was handled.
    func run(_ schedule: FrameSchedule) throws -> [Measurement] {
        self.schedule = schedule
        run = (run + 1) & 0x7F
        (handled, drawn, updated) = (StageLatencies(), 0, StageLatencies())
        screen.begin(self)
        try schedule.start(screen.move)
        let end = MainRunLoop.Instant(nanoseconds: schedule.instant(of: schedule.count) + 30_000_000_000)
        while updated.count < schedule.count, MainRunLoop.Instant.now < end { application.runLoop.run(until: end) }
        schedule.join()
        return try screen.finish(self)
    }

    /// Notes that the handler was called for so many frames, at this instant; returns the color that shows them.
    fileprivate func handle(_ frames: Int, at instant: Int64) -> Color {
        handled.note(before: handled.count + frames, at: instant, of: schedule)
        func part(_ byte: Int) -> Double { Double(byte & 0xFF) / 255 }
        return Color(red: part(run), green: part(handled.count >> 8), blue: part(handled.count))
    }

    /// How many frames of this run are seen in a picture, by the pixel in the middle of ``box``.
    func frames(in pixel: UInt32) -> Int { pixel >> 16 & 0xFF == UInt32(run) ? Int(pixel & 0xFFFF) : 0 }

    /// An update pass in which the view has not drawn changes nothing.
    private func noteUpdate() {
        updated.note(before: drawn, at: bench_now(), of: schedule)
        if updated.count == schedule.count { application.runLoop.stop() }
    }

    /// No screen: the update pass lays views out and has them draw into nothing.
    final class Headless: LatencyScreen {
        private var sender: TouchPort.Sender?

        func prepare(_ application: Application) {}
        func putFingerDown(in application: Application) { sender = application.putFingerDown() }
        var move: @Sendable (Int) -> Void {
            let sender = sender
            return { sender?.move($0) }
        }
        func begin(_ app: LatencyApp) {}
        func finish(_ app: LatencyApp) throws -> [Measurement] {
            try app.handled.measurements("handler", of: app.schedule)
                + app.updated.measurements("update", of: app.schedule)
        }
    }
}

extension Application {
    /// Puts a finger down on the view of a ``LatencyApp``; returns the finger's sender.
    func putFingerDown() -> TouchPort.Sender {
        let sender = touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: LatencyApp.box.center), at: .now)
        return sender
    }
}

extension TouchPort.Sender {
    /// Moves the finger of a ``LatencyApp``, to and fro.
    func move(_ frame: Int) {
        let center = LatencyApp.box.center
        send(TouchContact(1, .moved, at: Point(center.x + Double(frame & 1), center.y)), at: .now)
    }
}

/// A view that draws a color that shows how many frames it has handled.
private final class NumberedView: View {
    weak var app: LatencyApp?
    private var color = Color.black

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        let now = bench_now()
        guard let app, let touch = touches.first, let samples = event.coalescedTouches(for: touch) else { return }
        // Frames that came while the loop was late are one event.
        color = app.handle(samples.count, at: now)
        setNeedsDisplay()
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(bounds, with: color)
        if let app { app.drawn = app.handled.count }
    }
}
