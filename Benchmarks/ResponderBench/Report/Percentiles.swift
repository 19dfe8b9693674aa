/// A metric that is a percentile, such as `p99`, or `pass p99.9` where a workload measures several stages.
struct Percentile {
    /// What comes before the percentile; empty where the metric is nothing but one.
    let stage: String
    let percentile: Double
    /// As in `p99.9`.
    let name: String

    init?(_ metric: String) {
        let name = metric.split(separator: " ").last ?? ""
        guard name.first == "p", let percentile = Double(name.dropFirst()), 0...100 ~= percentile else { return nil }
        (self.name, self.percentile) = (String(name), percentile)
        stage = metric.dropLast(name.count).split(separator: " ").joined(separator: " ")
    }
}

/// The percentiles of a workload as lines: one for each stage and subject.
struct PercentileChart {
    /// Whose lines there are.
    let labels: [String]
    let chart: LineChart

    /// More lines than this tell nothing; the table has the numbers.
    private static let mostLines = 12

    /// A line of a chart.
    private struct Label: Hashable {
        let stage: String
        let subject: String
        let size: Int?

        func text(amongStages hasStages: Bool) -> String {
            (hasStages ? "\(stage), " : "") + subject + (size.map { " at \($0)" } ?? "")
        }
    }

    /// A chart for each unit in which there are two percentiles or more.
    static func charts(of workload: String, rows: [BenchResults.Row]) -> [PercentileChart] {
        let all = rows.compactMap { row in Percentile(row.metric).map { (row: row, percentile: $0) } }
        return all.map(\.row.unit).withoutRepeats.compactMap { unit in
            let points = all.filter { $0.row.unit == unit }
            let names = points.map(\.percentile).sorted { $0.percentile < $1.percentile }.map(\.name).withoutRepeats
            let labels = points.map(label).withoutRepeats
            guard names.count >= 2, labels.count <= mostLines else { return nil }
            let hasStages = Set(labels.map(\.stage)).count > 1
            let isBySubject = Set(labels.map(\.subject)).count == labels.count
            let lines = labels.enumerated().map { index, one in
                LineChart.Line(
                    colour: isBySubject ? SubjectColour.name(one.subject) : "c\(index)",
                    points: names.enumerated().flatMap { place, name in
                        points.filter { $0.percentile.name == name && label($0) == one }
                            .map { LineChart.Point($0.row, x: Double(place)) }
                    }
                )
            }
            return PercentileChart(
                labels: labels.map { $0.text(amongStages: hasStages) },
                chart: LineChart(title: "\(workload): percentiles", unit: unit, across: .names(names), lines: lines)
            )
        }
    }

    private static func label(_ point: (row: BenchResults.Row, percentile: Percentile)) -> Label {
        Label(stage: point.percentile.stage, subject: point.row.subject, size: point.row.size)
    }
}

extension LineChart.Point {
    init(_ row: BenchResults.Row, x: Double) {
        self.init(x: x, y: row.median, lower: row.lowerQuartile, upper: row.upperQuartile)
    }
}
