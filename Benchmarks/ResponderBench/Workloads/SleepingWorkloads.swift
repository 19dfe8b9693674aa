import CBenchFloors
import ResponderKit

// Frames that another thread sends while the loop sleeps.

/// ResponderKit: one run, with an observer that notes when the loop has nothing left to do.
final class SleepingContender: Contender {
    let subject = Subject.responderKit
    private let app: TouchApp
    private let count: Int
    private let pacing: Pacing
    private var times: [Int64] = []
    private var known = 0

    init(_ app: TouchApp, count: Int) {
        (self.app, self.count) = (app, count)
        pacing = Pacing(app.sender, fingers: app.fingers, count: count)
        times.reserveCapacity(count)
    }

    func run() throws -> [Measurement] {
        times.removeAll(keepingCapacity: true)
        known = app.moved
        let observer = app.loop.addObserver(of: .beforeWaiting) { [unowned(unsafe) self] _ in noteWait() }
        defer { observer.cancel() }
        var ran: Int64 = 0
        try app.check(count) {
            try onOneProcessor {
                try pacing.start()
                let start = bench_thread_now()
                app.loop.run()
                ran = bench_thread_now() - start
                pacing.join()
            }
        }
        return measurements(times, ran)
    }

    private func noteWait() {
        guard app.moved != known else { return }
        known = app.moved
        times.append(bench_now() - pacing.sentAt)
        pacing.served = times.count
        if times.count == count { app.loop.stop() }
    }
}

/// The C program.
struct FloorSleepingContender: Contender {
    private let program: FloorFrames
    private let count: Int

    var subject: Subject { program.subject }

    init(_ program: FloorFrames, count: Int) {
        (self.program, self.count) = (program, count)
    }

    func run() throws -> [Measurement] {
        var times = [Int64](repeating: 0, count: count)
        var ran: Int64 = 0
        try program.check(count) {
            ran = onOneProcessor { program.takeSleeping(&times) }
            guard ran >= 0 else { throw BenchError.failed(subject: subject, what: "the C program failed") }
        }
        return measurements(times, ran)
    }
}

/// Keeps both threads on one processor.
///
/// Otherwise the scheduler places them on one processor or on two from run to run, and waking an idle processor takes
/// several times as long as everything else.
@MainActor
private func onOneProcessor<Result>(_ body: () throws -> Result) rethrows -> Result {
    bench_stay_on_processor(true)
    defer { bench_stay_on_processor(false) }
    return try body()
}

/// The time of the median frame, and how long the loop's thread ran for each.
private func measurements(_ times: [Int64], _ ran: Int64) -> [Measurement] {
    [
        Measurement("time", "ns/frame", Distribution(times.map(Double.init)).median),
        Measurement("cpu", "ns/frame", Double(ran) / Double(times.count)),
    ]
}
