import Foundation
import ResponderEventLoop
import XCTest

/// Requests of other threads to end runs, while runs begin and end.
final class StopFromThreadTests: XCTestCase {
    /// What nested runs that begin and end at that instant do with the request must not lose it.
    func testARequestToEndAllRunsIsNeverLost() throws {
        try MainActor.assumeIsolated {
            for _ in 0..<500 {
                let (loop, limit) = try makeLoop()
                let source = loop.addUserSource { loop.run(until: loop.now) }
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
