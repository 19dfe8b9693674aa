#if Wayland
import Glibc
import ResponderKit
import ResponderWayland
import TestCompositor

extension Workload {
    /// From a touch that a compositor sends to the picture that it gets, in real time; the compositor is a thread of
    /// the process.
    static let wayland: [Workload] = [
        Workload(
            name: "wayland/touch",
            summary: "a touch changes the color of 40x24 points of 800x480: until the compositor has the picture",
            rounds: 11,
            references: []
        ) { effort in [try TouchContender(Rect(10, 10, 40, 24), count: effort.count(100))] },
        Workload(
            name: "wayland/touch-all",
            summary: "a touch changes the color of all of 800x480 points: until the compositor has the picture",
            rounds: 11,
            references: []
        ) { effort in [try TouchContender(Rect(0, 0, 800, 480), count: effort.count(50))] },
        Workload(
            name: "wayland/fling",
            summary: "rows of text on all of 800x480 points move by 9 points: the processor's time of the loop",
            rounds: 11,
            references: []
        ) { effort in [try FlingContender(count: effort.count(100))] },
    ]
}

/// Changes its color with each touch that begins.
@MainActor
private final class ColoredView: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        backgroundColor = backgroundColor == .orange ? .blue : .orange
    }
}

/// An application in a window of a compositor, on the system's clock.
@MainActor
private final class WaylandApp {
    let application: Application
    let window: Window
    private let host: WaylandHost
    // Released after the host.
    private let thread: TestCompositorThread
    var compositor: OpaquePointer { thread.pointer }

    init(_ name: String) throws {
        thread = try TestCompositorThread(name)
        application = Application(runLoop: try MainRunLoop())
        var configuration = WaylandConfiguration()
        configuration.socket = thread.path
        host = try WaylandHost(application, configuration: configuration)
        window = Window(frame: application.screen.bounds, application: application)
        window.backgroundColor = .white
        window.makeKeyAndVisible()
        application.launch()
        run(until: 1)
        // The devices come after the first picture.
        wait(.milliseconds(50))
    }

    var pictures: Int32 { tc_commit_count(compositor) }

    func wait(_ time: Duration) { _ = application.runLoop.run(until: MainRunLoop.Instant.now.advanced(by: time)) }

    /// Runs the loop until the compositor has so many pictures.
    func run(until count: Int32) {
        let end = MainRunLoop.Instant.now.advanced(by: .seconds(10))
        while pictures < count, MainRunLoop.Instant.now < end { wait(.microseconds(50)) }
    }
}

private struct TouchContender: Contender {
    let subject = Subject.responderKit
    private let app: WaylandApp
    private let count: Int

    init(_ frame: Rect, count: Int) throws {
        app = try WaylandApp("\(Int(frame.width))")
        self.count = count
        let view = ColoredView(frame: frame)
        view.backgroundColor = .orange
        app.window.addSubview(view)
        app.wait(.milliseconds(50))
    }

    func run() throws -> [Measurement] {
        var times: [Double] = []
        for _ in 0..<count {
            let before = app.pictures
            times.append(
                nanoseconds {
                    tc_touch_down(app.compositor, 1, 20, 20)
                    tc_touch_frame(app.compositor)
                    app.run(until: before + 1)
                }
            )
            guard app.pictures == before + 1 else {
                throw BenchError.miscounted(subject: subject, fed: 1, handled: Int(app.pictures - before))
            }
            tc_touch_up(app.compositor, 1)
            tc_touch_frame(app.compositor)
            app.wait(.milliseconds(2))
        }
        return [Measurement("time", "µs/touch", Distribution(times).median / 1e3)]
    }
}

private struct FlingContender: Contender {
    let subject = Subject.responderKit
    private let app: WaylandApp
    private let scroll: ScrollView
    private let count: Int

    init(count: Int) throws {
        app = try WaylandApp("fling")
        self.count = count
        scroll = ScrollView(frame: app.window.bounds)
        scroll.contentSize = Size(800, 48 * 200)
        for row in 0..<200 {
            let label = Label(frame: Rect(16, Double(row) * 48, 700, 48))
            label.text = "Dish number \(row + 1), with bread"
            scroll.addSubview(label)
        }
        app.window.addSubview(scroll)
        app.wait(.milliseconds(50))
    }

    func run() throws -> [Measurement] {
        var times: [Double] = []
        for frame in 0..<count {
            let before = app.pictures
            let start = processorTime()
            scroll.contentOffset.y = Double(frame + 1) * 9
            app.run(until: before + 1)
            times.append(processorTime() - start)
            app.wait(.milliseconds(1))
        }
        return [Measurement("time", "µs/frame", Distribution(times).median / 1e3)]
    }

    /// The time of this thread on a processor, in nanoseconds.
    private func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
#endif
