import Foundation

/// How a cost grows with a size: the exponent k of the power b·n^k that is fitted to a curve.
///
/// 0 is a cost that does not grow, 1 one in proportion to the size, 2 its square; a logarithm gives some 0.1.
///
/// A cost is rather a + b·n^k, and at small sizes a hides k. So the fit is over the larger half of the sizes, rounded
/// up, but over three at least: a line by least squares through the logarithms of size and cost. The exponent is still
/// too small where a is not small against b·n^k at all of these sizes.
struct PowerFit: CustomStringConvertible {
    let exponent: Double
    /// The exponent's standard error, from how far the points lie beside the line.
    let error: Double

    /// How many sizes a fit needs: two points lie on a line whatever they are.
    static let leastSizes = 3

    /// Fits one cost at each size; nil unless three sizes or more have a cost.
    ///
    /// Sizes and costs that are not above zero have no logarithm, and are left out: as a size of 0, which only shows
    /// what there is without what grows.
    init?(_ curve: [(size: Double, cost: Double)]) {
        let sorted = curve.filter { $0.size > 0 && $0.cost > 0 && ($0.size * $0.cost).isFinite }
            .sorted { $0.size < $1.size }
        guard Set(sorted.map(\.size)).count >= Self.leastSizes else { return nil }
        let fitted = sorted.suffix(max(Self.leastSizes, (sorted.count + 1) / 2)).map { (log($0.size), log($0.cost)) }
        let count = Double(fitted.count)
        let means = (fitted.reduce(0) { $0 + $1.0 } / count, fitted.reduce(0) { $0 + $1.1 } / count)
        let spread = fitted.reduce(0) { $0 + ($1.0 - means.0) * ($1.0 - means.0) }
        // The same size several times at the end of the curve.
        guard spread > 0 else { return nil }
        let slope = fitted.reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) } / spread
        let residuals = fitted.reduce(0) { sum, point in
            let distance = point.1 - means.1 - slope * (point.0 - means.0)
            return sum + distance * distance
        }
        exponent = slope
        error = (residuals / (count - 2) / spread).squareRoot()
    }

    var description: String { "\(Self.power(exponent)) (± \(error.fixed(2)))" }

    /// The power, as in `n^1.00`; `n^0.00` also for an exponent that is hardly below zero.
    static func power(_ exponent: Double) -> String { "n^\((abs(exponent) < 0.005 ? 0 : exponent).fixed(2))" }
}
