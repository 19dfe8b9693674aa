/// The values of all rounds as ticks on a line, and the median as a taller one, as SVG that is as wide as its place.
struct RoundsStrip {
    let row: BenchResults.Row
    let axis: LogAxis
    /// The class of the colour.
    let colour: String

    private static let width = 1_000.0

    /// An axis for the rows of a table, without the one round in fifty that was interrupted longest.
    static func axis(for rows: [BenchResults.Row]) -> LogAxis {
        LogAxis(
            covering: rows.flatMap { row in
                let distribution = Distribution(row.values)
                return [distribution.quantile(0.02), distribution.quantile(0.98), row.median]
            },
            ratio: 1.2
        )
    }

    var svg: String {
        // The ticks keep their width while the picture is stretched.
        let places = Set(row.values.compactMap(axis.part).map { Int(($0 * Self.width).rounded()) }).sorted()
        let ticks = places.map { "M\($0) 5V13" }.joined()
        let median = axis.part(row.median).map { "M\(Int(($0 * Self.width).rounded())) 1V17" } ?? ""
        return
            "<svg class=\"strip \(colour)\" viewBox=\"0 0 1000 18\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + "<path class=\"rounds\" d=\"\(ticks)\"/><path class=\"median\" d=\"\(median)\"/></svg>"
    }
}
