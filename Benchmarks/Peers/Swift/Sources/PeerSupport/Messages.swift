import CPeer
package import Glibc
import Synchronization

/// What a thread sends to the loop: as much as a sample of responder-bench's own contenders.
package struct Message: Sendable {
    let time: Int64
    let x, y: Double
    let identifier, phase: Int32

    /// The message of this number.
    init(_ index: Int, time: Int64) {
        let place = index % 22
        self.time = time
        (x, y, identifier) = (2 + 0.01 * Double(place), 2, 1)
        phase = place == 0 ? 0 : place == 21 ? 2 : 1
    }
}

/// The rows port/threads and port/one-way-1khz: another thread sends messages to the loop.
///
/// `send` is called by the other thread; it has the loop call `receive` for each message. `runLoop` runs until
/// `receive` has returned true.
///
/// Unchecked, since what changes is used by the thread of the loop alone, and between two runs by the thread that runs
/// the jobs: who waits for the loop's end sees all that was written before.
package final class Messages: @unchecked Sendable {
    /// By how many messages the other thread is ahead at most: seven eighths of responder-bench's ring.
    private static let greatestLead = 896

    private let send: @Sendable (Messages, Message) -> Void
    private let runLoop: (Messages) -> Void
    private var goal = 0
    private var received = 0
    private var sum: Int64 = 0
    private var isPaced = false
    private var latencies: [Int64] = []
    private let isReady = Atomic(false)
    private let mayGo = Atomic(false)
    /// How many messages were received, as the other thread knows, in a cache line that holds nothing else; it stays
    /// for as long as the program runs.
    private let reported: UnsafeMutablePointer<Atomic<Int>>

    package init(
        send: @escaping @Sendable (Messages, Message) -> Void,
        runLoop: @escaping (Messages) -> Void
    ) {
        (self.send, self.runLoop) = (send, runLoop)
        reported = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
            .bindMemory(to: Atomic<Int>.self, capacity: 1)
        reported.initialize(to: Atomic(0))
    }

    package var jobs: [Job] {
        [Job("port/threads", body: runThreads), Job("port/one-way-1khz", body: runOneWay)]
    }

    /// Returns whether that was the last message.
    package func receive(_ message: Message) -> Bool {
        if isPaced { latencies.append(peer_now() - message.time) } else { sum &+= message.time }
        received += 1
        // Reported after each, the line would go to and fro between the threads.
        if received % 64 == 0 { reported.pointee.store(received, ordering: .releasing) }
        return received == goal
    }

    // A run has as many messages as those of responder-bench's own contenders, of 22 in each sequence.
    private func runThreads(_ run: Run) throws {
        (goal, received, sum, isPaced) = (run.count(5_000) * 22, 0, 0, false)
        isReady.store(false, ordering: .relaxed)
        mayGo.store(false, ordering: .relaxed)
        reported.pointee.store(0, ordering: .relaxed)
        let thread = try startThread { [self, goal] in
            isReady.store(true, ordering: .releasing)
            while !mayGo.load(ordering: .acquiring) { sched_yield() }
            sendAll(goal)
        }
        while !isReady.load(ordering: .acquiring) { sched_yield() }
        let start = peer_now()
        mayGo.store(true, ordering: .releasing)
        runLoop(self)
        let elapsed = peer_now() - start
        pthread_join(thread, nil)
        run.expect(goal, handled: received)
        run.expect(goal, handled: Int(sum))
        run.time("ns/event", elapsed, per: goal)
    }

    private func sendAll(_ count: Int) {
        var known = 0
        for sent in 0..<count {
            while sent - known >= Self.greatestLead {
                known = reported.pointee.load(ordering: .acquiring)
                if sent - known >= Self.greatestLead { sched_yield() }
            }
            send(self, Message(sent, time: 1))
        }
    }

    private func runOneWay(_ run: Run) throws {
        (goal, received, isPaced) = (run.count(10) * 22, 0, true)
        latencies.removeAll(keepingCapacity: true)
        latencies.reserveCapacity(goal)
        let thread = try startThread { [self, goal] in
            var next = peer_now()
            for index in 0..<goal {
                next += 1_000_000
                var time = timespec(tv_sec: Int(next / 1_000_000_000), tv_nsec: Int(next % 1_000_000_000))
                clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
                send(self, Message(index, time: peer_now()))
            }
        }
        runLoop(self)
        pthread_join(thread, nil)
        run.expect(goal, handled: received)
        run.percentiles(latencies)
    }
}

/// Runs `body` on a thread of its own, which must be joined.
package func startThread(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let result = pthread_create(
        &thread,
        nil,
        { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        },
        box.toOpaque()
    )
    guard result == 0 else {
        box.release()
        throw Failure("no thread can be started")
    }
    return thread
}
