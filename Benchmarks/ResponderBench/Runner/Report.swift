import Foundation

/// The rows for people.
struct TableReport {
    let text: String

    init(_ results: [WorkloadResult]) {
        var rows = [["workload", "subject", "metric", "median", "min", "max", "unit", "verdict"]]
        for result in results {
            for one in result.sorted {
                let summary = one.summary
                rows.append([
                    result.workload, one.subject.rawValue, one.metric, summary.median.threeDigits,
                    summary.least.threeDigits, summary.greatest.threeDigits, one.unit,
                    result.verdict(on: one)?.description ?? "",
                ])
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let numbers = 3...5
        var lines = rows.map { row in
            let cells = row.indices.map {
                numbers.contains($0) ? row[$0].padded(to: widths[$0], right: true) : row[$0].padded(to: widths[$0])
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let rule = widths.indices.map {
            String(repeating: "-", count: widths[$0] + 1) + (numbers.contains($0) ? ":" : "-")
        }
        lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
        text = lines.joined(separator: "\n")
    }
}

/// The rows for programs: an array of objects.
struct JSONReport {
    private struct Row: Encodable {
        let workload: String
        let subject: String
        let metric: String
        let unit: String
        let median: Double
        let min: Double
        let max: Double
        let runs: Int
    }

    private let rows: [Row]

    init(_ results: [WorkloadResult]) {
        rows = results.flatMap { result in
            result.sorted.map { one in
                let summary = one.summary
                return Row(
                    workload: result.workload,
                    subject: one.subject.rawValue,
                    metric: one.metric,
                    unit: one.unit,
                    median: summary.median,
                    min: summary.least,
                    max: summary.greatest,
                    runs: one.values.count
                )
            }
        }
    }

    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(rows), as: UTF8.self)
        }
    }
}

extension Double {
    /// The number with `decimals` decimals.
    func fixed(_ decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }

    /// The number with about three significant digits.
    var threeDigits: String {
        fixed(self < 10 ? 2 : self < 100 ? 1 : 0)
    }
}

extension String {
    func padded(to width: Int, right: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return right ? padding + self : self + padding
    }
}
