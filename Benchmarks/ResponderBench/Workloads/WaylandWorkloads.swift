#if Wayland
import Glibc
import ResponderKit
import ResponderWayland
import TestCompositor

extension Workload {
    /// From a touch that a compositor sends to the picture that it gets, in real time; the compositor is a thread of the
    /// process.
    static let wayland: [Workload] = [
        Workload(
            name: "wayland/touch",
            summary: "a touch changes the color of 40x24 points of 800x480: until the compositor has the picture",
            rounds: 11,
            references: []
        ) { effort in [try WaylandContender(Rect(10, 10, 40, 24), count: effort.count(100))] },
        Workload(
            name: "wayland/touch-all",
            summary: "a touch changes the color of all of 800x480 points: until the compositor has the picture",
            rounds: 11,
            references: []
        ) { effort in [try WaylandContender(Rect(0, 0, 800, 480), count: effort.count(50))] },
    ]
}

/// Changes its color with each touch that begins.
@MainActor
private final class ColoredView: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        backgroundColor = backgroundColor == .orange ? .blue : .orange
    }
}

private struct WaylandContender: Contender {
    let subject = Subject.responderKit
    private let application: Application
    private let host: WaylandHost
    private let compositor: OpaquePointer
    private let count: Int

    struct NoCompositor: Error {}

    init(_ frame: Rect, count: Int) throws {
        var options = tc_options()
        (options.width, options.height, options.output_scale) = (800, 480, 1)
        (options.refresh, options.capabilities) = (60_000, 7)
        let path = "/tmp/responder-bench-\(getpid())-\(Int(frame.width))"
        unlink(path)
        guard let compositor = tc_start(path, &options) else { throw NoCompositor() }
        self.compositor = compositor
        application = Application(runLoop: try MainRunLoop())
        var configuration = WaylandConfiguration()
        configuration.socket = path
        host = try WaylandHost(application, configuration: configuration)
        let window = Window(frame: application.screen.bounds, application: application)
        window.backgroundColor = .white
        let view = ColoredView(frame: frame)
        view.backgroundColor = .orange
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.launch()
        self.count = count
        run(until: 1)
    }

    /// Runs the loop until the compositor has so many pictures.
    private func run(until pictures: Int32) {
        let end = MainRunLoop.Instant.now.advanced(by: .seconds(10))
        while tc_commit_count(compositor) < pictures, MainRunLoop.Instant.now < end {
            _ = application.runLoop.run(until: MainRunLoop.Instant.now.advanced(by: .microseconds(50)))
        }
    }

    func run() throws -> [Measurement] {
        var times: [Double] = []
        for _ in 0..<count {
            let before = tc_commit_count(compositor)
            times.append(
                nanoseconds {
                    tc_touch_down(compositor, 1, 20, 20)
                    tc_touch_frame(compositor)
                    run(until: before + 1)
                }
            )
            guard tc_commit_count(compositor) == before + 1 else {
                let pictures = Int(tc_commit_count(compositor) - before)
                throw BenchError.miscounted(subject: subject, fed: 1, handled: pictures)
            }
            tc_touch_up(compositor, 1)
            tc_touch_frame(compositor)
            _ = application.runLoop.run(until: MainRunLoop.Instant.now.advanced(by: .milliseconds(2)))
        }
        return [Measurement("time", "µs/touch", Distribution(times).median / 1e3)]
    }
}
#endif
