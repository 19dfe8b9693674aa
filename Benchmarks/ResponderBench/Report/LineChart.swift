import ResponderSupport

/// Lines upon a logarithmic axis of costs, as SVG: curves of growth, and percentiles.
///
/// Colours come from the style sheet of the page, which has them for light and dark.
struct LineChart {
    struct Point {
        let x: Double
        let y: Double
        /// The middle half of the rounds.
        let lower: Double
        let upper: Double
    }

    struct Line {
        /// The class of the line's colour.
        let colour: String
        let points: [Point]
    }

    enum Across {
        /// The axis of sizes, with its name.
        case sizes(String)
        /// A place for each name, from 0 on.
        case names([String])
    }

    /// What the picture shows, for those who do not see it.
    let title: String
    let unit: String
    let across: Across
    let lines: [Line]

    static let width = 420.0
    static let height = 250.0
    private static let left = 46.0
    private static let right = 14.0
    private static let top = 22.0

    /// The room for the marks, and the name of the axis where it has one.
    private var bottom: Double { if case .names = across { 22 } else { 36 } }

    var svg: String {
        let costs = LogAxis(covering: lines.flatMap(\.points).flatMap { [$0.y, $0.lower, $0.upper] }, ratio: 4)
        let parts = grid(costs) + lines.map { draw($0, costs) }
        return
            "<svg class=\"chart\" viewBox=\"0 0 \(Self.number(Self.width)) \(Self.number(Self.height))\" role=\"img\">"
            + "<title>\(title.escapedForXML())</title>\(parts.joined())</svg>"
    }

    private var sizes: LogAxis { LogAxis(covering: lines.flatMap(\.points).map(\.x)) }

    private func x(_ value: Double) -> Double? {
        let room = Self.width - Self.left - Self.right
        switch across {
        case .sizes: return sizes.part(value).map { Self.left + room * $0 }
        // With half a step at both ends.
        case .names(let names): return Self.left + room * (value + 0.5) / Double(max(1, names.count))
        }
    }

    private func y(_ value: Double, _ axis: LogAxis) -> Double? {
        axis.part(value).map { Self.height - bottom - (Self.height - Self.top - bottom) * $0 }
    }

    private func grid(_ costs: LogAxis) -> [String] {
        let (right, floor) = (Self.width - Self.right, Self.height - bottom)
        var parts = ["<text class=\"unit\" x=\"4\" y=\"13\">\(unit.escapedForXML())</text>"]
        for tick in costs.ticks {
            guard let y = y(tick, costs) else { continue }
            parts.append(
                "<path class=\"grid\" d=\"M\(Self.number(Self.left)) \(Self.number(y))H\(Self.number(right))\"/>"
                    + Self.label(LogAxis.label(tick), x: Self.left - 6, y: y + 4, anchor: "end")
            )
        }
        let marks: [(Double, String)]
        switch across {
        case .sizes(let name):
            marks = sizes.ticks.map { ($0, LogAxis.label($0)) }
            parts.append(Self.label(name, x: right, y: Self.height - 4, anchor: "end"))
        case .names(let names): marks = names.enumerated().map { (Double($0), $1) }
        }
        for (value, text) in marks {
            guard let x = x(value) else { continue }
            parts.append(
                "<path class=\"grid\" d=\"M\(Self.number(x)) \(Self.number(Self.top))V\(Self.number(floor))\"/>"
                    + Self.label(text, x: x, y: floor + 15, anchor: "middle")
            )
        }
        return parts
    }

    private func draw(_ line: Line, _ costs: LogAxis) -> String {
        let places = line.points.compactMap { point -> (x: Double, y: Double, point: Point)? in
            guard let x = x(point.x), let y = y(point.y, costs) else { return nil }
            return (x, y, point)
        }
        let path = places.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: "L")
        let whiskers = places.map { place -> String in
            guard let low = y(place.point.lower, costs), let high = y(place.point.upper, costs) else { return "" }
            return "M\(Self.number(place.x)) \(Self.number(low))V\(Self.number(high))"
        }
        let dots = places.map { "<circle cx=\"\(Self.number($0.x))\" cy=\"\(Self.number($0.y))\" r=\"3\"/>" }
        guard !places.isEmpty else { return "" }
        return "<g class=\"\(line.colour)\"><path class=\"line\" d=\"M\(path)\"/>"
            + "<path class=\"whisker\" d=\"\(whiskers.joined())\"/>\(dots.joined())</g>"
    }

    private static func label(_ text: String, x: Double, y: Double, anchor: String) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(text.escapedForXML())</text>"
    }

    private static func number(_ value: Double) -> String {
        let text = value.fixed(1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
