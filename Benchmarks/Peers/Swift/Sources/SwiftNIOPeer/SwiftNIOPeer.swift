import CPeerVersions
import Glibc
import NIOCore
import NIOPosix
import PeerSupport

/// The peer SwiftNIO: an event loop on a thread of its own, as a program gets it.
/// https://swiftpackageindex.com/apple/swift-nio/documentation/nioposix/multithreadedeventloopgroup
@main
enum SwiftNIOPeer {
    static func main() {
        let jobs =
            loopJobs + [pipesJob(active: 1), pipesJob(active: 100), latenessJob] + messages.jobs
            + timerJobs(CallbackTimers.self, armed: 1_000)
            + timerJobs(CallbackTimers.self, armed: 100_000, operations: 1_000)
        exit(serve("SwiftNIO", version: peer_swift_nio_version(), jobs))
    }
}

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let loop = group.next()
