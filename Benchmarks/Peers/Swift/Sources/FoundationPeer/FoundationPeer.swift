import CPeerVersions
import Foundation
import PeerSupport

/// The peer Foundation: RunLoop, Timer and NotificationCenter, on the program's main thread.
@main
enum FoundationPeer {
    static func main() {
        let jobs =
            loopJobs + notificationJobs + [latenessJob] + messages.jobs
            + timerJobs(RunLoopTimers.self, armed: 1_000)
            + timerJobs(RunLoopTimers.self, armed: 100_000, operations: 1_000, only: [.add, .cancel, .rearm])
        exit(serve("Foundation", version: peer_swift_version(), jobs))
    }
}

/// The main queue, in a constant: closures for `DispatchQueue.main.async` would be isolated to the main actor.
let queue = DispatchQueue.main
