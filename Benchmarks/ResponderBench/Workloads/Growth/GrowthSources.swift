import Glibc
import ResponderKit

extension GrowthCurve {
    /// Sources of a loop, one of which has something.
    static let sources: [GrowthCurve] = [
        GrowthCurve(
            "descriptors",
            "a byte is written into one of N watched pipes, and read in a turn",
            per: "event",
            sizes: [1, 4, 16, 64, 250, 1_000],
            counted: GuardedSizes(4, 64, 1_000)
        ) { count in
            let watched = try WatchedPipes(count)
            return { try watched.passBytes($0) }
        },
        GrowthCurve(
            "senders",
            "one of N senders of touches sends a move, and the application receives it",
            per: "event",
            sizes: [1, 4, 16, 64, 256],
            counted: GuardedSizes(4, 32, 256)
        ) { count in
            let tree = try BenchTree { CountingView(frame: $0) }
            let senders = (1..<count).map { _ in tree.application.touchPort.makeSender() } + [tree.sender]
            // Each has sent something once, so each is known to the port.
            for sender in senders {
                sender.send(TouchContact(1, .began, at: Point(2, 2)), at: .zero)
                if sender !== tree.sender { sender.send(TouchContact(1, .ended, at: Point(2, 2)), at: .zero) }
                tree.receive()
            }
            let moves = tree.job { tree.send(.moved) }
            return { count in try withExtendedLifetime(senders) { try moves(count) } }
        },
    ]
}

/// Pipes that a loop watches.
@MainActor
private final class WatchedPipes {
    private let pipes: Pipes
    private let loop: MainRunLoop
    private var sources: [MainRunLoop.DescriptorSource] = []
    private var next = 0
    nonisolated(unsafe) private let received = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ count: Int) throws {
        received.initialize(to: 0)
        pipes = try Pipes(count: count)
        loop = try MainRunLoop()
        for index in 0..<count {
            let descriptor = pipes.descriptors[2 * index]
            let source = try loop.addDescriptorSource(descriptor, for: .read) { [received] _ in
                var byte: UInt8 = 0
                received.pointee &+= read(descriptor, &byte, 1)
            }
            sources.append(source)
        }
    }

    deinit { received.deallocate() }

    func passBytes(_ count: Int) throws -> Int {
        received.pointee = 0
        for _ in 0..<count {
            var byte: UInt8 = 1
            guard write(pipes.descriptors[2 * next + 1], &byte, 1) == 1 else {
                throw BenchError.failed(subject: .responderKit, what: "a pipe could not be written")
            }
            next = (next + 1) % sources.count
            loop.run(until: .zero)
        }
        return received.pointee
    }
}
