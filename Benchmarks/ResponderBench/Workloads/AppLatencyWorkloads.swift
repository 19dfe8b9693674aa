import CBenchFloors
import ResponderKit

extension Workload {
    /// From the instant at which a frame is due to be sent until each stage of the application's answer to it.
    ///
    /// The floor has no views to bring up to date and no pixels: it is compared with the handler alone.
    static let appLatencies: [Workload] = [(60, 1020, 1), (250, 1000, 3), (1000, 2000, 5)].map { rate, count, rounds in
        Workload(
            name: "app/latency-\(rate)",
            summary: "a thread sends \(rate) frames a second, on schedule: until the handler, and until the pass ends",
            rounds: rounds,
            hasWarmUp: false
        ) { effort in
            let schedule = FrameSchedule(framesPerSecond: rate, count: effort.count(count))
            var contenders: [any Contender] = [
                LatencyContender(try LatencyApp(LatencyApp.Headless()), schedule),
                FloorLatencyContender(schedule),
            ]
            #if Cairo
            contenders.append(LatencyContender(try LatencyApp(CairoLatencyScreen()), schedule))
            #endif
            #if Wayland
            contenders.append(LatencyContender(try LatencyApp(WaylandLatencyScreen()), schedule))
            #endif
            return contenders
        }
    }
}

private struct LatencyContender: Contender {
    let subject = Subject.responderKit
    private let app: LatencyApp
    private let schedule: FrameSchedule

    init(_ app: LatencyApp, _ schedule: FrameSchedule) { (self.app, self.schedule) = (app, schedule) }

    func run() throws -> [Measurement] { try app.run(schedule) }
}

private struct FloorLatencyContender: Contender {
    let subject = Subject.cFloor
    private let app = FloorApp(handler: FLOOR_HIT_VIEW)
    private let schedule: FrameSchedule

    init(_ schedule: FrameSchedule) { self.schedule = schedule }

    func run() throws -> [Measurement] {
        var latencies = [Int64](repeating: 0, count: schedule.count)
        let before = app.handled
        guard bench_scheduled(Int32(BENCH_EPOLL), app.pointer, schedule.interval, &latencies, schedule.count) else {
            throw BenchError.failed(subject: subject, what: "the C program failed")
        }
        // The finger also comes down, and goes up.
        guard app.handled - before == schedule.count + 2 else {
            throw BenchError.miscounted(subject: subject, fed: schedule.count + 2, handled: app.handled - before)
        }
        return try StageLatencies(latencies).measurements("handler", of: schedule, by: subject)
    }
}
