import CPeer
import CPeerPipes
import Dispatch
import Glibc
import NIOCore
import NIOPosix
import PeerSupport

// fds/…: a channel for each pipe: NIO reads into a buffer, which goes through the channel's pipeline to a handler.
// https://swiftpackageindex.com/apple/swift-nio/documentation/nioposix/niopipebootstrap
func pipesJob(active: Int) -> Job {
    let row = PipesRow(active: active)
    return Job("fds/1000-\(active)", body: row.run)
}

/// Unchecked, since the pipes' numbers are the event loop's while it runs, and who reads them afterwards waits for
/// `done`.
private final class PipesRow: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    private(set) var pipes: UnsafeMutablePointer<CPeerPipes.pipes>?
    private let active: Int

    init(active: Int) {
        self.active = active
    }

    func run(_ run: Run) throws {
        guard let pipes = pipes_open(run.pointer) else { return }
        if self.pipes == nil {
            self.pipes = pipes
            for index in 0..<Int(PIPE_COUNT) { try open(index, pipes.pointee.ends[index].0) }
        }
        let goal = run.count(5_000)
        let start = peer_now()
        pipes_start(pipes, active, goal)
        if pipes.pointee.good { done.wait() }
        pipes_report(run.pointer, pipes, peer_now() - start)
    }

    /// The channels stay; each owns another descriptor of its pipe.
    private func open(_ index: Int, _ descriptor: Int32) throws {
        let own = dup(descriptor)
        guard own >= 0 else { throw Failure("2,000 pipes need more descriptors than the system gives (ulimit -Hn)") }
        _ = try NIOPipeBootstrap(group: group)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PipeHandler(row: self, index: index))
                }
            }
            .takingOwnershipOfDescriptor(input: own)
            .wait()
    }

    func forward(_ index: Int) {
        if let pipes, pipes_forward(pipes, index) { done.signal() }
    }
}

private final class PipeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let row: PipesRow
    private let index: Int

    init(row: PipesRow, index: Int) {
        (self.row, self.index) = (row, index)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for _ in 0..<unwrapInboundIn(data).readableBytes { row.forward(index) }
    }
}
