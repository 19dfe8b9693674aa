import Foundation

/// A logarithmic axis.
struct LogAxis {
    let lower: Double
    let upper: Double

    init(lower: Double, upper: Double) {
        (self.lower, self.upper) = (lower, upper)
    }

    /// An axis on which all of the values have a place, with some room at the ends.
    ///
    /// Values that are not above zero have no logarithm, and no place.
    ///
    /// - Parameter ratio: How many times the lower end the upper end is at least, so that noise does not fill the axis.
    init(covering values: [Double], ratio: Double = 2) {
        let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
        guard let least = logarithms.min(), let most = logarithms.max() else {
            (lower, upper) = (1, 10)
            return
        }
        let missing = max(0, log10(ratio) - (most - least)) / 2
        let room = 0.04 * (most - least) + missing
        // The powers must stay numbers.
        (lower, upper) = (pow(10, max(-300, least - room)), pow(10, min(300, most + room)))
    }

    /// Where the value stands between the ends: 0 to 1; nil for what has no place.
    func part(_ value: Double) -> Double? {
        guard value > 0, value.isFinite, upper > lower else { return nil }
        return min(1, max(0, (log10(value) - log10(lower)) / (log10(upper) - log10(lower))))
    }

    /// Some round numbers between the ends: powers of ten on a long axis, and 1, 2 and 5 times a power on a short one.
    var ticks: [Double] {
        let (first, last) = (Int(log10(lower).rounded(.down)), Int(log10(upper).rounded(.up)))
        let decades = log10(upper) - log10(lower)
        let factors: [Double] = decades < 0.5 ? [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9] : decades < 2 ? [1, 2, 5] : [1]
        let step = max(1, Int((decades / 6).rounded(.up)))
        return stride(from: first, through: last, by: step).flatMap { power in
            factors.map { $0 * pow(10, Double(power)) }
        }
        .filter { $0 >= lower * 0.999 && $0 <= upper * 1.001 }
    }

    /// A tick's number, short.
    static func label(_ value: Double) -> String {
        func short(_ value: Double) -> String {
            let text = String(format: "%.3g", value)
            return text.contains("e") ? String(format: "%.0e", value) : text
        }
        switch value {
        case 1e6..<1e9: return short(value / 1e6) + "M"
        case 1e3..<1e6: return short(value / 1e3) + "k"
        default: return short(value)
        }
    }
}
