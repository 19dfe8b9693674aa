import CPeer
import CPeerTimers
import Foundation
import PeerSupport

/// The timers of timers/…: `Timer` on the main run loop.
///
/// A timer that has fired, or is cancelled, is invalid for ever.
/// The loop keeps its timers in a sorted array, and looks at each to find one: a tenth of 100,000 cannot be chosen, nor
/// a million armed, in reasonable time.
/// https://developer.apple.com/documentation/foundation/timer
///
/// Unchecked, since all of it is the main thread's.
final class RunLoopTimers: ManyTimers, @unchecked Sendable {
    private let loop = RunLoop.main
    private var timers: [Timer] = []
    private var fired = 0

    init(delays: UnsafeBufferPointer<Int64>) {
        let now = Date.timeIntervalSinceReferenceDate
        timers = delays.map { arm(now + Double($0) / 1e9) }
    }

    func measure(_ operation: PeerSupport.Operation, _ batch: bench_timers_plan) throws -> Int64 {
        let (start, elapsed): (Int64, Int64)
        fired = 0
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
            rearm(batch, batch.soon)
            var plan = batch
            bench_timers_await(&plan)
            start = peer_now()
            fire(batch.count)
            elapsed = peer_now() - start
            guard fired == batch.count else { throw Failure("\(fired) timers fired of \(batch.count) that were due") }
            add(batch)
            return elapsed
        }
        guard fired == 0 else { throw Failure("\(fired) timers fired that were not due") }
        return elapsed
    }

    func verify(_ batch: bench_timers_plan) -> Int {
        fired = 0
        rearm(batch, batch.soon)
        cancel(batch, batch.count / 2)
        var plan = batch
        bench_timers_await(&plan)
        fire(batch.count - batch.count / 2)
        add(batch)
        return fired
    }

    private func arm(_ time: Double) -> Timer {
        let timer = Timer(fire: Date(timeIntervalSinceReferenceDate: time), interval: 0, repeats: false) {
            [unowned self] _ in fired &+= 1
        }
        loop.add(timer, forMode: .default)
        return timer
    }

    private func add(_ batch: bench_timers_plan) {
        let now = Date.timeIntervalSinceReferenceDate
        for index in 0..<batch.count { timers[Int(batch.chosen[index])] = arm(now + Double(batch.delays[index]) / 1e9) }
    }

    private func cancel(_ batch: bench_timers_plan, _ count: Int) {
        for index in 0..<count { timers[Int(batch.chosen[index])].invalidate() }
    }

    // "You can use this method to adjust the firing time of a repeating timer", or of one that has not yet fired.
    // https://developer.apple.com/documentation/foundation/timer/firedate
    private func rearm(_ batch: bench_timers_plan, _ delays: UnsafePointer<Int64>) {
        let now = Date.timeIntervalSinceReferenceDate
        for index in 0..<batch.count {
            timers[Int(batch.chosen[index])].fireDate =
                Date(timeIntervalSinceReferenceDate: now + Double(delays[index]) / 1e9)
        }
    }

    /// Runs the loop until `count` timers have fired.
    private func fire(_ count: Int) {
        var turns = 0
        repeat {
            _ = loop.run(mode: .default, before: .distantPast)
            turns += 1
        } while fired < count && turns <= count
    }
}

/// timers/lateness-1ms: a timer that fires once, again and again.
var latenessJob: Job { Job("timers/lateness-1ms", body: Lateness().run) }

/// Unchecked, since all of it is the main thread's.
private final class Lateness: @unchecked Sendable {
    private var latencies: [Int64] = []
    private var count = 0

    func run(_ run: Run) {
        count = run.count(200)
        latencies.removeAll(keepingCapacity: true)
        latencies.reserveCapacity(count)
        arm()
        while latencies.count < count { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        run.expect(count, handled: latencies.count)
        run.percentiles(latencies)
    }

    private func arm() {
        let deadline = peer_now() + 1_000_000
        _ = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { [self] _ in
            latencies.append(peer_now() - deadline)
            // A call of the loop does not end with a timer, but with a block of the main queue.
            if latencies.count < count { arm() } else { queue.async {} }
        }
    }
}
