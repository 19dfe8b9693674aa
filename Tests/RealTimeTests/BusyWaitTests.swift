import Foundation
import ResponderKit
import Synchronization
import XCTest

@testable import ResponderEventLoop

/// Runs that look for work before they sleep.
///
/// Most look for an hour, so that a run that does not find what was sent hangs, however slow the machine is.
final class BusyWaitTests: XCTestCase {
    /// Whatever another thread sends while a run looks for work is found, and no sender writes the wake-up descriptor.
    ///
    /// Rules: L41.
    func testSendersMakeNoSystemCall() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeBusyLoop()
            onThread { loop.post { loop.stop() } }
            XCTAssertEqual(loop.run(until: limit), .stopped)

            loop.post { onThread { loop.stop() } }
            XCTAssertEqual(loop.run(until: limit), .stopped)

            let source = loop.addUserSource {}
            onThread { source.signal() }
            XCTAssertEqual(loop.run(until: limit, returnAfterSource: true), .handledSource)
            source.cancel()

            var turns = 0
            let observer = loop.addObserver(of: .beforeTimers) { [unowned loop] _ in
                turns += 1
                if turns == 1 { onThread { loop.wakeUp() } } else { loop.stop() }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            observer.cancel()

            var frames = 0
            let port = TouchPort(loop: loop) { _ in frames += 1 }
            let sender = port.makeSender()
            onThread { sender.send(TouchContact(1, .began, at: Point(1, 1)), at: .zero) }
            XCTAssertEqual(loop.run(until: limit, returnAfterSource: true), .handledSource)
            XCTAssertEqual(frames, 1)
            port.invalidate()

            XCTAssertEqual(wakeUps(of: loop), 0)
        }
    }

    /// The system is asked, too: for descriptors, for signals, and for what waits on the main queue.
    ///
    /// Rules: L41.
    func testTheSystemIsAsked() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeBusyLoop()
            let pipe = Pipe()
            let reader = pipe.fileHandleForReading
            let descriptor = try loop.addDescriptorSource(reader.fileDescriptor, for: .read) { _ in
                _ = reader.availableData
            }
            onThread { pipe.fileHandleForWriting.write(Data([1])) }
            XCTAssertEqual(loop.run(until: limit, returnAfterSource: true), .handledSource)
            descriptor.cancel()

            let signals = try loop.addSignalSource(SIGUSR2) { _ in }
            onThread { kill(getpid(), SIGUSR2) }
            XCTAssertEqual(loop.run(until: limit, returnAfterSource: true), .handledSource)
            signals.cancel()

            onThread { DispatchQueue.main.async { MainActor.assumeIsolated { loop.stop() } } }
            XCTAssertEqual(loop.run(until: limit), .stopped)

            onThread { Task { @MainActor in loop.stop() } }
            XCTAssertEqual(loop.run(until: limit), .stopped)
        }
    }

    /// Work that always comes while the run looks for it does not keep a descriptor waiting.
    func testWorkInTimeStarvesNoDescriptor() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeBusyLoop()
            let pipe = Pipe()
            let reader = pipe.fileHandleForReading
            let descriptor = try loop.addDescriptorSource(reader.fileDescriptor, for: .read) { [unowned loop] _ in
                _ = reader.availableData
                loop.stop()
            }
            let isOver = Flag()
            onThread {
                while !isOver.isSet { loop.post {} }
            }
            onThread { pipe.fileHandleForWriting.write(Data([1])) }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            isOver.set()
            descriptor.cancel()
        }
    }

    /// A timer that is due while the run looks for work fires, not before its deadline, and so does the run's limit.
    ///
    /// Rules: L16, L29, L41.
    func testDeadlinesEndIt() throws {
        try MainActor.assumeIsolated {
            for holdsTime in [false, true] {
                let loop = try MainRunLoop(holdsTimeDuringTurns: holdsTime)
                loop.busyWait = .seconds(3600)
                var fired = 0
                for delay in [0, 1, 2, 5, 13] {
                    let deadline = MainRunLoop.Instant.now.advanced(by: .microseconds(delay * 1000 + 137))
                    loop.addTimer(at: deadline) { _ in
                        fired += 1
                        XCTAssertGreaterThanOrEqual(loop.now, deadline)
                    }
                }
                let limit = MainRunLoop.Instant.now.advanced(by: .milliseconds(20))
                XCTAssertEqual(loop.run(until: limit), .timedOut)
                XCTAssertEqual(fired, 5)
                XCTAssertGreaterThanOrEqual(.now, limit)
                XCTAssertLessThan(limit.duration(to: .now), .seconds(1200))
            }
        }
    }

    /// A run that finds nothing falls asleep: then a sender writes the descriptor once, and the run costs no time.
    ///
    /// Rules: L41.
    func testItEndsInSleep() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeLoop()
            loop.busyWait = .milliseconds(1)
            let signal = loop.wakeSignal
            onThread {
                // Asleep: see WakeSignal.
                while signal.state.pointee.load(ordering: .acquiring) != 1 { usleep(1000) }
                loop.post { loop.stop() }
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(wakeUps(of: loop), 1)

            let start = threadTime()
            XCTAssertEqual(loop.run(until: loop.now.advanced(by: .milliseconds(500))), .timedOut)
            XCTAssertLessThan(threadTime() - start, 0.25)
        }
    }

    /// Observers are called before and after a wait, whether the run looks for work or sleeps.
    ///
    /// Rules: L8, L41.
    func testObserversOfTheWait() throws {
        try MainActor.assumeIsolated {
            for busyWait in [Duration.zero, .microseconds(500), .seconds(3600)] {
                let (loop, limit) = try makeLoop()
                loop.busyWait = busyWait
                var calls: [MainRunLoop.Activity] = []
                var waits = 0
                loop.addObserver(of: [.beforeTimers, .beforeWaiting, .afterWaiting]) { [unowned loop] activity in
                    calls.append(activity)
                    if activity == .afterWaiting { waits += 1 }
                    if waits == 5 { loop.stop() }
                }
                let isOver = Flag()
                onThread {
                    while !isOver.isSet {
                        loop.wakeUp()
                        usleep(2000)
                    }
                }
                XCTAssertEqual(loop.run(until: limit), .stopped)
                isOver.set()
                for (call, next) in zip(calls, calls.dropFirst()) {
                    // A wake-up may come between the observers and the wait.
                    if next == .afterWaiting { XCTAssertEqual(call, .beforeWaiting) }
                    if call == .afterWaiting { XCTAssertEqual(next, .beforeTimers) }
                    if next == .beforeWaiting { XCTAssertEqual(call, .beforeTimers) }
                }
            }
        }
    }

    /// A run looks for the work of its mode alone, nested or not.
    ///
    /// Rules: L18, L41.
    func testModes() throws {
        try MainActor.assumeIsolated {
            let (loop, limit) = try makeBusyLoop()
            let pipe = Pipe()
            pipe.fileHandleForWriting.write(Data([1]))
            var (turns, served) = (0, 0)
            func note() {
                served += 1
                if served == 2 { loop.stop() }
            }
            let descriptor = try loop.addDescriptorSource(
                pipe.fileHandleForReading.fileDescriptor,
                for: .read,
                in: .default
            ) { _ in
                _ = pipe.fileHandleForReading.availableData
                note()
            }
            var inner: MainRunLoop.RunResult?
            loop.post { [unowned loop] in
                loop.post(in: .default) { note() }
                let observer = loop.addObserver(of: .beforeTimers) { _ in turns += 1 }
                inner = loop.run(mode: .tracking, until: loop.now.advanced(by: .milliseconds(50)))
                observer.cancel()
                XCTAssertEqual(served, 0)
            }
            XCTAssertEqual(loop.run(until: limit), .stopped)
            XCTAssertEqual(inner, .timedOut)
            // As in a run that sleeps: one for what was there, two for the descriptor's reports, one for the limit; one
            // more where the main queue had something.
            XCTAssertLessThan(turns, 10)
            XCTAssertEqual(served, 2)
            descriptor.cancel()
        }
    }

    /// The ledger counts the time as time asleep.
    func testLedger() throws {
        try MainActor.assumeIsolated {
            let (loop, _) = try makeBusyLoop()
            loop.startLedger()
            let limit = loop.now.advanced(by: .milliseconds(20))
            XCTAssertEqual(loop.run(until: limit), .timedOut)
            let ledger = try XCTUnwrap(loop.stopLedger())
            // The rest went by before the wait began, if at all.
            XCTAssertGreaterThan(ledger.timeAsleep, .zero)
        }
    }
}

/// A loop that looks for work for an hour, and an instant before that hour has passed.
@MainActor
private func makeBusyLoop() throws -> (loop: MainRunLoop, limit: MainRunLoop.Instant) {
    let (loop, limit) = try makeLoop()
    loop.busyWait = .seconds(3600)
    return (loop, limit)
}

/// How often the loop's wake-up descriptor was written: nothing reads it but this function.
@MainActor
private func wakeUps(of loop: MainRunLoop) -> UInt64 {
    var count: UInt64 = 0
    let size = read(loop.wakeSignal.descriptor, &count, MemoryLayout.size(ofValue: count))
    return size > 0 ? count : 0
}

/// The seconds that this thread has run.
private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Set by one thread, and seen by another.
private final class Flag: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
