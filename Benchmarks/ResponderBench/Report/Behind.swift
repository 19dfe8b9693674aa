/// Where ResponderKit costs more than another subject, in a sentence.
struct Behind {
    let workload: String
    let subject: String
    let ratio: Verdict
    private let comparison: Comparison

    /// A ratio that is rounded to 1.00 says nothing.
    static let least = 1.005

    /// Nil where ResponderKit is not behind, where the rounds do not say who is, and for a variant of ResponderKit.
    init?(_ comparison: Comparison, _ row: BenchResults.Row) {
        guard !Subject.isOwn(row.subject) else { return nil }
        guard let ratio = comparison.ratio(to: row), ratio.ratio > Self.least else { return nil }
        guard ratio.isMeaningful || ratio.lower > 1 else { return nil }
        (workload, subject) = (comparison.workload, row.subject)
        (self.ratio, self.comparison) = (ratio, comparison)
    }

    /// All of some rows, in their order; of a curve, each subject's greatest ratio.
    static func all(in comparisons: [Comparison]) -> [Behind] {
        struct Place: Hashable { let workload, metric, subject: String }
        let all = comparisons.flatMap { comparison in comparison.rows.compactMap { Behind(comparison, $0) } }
        let worst = Dictionary(
            all.map { (Place(workload: $0.workload, metric: $0.comparison.metric, subject: $0.subject), $0) },
            uniquingKeysWith: { $0.ratio.ratio >= $1.ratio.ratio ? $0 : $1 }
        )
        return all.map { Place(workload: $0.workload, metric: $0.comparison.metric, subject: $0.subject) }
            .withoutRepeats.compactMap { worst[$0] }
    }

    /// Sentences about the subjects that are ahead, one for each metric.
    static func sentences(_ all: [Behind]) -> [String] {
        let byMetric = Dictionary(grouping: all, by: \.comparison.metric)
        return all.map(\.comparison.metric).withoutRepeats.compactMap { byMetric[$0].map(sentence) }
    }

    /// The sentences about one workload, and the notes on those of the subjects whose job differs.
    static func words(_ all: [Behind]) -> String {
        let notes = PeerNote.notes(on: all.map(\.subject), workload: all.first?.workload ?? "")
        return (sentences(all) + notes.map { "(\($0.text))" }).joined(separator: " ")
    }

    /// One sentence about the subjects that are ahead in a metric.
    private static func sentence(_ all: [Behind]) -> String {
        guard let comparison = all.first?.comparison else { return "" }
        let others = all.map(\.phrase)
        let list =
            others.count < 2 ? others.joined() : others.dropLast().joined(separator: ", ") + " and \(others.last ?? "")"
        return "\(comparison.place)ResponderKit \(comparison.verb) \(list)."
    }

    /// So many times what the other has.
    private var phrase: String {
        let times = ratio.isMeaningful ? ratio.ratio.ratioText : "\(ratio.lower.ratioText) to \(ratio.upper.ratioText)"
        let other = Subject(rawValue: subject)?.inSentence ?? subject
        let size = comparison.size.map { " at a size of \($0)" } ?? ""
        return "\(times) times \(comparison.measure) \(other)\(size)"
    }
}

extension Comparison {
    private var kind: MeasureKind { MeasureKind(metric: metric, unit: unit) }

    /// What ResponderKit does with what is measured.
    fileprivate var verb: String {
        switch kind {
        case .time, .processor, .memory: "takes"
        case .instructions: "executes"
        case .other: "has"
        }
    }

    /// What stands between a number of times and another's name.
    fileprivate var measure: String {
        switch kind {
        case .time: "as long as"
        case .processor: "the processor time of"
        case .memory: "the memory of"
        case .instructions: "as many instructions as"
        case .other: "the \(metric) of"
        }
    }

    /// The percentile and the stage, in words, at the beginning of a sentence.
    fileprivate var place: String {
        guard let percentile = Percentile(metric) else { return "" }
        let name = percentile.percentile == 50 ? "median" : "\(percentile.name.dropFirst())th percentile"
        return "In the \(name)" + (percentile.stage.isEmpty ? "" : " of \(percentile.stage)") + ", "
    }
}

extension Subject {
    /// The name in a sentence.
    var inSentence: String {
        switch self {
        case .cFloor: "the C floor"
        case .busyFloor: "the busy C floor"
        case .busyWait: "a busy wait"
        case .emptySwift: "an empty program in Swift"
        case .plainView: "a plain view"
        case .recorded: "a recorded application"
        case .shortText: "a short text"
        default: rawValue
        }
    }
}
