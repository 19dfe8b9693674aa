import Foundation
import ResponderEventLoop
import XCTest

/// Main-actor jobs while a loop blocks the process's first thread.
///
/// In XCTest: it runs a synchronous test on that thread, outside of any task. (Not with `@MainActor` on the class:
/// without an asynchronous test in it, XCTest on Linux then fails to list its tests.) A run that serves no jobs would
/// only end at its limit, twenty minutes on.
final class MainQueueTests: XCTestCase {
    /// Main-actor tasks, main-queue blocks and sleeping tasks run under a blocking run.
    func testJobsRunUnderABlockingRun() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            var log: [String] = []
            Task { @MainActor in
                log.append("task")
                try await Task.sleep(for: .milliseconds(5))
                log.append("slept")
                DispatchQueue.main.async { loop.stop() }
            }
            DispatchQueue.main.async { log.append("block") }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(Set(log), ["task", "block", "slept"])
            XCTAssertEqual(log.last, "slept")
        }
    }

    /// Jobs go on in a run nested inside a timer's callback, and in one nested inside a post.
    func testJobsRunInANestedRun() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            var log: [String] = []
            loop.addTimer(after: .milliseconds(1)) { _ in
                Task { @MainActor in
                    try await Task.sleep(for: .milliseconds(2))
                    log.append("task")
                    loop.stop()
                }
                log.append("inner \(loop.run(until: limit))")
                loop.post {
                    DispatchQueue.main.async {
                        log.append("block")
                        loop.stop()
                    }
                    log.append("inner \(loop.run(until: limit))")
                    loop.stop()
                }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(log, ["task", "inner stopped", "block", "inner stopped"])
        }
    }

    /// A loop inside the handler of another one serves jobs too.
    func testJobsRunInAnotherLoop() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let other = try MainRunLoop()
            var result: MainRunLoop.RunResult?
            loop.post {
                Task { @MainActor in other.stop() }
                result = other.run(until: limit)
                Task { @MainActor in loop.stop() }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(result, .stopped)
        }
    }

    /// A block of the main queue that queues itself again starves neither a timer nor a post.
    func testMainQueueThatRefillsItself() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            var (blocks, isOver) = (0, false)
            @MainActor func again() {
                blocks += 1
                DispatchQueue.main.async { MainActor.assumeIsolated { if !isOver { again() } } }
            }
            again()
            loop.addTimer(after: .milliseconds(2)) { _ in loop.post { loop.stop() } }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertGreaterThan(blocks, 1)
            isOver = true
        }
    }

    /// Short runs one after the other, as another program's loop would make them, serve jobs and descriptors.
    func testRunsThatDoNotWait() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let pipe = Pipe()
            var log: [String] = []
            let reader = pipe.fileHandleForReading
            let source = try loop.addDescriptorSource(reader.fileDescriptor, for: .read) { _ in
                _ = reader.availableData
                log.append("descriptor")
            }
            Task { @MainActor in log.append("task") }
            pipe.fileHandleForWriting.write(Data([1]))
            while log.count < 2, loop.now < limit { XCTAssertEqual(loop.run(until: loop.now), .timedOut) }
            XCTAssertEqual(Set(log), ["descriptor", "task"])
            source.cancel()
        }
    }

    /// A task inside a blocking run can await a run of another loop.
    func testAwaitedRunInsideABlockingRun() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let other = try MainRunLoop()
            var results: [MainRunLoop.RunResult] = []
            Task { @MainActor in
                results.append(await other.run(until: other.now.advanced(by: .milliseconds(5))))
                other.addTimer(after: .milliseconds(1)) { _ in other.stop() }
                results.append(await other.run(until: limit))
                loop.stop()
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(results, [.timedOut, .stopped])
        }
    }
}
