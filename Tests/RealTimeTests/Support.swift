import Foundation
import ResponderEventLoop

/// A loop on the system's clock, and an instant that a test reaches only when something is wrong.
///
/// The instant is far away: threads that pass something to and fro thousands of times, each time waking the other, take
/// half a minute on a busy machine, without a sanitizer.
@MainActor
func makeLoop() throws -> (loop: MainRunLoop, limit: MainRunLoop.Instant) {
    let loop = try MainRunLoop()
    return (loop, loop.now.advanced(by: .seconds(1200)))
}

/// Does `work` on another thread when the loop is likely to sleep; no test depends on whether it sleeps.
func onThread(_ work: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.02)
        work()
    }
}
