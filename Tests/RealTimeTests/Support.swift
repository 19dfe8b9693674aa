import Foundation
import ResponderEventLoop

/// A loop on the system's clock, and an instant that a test only comes to when something is wrong.
///
/// It is far away: threads that hand something to and fro thousands of times, each time to one that has to be woken, take
/// half a minute where others want the processors too, without a sanitizer.
@MainActor
func makeLoop() throws -> (loop: MainRunLoop, limit: MainRunLoop.Instant) {
    let loop = try MainRunLoop()
    return (loop, loop.now.advanced(by: .seconds(1200)))
}

/// Has another thread do `work` when the loop is likely to sleep; tests do not depend on that it does.
func onThread(_ work: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.02)
        work()
    }
}

/// Whether the tests, and the programs built with them, run under the thread sanitizer.
let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil
