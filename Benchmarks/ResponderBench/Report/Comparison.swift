/// The rows of one workload, metric and size: what ResponderKit costs there, and what the others cost.
struct Comparison {
    let workload: String
    let metric: String
    let unit: String
    let size: Int?
    let rows: [BenchResults.Row]

    /// ResponderKit's row.
    var own: BenchResults.Row? { rows.first { $0.subject == Subject.responderKit.rawValue } }

    /// ResponderKit's cost as a multiple of the row's: the median of the ratios of the rounds, and their middle half.
    ///
    /// Nil for ResponderKit itself, for a row in another unit, and where the row cost nothing.
    func ratio(to row: BenchResults.Row) -> Verdict? {
        guard let own, row.subject != own.subject, row.unit == own.unit else { return nil }
        return Verdict(own.values, reference: row.values, named: row.subject).ifFinite.flatMap {
            $0.ratio > 0 ? $0 : nil
        }
    }

    /// The cost of a variant of ResponderKit, such as one that waits busily, as a multiple of the reference's.
    ///
    /// Nil for what is no variant, and for a variant that is the reference.
    func ratioOfVariant(_ row: BenchResults.Row) -> Verdict? {
        guard row.subject != Subject.responderKit.rawValue, Subject.isOwn(row.subject) else { return nil }
        return row.verdict.flatMap { $0.ratio > 0 ? $0 : nil }
    }
}

extension BenchResults {
    /// The rows, those together that may be compared with each other.
    var comparisons: [Comparison] { Self.comparisons(of: rows) }

    static func comparisons(of rows: [Row]) -> [Comparison] {
        struct Place: Hashable {
            let workload, metric: String
            let size: Int?
        }
        let byPlace = Dictionary(grouping: rows) { Place(workload: $0.workload, metric: $0.metric, size: $0.size) }
        return rows.map { Place(workload: $0.workload, metric: $0.metric, size: $0.size) }.withoutRepeats.compactMap {
            guard let rows = byPlace[$0], let first = rows.first else { return nil }
            return Comparison(
                workload: $0.workload,
                metric: $0.metric,
                unit: first.unit,
                size: $0.size,
                rows: rows
            )
        }
    }
}
