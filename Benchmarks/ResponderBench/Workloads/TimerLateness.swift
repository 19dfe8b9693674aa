import CBenchFloors
import ResponderEventLoop

extension Workload {
    /// How late a timer fires, on a loop that really sleeps.
    static let lateness: [Workload] = [
        Workload(
            name: "timers/lateness-1ms",
            summary: "a one-shot of a millisecond, the loop asleep in between: how late it comes",
            rounds: 15
        ) { effort in
            let count = effort.count(200)
            return [
                try LatenessContender(count: count),
                FloorLatenessContender(subject: .cFloor, loop: BENCH_EPOLL, count: count),
                FloorLatenessContender(subject: .libevent, loop: BENCH_LIBEVENT, count: count),
            ]
        }
    ]
}

private final class LatenessContender: Contender {
    let subject = Subject.responderKit
    private let loop: MainRunLoop
    private let count: Int
    private var latencies: [Int64] = []
    private var deadline = MainRunLoop.Instant.zero

    init(count: Int) throws {
        loop = try MainRunLoop()
        self.count = count
        latencies.reserveCapacity(count)
    }

    func run() throws -> [Measurement] {
        latencies.removeAll(keepingCapacity: true)
        arm()
        loop.run(until: MainRunLoop.Instant.now.advanced(by: .seconds(60)))
        guard latencies.count == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: latencies.count)
        }
        return percentiles(latencies)
    }

    private func arm() {
        deadline = MainRunLoop.Instant(nanoseconds: bench_now() + 1_000_000)
        loop.addTimer(at: deadline) { [unowned(unsafe) self] _ in
            latencies.append(bench_now() - deadline.nanoseconds)
            if latencies.count < count { arm() } else { loop.stop() }
        }
    }
}

private struct FloorLatenessContender: Contender {
    let subject: Subject
    let loop: Int
    let count: Int

    func run() throws -> [Measurement] {
        var latencies = [Int64](repeating: 0, count: count)
        guard bench_lateness(Int32(loop), &latencies, count) else {
            throw BenchError.failed(subject: subject, what: "the C program failed")
        }
        return percentiles(latencies)
    }
}
