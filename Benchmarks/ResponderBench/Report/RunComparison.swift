/// What changed from one run to another, beyond the spread of both.
///
/// A row with a verdict is compared by its ratio to the reference, since times of different runs mean little: another
/// machine, or the same one with other guests, is faster or slower as a whole. The reference's own row is not compared.
/// A row whose workload has no reference is compared by its values.
///
/// A row changed where the middle halves of the two do not overlap, and the medians are further apart than a threshold.
struct RunComparison {
    struct Change {
        let row: BenchResults.Row
        let before: Span
        let after: Span
        /// After as a part of before.
        var factor: Double { after.median / before.median }
        var isWorse: Bool { factor > 1 }
    }

    /// A median with its middle half.
    struct Span: Equatable {
        let median, lower, upper: Double
        /// What the numbers are multiples of; nil where they have the row's unit.
        let reference: String?

        /// Nil for a reference's own row.
        fileprivate init(_ row: BenchResults.Row) {
            if let verdict = row.verdict {
                (median, lower, upper) = (verdict.ratio, verdict.lower, verdict.upper)
                reference = verdict.reference
            } else {
                (median, lower, upper) = (row.median, row.lowerQuartile, row.upperQuartile)
                reference = nil
            }
        }
    }

    /// The rows that changed, the greatest change first.
    let changes: [Change]
    /// Rows that only the second run has.
    let added: [BenchResults.Row.Key]
    /// Rows that only the first run has.
    let gone: [BenchResults.Row.Key]
    /// How many rows were compared.
    let compared: Int

    /// - Parameter threshold: The part of the first median that the second must be away from it.
    init(_ before: BenchResults, _ after: BenchResults, threshold: Double) {
        let (old, new) = (Self.byKey(before), Self.byKey(after))
        let references = Self.references(before).union(Self.references(after))
        added = after.rows.map(\.key).filter { old[$0] == nil }.withoutRepeats
        gone = before.rows.map(\.key).filter { new[$0] == nil }.withoutRepeats
        var changes: [Change] = []
        var compared = 0
        for key in after.rows.map(\.key).withoutRepeats where !references.contains(key) {
            guard let from = old[key], let to = new[key] else { continue }
            // Another unit, or another reference, is another measurement.
            let (first, second) = (Span(from), Span(to))
            guard from.unit == to.unit, first.reference == second.reference, first.median > 0 else { continue }
            compared += 1
            let isApart = first.upper < second.lower || second.upper < first.lower
            let change = Change(row: to, before: first, after: second)
            if isApart, abs(change.factor - 1) > threshold { changes.append(change) }
        }
        self.compared = compared
        self.changes = changes.sorted { Self.distance($0.factor) > Self.distance($1.factor) }
    }

    /// What became worse of what is ResponderKit's own.
    var regressions: [Change] {
        changes.filter { $0.isWorse && Subject(rawValue: $0.row.subject)?.isOwn ?? false }
    }

    /// How far from 1, so that twice and half are alike.
    private static func distance(_ factor: Double) -> Double { factor > 0 ? max(factor, 1 / factor) : .infinity }

    private static func byKey(_ results: BenchResults) -> [BenchResults.Row.Key: BenchResults.Row] {
        Dictionary(results.rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The rows that others are compared with.
    private static func references(_ results: BenchResults) -> Set<BenchResults.Row.Key> {
        Set(
            results.rows.compactMap { row in
                row.verdict.map {
                    .init(workload: row.workload, subject: $0.reference, metric: row.metric, size: row.size)
                }
            }
        )
    }
}
