import CBenchFloors
import ResponderEventLoop

extension Workload {
    /// The loop alone, on the system's clock.
    static let loops: [Workload] = [
        Workload(
            name: "loop/source",
            summary: "1,000 sources are signalled, and then performed in one turn",
            references: [.libevent]
        ) { effort in
            let rounds = effort.count(40)
            return [
                try SourcesContender(count: 1_000, rounds: rounds),
                floor(.cFloor, "ns/source", per: 1_000 * rounds) { bench_sources(Int32(BENCH_EPOLL), 1_000, rounds) },
                floor(.libevent, "ns/source", per: 1_000 * rounds) {
                    bench_sources(Int32(BENCH_LIBEVENT), 1_000, rounds)
                },
            ]
        },
        Workload(
            name: "loop/post",
            summary: "1,000 closures are posted from the loop's own thread, and then run in one turn",
            references: [.libevent]
        ) { effort in
            let rounds = effort.count(40)
            return [
                try PostsContender(count: 1_000, rounds: rounds),
                floor(.cFloor, "ns/post", per: 1_000 * rounds) { bench_posts(Int32(BENCH_EPOLL), 1_000, rounds) },
                floor(.libevent, "ns/post", per: 1_000 * rounds) {
                    bench_posts(Int32(BENCH_LIBEVENT), 1_000, rounds)
                },
            ]
        },
        Workload(
            name: "loop/turn",
            summary: "a source that signals itself again: a turn with one perform and one look at the kernel",
            references: [.libevent]
        ) { effort in
            let count = effort.count(5_000)
            return [
                try TurnsContender(count: count),
                floor(.cFloor, "ns/turn", per: count) { bench_turns(Int32(BENCH_EPOLL), count) },
                floor(.libevent, "ns/turn", per: count) { bench_turns(Int32(BENCH_LIBEVENT), count) },
            ]
        },
        descriptors(active: 1, summary: "1,000 pipes watched, one active: a byte is read, and one written to the next"),
        descriptors(active: 100, summary: "the same with 100 of the pipes active at a time"),
    ]

    private static func descriptors(active: Int, summary: String) -> Workload {
        Workload(name: "fds/1000-\(active)", summary: summary, references: [.libevent]) { effort in
            let count = effort.count(1_000) * (active == 1 ? 1 : 3)
            let pipes = try Pipes(count: 1_000)
            return [
                try DescriptorsContender(Pipes(count: 1_000), active: active, count: count),
                floor(.cFloor, "ns/event", per: count) { pipes.measure(BENCH_EPOLL, active, count) },
                floor(.libevent, "ns/event", per: count) { pipes.measure(BENCH_LIBEVENT, active, count) },
            ]
        }
    }

    @MainActor
    private static func floor(
        _ subject: Subject,
        _ unit: String,
        per count: Int,
        _ body: @escaping @MainActor () -> Int64
    ) -> ClosureContender {
        ClosureContender(subject) {
            let elapsed = body()
            guard elapsed >= 0 else { throw BenchError.failed(subject: subject, what: "the C program failed") }
            return [Measurement("time", unit, Double(elapsed) / Double(count))]
        }
    }
}

// Their closures name the contender unowned(unsafe): it outlives them, and a checked reference would be what is measured.

private final class SourcesContender: Contender {
    let subject = Subject.responderKit
    private let loop: MainRunLoop
    private let rounds: Int
    /// The loop keeps them.
    ///
    /// An array would count each one that is taken out of it.
    private var sources: [Unmanaged<MainRunLoop.UserSource>] = []
    private var performed = 0

    init(count: Int, rounds: Int) throws {
        loop = try MainRunLoop()
        self.rounds = rounds
        for _ in 0..<count {
            sources.append(.passUnretained(loop.addUserSource { [unowned(unsafe) self] in performed &+= 1 }))
        }
    }

    func run() throws -> [Measurement] {
        performed = 0
        let (loop, sources) = (loop, sources)
        let elapsed = nanoseconds {
            for round in 1...rounds {
                signal(sources)
                // A turn that was held up leaves some to the next.
                repeat { loop.run(until: .zero) } while performed < round * sources.count
            }
        }
        let fed = rounds * sources.count
        guard performed == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: performed) }
        return [Measurement("time", "ns/source", elapsed / Double(fed))]
    }

    // Not isolated: else its closure would look where it runs.
    private nonisolated func signal(_ sources: [Unmanaged<MainRunLoop.UserSource>]) {
        for source in sources { source._withUnsafeGuaranteedRef { $0.signal() } }
    }
}

private final class PostsContender: Contender {
    let subject = Subject.responderKit
    private let loop: MainRunLoop
    private let count: Int
    private let rounds: Int
    private var performed = 0
    private var sum = 0

    init(count: Int, rounds: Int) throws {
        loop = try MainRunLoop()
        self.count = count
        self.rounds = rounds
    }

    func run() throws -> [Measurement] {
        (performed, sum) = (0, 0)
        let loop = loop
        let elapsed = nanoseconds {
            for round in 1...rounds {
                // As an app writes it: the object that it concerns, and what about it.
                for index in 0..<count { loop.post { self.handle(index) } }
                // A turn that was held up leaves some to the next.
                repeat { loop.run(until: .zero) } while performed < round * count
            }
        }
        let fed = rounds * count
        guard performed == fed, sum == rounds * (count * (count - 1) / 2) else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: performed)
        }
        return [Measurement("time", "ns/post", elapsed / Double(fed))]
    }

    private func handle(_ index: Int) {
        performed &+= 1
        sum &+= index
    }
}

private final class TurnsContender: Contender {
    let subject = Subject.responderKit
    private let source: TurnSource
    private let count: Int

    init(count: Int) throws {
        source = TurnSource(on: try MainRunLoop())
        self.count = count
    }

    func run() throws -> [Measurement] {
        let elapsed = nanoseconds { source.run(count) }
        guard source.performed == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: source.performed)
        }
        return [Measurement("time", "ns/turn", elapsed / Double(count))]
    }
}

/// A source that signals itself again, so that its loop turns without sleeping.
@MainActor
final class TurnSource {
    private(set) var performed = 0
    private var goal = 0
    private let loop: MainRunLoop
    /// The loop keeps it.
    ///
    /// Here it is named without counting, as a C program names it: there is something to name only
    /// when its closure, which names this object, is made.
    nonisolated(unsafe) private let source: UnsafeMutablePointer<Unmanaged<MainRunLoop.UserSource>>

    init(on loop: MainRunLoop) {
        self.loop = loop
        source = .allocate(capacity: 1)
        source.initialize(to: .passUnretained(loop.addUserSource { [unowned(unsafe) self] in turn() }))
    }

    deinit { source.deallocate() }

    /// Turns of one run.
    func run(_ count: Int) {
        (performed, goal) = (0, count)
        signal()
        loop.run()
    }

    private func turn() {
        performed &+= 1
        if performed == goal { loop.stop() } else { signal() }
    }

    // Not isolated: else its closure would look where it runs.
    private nonisolated func signal() {
        source.pointee._withUnsafeGuaranteedRef { $0.signal() }
    }
}
