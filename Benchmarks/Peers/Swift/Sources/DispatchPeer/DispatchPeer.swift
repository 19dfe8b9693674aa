import CPeerVersions
import Dispatch
import Glibc
import PeerSupport

/// The peer Dispatch: DispatchQueue.main, which `dispatchMain()` serves, as in a program without a run loop.
/// https://developer.apple.com/documentation/dispatch/dispatchmain()
///
/// The jobs come from a thread of their own, which waits until the queue has done each.
@main
enum DispatchPeer {
    static func main() throws {
        _ = try startThread {
            let jobs =
                loopJobs + [pipesJob(active: 1), pipesJob(active: 100), latenessJob] + messages.jobs
                + [1_000, 100_000, 1_000_000].flatMap { timerJobs(SourceTimers.self, armed: $0) }
            exit(serve("Dispatch", version: peer_swift_version(), jobs))
        }
        dispatchMain()
    }
}

/// The main queue, in a constant: closures for `DispatchQueue.main.async` would be isolated to the main actor, and
/// check where they run.
let queue = DispatchQueue.main
