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
}

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

extension Array where Element: Hashable {
    /// The elements in their order, each once.
    var withoutRepeats: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Subject {
    /// Whether the subject is somebody else's program, which an application could use instead.
    var isPeer: Bool {
        switch self {
        case .libevent, .libev, .libuv, .glib, .foundation, .dispatch, .swiftNIO, .qt, .sdl: true
        default: false
        }
    }

    /// Whether this is ResponderKit or a variant of it, and neither a peer nor a floor.
    var isOwn: Bool { !isPeer && self != .cFloor }

    /// Whether the subject of that name is a peer; one that this program does not know is taken for a peer.
    static func isPeer(_ name: String) -> Bool { Subject(rawValue: name)?.isPeer ?? true }
}
