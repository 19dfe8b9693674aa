/// The results of the rounds of one workload.
struct WorkloadResult {
    let workload: String
    private let references: [Subject]
    private(set) var series: [Series] = []

    /// The values of one subject and metric, and in a curve of one size, by round.
    ///
    /// A slow peer lacks the last rounds.
    struct Series {
        let subject: Subject
        let metric: String
        let unit: String
        let size: Int?
        var values: [Double]

        var summary: Distribution { Distribution(values) }
    }

    init(workload: String, references: [Subject]) {
        self.workload = workload
        self.references = references
    }

    mutating func add(_ measurement: Measurement, of subject: Subject) {
        let known = series.firstIndex {
            $0.subject == subject && $0.metric == measurement.metric && $0.size == measurement.size
        }
        if let known {
            series[known].values.append(measurement.value)
        } else {
            series.append(
                Series(
                    subject: subject,
                    metric: measurement.metric,
                    unit: measurement.unit,
                    size: measurement.size,
                    values: [measurement.value]
                )
            )
        }
    }

    /// Forgets a subject, which has failed.
    mutating func remove(_ subject: Subject) {
        series.removeAll { $0.subject == subject }
    }

    /// The series sorted as they are printed: metric by metric in the order measured, ResponderKit first, by size.
    var sorted: [Series] {
        var metrics: [String] = []
        for one in series where !metrics.contains(one.metric) { metrics.append(one.metric) }
        return metrics.flatMap { metric in
            Subject.allCases.flatMap { subject in
                series.filter { $0.metric == metric && $0.subject == subject }
                    .sorted { ($0.size ?? 0) < ($1.size ?? 0) }
            }
        }
    }

    /// How a series compares with the reference's series of the same metric and size; nil for the reference itself, and
    /// without a reference.
    func verdict(on one: Series) -> Verdict? {
        let sameMetric = series.filter { $0.metric == one.metric && $0.size == one.size }
        let found = references.lazy.compactMap { subject in sameMetric.first { $0.subject == subject } }.first
        guard let reference = found, reference.subject != one.subject else { return nil }
        return Verdict(one.values, reference: reference.values, named: reference.subject.rawValue)
    }
}

/// The order statistics of some numbers.
struct Distribution {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    var least: Double { quantile(0) }
    var greatest: Double { quantile(1) }
    var median: Double { quantile(0.5) }

    /// The value below which the given part of the numbers lies, interpolated.
    func quantile(_ part: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let position = part * Double(sorted.count - 1)
        let below = Int(position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
}
