internal import ResponderEventLoop
internal import ResponderKit
internal import ResponderSupport

// The history as a picture.
extension DeviceHistory {
    /// The history as a timeline in SVG: a row for each app, coloured by the app's state, with each entry marked.
    ///
    /// Each mark has a label. Long labels are cut off; a viewer shows the whole text where the pointer rests on a mark.
    ///
    /// Time goes from left to right. Distances are not to scale: the time is written below. A long history
    /// continues in further lines, each with the names of the apps that run there, or that something happens to, and
    /// with no rows for other apps. The picture needs no other file.
    ///
    /// - Parameter title: The heading of the picture.
    /// - Complexity: At most O(number of entries × apps); allocates the layout and the text.
    public func svg(title: String = "Life of the apps on a device") -> String {
        var picture = TimelinePicture(Timeline(entries), title: title)
        return picture.draw()
    }
}

/// Draws a timeline.
private struct TimelinePicture {
    private let timeline: Timeline
    private let title: String
    private var lines: [String] = []

    private static let margin = 16.0
    private static let rowHeight = 26.0
    private static let barHeight = 16.0
    /// How far a slanted label of length 1 reaches upwards, and to the right.
    private static let (up, right) = (0.87, 0.5)

    init(_ timeline: Timeline, title: String) {
        self.timeline = timeline
        self.title = title
    }

    private var nameWidth: Double {
        Double(max(6, timeline.apps.map { $0.inOneLine().count }.max() ?? 0)) * 7 + 14
    }

    mutating func draw() -> String {
        drawLegend()
        var y = Self.margin + 52
        var width = 760.0
        for band in timeline.bands {
            width = max(width, nameWidth + band.width + band.labelHeight * Self.right)
            y = draw(band, at: y)
        }
        let size = (width: number(width + 2 * Self.margin), height: number(y + Self.margin))
        let head = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\" "
                + "viewBox=\"0 0 \(size.width) \(size.height)\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
                + "font-size=\"10\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        ]
        return (head + lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    // MARK: Parts

    private mutating func drawLegend() {
        text(title, Self.margin, Self.margin + 12, "font-size=\"15\" font-weight=\"bold\"")
        var x = Self.margin
        let y = Self.margin + 28
        for state in [LifecycleState.active, .inactive, .background, .suspended] {
            rectangle(x, y, 22, 12, state.colour)
            text(state.description, x + 28, y + 10, "font-size=\"11\"")
            x += 40 + Double(state.description.count) * 7
        }
        let marks: [(String, Kind)] = [
            ("device", .action), ("delegate", .call), ("notification", .post), ("touch", .touch),
            ("snapshot", .snapshot), ("end", .end),
            ("refusal", .refusal),
        ]
        for (name, kind) in marks {
            mark(kind, x + 6, y + 6)
            text(name, x + 16, y + 10, "font-size=\"11\"")
            x += 30 + Double(name.count) * 7
        }
    }

    /// Draws a line of the picture, and returns where the next line begins.
    private mutating func draw(_ band: Timeline.Band, at y: Double) -> Double {
        let left = Self.margin + nameWidth
        let top = y + band.labelHeight * Self.up + 16
        let bottom = top + Double(band.rows.count + 1) * Self.rowHeight
        var middles: [Int: Double] = [:]
        for (place, row) in ([0] + band.rows).enumerated() {
            let middle = top + (Double(place) + 0.5) * Self.rowHeight
            middles[row] = middle
            let name = name(ofRow: row)
            text(name, left - 10, middle + 4, "font-size=\"11\" text-anchor=\"end\"")
            line(left, middle, left + band.width, middle, "#d9dce1")
        }
        for tick in band.ticks {
            line(left + tick.x, top, left + tick.x, bottom + 4, "#c3c8cf")
            text(tick.text, left + tick.x + 2, bottom + 13, "fill=\"#4b5563\"")
        }
        for span in band.spans {
            let middle = middles[span.row] ?? top
            rectangle(
                left + span.from,
                middle - Self.barHeight / 2,
                max(1, span.to - span.from),
                Self.barHeight,
                span.state.colour,
                title: "\(name(ofRow: span.row)): \(span.state) since \(Timeline.text(span.since))"
            )
        }
        for item in band.marks {
            let (x, middle) = (left + item.x, middles[item.row] ?? top)
            let kind = Kind(item.entry)
            lines.append("<g>" + title(item.entry.tooltip))
            line(x, top - 2, x, middle, kind.colour, "stroke-opacity=\"0.35\" stroke-dasharray=\"2 2\"")
            mark(kind, x, middle)
            text(
                item.label,
                0,
                0,
                "fill=\"\(kind.colour)\" transform=\"translate(\(number(x + 3)) \(number(top - 5))) rotate(-60)\""
            )
            lines.append("</g>")
        }
        return bottom + 34
    }

    private func name(ofRow row: Int) -> String { row == 0 ? "device" : timeline.apps[row - 1] }

    // MARK: Marks

    private enum Kind {
        case action, call, post, touch, snapshot, end, refusal

        init(_ entry: DeviceHistory.Entry) {
            self =
                switch entry.kind {
                case .action, .note, .entered, .result: .action
                case .call: .call
                case .post: .post
                case .snapshot: .snapshot
                case .touch: .touch
                case .ended: .end
                case .refused: .refusal
                }
        }

        var colour: String {
            switch self {
            case .action: "#6d28d9"
            case .call: "#111827"
            case .post: "#0e7490"
            case .snapshot: "#a16207"
            case .touch: "#15803d"
            case .end: "#b91c1c"
            case .refusal: "#c2410c"
            }
        }
    }

    private mutating func mark(_ kind: Kind, _ x: Double, _ y: Double) {
        switch kind {
        case .action: polygon([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)], kind.colour)
        case .refusal: polygon([(x, y - 5), (x + 5, y + 4), (x - 5, y + 4)], kind.colour)
        case .call: circle(x, y, 3.5, kind.colour)
        case .touch: rectangle(x - 3, y - 3, 6, 6, kind.colour)
        case .post: circle(x, y, 3.5, "#ffffff", kind.colour)
        case .snapshot: rectangle(x - 4, y - 3, 8, 6, kind.colour)
        case .end:
            line(x - 4, y - 4, x + 4, y + 4, kind.colour, "stroke-width=\"2.5\"")
            line(x - 4, y + 4, x + 4, y - 4, kind.colour, "stroke-width=\"2.5\"")
        }
    }

    // MARK: Elements

    private mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ fill: String,
        title: String? = nil
    ) {
        lines.append(
            "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" "
                + "fill=\"\(fill)\"" + (title.map { ">\(self.title($0))</rect>" } ?? "/>")
        )
    }

