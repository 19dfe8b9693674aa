import CBenchFloors
import ResponderKit
import Synchronization

extension Workload {
    /// How long a frame takes from the thread that sends it, on another processor, to the handler: with a loop that
    /// sleeps, and with one that looks for input before it sleeps.
    ///
    /// Empty where the process has one processor: a loop that looks for input would keep the sender from it.
    static let latency: [Workload] =
        bench_processors() < 2
        ? []
        : [
            // A digitizer or a simulation at 50 kHz.
            latency("20us", pause: .microseconds(20), looking: .microseconds(50), count: 2_000, rounds: 31),
            // A mouse or a motor at 1 kHz.
            latency("1ms", pause: .milliseconds(1), looking: .milliseconds(2), count: 200, rounds: 15),
        ]

    private static func latency(_ name: String, pause: Duration, looking: Duration, count: Int, rounds: Int) -> Workload
    {
        Workload(
            name: "latency/one-way-\(name)",
            summary: "from a send on another processor, \(name) after the last frame was handled, to the handler",
            rounds: rounds
        ) { effort in
            let spacing = FrameSpacing(pause: pause, count: effort.count(count))
            return [
                LatencyContender(spacing, looking: .zero, try MainRunLoop()),
                LatencyContender(spacing, looking: looking, try MainRunLoop()),
                FloorLatency(spacing, looking: .zero, try FloorFrames(.cFloor, fingers: 1)),
                FloorLatency(spacing, looking: looking, try FloorFrames(.cFloor, fingers: 1)),
            ]
        }
    }
}

/// How many frames are sent, each how long after the one before was handled.
private struct FrameSpacing {
    let pause: Int64
    let count: Int

    init(pause: Duration, count: Int) {
        (self.pause, self.count) = (pause.inNanoseconds, count)
    }
}

extension Duration {
    fileprivate var inNanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}

/// The latencies, and how long the loop's thread ran for each frame.
private func measurements(_ latencies: [Int64], _ ran: Int64) -> [Measurement] {
    percentiles(latencies) + [Measurement("cpu", "ns/frame", Double(ran) / Double(latencies.count))]
}

// MARK: - ResponderKit

/// An application with coalescing, whose hit view notes when it is called.
private final class LatencyContender: Contender {
    let subject: Subject
    private let spacing: FrameSpacing
    private let loop: MainRunLoop
    private let tree: BenchTree
    nonisolated(unsafe) private let arrivals: UnsafeMutablePointer<Arrivals>

    init(_ spacing: FrameSpacing, looking: Duration, _ loop: MainRunLoop) {
        let arrivals = UnsafeMutablePointer<Arrivals>.allocate(capacity: 1)
        subject = looking == .zero ? .responderKit : .busyWait
        (self.spacing, self.loop, self.arrivals) = (spacing, loop, arrivals)
        loop.busyWait = looking
        tree = BenchTree(loop: loop, coalescing: true) { ArrivalView(frame: $0, arrivals) }
        arrivals.initialize(to: Arrivals(SteadySender(tree.sender, spacing), loop))
        tree.sender.send(TouchFrame(.began, of: 1, x: 2))
        // Serves the began, and the rest of the launch.
        loop.run(until: .zero)
    }

    deinit { arrivals.deinitialize(count: 1).deallocate() }

    func run() throws -> [Measurement] {
        arrivals.pointee.latencies.removeAll(keepingCapacity: true)
        let sender = arrivals.pointee.sender
        try sender.start()
        bench_stay_on_processor(true)
        defer { bench_stay_on_processor(false) }
        loop.post { sender.served = 0 }
        let start = bench_thread_now()
        loop.run(until: MainRunLoop.Instant.now.advanced(by: .seconds(60)))
        let ran = bench_thread_now() - start
        let latencies = arrivals.pointee.latencies
        guard latencies.count == spacing.count else {
            throw BenchError.miscounted(subject: subject, fed: spacing.count, handled: latencies.count)
        }
        sender.join()
        return measurements(latencies, ran)
    }
}

/// What the handler needs, in raw memory behind a pointer, as in the C program.
private struct Arrivals {
    let sender: SteadySender
    var latencies: [Int64] = []
    private let loop: Unmanaged<MainRunLoop>

    init(_ sender: SteadySender, _ loop: MainRunLoop) {
        (self.sender, self.loop) = (sender, .passUnretained(loop))
        latencies.reserveCapacity(sender.spacing.count)
    }

    mutating func note() {
        latencies.append(bench_now() - sender.sentAt)
        sender.served = latencies.count
        if latencies.count == sender.spacing.count { loop._withUnsafeGuaranteedRef { $0.stop() } }
    }
}

private final class ArrivalView: View {
    nonisolated(unsafe) private let arrivals: UnsafeMutablePointer<Arrivals>

    init(frame: Rect, _ arrivals: UnsafeMutablePointer<Arrivals>) {
        self.arrivals = arrivals
        super.init(frame: frame)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) { arrivals.pointee.note() }
}

/// Sends frames from a thread of its own, on another processor, each some time after the one before was handled.
private final class SteadySender: Sendable {
    let spacing: FrameSpacing
    private let sender: TouchPort.Sender
    private let isDone = Atomic<Bool>(true)
    private let latestSend = Atomic<Int64>(0)
    /// Negative until the loop runs.
    private let servedCount = Atomic<Int>(-1)

    init(_ sender: TouchPort.Sender, _ spacing: FrameSpacing) {
        (self.sender, self.spacing) = (sender, spacing)
    }

    /// When the latest frame was sent.
    var sentAt: Int64 { latestSend.load(ordering: .acquiring) }

    /// How many frames were handled.
    var served: Int {
        get { servedCount.load(ordering: .acquiring) }
        set { servedCount.store(newValue, ordering: .releasing) }
    }

    func start() throws {
        served = -1
        isDone.store(false, ordering: .releasing)
        try startThread { [self] in
            bench_take_first_processor()
            send()
            isDone.store(true, ordering: .releasing)
        }
    }

    /// Waits for the thread's end.
    func join() {
        while !isDone.load(ordering: .acquiring) { bench_relax() }
    }

    private func send() {
        let frames = [3.0, 2.0].map { TouchFrame(.moved, of: 1, x: $0) }
        for index in 0..<spacing.count {
            while served != index { bench_relax() }
            bench_pause_for(spacing.pause)
            var frame = frames[index & 1]
            let now = bench_now()
            frame.time = MainRunLoop.Instant(nanoseconds: now)
            latestSend.store(now, ordering: .releasing)
            sender.send(frame)
        }
    }
}

// MARK: - The floors

/// The C program, which looks into its ring before it sleeps, or sleeps at once.
private struct FloorLatency: Contender {
    let subject: Subject
    private let spacing: FrameSpacing
    private let looking: Int64
    private let program: FloorFrames

    init(_ spacing: FrameSpacing, looking: Duration, _ program: FloorFrames) {
        subject = looking == .zero ? .cFloor : .busyFloor
        (self.spacing, self.looking, self.program) = (spacing, looking.inNanoseconds, program)
    }

    func run() throws -> [Measurement] {
        var latencies = [Int64](repeating: 0, count: spacing.count)
        var ran: Int64 = 0
        try program.check(spacing.count) {
            ran = program.takeSpaced(spacing.pause, looking: looking, &latencies)
            guard ran >= 0 else { throw BenchError.failed(subject: subject, what: "the C program failed") }
        }
        return measurements(latencies, ran)
    }
}
