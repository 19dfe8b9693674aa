import Foundation

/// The results of a run, as a results file holds them.
struct BenchResults: Codable, Equatable {
    /// The number that says how the file is to be read.
    static let currentFormat = 1

    let format: Int
    /// When the run ended: UTC, as in `2026-01-31T18:05:00Z`.
    let date: String
    let machine: Machine
    /// The versions of ResponderKit, the compilers and the peers, by name.
    let versions: [String: String]
    /// What each workload does, by the workload's name.
    let summaries: [String: String]
    /// In the order in which they are printed: workload by workload, metric by metric, ResponderKit first.
    let rows: [Row]

    /// What one subject gave in one metric, and in a curve of growth at one size.
    struct Row: Codable, Equatable {
        let workload: String
        let subject: String
        let metric: String
        let unit: String
        let size: Int?
        let median: Double
        let min: Double
        let max: Double
        let lowerQuartile: Double
        let upperQuartile: Double
        let runs: Int
        /// The values of all rounds, in the order of the rounds.
        let values: [Double]
        /// How the row compares with its workload's reference.
        let verdict: Verdict?
    }

    init(
        date: String,
        machine: Machine,
        versions: [String: String],
        summaries: [String: String],
        rows: [Row]
    ) {
        format = Self.currentFormat
        (self.date, self.machine, self.versions) = (date, machine, versions)
        (self.summaries, self.rows) = (summaries, rows)
    }

    /// The results of a run that has just ended on this machine.
    init(_ results: [WorkloadResult], versions: [String: String] = [:]) {
        let measured = Set(results.map(\.workload))
        self.init(
            date: Date.now.formatted(.iso8601),
            machine: .current,
            versions: Versions.ofThisProgram.merging(versions) { $1 },
            summaries: Dictionary(
                Workload.all.filter { measured.contains($0.name) }.map { ($0.name, $0.summary) },
                uniquingKeysWith: { first, _ in first }
            ),
            rows: results.flatMap(\.rows)
        )
    }
}

extension BenchResults.Row {
    init(
        workload: String,
        subject: String,
        metric: String,
        unit: String,
        size: Int? = nil,
        values: [Double],
        verdict: Verdict? = nil
    ) {
        let distribution = Distribution(values)
        self.init(
            workload: workload,
            subject: subject,
            metric: metric,
            unit: unit,
            size: size,
            median: distribution.median.sixDigits,
            min: distribution.least.sixDigits,
            max: distribution.greatest.sixDigits,
            lowerQuartile: distribution.quantile(0.25).sixDigits,
            upperQuartile: distribution.quantile(0.75).sixDigits,
            runs: values.count,
            values: values.map(\.sixDigits),
            verdict: verdict
        )
    }

    /// What tells the row from others of the same run.
    struct Key: Hashable {
        let workload: String
        let subject: String
        let metric: String
        let size: Int?
    }

    var key: Key { Key(workload: workload, subject: subject, metric: metric, size: size) }

    /// The metric, with the size in a curve of growth.
    var metricAtSize: String { size.map { "\(metric) at \($0)" } ?? metric }
}

extension WorkloadResult {
    /// The rows in the order in which they are printed.
    var rows: [BenchResults.Row] {
        sorted.map { one in
            BenchResults.Row(
                workload: workload,
                subject: one.subject.rawValue,
                metric: one.metric,
                unit: one.unit,
                size: one.size,
                values: one.values,
                // Without a ratio where the reference cost nothing: JSON has no number for it.
                verdict: verdict(on: one)?.ifFinite
            )
        }
    }
}
