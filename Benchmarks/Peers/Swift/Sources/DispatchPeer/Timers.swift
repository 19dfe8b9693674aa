import CPeer
import CPeerTimers
import Dispatch
import PeerSupport

/// The timers of timers/…, a source each.
///
/// An operation is over when the queue has called the handler of the registration or of the cancellation, or, for
/// timers that are pushed back, what was posted after them. Timers that are due have passed Dispatch's manager thread,
/// on another processor, when the queue begins to call them.
///
/// Source: https://developer.apple.com/documentation/dispatch/dispatchsourcetimer.
///
/// Unchecked, since the numbers are the main queue's, and whoever reads them afterwards waits for it.
final class SourceTimers: ManyTimers, @unchecked Sendable {
    private var timers: [any DispatchSourceTimer] = []
    private let group = DispatchGroup()
    private let done = DispatchSemaphore(value: 0)
    private var fired = 0
    /// How many are to fire.
    private var goal = 0
    private var end: Int64 = 0

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
            elapsed = try fire(batch, first: 0)
            cancel(batch, batch.count)
            add(batch)
            return elapsed
        }
        guard fired == 0 else { throw Failure("\(fired) timers fired that were not due") }
        return elapsed
    }

    func verify(_ batch: bench_timers_plan) throws -> Int {
        cancel(batch, batch.count / 2)
        _ = try fire(batch, first: batch.count / 2)
        cancel(batch, batch.count, first: batch.count / 2)
        add(batch)
        return fired
    }

    private func reset() { queue.sync { (fired, goal) = (0, 0) } }

    private func arm(_ now: DispatchTime, _ delay: Int64) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: now + .nanoseconds(Int(delay)))
        timer.setEventHandler { [unowned self] in
            fired &+= 1
            guard fired == goal else { return }
            end = peer_now()
            done.signal()
        }
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

    private func rearm(
        _ batch: bench_timers_plan,
        _ delays: UnsafePointer<Int64>,
        first: Int = 0,
        later: Int64 = 0
    ) {
        let now = DispatchTime.now() + .nanoseconds(Int(later))
        for index in first..<batch.count {
            timers[Int(batch.chosen[index])].schedule(deadline: now + .nanoseconds(Int(delays[index])))
        }
        queue.sync {}
    }

    /// Lets the timers become due while the queue is busy; returns how long the queue then takes to call them.
    ///
    /// They become due after a time in which Dispatch can push all of them back. Where that was too short, the queue
    /// has called some before it is busy, and twice the time is given.
    private func fire(_ batch: bench_timers_plan, first: Int) throws -> Int64 {
        nonisolated(unsafe) var plan = batch
        var preparation = Int64(batch.count) * 10_000
        while preparation < 60_000_000_000 {
            queue.sync { (fired, goal) = (0, batch.count - first) }
            let limit = peer_now() + preparation
            rearm(batch, batch.soon, first: first, later: preparation)
            let (start, isEarly) = queue.sync {
                let isEarly = fired > 0
                while peer_now() < limit {}
                bench_timers_await(&plan)
                return (peer_now(), isEarly)
            }
            guard done.wait(timeout: .now() + 60) == .success else {
                throw Failure("after a minute \(queue.sync { fired }) timers fired of those that were due")
            }
            if !isEarly { return queue.sync { end - start } }
            preparation *= 2
        }
        throw Failure("timers cannot be pushed back before they are due")
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
