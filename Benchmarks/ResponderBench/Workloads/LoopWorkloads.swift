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
            let count = effort.count(5_000)
            let pipes = try Pipes(count: 1_000)
            return [
                DescriptorsContender(pipes, active: active, count: count),
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

// The contenders' closures count in raw memory behind a pointer, as in the C programs: a reference, even an
// unowned(unsafe) one, would be retained at each call.

private final class SourcesContender: Contender {
    let subject = Subject.responderKit
    private let loop: MainRunLoop
    private let rounds: Int
    /// The sources, which the loop keeps alive.
    ///
    /// An array of references would retain each source that is taken out of it.
    private var sources: [Unmanaged<MainRunLoop.UserSource>] = []
    nonisolated(unsafe) private let performed: UnsafeMutablePointer<Int>

    init(count: Int, rounds: Int) throws {
        loop = try MainRunLoop()
        self.rounds = rounds
        let performed = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        self.performed = performed
        for _ in 0..<count {
            sources.append(.passUnretained(loop.addUserSource { performed.pointee &+= 1 }))
        }
    }

    deinit { performed.deallocate() }

    func run() throws -> [Measurement] {
        let (loop, sources, performed) = (loop, sources, performed)
        performed.initialize(to: 0)
        let elapsed = nanoseconds {
            for round in 1...rounds {
                signal(sources)
                // A turn that was held up leaves some sources to the next turn.
                repeat { loop.run(until: .zero) } while performed.pointee < round * sources.count
            }
        }
        let fed = rounds * sources.count
        guard performed.pointee == fed else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: performed.pointee)
        }
        return [Measurement("time", "ns/source", elapsed / Double(fed))]
    }

    // Not isolated to the main actor, since its closure would then check the executor that it runs on.
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
                // Captures as an app's closure does: an object, and a value.
                for index in 0..<count { loop.post { self.handle(index) } }
                // A turn that was held up leaves some closures to the next turn.
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
    private struct State {
        var performed = 0
        var goal = 0
        /// The loop and the source are not retained here, as in a C program: the loop keeps the source alive, and the
        /// `TurnSource` keeps the loop alive.
        let loop: Unmanaged<MainRunLoop>
        var source: Unmanaged<MainRunLoop.UserSource>?
    }

    private let loop: MainRunLoop
    nonisolated(unsafe) private let state: UnsafeMutablePointer<State>

    var performed: Int { state.pointee.performed }

    init(on loop: MainRunLoop) {
        self.loop = loop
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State(loop: .passUnretained(loop)))
        self.state = state
        state.pointee.source = .passUnretained(loop.addUserSource { Self.turn(state) })
    }

    deinit { state.deallocate() }

    /// Takes `count` turns in one run.
    func run(_ count: Int) {
        (state.pointee.performed, state.pointee.goal) = (0, count)
        Self.signal(state)
        loop.run()
    }

    private nonisolated static func turn(_ state: UnsafeMutablePointer<State>) {
        state.pointee.performed &+= 1
        if state.pointee.performed == state.pointee.goal {
            state.pointee.loop._withUnsafeGuaranteedRef { $0.stop() }
        } else {
            signal(state)
        }
    }

    // Not isolated to the main actor, since its closure would then check the executor that it runs on.
    private nonisolated static func signal(_ state: UnsafeMutablePointer<State>) {
        state.pointee.source?._withUnsafeGuaranteedRef { $0.signal() }
    }
}
