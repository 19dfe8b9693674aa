import Foundation

@testable import responder_bench

extension BenchResults {
    /// Results of a made-up machine.
    static func made(_ rows: [Row], summaries: [String: String] = [:], versions: [String: String] = [:]) -> BenchResults
    {
        BenchResults(
            date: "2026-01-31T18:05:00Z",
            machine: Machine(
                cpuinfo: "processor\t: 0\nmodel name\t: A Fast One\nflags\t\t: fpu hypervisor sse\n",
                meminfo: "MemTotal:        2097152 kB\nMemFree: 1 kB\n",
                release: "NAME=\"Debian\"\nPRETTY_NAME=\"Debian 12\"\n",
                vendor: "",
                architecture: "x86_64",
                kernel: "6.1.0",
                processors: 2
            ),
            versions: versions,
            summaries: summaries,
            rows: rows
        )
    }
}

extension BenchResults.Row {
    static func made(
        _ workload: String,
        _ subject: Subject,
        _ values: [Double],
        metric: String = "time",
        unit: String = "ns/event",
        size: Int? = nil,
        verdict: Verdict? = nil
    ) -> BenchResults.Row {
        BenchResults.Row(
            workload: workload,
            subject: subject.rawValue,
            metric: metric,
            unit: unit,
            size: size,
            values: values,
            verdict: verdict
        )
    }
}
