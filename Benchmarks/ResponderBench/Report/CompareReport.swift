import ResponderSupport

/// What changed from one run to another, for people.
struct CompareReport {
    let text: String

    init(_ comparison: RunComparison, _ before: BenchResults, _ after: BenchResults) {
        var parts = [Self.differences(before, after)]
        if !comparison.changes.isEmpty {
            parts.append(
                MarkdownTable(
                    ["workload", "subject", "metric", "before", "after", "in", "change"],
                    rightAligned: [3, 4, 6],
                    comparison.changes.map(Self.cells)
                )
                .text
            )
        }
        parts.append(Self.list("Only in the second run", comparison.added.map(Self.name)))
        parts.append(Self.list("Only in the first run", comparison.gone.map(Self.name)))
        parts.append(
            Self.list("Not comparable", comparison.incomparable.map { "\(Self.name($0.key)): \($0.reason)" })
        )
        parts.append(
            Self.list(
                "Too few rounds to compare (a time needs \(RunComparison.leastRounds))",
                comparison.tooFewRounds.map(Self.name)
            )
        )
        let worse = comparison.changes.filter(\.isWorse).count
        let changed = comparison.changes.isEmpty ? "none" : "\(comparison.changes.count)"
        parts.append(
            "Of \(comparison.compared) rows \(changed) changed beyond the spread"
                + (comparison.changes.isEmpty ? "." : ": \(worse) cost more, \(comparison.changes.count - worse) less.")
        )
        text = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static func cells(_ change: RunComparison.Change) -> [String] {
        let row = change.row
        func number(_ span: RunComparison.Span) -> String {
            span.reference == nil ? span.median.grouped : span.median.ratioText
        }
        let percent = (change.factor - 1) * 100
        return [
            row.workload, row.subject, row.metricAtSize, number(change.before), number(change.after),
            change.after.reference.map { "x " + (Subject(rawValue: $0)?.asReference ?? $0) } ?? row.unit,
            (percent > 0 ? "+" : "") + percent.fixed(abs(percent) < 10 ? 1 : 0) + " %",
        ]
    }

    /// What else differs: the machine and the versions.
    private static func differences(_ before: BenchResults, _ after: BenchResults) -> String {
        var lines: [String] = []
        if before.machine != after.machine {
            lines.append("The machines differ: \(before.machine.description); then \(after.machine.description).")
        }
        for name in Set(before.versions.keys).union(after.versions.keys).sorted() {
            let (first, second) = (before.versions[name], after.versions[name])
            if first != second { lines.append("\(name): \(first ?? "not measured"), then \(second ?? "not measured")") }
        }
        return lines.map { $0.inOneLine() }.joined(separator: "\n")
    }

    private static func name(_ key: BenchResults.Row.Key) -> String {
        "\(key.workload), \(key.subject), \(key.metric)\(key.size.map { " at \($0)" } ?? "")"
    }

    private static func list(_ title: String, _ lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        return "\(title):\n" + lines.map { "  " + $0.inOneLine() }.joined(separator: "\n")
    }
}
