internal import Foundation
import Glibc

/// Threads that all are joined before a test ends.
package final class Threads {
    private final class Body {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    private var running: [pthread_t] = []

    package init() {}

    /// Runs `work` on a thread of its own, and waits until it has ended.
    package static func run(_ work: @escaping @Sendable () -> Void) {
        let threads = Threads()
        threads.start(work)
        threads.join()
    }

    package func start(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(work)).toOpaque()
        let status = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().work()
                return nil
            },
            context
        )
        precondition(status == 0, "no thread: \(String(cString: strerror(status)))")
        running.append(thread)
    }

    package func join() {
        for thread in running { pthread_join(thread, nil) }
        running = []
    }
}

/// Runs work that waits, such as for another process, on a thread of its own, and returns what it does.
///
/// On a thread of the concurrency pool, which has few, it would hold other tests up.
package func waitOnOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
