/// The rows of one workload and metric that have a size: the cost of each subject as it grows.
struct Curve {
    let workload: String
    let metric: String
    let unit: String
    let rows: [BenchResults.Row]

    /// The subjects, in the order in which they are printed.
    var subjects: [String] { rows.map(\.subject).withoutRepeats }

    func rows(of subject: String) -> [BenchResults.Row] {
        rows.filter { $0.subject == subject }.sorted { ($0.size ?? 0) < ($1.size ?? 0) }
    }

    /// How the cost of a subject grows; nil with too few sizes.
    func fit(of subject: String) -> PowerFit? {
        PowerFit(rows(of: subject).compactMap { row in row.size.map { (Double($0), row.median) } })
    }
}

extension BenchResults {
    /// The rows with sizes, those of one workload and metric together.
    static func curves(of rows: [Row]) -> [Curve] {
        struct Place: Hashable { let workload, metric: String }
        let sized = rows.filter { $0.size != nil }
        let byPlace = Dictionary(grouping: sized) { Place(workload: $0.workload, metric: $0.metric) }
        return sized.map { Place(workload: $0.workload, metric: $0.metric) }.withoutRepeats.compactMap {
            guard let rows = byPlace[$0], let first = rows.first else { return nil }
            return Curve(workload: $0.workload, metric: $0.metric, unit: first.unit, rows: rows)
        }
    }
}
