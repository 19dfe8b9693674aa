#if Cairo
import CBenchFloors
import ResponderCairo
import ResponderKit

/// A surface in memory that the update pass draws into.
@MainActor
final class CairoLatencyScreen: LatencyScreen {
    private let surface: CairoSurface
    private var sender: TouchPort.Sender?
    private weak var app: LatencyApp?
    private var drawn = StageLatencies()

    init() throws { surface = try CairoSurface(size: Size(800, 480)) }

    func prepare(_ application: Application) {
        application.textMeasurer = PangoTextMeasurer.shared
        application.controlAppearance = FilledAppearance()
        application.setScreen(Screen(size: surface.size))
        let canvas = CairoCanvas(surface)
        application.onPresentScreen = { [unowned self, unowned application] rects in
            application.render(in: canvas, rects: rects, background: .white)
            note(at: bench_now())
        }
    }

    func putFingerDown(in application: Application) { sender = application.putFingerDown() }

    var move: @Sendable (Int) -> Void {
        let sender = sender
        return { sender?.move($0) }
    }

    func begin(_ app: LatencyApp) { (self.app, drawn) = (app, StageLatencies()) }

    /// What is seen is read from the pixels.
    private func note(at instant: Int64) {
        guard let app else { return }
        let center = LatencyApp.box.center
        let pixel = surface[Int(center.x), Int(center.y)]
        drawn.note(before: app.frames(in: pixel), at: instant, of: app.schedule)
    }

    func finish(_ app: LatencyApp) throws -> [Measurement] {
        try drawn.measurements("pixels", of: app.schedule)
    }
}
#endif

#if Wayland
import Glibc
import ResponderWayland
import TestCompositor

/// A window of a compositor in the process, which has the finger too, and which shows each picture at once.
@MainActor
final class WaylandLatencyScreen: LatencyScreen {
    private var host: WaylandHost?
    // Released after the host.
    private let compositor: TestCompositorThread
    private var notes: UnsafeMutableBufferPointer<tc_note>?
    private static var count = 0

    init() throws {
        Self.count += 1
        compositor = try TestCompositorThread("latency-\(Self.count)")
    }

    func prepare(_ application: Application) throws {
        var configuration = WaylandConfiguration()
        configuration.socket = compositor.path
        host = try WaylandHost(application, configuration: configuration)
    }

    func putFingerDown(in application: Application) {
        let pointer = compositor.pointer
        // The devices come after the first picture.
        let end = MainRunLoop.Instant.now.advanced(by: .seconds(10))
        while tc_commit_count(pointer) == 0, MainRunLoop.Instant.now < end {
            application.runLoop.run(until: MainRunLoop.Instant.now.advanced(by: .milliseconds(1)))
        }
        application.runLoop.run(until: MainRunLoop.Instant.now.advanced(by: .milliseconds(50)))
        let center = LatencyApp.box.center
        tc_touch_down(pointer, 1, center.x, center.y)
        tc_touch_frame(pointer)
    }

    var move: @Sendable (Int) -> Void {
        let (compositor, center) = (compositor, LatencyApp.box.center)
        return { frame in
            tc_touch_move(compositor.pointer, 1, center.x + Double(frame & 1), center.y)
            tc_touch_frame(compositor.pointer)
        }
    }

    func begin(_ app: LatencyApp) {
        // A picture for each frame, and some for the answers to frames.
        let notes = UnsafeMutableBufferPointer<tc_note>.allocate(capacity: 2 * app.schedule.count + 100)
        let center = LatencyApp.box.center
        self.notes = notes
        tc_note_pictures(compositor.pointer, Int32(center.x), Int32(center.y), notes.baseAddress, notes.count)
    }

    func finish(_ app: LatencyApp) throws -> [Measurement] {
        let (center, schedule) = (LatencyApp.box.center, app.schedule)
        // The last picture may be under way.
        let end = MainRunLoop.Instant.now.advanced(by: .seconds(10))
        func isSeen() -> Bool {
            app.frames(in: tc_pixel(compositor.pointer, Int32(center.x), Int32(center.y))) == schedule.count
        }
        while !isSeen(), MainRunLoop.Instant.now < end { app.wait(for: .milliseconds(1)) }
        let count = tc_end_notes(compositor.pointer)
        guard let notes else { return [] }
        defer { notes.deallocate() }
        self.notes = nil
        var seen = StageLatencies()
        for note in notes.prefix(count) {
            seen.note(before: app.frames(in: note.pixel), at: note.time, of: schedule)
        }
        return try seen.measurements("commit", of: schedule)
    }
}

/// A compositor on a thread of the process, with an output of 800x480 points, which ends with this object.
final class TestCompositorThread: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer
    let path: String

    init(_ name: String) throws {
        var options = tc_options()
        (options.width, options.height, options.output_scale) = (800, 480, 1)
        (options.refresh, options.capabilities) = (60_000, 7)
        path = "/tmp/responder-bench-\(getpid())-\(name)"
        unlink(path)
        guard let pointer = tc_start(path, &options) else {
            throw BenchError.failed(subject: .responderKit, what: "no compositor can be started at \(path)")
        }
        self.pointer = pointer
    }

    deinit { tc_stop(pointer) }
}
#endif
