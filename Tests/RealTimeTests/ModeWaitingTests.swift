import Foundation
import ResponderEventLoop
import XCTest

/// Modes under the system's clock, where a run really waits.
final class ModeWaitingTests: XCTestCase {
    /// A mode that is not common serves no main-actor jobs, so it can be empty; a common one never is.
    ///
    /// Rules: L2.
    func testEmptyModes() throws {
        try MainActor.assumeIsolated {
            let (loop, _) = try makeLoop()
            let own = MainRunLoop.Mode("empty in real time")
            XCTAssertEqual(loop.run(mode: own, until: nil), .finished)
            let source = loop.addUserSource(in: [own]) {}
            loop.addObserver(of: .beforeWaiting, in: [own]) { _ in source.cancel() }
            // The observer empties the mode just before a wait that nothing would end.
            XCTAssertEqual(loop.run(mode: own, until: nil), .finished)
            XCTAssertEqual(loop.run(until: loop.now.advanced(by: .milliseconds(2))), .timedOut)
            XCTAssertEqual(loop.run(mode: .tracking, until: loop.now.advanced(by: .milliseconds(2))), .timedOut)
            loop.addCommonMode(own)
            XCTAssertEqual(loop.run(mode: own, until: loop.now.advanced(by: .milliseconds(2))), .timedOut)
        }
    }

    /// A readable descriptor and a signalled source of a mode that is not run do not make the loop turn.
    func testOtherModesDoNotSpin() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let pipe = Pipe()
            pipe.fileHandleForWriting.write(Data([1]))
            var (turns, served) = (0, 0)
            let descriptor = try loop.addDescriptorSource(
                pipe.fileHandleForReading.fileDescriptor,
                for: .read,
                in: .default
            ) { _ in
                _ = pipe.fileHandleForReading.availableData
                served += 1
                loop.stop()
            }
            loop.addUserSource(in: .default) { served += 1 }.signal()
            loop.post(in: .default) { served += 1 }
            let observer = loop.addObserver(of: .beforeTimers) { _ in turns += 1 }
            XCTAssertEqual(loop.run(mode: .tracking, until: loop.now.advanced(by: .milliseconds(50))), .timedOut)
            // One turn for what was there, one for the descriptor, one for its second report, one for the limit; one
            // more where the main queue had something.
            XCTAssertLessThan(turns, 10)
            XCTAssertEqual(served, 0)
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(served, 3)
            descriptor.cancel()
            observer.cancel()
        }
    }

    /// Work that never ends starves neither a timer, nor a descriptor, nor the main queue, nor another thread's post.
    func testBusyLoopServesAll() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            let source = Holder(loop)
            source.source = loop.addUserSource { if !source.isOver { source.source?.signal() } }
            source.source?.signal()
            func again() { loop.post { if !source.isOver { again() } } }
            again()
            let pipe = Pipe()
            let descriptor = try loop.addDescriptorSource(pipe.fileHandleForReading.fileDescriptor, for: .read) { _ in
                _ = pipe.fileHandleForReading.availableData
                source.note("descriptor")
            }
            loop.addTimer(after: .milliseconds(5)) { _ in source.note("timer") }
            DispatchQueue.main.async { MainActor.assumeIsolated { source.note("main queue") } }
            Task { @MainActor in source.note("task") }
            onThread {
                pipe.fileHandleForWriting.write(Data([1]))
                loop.post { source.note("thread") }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(source.missing, [])
            source.isOver = true
            source.source?.cancel()
            source.source = nil
            descriptor.cancel()
        }
    }
}

/// What the busy loop has not served yet.
@MainActor
private final class Holder {
    var source: MainRunLoop.UserSource?
    private(set) var missing: Set = ["timer", "descriptor", "main queue", "thread", "task"]
    var isOver = false
    private let loop: MainRunLoop

    init(_ loop: MainRunLoop) {
        self.loop = loop
    }

    func note(_ name: String) {
        missing.remove(name)
        if missing.isEmpty { loop.stop() }
    }
}
