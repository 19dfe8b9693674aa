// A SwiftNIO event loop on the process's first thread, with a loop inside. The recipe is in the guide Embedding.
#if NIO
import Dispatch
import EmbeddingScenario
import NIOCore
import NIOPosix
import ResponderEventLoop

@main
@MainActor
final class Program: Host {
    private let eventLoop: any EventLoop

    private init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    static func main() throws {
        let loop = try MainRunLoop()
        guard let descriptor = loop.pollableDescriptor else { return print("no descriptor") }
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { eventLoop in
            MainActor.assumeIsolated {
                let program = Program(on: eventLoop)
                let scenario = EmbeddedScenario(of: loop, in: program)
                watch(descriptor, on: eventLoop) {
                    _ = program
                    scenario.turn()
                }
                scenario.start()
            }
        }
    }

    /// Has `turn` called on the event loop's thread, which is the process's first, whenever the descriptor is readable.
    ///
    /// SwiftNIO reads what it watches, and an epoll descriptor cannot be read. So Dispatch watches it.
    private nonisolated static func watch(
        _ descriptor: Int32,
        on eventLoop: any EventLoop,
        _ turn: @escaping @MainActor () -> Void
    ) {
        let queue = DispatchQueue(label: "watches a run loop")
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            // It stays readable until the turn was made.
            source.suspend()
            eventLoop.execute {
                MainActor.assumeIsolated(turn)
                source.resume()
            }
        }
        source.activate()
    }

    func after(milliseconds: Int, _ work: @escaping @MainActor () -> Void) {
        eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) { MainActor.assumeIsolated(work) }
    }

    func end() {
        eventLoop.shutdownGracefully { _ in }
    }
}
#else
@main
enum Program {
    static func main() {
        print("built without SwiftNIO: Scripts/check-hosts builds it with the package's trait")
    }
}
#endif
