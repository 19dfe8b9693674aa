import CPeer
import CPeerTimers
import Dispatch
import PeerSupport

/// The timers of timers/…, a source each.
///
/// An operation is over when the queue has called the handler of the registration or of the cancellation, or, for timers
/// that are pushed back, what was posted after them. Timers that are due have passed Dispatch's manager thread, on
/// another processor, when the queue begins to call them.
///
/// Source: https://developer.apple.com/documentation/dispatch/dispatchsourcetimer.
///
/// Unchecked, since the numbers are the main queue's, and whoever reads them afterwards waits for it.
final class SourceTimers: ManyTimers, @unchecked Sendable {
    private var timers: [any DispatchSourceTimer] = []
    private let group = DispatchGroup()
    private var fired = 0

    init(delays: UnsafeBufferPointer<Int64>) {
        let now = DispatchTime.now()
        timers = delays.map { arm(now, $0) }
        group.wait()
    }

    func measure(_ operation: Operation, _ batch: bench_timers_plan) throws -> Int64 {
        let (start, elapsed): (Int64, Int64)
        reset()
        switch operation {
        case .add:
            cancel(batch, batch.count)
            start = peer_now()
            add(batch)
            elapsed = peer_now() - start
        case .cancel:
            start = peer_now()
            cancel(batch, batch.count)
            elapsed = peer_now() - start
            add(batch)
        case .rearm:
            start = peer_now()
            rearm(batch, batch.delays)
            elapsed = peer_now() - start
        case .fire:
            elapsed = fire(batch, first: 0)
            guard fired == batch.count else { throw Failure("\(fired) timers fired of \(batch.count) that were due") }
            cancel(batch, batch.count)
            add(batch)
            return elapsed
        }
        guard fired == 0 else { throw Failure("\(fired) timers fired that were not due") }
        return elapsed
    }

    func verify(_ batch: bench_timers_plan) -> Int {
        reset()
        cancel(batch, batch.count / 2)
        _ = fire(batch, first: batch.count / 2)
        cancel(batch, batch.count, first: batch.count / 2)
        add(batch)
        return fired
    }

    private func reset() { queue.sync { fired = 0 } }

    private func arm(_ now: DispatchTime, _ delay: Int64) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: now + .nanoseconds(Int(delay)))
        timer.setEventHandler { [unowned self] in fired &+= 1 }
        group.enter()
        timer.setRegistrationHandler { [group] in group.leave() }
        timer.activate()
        return timer
    }

    private func add(_ batch: bench_timers_plan) {
        let now = DispatchTime.now()
        for index in 0..<batch.count { timers[Int(batch.chosen[index])] = arm(now, batch.delays[index]) }
        group.wait()
    }

    private func cancel(_ batch: bench_timers_plan, _ end: Int, first: Int = 0) {
        for index in first..<end {
            let timer = timers[Int(batch.chosen[index])]
            group.enter()
            timer.setCancelHandler { [group] in group.leave() }
            timer.cancel()
        }
        group.wait()
    }

    private func rearm(_ batch: bench_timers_plan, _ delays: UnsafePointer<Int64>, first: Int = 0) {
        let now = DispatchTime.now()
        for index in first..<batch.count {
            timers[Int(batch.chosen[index])].schedule(deadline: now + .nanoseconds(Int(delays[index])))
        }
        queue.sync {}
    }

    /// Lets the timers become due while the queue is busy; returns how long the queue then takes to call them.
    private func fire(_ batch: bench_timers_plan, first: Int) -> Int64 {
        rearm(batch, batch.soon, first: first)
        nonisolated(unsafe) var plan = batch
        nonisolated(unsafe) var start: Int64 = 0
        queue.sync {
            bench_timers_await(&plan)
            start = peer_now()
        }
        let count = batch.count - first
        let limit = start + 10_000_000_000
        while queue.sync(execute: { fired }) < count && peer_now() < limit {}
        return peer_now() - start
    }
}

/// timers/lateness-1ms: a source that is scheduled again when it has fired.
/// https://developer.apple.com/documentation/dispatch/dispatchsource/timerflags/strict
var latenessJob: Job { Job("timers/lateness-1ms", body: Lateness().run) }

/// Unchecked, since all of it is the main queue's, and whoever reads it afterwards waits for `done`.
private final class Lateness: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    private var latencies: [Int64] = []
    private var count = 0
    private var deadline: Int64 = 0
    private var isActive = false

    func run(_ run: Run) {
        count = run.count(200)
        latencies.removeAll(keepingCapacity: true)
        latencies.reserveCapacity(count)
        queue.async { [self] in arm() }
        done.wait()
        run.expect(count, handled: latencies.count)
        run.percentiles(latencies)
    }

    private func arm() {
        deadline = peer_now() + 1_000_000
        timer.schedule(deadline: .now() + .milliseconds(1))
        guard !isActive else { return }
        isActive = true
        timer.setEventHandler { [unowned self] in
            latencies.append(peer_now() - deadline)
            if latencies.count < count { arm() } else { done.signal() }
        }
        timer.activate()
    }
}
