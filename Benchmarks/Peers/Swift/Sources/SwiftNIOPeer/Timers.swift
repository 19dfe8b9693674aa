import CPeer
import CPeerTimers
import Dispatch
import NIOCore
import PeerSupport

/// timers/…: scheduled callbacks, which NIO has for those who schedule much: no promise, no closure.
/// https://swiftpackageindex.com/apple/swift-nio/documentation/niocore/eventloop/schedulecallback(at:handler:)
///
/// NIO has no way to push one back: it is cancelled, and another is scheduled. Each of the two looks at all callbacks
/// to find the one: with a million armed the untimed part of the rows would take minutes.
///
/// Unchecked, since all of it is the event loop's.
final class CallbackTimers: ManyTimers, NIOScheduledCallbackHandler, @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var timers: [NIOScheduledCallback] = []
    private var fired = 0
    private var goal = 0
    private var end: Int64 = 0

    init(delays: UnsafeBufferPointer<Int64>) throws {
        nonisolated(unsafe) let delays = delays
        try onLoop { [self] in
            let now = NIODeadline.now()
            for delay in delays { timers.append(try arm(now, delay)) }
        }
    }

    // The last callback of those that are due ends the measurement.
    func handleScheduledCallback(eventLoop: some EventLoop) {
        fired &+= 1
        guard fired == goal else { return }
        end = peer_now()
        done.signal()
    }

    func measure(_ operation: Operation, _ batch: bench_timers_plan) throws -> Int64 {
        nonisolated(unsafe) let batch = batch
        if operation == .fire {
            let elapsed = try fire(batch, first: 0)
            try onLoop { [self] in try add(batch) }
            return elapsed
        }
        return try onLoop { [self] in
            (fired, goal) = (0, 0)
            let (start, elapsed): (Int64, Int64)
            switch operation {
            case .add:
                cancel(batch, batch.count)
                start = peer_now()
                try add(batch)
                elapsed = peer_now() - start
            case .cancel:
                start = peer_now()
                cancel(batch, batch.count)
                elapsed = peer_now() - start
                try add(batch)
            case .rearm, .fire:
                start = peer_now()
                try rearm(batch, batch.delays)
                elapsed = peer_now() - start
            }
            return elapsed
        }
    }

    func verify(_ batch: bench_timers_plan) throws -> Int {
        nonisolated(unsafe) let batch = batch
        try onLoop { [self] in cancel(batch, batch.count / 2) }
        _ = try fire(batch, first: batch.count / 2)
        return try onLoop { [self] in
            try add(batch)
            return fired
        }
    }

    private func onLoop<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        try loop.submit(body).wait()
    }

    private func arm(_ now: NIODeadline, _ delay: Int64) throws -> NIOScheduledCallback {
        try loop.scheduleCallback(at: now + .nanoseconds(delay), handler: self)
    }

    private func add(_ batch: bench_timers_plan) throws {
        let now = NIODeadline.now()
        for index in 0..<batch.count { timers[Int(batch.chosen[index])] = try arm(now, batch.delays[index]) }
    }

    private func cancel(_ batch: bench_timers_plan, _ count: Int) {
        for index in 0..<count { timers[Int(batch.chosen[index])].cancel() }
    }

    private func rearm(_ batch: bench_timers_plan, _ delays: UnsafePointer<Int64>, first: Int = 0) throws {
        let now = NIODeadline.now()
        for index in first..<batch.count {
            let chosen = Int(batch.chosen[index])
            timers[chosen].cancel()
            timers[chosen] = try arm(now, delays[index])
        }
    }

    /// Lets the timers become due while the loop is busy; returns how long the loop then takes to call them.
    private func fire(_ batch: bench_timers_plan, first: Int) throws -> Int64 {
        nonisolated(unsafe) let batch = batch
        let start = try onLoop { [self] in
            (fired, goal) = (0, batch.count - first)
            try rearm(batch, batch.soon, first: first)
            var plan = batch
            bench_timers_await(&plan)
            return peer_now()
        }
        done.wait()
        return try onLoop { [self] in
            guard fired == goal else { throw Failure("\(fired) timers fired of \(goal) that were due") }
            return end - start
        }
    }
}

/// timers/lateness-1ms: a callback that schedules the next one.
var latenessJob: Job { Job("timers/lateness-1ms", body: Lateness().run) }

/// Unchecked, since all of it is the event loop's, and whoever reads it afterwards waits for `done`.
private final class Lateness: NIOScheduledCallbackHandler, @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var latencies: [Int64] = []
    private var count = 0
    private var deadline: Int64 = 0

    func run(_ run: Run) {
        count = run.count(200)
        latencies.removeAll(keepingCapacity: true)
        latencies.reserveCapacity(count)
        loop.execute { [self] in arm(loop) }
        done.wait()
        run.expect(count, handled: latencies.count)
        run.percentiles(latencies)
    }

    func handleScheduledCallback(eventLoop: some EventLoop) {
        latencies.append(peer_now() - deadline)
        if latencies.count < count { arm(eventLoop) } else { done.signal() }
    }

    private func arm(_ loop: any EventLoop) {
        deadline = peer_now() + 1_000_000
        do {
            _ = try loop.scheduleCallback(in: .milliseconds(1), handler: self)
        } catch {
            done.signal()
        }
    }
}