    private mutating func line(
        _ x: Double,
        _ y: Double,
        _ toX: Double,
        _ toY: Double,
        _ colour: String,
        _ more: String = ""
    ) {
        lines.append(
            "<line x1=\"\(number(x))\" y1=\"\(number(y))\" x2=\"\(number(toX))\" y2=\"\(number(toY))\" "
                + "stroke=\"\(colour)\" \(more)/>"
        )
    }

    private mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ fill: String, _ stroke: String = "none")
    {
        lines.append(
            "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" fill=\"\(fill)\" "
                + "stroke=\"\(stroke)\" stroke-width=\"1.5\"/>"
        )
    }

    private mutating func polygon(_ points: [(Double, Double)], _ fill: String) {
        let list = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
        lines.append("<polygon points=\"\(list)\" fill=\"\(fill)\"/>")
    }

    /// What a viewer shows for the element around it while the pointer rests there.
    private func title(_ text: String) -> String { "<title>\(text.escapedForXML())</title>" }

    private mutating func text(_ text: String, _ x: Double, _ y: Double, _ more: String) {
        lines.append("<text x=\"\(number(x))\" y=\"\(number(y))\" \(more)>\(text.escapedForXML())</text>")
    }

    private func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}

extension DeviceHistory.Entry {
    /// The whole entry in one line, with its time, app and state.
    fileprivate var tooltip: String {
        let whose = app.map { "\($0)\(state.map { " [\($0)]" } ?? ""): " } ?? ""
        return "\(Timeline.text(time)), \(whose)\(text.inOneLine())"
    }
}

extension LifecycleState {
    fileprivate var colour: String {
        switch self {
        case .notRunning: "none"
        case .active: "#4ade80"
        case .inactive: "#fcd34d"
        case .background: "#93c5fd"
        case .suspended: "#d1d5db"
        }
    }
}
