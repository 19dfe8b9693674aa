import CBenchFloors
import Histogram
import ResponderKit
import Synchronization

extension Workload {
    /// A thread sends while the loop runs.
    static let threads: [Workload] = [
        Workload(
            name: "end-to-end/threads",
            summary: "a thread sends sequences while the loop runs, and the hit view handles them; coalescing off",
            rounds: 31
        ) { effort in
            let count = effort.count(5_000) * Sequence.usual.events
            return [
                try EndToEndContender(count: count),
                FloorThreadsContender(.cFloor, BENCH_EPOLL, dispatches: true, count: count),
                FloorThreadsContender(.libevent, BENCH_LIBEVENT, dispatches: true, count: count),
            ]
        },
        Workload(name: "port/threads", summary: "ring and wake-up alone: the receiver only counts", rounds: 31) {
            effort in
            let count = effort.count(5_000) * Sequence.usual.events
            return [
                try PortThreadsContender(count: count),
                FloorThreadsContender(.cFloor, BENCH_EPOLL, dispatches: false, count: count),
                FloorThreadsContender(.libevent, BENCH_LIBEVENT, dispatches: false, count: count),
            ]
        },
        Workload(
            name: "port/one-way-1khz",
            summary: "from sending to receiving while the loop sleeps, a sample each millisecond",
            rounds: 15
        ) { effort in
            let count = effort.count(10) * Sequence.usual.events
            return [
                try OneWayContender(count: count),
                FloorOneWayContender(.cFloor, BENCH_EPOLL, count: count),
                FloorOneWayContender(.libevent, BENCH_LIBEVENT, count: count),
            ]
        },
    ]
}

// MARK: - ResponderKit

/// An app whose hit view tells the producer how far it is, on a loop that really sleeps.
private final class EndToEndContender: Contender {
    let subject = Subject.responderKit
    private let tree: BenchTree
    private let view: ReportingView
    private let loop: MainRunLoop
    private let count: Int

    init(count: Int) throws {
        self.count = count
        let (loop, view) = (try MainRunLoop(), ReportingView())
        (self.loop, self.view) = (loop, view)
        view.onGoal = { loop.stop() }
        tree = BenchTree(loop: loop) {
            view.frame = $0
            return view
        }
    }

    func run() throws -> [Measurement] {
        view.reset(goal: count)
        let producer = Producer(tree.sender, view.reception, count: count)
        try producer.start { $0.sendAsFastAsItGoes() }
        let elapsed = nanoseconds {
            producer.go()
            loop.run(until: MainRunLoop.Instant.now.advanced(by: .seconds(60)))
        }
        let handled = view.handled
        guard handled == count else { throw BenchError.miscounted(subject: subject, fed: count, handled: handled) }
        producer.join()
        return [Measurement("time", "ns/event", elapsed / Double(count))]
    }
}

/// A view that counts the calls of its touch methods where the other thread can read the count.
private final class ReportingView: View, CallCounting {
    let reception = Reception()
    private(set) var handled = 0
    private var goal = 0
    var onGoal: () -> Void = {}

    func reset(goal: Int) {
        handled = 0
        self.goal = goal
        reception.count = 0
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { count() }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { count() }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { count() }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { count() }

    private func count() {
        handled &+= 1
        if handled % Reception.interval == 0 { reception.count = handled }
        if handled == goal { onGoal() }
    }
}

/// A port whose receiver looks at each sample's time, as the C floor's does.
private final class PortThreadsContender: Contender {
    let subject = Subject.responderKit
    private let count: Int
    private let loop: MainRunLoop
    private let reception = Reception()
    private let totals = Totals()
    private let sender: TouchPort.Sender
    private let port: TouchPort

    @MainActor
    private final class Totals {
        var count = 0
        var sum: Int64 = 0
    }

    init(count: Int) throws {
        self.count = count
        let loop = try MainRunLoop()
        self.loop = loop
        port = TouchPort(loop: loop) { [reception, totals] port, limit in
            var (taken, sum) = (0, Int64.zero)
            while taken < limit, let frame = port.nextFrame() {
                taken += frame.count
                sum &+= frame.first.pointee.time
            }
            totals.count += taken
            totals.sum &+= sum
            reception.count = totals.count
            if totals.count == count { loop.stop() }
            return taken > 0
        }
        sender = port.makeSender()
    }

