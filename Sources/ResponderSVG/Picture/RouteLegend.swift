internal import ResponderKit

/// The ways of touches beside the tree: for each way its touches, and the responder chain from the hit view upwards.
@MainActor
struct RouteLegend {
    private enum Line {
        case touch(TouchTrail)
        case problem(String)
        case responder(name: String, calls: [Touch.Phase], isHit: Bool, isPassed: Bool)
        /// Responders that are left out.
        case others(Int)
        case key(String)
    }

    private struct Entry {
        let lines: [Line]
        let color: Color
        var origin = Point.zero
    }

    private let unit: Double
    private var entries: [Entry]
    /// The part of the picture that the legend takes.
    private(set) var box = Rect.zero

    /// The lines of a chain that are shown at each end of a long one.
    private static let shownAtEnds = 6
    private static let columnGap = 20.0
    private static let entryGap = 14.0

    init(_ routes: [TouchRoute], colors: [Color], unit: Double) {
        self.unit = unit
        entries = routes.enumerated().map { index, route in
            Entry(lines: Self.lines(of: route), color: colors[index % colors.count])
        }
        guard !routes.isEmpty else { return }
        let key = ["filled: down, hollow: over", "dashed: cancelled, or refused"].map { Line.key($0) }
        entries.append(Entry(lines: key, color: TreePicture.faint))
    }

    var isEmpty: Bool { entries.isEmpty }

    private static func lines(of route: TouchRoute) -> [Line] {
        var lines = route.trails.map { Line.touch($0) }
        if let problem = route.problem { lines.append(.problem(problem)) }
        let handlers = route.chain.indices.filter { !route.calls(at: $0).isEmpty }
        if route.problem == nil, handlers.isEmpty { lines.append(.problem("no responder handles it")) }
        let last = handlers.last ?? 0
        var left = 0
        for (index, link) in route.chain.enumerated() {
            let isAtEnd = index < shownAtEnds || index >= route.chain.count - shownAtEnds
            let calls = route.calls(at: index)
            guard isAtEnd || !calls.isEmpty else {
                left += 1
                continue
            }
            if left > 0 { lines.append(.others(left)) }
            left = 0
            lines.append(.responder(name: link.name, calls: calls, isHit: index == 0, isPassed: index > last))
        }
        return lines
    }

    // MARK: Places

    private var lineHeight: Double { 15 * unit }

    private func height(of entry: Entry) -> Double { Double(entry.lines.count) * lineHeight }

    private func width(of entry: Entry) -> Double {
        let widths = entry.lines.map { line in
            let (text, note, _) = texts(of: line)
            return 22 * unit + width(text, style(isBold: true)) + width(note, style())
        }
        return widths.max() ?? 0
    }

    /// Gives each way its place, in columns of this height where that is possible.
    mutating func lay(at origin: Point, height limit: Double) {
        var (place, columnWidth) = (origin, 0.0)
        box = Rect(origin: origin, size: .zero)
        for index in entries.indices {
            let height = height(of: entries[index])
            // The key needs no column of its own.
            let isKey = index == entries.count - 1
            if place.y > origin.y, place.y + height > origin.y + limit, !isKey {
                place = Point(place.x + columnWidth + Self.columnGap * unit, origin.y)
                columnWidth = 0
            }
            entries[index].origin = place
            columnWidth = max(columnWidth, width(of: entries[index]))
            box = box.union(Rect(place.x, place.y, columnWidth, height))
            place.y += height + Self.entryGap * unit
        }
    }

    // MARK: Drawing

    func draw(in canvas: SVGCanvas) {
        for entry in entries { draw(entry, in: canvas) }
    }

    private func draw(_ entry: Entry, in canvas: SVGCanvas) {
        let rail = entry.origin.x + 8 * unit
        var former: Double?
        for (index, line) in entry.lines.enumerated() {
            let middle = entry.origin.y + (Double(index) + 0.5) * lineHeight
            switch line {
            case .touch(let trail):
                TouchMark(trail, color: entry.color, unit: 0.8 * unit).draw(in: canvas, at: Point(rail, middle))
            case .responder(_, let calls, _, let isPassed):
                if let former { drawRail(from: former, to: middle, isPassed, entry.color, at: rail, in: canvas) }
                let circle = Path(circleAt: Point(rail, middle), radius: (calls.isEmpty ? 2.5 : 4) * unit)
                let color = isPassed ? TreePicture.faint : entry.color
                canvas.fill(circle, with: calls.isEmpty ? .white : color)
                canvas.stroke(circle, with: color, width: unit)
                former = middle
            case .others, .problem, .key: break
            }
            let (text, note, color) = texts(of: line)
            var isBold = false
            if case .responder(_, let calls, _, _) = line { isBold = !calls.isEmpty }
            let place = Point(rail + 14 * unit, middle - 0.6 * 10 * unit)
            canvas.draw(text, at: place, style: style(isBold: isBold, color))
            let after = Point(place.x + width(text, style()), place.y)
            canvas.draw(note, at: after, style: style(Self.muted))
        }
    }

    /// Draws the way from a responder up to the next one, with an arrow as long as the event goes on there.
    private func drawRail(
        from start: Double,
        to end: Double,
        _ isPassed: Bool,
        _ color: Color,
        at x: Double,
        in canvas: SVGCanvas
    ) {
        var path = Path(from: Point(x, start + 4 * unit), to: Point(x, end - 4.5 * unit))
        guard !isPassed else {
            let style = StrokeStyle(width: unit, dash: [2 * unit, 2 * unit])
            return canvas.stroke(path, with: TreePicture.faint, style: style)
        }
        path.move(to: Point(x - 2.5 * unit, end - 7.5 * unit))
        path.addLine(to: Point(x, end - 4.5 * unit))
        path.addLine(to: Point(x + 2.5 * unit, end - 7.5 * unit))
        canvas.stroke(path, with: color, width: unit)
    }

    // MARK: Texts

    private static let muted = Color(red: 0.29, green: 0.33, blue: 0.39)

    private func style(isBold: Bool = false, _ color: Color = .black) -> TextStyle {
        TextStyle(fontSize: 10 * unit, isBold: isBold, color: color)
    }

    private func style(_ color: Color) -> TextStyle { style(isBold: false, color) }

    private func width(_ text: String, _ style: TextStyle) -> Double {
        FixedWidthTextMeasurer().size(of: text, in: style).width
    }

    private func texts(of line: Line) -> (text: String, note: String, color: Color) {
        switch line {
        case .touch(let trail): (Self.text(of: trail), "", TreePicture.ink)
        case .problem(let reason): (reason, "", Self.muted)
        case .responder(let name, let calls, let isHit, let isPassed):
            (
                name,
                (isHit ? "  hit" : "") + (calls.isEmpty ? "" : "  \(calls.map { "\($0)" }.joined(separator: ", "))"),
                isPassed ? TreePicture.faint : TreePicture.ink
            )
        case .others(let count): ("... \(count) more", "", TreePicture.faint)
        case .key(let text): (text, "", Self.muted)
        }
    }

    private static func text(of trail: TouchTrail) -> String {
        func text(_ point: Point) -> String { "(\(point.x.svg(roundedTo: 1)), \(point.y.svg(roundedTo: 1)))" }
        guard let first = trail.path.first, let last = trail.path.last else { return "" }
        let way = trail.path.count > 1 ? "\(text(first)) to \(text(last))" : text(first)
        if trail.problem != nil { return way }
        return way + (trail.isOver ? trail.phase == .cancelled ? ", cancelled" : ", ended" : ", down")
    }
}
