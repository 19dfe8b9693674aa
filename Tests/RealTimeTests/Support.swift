import Foundation
import ResponderEventLoop

/// A loop on the system's clock, and an instant that a test only comes to when something is wrong.
@MainActor
func makeLoop() throws -> (loop: MainRunLoop, limit: MainRunLoop.Instant) {
    let loop = try MainRunLoop()
    return (loop, loop.now.advanced(by: .seconds(300)))
}

/// Has another thread do `work` when the loop is likely to sleep; tests do not depend on that it does.
func onThread(_ work: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.02)
        work()
    }
}
