import Foundation
import ResponderEventLoop
import XCTest

/// Requests of other threads to end runs, while runs begin and end.
final class StopFromThreadTests: XCTestCase {
    /// Nested runs that begin and end at the instant of a request must not lose the request.
    func testARequestToEndAllRunsIsNeverLost() throws {
        try MainActor.assumeIsolated {
            for _ in 0..<500 {
                let (loop, limit) = try makeLoop()
                // Down to a depth for which the stack has room, however late the other thread runs.
                var depth = 0
                let source = loop.addUserSource {
                    guard depth < 20 else { return }
                    depth += 1
                    loop.run(until: loop.now)
                    depth -= 1
                }
                let observer = loop.addObserver(of: .beforeSources) { _ in source.signal() }
                // From inside the run: a request that comes before it is ignored.
                loop.post { Thread.detachNewThread { loop.stopAllRuns() } }
                XCTAssertEqual(loop.run(until: limit), .stopped)
                observer.cancel()
                source.cancel()
            }
        }
    }
}
