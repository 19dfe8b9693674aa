/// A ratio as a bar from 1, as SVG that is as wide as its place: to the right where ResponderKit costs more.
///
/// All charts of a report have the same axis, so they can be compared at a glance. A bar that is longer than the axis
/// has an arrow.
struct RatioChart {
    static let axis = LogAxis(lower: 0.1, upper: 10)
    static let ticks = [0.1, 0.5, 1, 2, 10]

    private static let height = 18

    let verdict: Verdict

    var svg: String {
        guard let one = Self.axis.part(1), let place = Self.axis.part(verdict.ratio) else { return "" }
        let kind = verdict.ratio > 1 ? "more" : "less"
        let middle = Self.height / 2
        let bar =
            "<rect class=\"\(kind)\" x=\"\(Self.percent(min(one, place)))\" y=\"4\" "
            + "width=\"\(Self.percent(abs(place - one)))\" height=\"\(Self.height - 8)\"/>"
        var parts = Self.grid + (verdict.isMeaningful ? bar : "")
        if let low = Self.axis.part(verdict.lower), let high = Self.axis.part(verdict.upper), high > low {
            parts +=
                "<line class=\"spread\" x1=\"\(Self.percent(low))\" x2=\"\(Self.percent(high))\" "
                + "y1=\"\(middle)\" y2=\"\(middle)\"/>"
        }
        if verdict.ratio > Self.axis.upper { parts += Self.arrow("100%", "▸", "end") }
        if verdict.ratio < Self.axis.lower { parts += Self.arrow("0%", "◂", "start") }
        return "<svg class=\"ratio\" height=\"\(Self.height)\" aria-hidden=\"true\">\(parts)</svg>"
    }

    /// The numbers of the axis, below the charts of a table.
    static var scale: String {
        let labels = ticks.compactMap { tick -> String? in
            guard let place = axis.part(tick) else { return nil }
            let anchor = place < 0.01 ? "start" : place > 0.99 ? "end" : "middle"
            return "<text x=\"\(percent(place))\" y=\"11\" text-anchor=\"\(anchor)\">\(LogAxis.label(tick))</text>"
        }
        return "<svg class=\"scale\" height=\"14\" aria-hidden=\"true\">\(labels.joined())</svg>"
    }

    private static var grid: String {
        ticks.compactMap { tick -> String? in
            guard let place = axis.part(tick) else { return nil }
            let x = percent(place)
            let kind = tick == 1 ? "one" : "grid"
            return "<line class=\"\(kind)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"\(height)\"/>"
        }
        .joined()
    }

    private static func arrow(_ x: String, _ sign: String, _ anchor: String) -> String {
        "<text class=\"arrow\" x=\"\(x)\" y=\"13\" text-anchor=\"\(anchor)\">\(sign)</text>"
    }

    private static func percent(_ part: Double) -> String { (100 * part).fixed(1) + "%" }
}
