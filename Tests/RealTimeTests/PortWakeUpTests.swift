import Glibc
import ResponderKit
import Synchronization
import XCTest

/// A sample that is sent while the loop is about to sleep wakes the loop.
final class PortWakeUpTests: XCTestCase {
    /// How many samples of each contact were received.
    private final class Received: Sendable {
        let counts: [Counter]
        init(_ count: Int) { counts = (0..<count).map { _ in Counter() } }
    }

    private final class Counter: Sendable {
        let value = Atomic<Int>(0)
    }

    /// Each thread sends its next sample when the previous one was received: after each sample the loop has nothing to
    /// do, and falls asleep.
    ///
    /// A lost wake-up leaves all threads waiting until the limit.
    func testNoWakeUpIsLost() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let (threads, samples) = (3, 5000)
            let received = Received(threads)
            var total = 0
            let port = TouchPort(loop: loop) { frame in
                for contact in frame.contacts {
                    received.counts[contact.identifier].value.add(1, ordering: .releasing)
                    total += 1
                }
                if total == threads * samples { loop.stop() }
            }
            // One port for all threads, so that a complete frame may stand behind an incomplete one.
            let sender = port.makeSender()
            for thread in 0..<threads {
                onThread {
                    for number in 0..<samples {
                        let phase: TouchContact.Phase = number % 10 == 0 ? .began : number % 10 == 9 ? .ended : .moved
                        sender.send(TouchContact(thread, phase, at: Point(1, 1)), at: .zero)
                        while received.counts[thread].value.load(ordering: .acquiring) <= number { sched_yield() }
                    }
                }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(total, threads * samples)
        }
    }
}
