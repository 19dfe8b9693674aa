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

/// The percentiles of a stage of a workload, for a chart.
struct PercentileChart {
    let stage: String
    /// Whose lines there are, and at what size.
    let labels: [(subject: String, size: Int?)]
    let chart: LineChart

    /// A chart for each stage that has two percentiles or more.
    static func charts(of workload: String, rows: [BenchResults.Row]) -> [PercentileChart] {
        let all = rows.compactMap { row in Percentile(row.metric).map { (row, $0) } }
        return all.map(\.1.stage).withoutRepeats.compactMap { stage in
            let ofStage = all.filter { $0.1.stage == stage }
            let names = ofStage.map(\.1).sorted { $0.percentile < $1.percentile }.map(\.name).withoutRepeats
            guard names.count >= 2, let unit = ofStage.first?.0.unit else { return nil }
            struct Label: Hashable {
                let subject: String
                let size: Int?
            }
            let labels = ofStage.map { Label(subject: $0.0.subject, size: $0.0.size) }.withoutRepeats
            // More lines than this tell nothing; the table has the numbers.
            guard labels.count <= 8 else { return nil }
            let lines = labels.enumerated().map { index, label in
                let points = ofStage.filter { $0.0.subject == label.subject && $0.0.size == label.size }
                    .compactMap { row, percentile in
                        names.firstIndex(of: percentile.name).map {
                            LineChart.Point(
                                x: Double($0),
                                y: row.median,
                                lower: row.lowerQuartile,
                                upper: row.upperQuartile
                            )
                        }
                    }
                let colour = label.size == nil ? SubjectColour.name(label.subject) : "c\(index % 8)"
                return LineChart.Line(colour: colour, points: points.sorted { $0.x < $1.x })
            }
            let title = "\(workload): " + (stage.isEmpty ? "percentiles" : "percentiles of \(stage)")
            return PercentileChart(
                stage: stage,
                labels: labels.map { ($0.subject, $0.size) },
                chart: LineChart(title: title, unit: unit, across: .names(names), lines: lines)
            )
        }
    }
}
