/// The ratio of a subject to the reference, from the ratios of the rounds: in a round both ran at about the same time.
struct Verdict: Codable, Equatable, CustomStringConvertible {
    let ratio: Double
    let lower: Double
    let upper: Double
    /// The subject that is the reference.
    let reference: String

    /// How far the middle half of the rounds may spread, as a part of the ratio, for the ratio to mean anything.
    static let widestSpread = 0.25

    init(_ values: [Double], reference: [Double], named name: String) {
        self.reference = name
        let ratios = Distribution(zip(values, reference).map { $0 / $1 })
        ratio = ratios.median.sixDigits
        lower = ratios.quantile(0.25).sixDigits
        upper = ratios.quantile(0.75).sixDigits
    }

    /// The verdict, or nil where a round had nothing to divide by.
    var ifFinite: Verdict? { ratio.isFinite && lower.isFinite && upper.isFinite ? self : nil }

    var isMeaningful: Bool { (upper - lower) <= Self.widestSpread * ratio }

    var description: String {
        let spread = "\(lower.fixed(2)) to \(upper.fixed(2))"
        let name = Subject(rawValue: reference)?.asReference ?? reference
        return isMeaningful ? "\(ratio.fixed(2))x \(name) (\(spread))" : "none: \(spread)x \(name)"
    }
}