    func run() throws -> [Measurement] {
        (totals.count, totals.sum) = (0, 0)
        reception.count = 0
        let producer = Producer(sender, reception, count: count)
        try producer.start { $0.sendAsFastAsItGoes() }
        let elapsed = nanoseconds {
            producer.go()
            loop.run(until: MainRunLoop.Instant.now.advanced(by: .seconds(60)))
        }
        guard totals.count == count, totals.sum == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: totals.count)
        }
        producer.join()
        return [Measurement("time", "ns/event", elapsed / Double(count))]
    }
}

private final class OneWayContender: Contender {
    let subject = Subject.responderKit
    private let count: Int
    private let loop: MainRunLoop
    private let arrivals = Arrivals()
    private let sender: TouchPort.Sender
    private let port: TouchPort

    @MainActor
    private final class Arrivals {
        var latencies: [Int64] = []
    }

    init(count: Int) throws {
        self.count = count
        let loop = try MainRunLoop()
        self.loop = loop
        port = TouchPort(loop: loop) { [arrivals] port, limit in
            var taken = 0
            while taken < limit, let frame = port.nextFrame() {
                taken += frame.count
                arrivals.latencies.append(bench_now() - frame.first.pointee.time)
            }
            if arrivals.latencies.count == count { loop.stop() }
            return taken > 0
        }
        sender = port.makeSender()
    }

    func run() throws -> [Measurement] {
        arrivals.latencies.removeAll(keepingCapacity: true)
        arrivals.latencies.reserveCapacity(count)
        let producer = Producer(sender, Reception(), count: count)
        try producer.start { $0.sendOneEachMillisecond() }
        producer.go()
        loop.run(until: MainRunLoop.Instant.now.advanced(by: .seconds(60)))
        guard arrivals.latencies.count == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: arrivals.latencies.count)
        }
        producer.join()
        return percentiles(arrivals.latencies)
    }
}

/// The median and the 99th percentile of latencies in nanoseconds.
func percentiles(_ latencies: [Int64]) -> [Measurement] {
    // Up to a second, to three digits.
    var histogram = Histogram<UInt64>(highestTrackableValue: 1_000_000_000, numberOfSignificantValueDigits: .three)
    for latency in latencies { histogram.record(UInt64(clamping: min(latency, 1_000_000_000))) }
    return [50.0, 99.0].map {
        Measurement("p\(Int($0))", "us", Double(histogram.valueAtPercentile($0)) / 1000)
    }
}

// MARK: - The floors

private struct FloorThreadsContender: Contender {
    let subject: Subject
    private let loop: Int
    private let app: FloorApp?
    private let count: Int

    init(_ subject: Subject, _ loop: Int, dispatches: Bool, count: Int) {
        self.subject = subject
        self.loop = loop
        self.count = count
        app = dispatches ? FloorApp(handler: FLOOR_HIT_VIEW) : nil
    }

    func run() throws -> [Measurement] {
        let before = app?.handled ?? 0
        let elapsed = bench_threads(Int32(loop), app?.pointer, count)
        guard elapsed >= 0 else { throw BenchError.failed(subject: subject, what: "the C program failed") }
        if let app {
            let handled = app.handled - before
            guard handled == count else {
                throw BenchError.miscounted(subject: subject, fed: count, handled: handled)
            }
        }
        return [Measurement("time", "ns/event", Double(elapsed) / Double(count))]
    }
}

private struct FloorOneWayContender: Contender {
    let subject: Subject
    private let loop: Int
    private let count: Int

    init(_ subject: Subject, _ loop: Int, count: Int) {
        self.subject = subject
        self.loop = loop
        self.count = count
    }

    func run() throws -> [Measurement] {
        var latencies = [Int64](repeating: 0, count: count)
        guard bench_one_way(Int32(loop), &latencies, count) else {
            throw BenchError.failed(subject: subject, what: "the C program failed")
        }
        return percentiles(latencies)
    }
}
