import ResponderSupport

/// The rows as a table of Markdown, for people.
struct TableReport {
    let text: String

    /// - Parameter rows: The row of a curve's greatest size says how the curve grows, where it has no verdict.
    init(_ rows: [BenchResults.Row]) {
        let curves = BenchResults.curves(of: rows)
        func growth(_ row: BenchResults.Row) -> String? {
            guard let size = row.size else { return nil }
            let curve = curves.first { $0.workload == row.workload && $0.metric == row.metric }
            guard let curve, curve.rows(of: row.subject).last?.size == size else { return nil }
            return curve.fit(of: row.subject)?.description
        }
        let head = ["workload", "subject", "metric", "median", "min", "max", "unit", "verdict"]
        let cells = rows.map { row in
            [
                row.workload, row.subject, row.metricAtSize, row.median.threeDigits, row.min.threeDigits,
                row.max.threeDigits, row.unit, row.verdict?.description ?? growth(row) ?? "",
            ]
        }
        text = MarkdownTable(head, rightAligned: [3, 4, 5], cells).text
    }

    init(_ results: [WorkloadResult]) {
        self.init(results.flatMap(\.rows))
    }
}

/// A table of Markdown whose columns stand below each other in the source too.
struct MarkdownTable {
    let text: String

    init(_ head: [String], rightAligned: Set<Int> = [], _ rows: [[String]]) {
        // A bar would end the cell, and names may come from a file.
        let all = ([head] + rows).map { $0.map { $0.inOneLine().replacing("|", with: "\\|") } }
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        var lines = all.map { row in
            let cells = row.indices.map { row[$0].padded(to: widths[$0], right: rightAligned.contains($0)) }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let rule = widths.indices.map {
            String(repeating: "-", count: widths[$0] + 1) + (rightAligned.contains($0) ? ":" : "-")
        }
        lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
        text = lines.joined(separator: "\n")
    }
}
