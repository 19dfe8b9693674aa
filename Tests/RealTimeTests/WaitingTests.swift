import Foundation
import ResponderEventLoop
import XCTest

/// What ends a wait in libevent.
///
/// In XCTest, which lets a synchronous test block; bounds are generous.
final class WaitingTests: XCTestCase {
    /// Timers fire at their deadline or later, never before, and not as late as something else would wake the loop.
    ///
    /// How much later is not checked, since a busy machine may run other processes for seconds.
    func testTimersAreNeverEarly() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            var fired = 0
            for delay in [0, 1, 2, 3, 5, 8, 13, 21] {
                let deadline = loop.now.advanced(by: .microseconds(delay * 1000 + 137))
                loop.addTimer(at: deadline) { _ in
                    fired += 1
                    XCTAssertGreaterThanOrEqual(loop.now, deadline)
                    XCTAssertLessThan(deadline.duration(to: loop.now), .seconds(60))
                    if fired == 8 { loop.stop() }
                }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
        }
    }

    /// A deadline that was pushed back, and one that was moved forward while the timer descriptor is set.
    func testRearmedTimers() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let start = loop.now
            var log: [String] = []
            let late = loop.addTimer(at: start.advanced(by: .milliseconds(5))) { _ in
                XCTAssertGreaterThanOrEqual(loop.now, start.advanced(by: .milliseconds(40)))
                log.append("late")
                loop.stop()
            }
            let early = loop.addTimer(at: start.advanced(by: .seconds(600))) { _ in log.append("early") }
            // Before the first of the timers, also where all are due when the run begins.
            loop.addTimer(at: start.advanced(by: .milliseconds(1))) { _ in
                late.fireTime = start.advanced(by: .milliseconds(40))
                early.fireTime = start.advanced(by: .milliseconds(20))
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(log, ["early", "late"])
            XCTAssertLessThan(start.duration(to: loop.now), .seconds(300))
        }
    }

    /// A run with a limit returns at the limit, not before it and not as late as something else would wake the loop.
    func testLimit() throws {
        try MainActor.assumeIsolated {
            let (loop, _) = try makeLoop()
            let limit = loop.now.advanced(by: .milliseconds(20))
            XCTAssertEqual(loop.run(until: limit), .timedOut)
            XCTAssertGreaterThanOrEqual(loop.now, limit)
            XCTAssertLessThan(limit.duration(to: loop.now), .seconds(60))
        }
    }

    /// Callbacks that keep adding timers that are due already do not keep a run going beyond its limit.
    func testLimitWithTimersThatAreAlwaysDue() throws {
        try MainActor.assumeIsolated {
            let (loop, _) = try makeLoop()
            @MainActor func add() { loop.addTimer(at: .zero) { _ in add() } }
            add()
            XCTAssertEqual(loop.run(until: loop.now.advanced(by: .milliseconds(10))), .timedOut)
        }
    }

    /// Post, signal, wake-up, stop and a readable descriptor from another thread end a wait.
    func testWokenByAnotherThread() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            onThread { loop.post { loop.stop() } }
            XCTAssertEqual(loop.run(until: limit), .stopped)

            // From inside the run: a request that comes before it is ignored.
            loop.post { onThread { loop.stop() } }
            XCTAssertEqual(loop.run(until: limit), .stopped)

            let source = loop.addUserSource {}
            onThread { source.signal() }
            XCTAssertEqual(loop.run(until: limit, returnAfterSource: true), .handledSource)
            source.cancel()

            let pipe = Pipe()
            let reader = pipe.fileHandleForReading
            let descriptor = try loop.addDescriptorSource(reader.fileDescriptor, for: .read) { _ in
                _ = reader.availableData
            }
            onThread { pipe.fileHandleForWriting.write(Data([1])) }
            XCTAssertEqual(loop.run(until: limit, returnAfterSource: true), .handledSource)
            descriptor.cancel()
            XCTAssertLessThan(loop.now, limit)
        }
    }

    /// Four threads post and signal as fast as they can: every post runs, in each thread's order, and no signal is
    /// lost.
    func testManyThreads() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let (threads, posts) = (4, 5000)
            let counts = Counts(threads)
            for thread in 0..<threads {
                // The perform sees what a thread wrote before it signalled; the thread sanitizer checks this.
                let mailbox = Mailbox()
                let source = loop.addUserSource { counts.signalled += mailbox.content == posts ? 1 : 0 }
                Thread.detachNewThread {
                    for number in 1...posts {
                        loop.post {
                            counts.posted[thread] += 1
                            XCTAssertEqual(counts.posted[thread], number)
                        }
                        if number % 64 == 0 { loop.wakeUp() }
                    }
                    mailbox.content = posts
                    source.signal()
                }
            }
            while counts.signalled < threads, loop.now < limit { loop.run(until: limit, returnAfterSource: true) }
            // A turn runs a bounded number of posts, not all.
            while counts.posted.reduce(0, +) < threads * posts, loop.now < limit { loop.run(until: loop.now) }
            XCTAssertEqual(counts.signalled, threads)
            XCTAssertEqual(counts.posted, [Int](repeating: posts, count: threads))
        }
    }
}

/// What the loop counted.
@MainActor
private final class Counts {
    var posted: [Int]
    var signalled = 0

    init(_ threads: Int) {
        posted = [Int](repeating: 0, count: threads)
    }
}

/// Written by one thread before it signals a source, and read by the source's perform: the signal hands it over.
private final class Mailbox: @unchecked Sendable {
    var content = 0
}
