import CPeer
import Glibc

/// A job of a peer: the workload's name, and what does the workload's job once.
package struct Job {
    package let workload: String
    let body: (Run) throws -> Void

    package init(_ workload: String, body: @escaping (Run) throws -> Void) {
        self.workload = workload
        self.body = body
    }
}

/// Why a run has failed.
package struct Failure: Error {
    package let what: String

    package init(_ what: String) {
        self.what = what
    }
}

/// A run of a job.
package struct Run {
    /// For the functions in C that report of a run.
    package let pointer: OpaquePointer

    /// The count of repetitions of a full measurement, or a twentieth of it in a quick one.
    package func count(_ full: Int) -> Int { peer_count(pointer, full) }

    package func sample(_ metric: String, _ unit: String, _ value: Double) {
        peer_sample(pointer, metric, unit, value)
    }

    package func time(_ unit: String, _ nanoseconds: Int64, per count: Int) {
        peer_time(pointer, unit, nanoseconds, count)
    }

    /// Reports the median and the 99th percentile of latencies in nanoseconds.
    package func percentiles(_ latencies: [Int64]) {
        var values = latencies.map { Double($0) / 1_000 }
        sample("p50", "us", peer_quantile(&values, values.count, 0.5))
        sample("p99", "us", peer_quantile(&values, values.count, 0.99))
    }

    /// Lets the run fail unless the handlers were called as often as there were events.
    package func expect(_ events: Int, handled: Int) { peer_expect(pointer, events, handled) }
}

/// Serves responder-bench until the standard input ends; the result is the program's exit status.
package func serve(_ name: String, version: UnsafePointer<CChar>, _ jobs: [Job]) -> Int32 {
    final class Box {
        let job: Job
        init(_ job: Job) { self.job = job }
    }
    // The jobs stay for as long as the program runs.
    let all = jobs.map { job in
        peer_job(
            workload: UnsafePointer(strdup(job.workload)),
            run: { run, context in
                guard let run, let context else { return }
                do {
                    try Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().job.body(Run(pointer: run))
                } catch {
                    peer_fail(run, (error as? Failure)?.what ?? "\(error)")
                }
            },
            context: Unmanaged.passRetained(Box(job)).toOpaque()
        )
    }
    return peer_main(name, version, all, all.count)
}

/// The median of some times.
package func median(_ times: [Double]) -> Double {
    var times = times
    return peer_quantile(&times, times.count, 0.5)
}
