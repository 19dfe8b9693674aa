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

    /// A row of both runs that is not compared.
    struct Omission: Equatable {
        let key: BenchResults.Row.Key
        let reason: String
    }

    /// The rounds that a time must have in both runs: the middle half of fewer says nothing.
    ///
    /// What is counted, such as bytes or instructions, is the same in each round, and few rounds are enough.
    static let leastRounds = 5

    /// The rows that changed, the greatest change first.
    private(set) var changes: [Change] = []
    /// Rows that only the second run has.
    let added: [BenchResults.Row.Key]
    /// Rows that only the first run has.
    let gone: [BenchResults.Row.Key]
    /// Rows of times with too few rounds in one of the runs.
    private(set) var tooFewRounds: [BenchResults.Row.Key] = []
    /// Rows that are not measured alike in both runs.
    private(set) var incomparable: [Omission] = []
    /// How many rows were compared.
    private(set) var compared = 0

    /// - Parameter threshold: The part of the first median that the second must be away from it.
    init(_ before: BenchResults, _ after: BenchResults, threshold: Double) {
        let (old, new) = (Self.byKey(before), Self.byKey(after))
        let references = Self.references(before).union(Self.references(after))
        added = after.rows.map(\.key).filter { old[$0] == nil }.withoutRepeats
        gone = before.rows.map(\.key).filter { new[$0] == nil }.withoutRepeats
        for key in after.rows.map(\.key).withoutRepeats where !references.contains(key) {
            guard let from = old[key], let to = new[key] else { continue }
            switch Self.spans(of: from, in: old, and: to, in: new) {
            case .failure(let difference):
                incomparable.append(Omission(key: key, reason: difference.what))
            case .success(let (first, second)):
                let isTimed = MeasureKind(metric: to.metric, unit: to.unit).isTimed
                if isTimed, min(from.values.count, to.values.count) < Self.leastRounds {
                    tooFewRounds.append(key)
                    continue
                }
                compared += 1
                let isApart = first.upper < second.lower || second.upper < first.lower
                let change = Change(row: to, before: first, after: second)
                if isApart, abs(change.factor - 1) > threshold { changes.append(change) }
            }
        }
        changes.sort { Self.distance($0.factor) > Self.distance($1.factor) }
    }

    /// What became worse of what is ResponderKit's own.
    var regressions: [Change] { changes.filter { $0.isWorse && Subject.isOwn($0.row.subject) } }

    /// How far from 1, so that twice and half are alike.
    private static func distance(_ factor: Double) -> Double { factor > 0 ? max(factor, 1 / factor) : .infinity }

    private static func byKey(_ results: BenchResults) -> [BenchResults.Row.Key: BenchResults.Row] {
        Dictionary(results.rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The rows that others are compared with.
    private static func references(_ results: BenchResults) -> Set<BenchResults.Row.Key> {
        Set(results.rows.compactMap { row in row.verdict.map { row.key(of: $0.reference) } })
    }
}

// MARK: - What is compared

extension RunComparison {
    /// A median with its middle half.
    struct Span: Equatable {
        let median, lower, upper: Double
        /// What the numbers are multiples of; nil where they have the row's unit.
        let reference: String?

        fileprivate init(_ verdict: Verdict) {
            (median, lower, upper) = (verdict.ratio, verdict.lower, verdict.upper)
            reference = verdict.reference
        }

        fileprivate init(valuesOf row: BenchResults.Row) {
            (median, lower, upper) = (row.median, row.lowerQuartile, row.upperQuartile)
            reference = nil
        }
    }

    private typealias Rows = [BenchResults.Row.Key: BenchResults.Row]

    /// Why two rows are not comparable.
    private struct Difference: Error {
        let what: String
    }

    /// What is compared of a row: the ratios to the reference, or the values where there is none.
    private static func spans(
        of before: BenchResults.Row,
        in old: Rows,
        and after: BenchResults.Row,
        in new: Rows
    ) -> Result<(Span, Span), Difference> {
        guard before.unit == after.unit else {
            return .failure(Difference(what: "the unit was \(before.unit), and is \(after.unit)"))
        }
        let spans: (Span, Span)
        switch (before.verdict, after.verdict) {
        case (nil, nil): spans = (Span(valuesOf: before), Span(valuesOf: after))
        case (let first?, let second?) where first.reference == second.reference: spans = (Span(first), Span(second))
        case (let first, let second):
            let candidates = [second, first].compactMap { $0?.reference }
            let found = candidates.lazy.compactMap { name -> (Span, Span)? in
                guard let first = verdict(on: before, against: name, in: old) else { return nil }
                return verdict(on: after, against: name, in: new).map { (Span(first), Span($0)) }
            }
            guard let common = found.first else {
                let names = [first, second].map { $0?.reference ?? "nothing" }
                return .failure(Difference(what: "it was compared with \(names[0]), and is with \(names[1])"))
            }
            spans = common
        }
        // Nothing is a multiple of 0.
        guard spans.0.median > 0 || spans.0 == spans.1 else {
            return .failure(Difference(what: "it was \(before.median.sixDigits), and is \(after.median.sixDigits)"))
        }
        return .success(spans)
    }

    /// How a row compares with another subject of its run; nil where that has no row, or cost nothing.
    private static func verdict(on row: BenchResults.Row, against name: String, in rows: Rows) -> Verdict? {
        guard let other = rows[row.key(of: name)], other.unit == row.unit else { return nil }
        return Verdict(row.values, reference: other.values, named: name).ifFinite
    }
}

extension BenchResults.Row {
    /// The key of another subject's row beside this one.
    fileprivate func key(of subject: String) -> Key {
        Key(workload: workload, subject: subject, metric: metric, size: size)
    }
}
