import CBenchFloors
import Glibc
import ResponderEventLoop

extension Workload {
    /// The loop alone, on the system's clock.
    static let loops: [Workload] = [
        Workload(
            name: "loop/source",
            summary: "1,000 sources are signalled, and then performed in one turn"
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
            name: "loop/turn",
            summary: "a source that signals itself again: a turn with one perform and one look at the kernel"
        ) { effort in
            let count = effort.count(5_000)
            return [
                try TurnsContender(count: count),
                floor(.cFloor, "ns/turn", per: count) { bench_turns(Int32(BENCH_EPOLL), count) },
                floor(.libevent, "ns/turn", per: count) { bench_turns(Int32(BENCH_LIBEVENT), count) },
            ]
        },
        Workload(
            name: "fds/1000-1",
            summary: "1,000 pipes watched, one active: a byte is read, and one written to the next"
        ) { effort in
            let count = effort.count(1_000)
            let pipes = try Pipes(count: 1_000)
            return [
                try DescriptorsContender(Pipes(count: 1_000), count: count),
                floor(.cFloor, "ns/event", per: count) { pipes.measure(BENCH_EPOLL, count) },
                floor(.libevent, "ns/event", per: count) { pipes.measure(BENCH_LIBEVENT, count) },
            ]
        },
    ]

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
    private var sources: [MainRunLoop.UserSource] = []
    private var performed = 0

    init(count: Int, rounds: Int) throws {
        loop = try MainRunLoop()
        self.rounds = rounds
        for _ in 0..<count {
            sources.append(loop.addUserSource { [unowned(unsafe) self] in performed &+= 1 })
        }
    }

    func run() throws -> [Measurement] {
        performed = 0
        let (loop, sources) = (loop, sources)
        let elapsed = nanoseconds {
            for _ in 0..<rounds {
                for source in sources { source.signal() }
                loop.run(until: .zero)
            }
        }
        let fed = rounds * sources.count
        guard performed == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: performed) }
        return [Measurement("time", "ns/source", elapsed / Double(fed))]
    }
}

private final class TurnsContender: Contender {
    let subject = Subject.responderKit
    private let loop: MainRunLoop
    private let count: Int
    private var source: MainRunLoop.UserSource?
    private var performed = 0

    init(count: Int) throws {
        loop = try MainRunLoop()
        self.count = count
        source = loop.addUserSource { [unowned(unsafe) self] in
            performed &+= 1
            if performed == count { loop.stop() } else { source?.signal() }
        }
    }

    func run() throws -> [Measurement] {
        performed = 0
        source?.signal()
        let elapsed = nanoseconds { loop.run() }
        guard performed == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: performed)
        }
        return [Measurement("time", "ns/turn", elapsed / Double(count))]
    }
}

/// Pipes, each with its read end first.
private final class Pipes: Sendable {
    let descriptors: [Int32]

    init(count: Int) throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var descriptors: [Int32] = []
        for _ in 0..<count {
            var pair: [Int32] = [-1, -1]
            guard pipe(&pair) == 0 else {
                for descriptor in descriptors { close(descriptor) }
                throw BenchError.failed(
                    subject: .cFloor,
                    what: "\(count) pipes need \(2 * count) descriptors, more than the system gives (ulimit -Hn)"
                )
            }
            descriptors += pair
        }
        self.descriptors = descriptors
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    func measure(_ loop: Int, _ count: Int) -> Int64 {
        bench_descriptors(Int32(loop), descriptors, descriptors.count / 2, count)
    }
}

private final class DescriptorsContender: Contender {
    let subject = Subject.responderKit
    private let pipes: Pipes
    private let count: Int

    init(_ pipes: Pipes, count: Int) {
        self.pipes = pipes
        self.count = count
    }

    func run() throws -> [Measurement] {
        let loop = try MainRunLoop()
        let count = count
        let descriptors = pipes.descriptors
        var (performed, good) = (0, true)
        var sources: [MainRunLoop.DescriptorSource] = []
        for index in stride(from: 0, to: descriptors.count, by: 2) {
            let next = descriptors[(index + 3) % descriptors.count]
            let source = try loop.addDescriptorSource(descriptors[index], for: .read) { _ in
                var byte: UInt8 = 0
                good = good && read(descriptors[index], &byte, 1) == 1
                performed &+= 1
                if performed < count { good = good && write(next, &byte, 1) == 1 }
                if performed == count || !good { loop.stop() }
            }
            sources.append(source)
        }
        var byte: UInt8 = 0
        let elapsed = nanoseconds {
            good = write(descriptors[1], &byte, 1) == 1
            if good { loop.run() }
        }
        for source in sources { source.cancel() }
        guard good else { throw BenchError.failed(subject: subject, what: "a pipe could not be read or written") }
        guard performed == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: performed)
        }
        return [Measurement("time", "ns/event", elapsed / Double(count))]
    }
}
