import CBenchFloors
import Glibc
import ResponderEventLoop

/// Pipes, each with its read end first.
final class Pipes: Sendable {
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

    func measure(_ loop: Int, _ active: Int, _ count: Int) -> Int64 {
        bench_descriptors(Int32(loop), descriptors, descriptors.count / 2, active, count)
    }
}

final class DescriptorsContender: Contender {
    let subject = Subject.responderKit
    private let pipes: Pipes
    private let active: Int
    private let count: Int
    /// The callouts' counts, in raw memory behind a pointer, as in the C programs.
    nonisolated(unsafe) private let progress: UnsafeMutablePointer<Progress>

    private struct Progress {
        var performed = 0
        var written = 0
        var good = true
        let count: Int
    }

    init(_ pipes: Pipes, active: Int, count: Int) {
        self.pipes = pipes
        self.active = active
        self.count = count
        progress = .allocate(capacity: 1)
        progress.initialize(to: Progress(count: count))
    }

    deinit { progress.deallocate() }

    func run() throws -> [Measurement] {
        let (progress, descriptors) = (progress, pipes.descriptors)
        progress.pointee = Progress(written: active, count: count)
        let loop = try MainRunLoop()
        var sources: [MainRunLoop.DescriptorSource] = []
        for index in stride(from: 0, to: descriptors.count, by: 2) {
            let (own, next) = (descriptors[index], descriptors[(index + 3) % descriptors.count])
            let source = try loop.addDescriptorSource(own, for: .read) { _ in
                if Self.pass(from: own, to: next, progress) { loop.stop() }
            }
            sources.append(source)
        }
        let elapsed = nanoseconds {
            progress.pointee.good = write_to_active(descriptors, descriptors.count / 2, active)
            if progress.pointee.good { loop.run() }
        }
        for source in sources { source.cancel() }
        guard progress.pointee.good else {
            throw BenchError.failed(subject: subject, what: "a pipe could not be read or written")
        }
        guard progress.pointee.performed == count else {
            throw BenchError.miscounted(subject: subject, fed: count, handled: progress.pointee.performed)
        }
        return [Measurement("time", "ns/event", elapsed / Double(count))]
    }

    /// Reads a byte and writes a byte to the next pipe; returns whether that was the last event, or has failed.
    @inline(__always)
    private static func pass(from own: Int32, to next: Int32, _ progress: UnsafeMutablePointer<Progress>) -> Bool {
        var byte: UInt8 = 0
        var good = read(own, &byte, 1) == 1
        progress.pointee.performed &+= 1
        if progress.pointee.written < progress.pointee.count {
            progress.pointee.written &+= 1
            good = write(next, &byte, 1) == 1 && good
        }
        if !good { progress.pointee.good = false }
        return !good || progress.pointee.performed == progress.pointee.count
    }
}
