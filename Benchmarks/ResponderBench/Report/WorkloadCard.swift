import ResponderSupport

/// A workload's part of the report: a table of its subjects, charts, and where ResponderKit is behind.
struct WorkloadCard {
    let workload: String
    let results: BenchResults

    private var rows: [BenchResults.Row] { results.rows.filter { $0.workload == workload } }

    var html: String {
        let all = rows
        let comparisons = BenchResults.comparisons(of: all)
        let parts = [
            "<h3><code>\(workload.escapedForXML())</code></h3>", summary, table(comparisons.filter { $0.size == nil }),
            percentiles(all), curves(all), behind(comparisons), notes(all),
        ]
        return "<article class=\"card\" id=\"\(Self.anchor(workload))\">\(parts.joined())</article>"
    }

    /// The workload's place in the page.
    static func anchor(_ workload: String) -> String {
        String(
            workload.unicodeScalars.map {
                $0.properties.isAlphabetic || $0.properties.numericType != nil ? Character($0) : "-"
            }
        )
        .escapedForXML()
    }

    private var summary: String {
        results.summaries[workload].map { "<p class=\"summary\">\($0.escapedForXML())</p>" } ?? ""
    }

    // MARK: The table

    private func table(_ comparisons: [Comparison]) -> String {
        guard !comparisons.isEmpty else { return "" }
        let head = """
            <tr class="heads"><th class="subject">subject</th><th class="median number">median</th>\
            <th class="strips">rounds</th><th class="times number">ratio</th><th class="bars"></th></tr>
            """
        return "<table class=\"rows\"><thead>\(head)</thead>\(comparisons.map(body).joined())</table>"
    }

    private func body(_ comparison: Comparison) -> String {
        let axis = RoundsStrip.axis(for: comparison.rows)
        let isCompared = comparison.rows.contains { Self.ratio($0, in: comparison) != nil }
        let title = "\(comparison.metric), \(comparison.unit)".escapedForXML()
        var lines = ["<tr class=\"metric\"><th colspan=\"5\">\(title)</th></tr>"]
        lines += comparison.rows.map { line($0, in: comparison, axis: axis) }
        let ends = [axis.lower, axis.upper].map { LogAxis.label($0.sixDigits) }
        let scale = """
            <svg class="scale" height="14" aria-hidden="true"><text x="0" y="11">\(ends[0])</text>\
            <text x="100%" y="11" text-anchor="end">\(ends[1])</text></svg>
            """
        let cells =
            [("subject", ""), ("median", ""), ("strips", scale), ("times", "")]
            + [("bars", isCompared ? RatioChart.scale : "")]
        lines.append("<tr>\(cells.map { "<td class=\"\($0)\">\($1)</td>" }.joined())</tr>")
        return "<tbody>\(lines.joined())</tbody>"
    }

    private func line(_ row: BenchResults.Row, in comparison: Comparison, axis: LogAxis) -> String {
        let ratio = Self.ratio(row, in: comparison)
        let reference = comparison.ratioOfVariant(row).map {
            let name = Subject(rawValue: $0.reference)?.inSentence ?? $0.reference
            return "<span class=\"reference\">\(name.escapedForXML())</span>"
        }
        let isOwn = row.subject == Subject.responderKit.rawValue
        let colour = SubjectColour.name(row.subject)
        return "<tr\(isOwn ? " class=\"own\"" : "")><td class=\"subject\"><span class=\"swatch \(colour)\"></span>"
            + "\(row.subject.escapedForXML())</td><td class=\"median number\">\(row.median.grouped)</td>"
            + "<td class=\"strips\">\(RoundsStrip(row: row, axis: axis, colour: colour).svg)</td>"
            + "<td class=\"times number\">\(ratio.map(Self.times) ?? "")\(reference ?? "")</td>"
            + "<td class=\"bars\">\(ratio.map { RatioChart(verdict: $0).svg } ?? "")</td></tr>"
    }

    /// What stands beside a row: ResponderKit's cost as a multiple of the row's; of a variant of ResponderKit its own
    /// cost as a multiple of the reference's.
    private static func ratio(_ row: BenchResults.Row, in comparison: Comparison) -> Verdict? {
        comparison.ratioOfVariant(row) ?? comparison.ratio(to: row)
    }

    /// The ratio, or its spread where the rounds do not agree.
    static func times(_ ratio: Verdict) -> String {
        guard !ratio.isMeaningful else { return "\(ratio.ratio.ratioText)×" }
        return "<span class=\"unsure\">\(ratio.lower.ratioText)–\(ratio.upper.ratioText)×</span>"
    }

    // MARK: Charts

    private func percentiles(_ rows: [BenchResults.Row]) -> String {
        let charts = PercentileChart.charts(of: workload, rows: rows)
        guard !charts.isEmpty else { return "" }
        let figures = charts.map { one in
            let entries = zip(one.chart.lines, one.labels).map { ($0.colour, $1) }
            return "<div>\(one.chart.svg)\(Self.legend(entries))</div>"
        }
        return "<div class=\"charts\">\(figures.joined())</div>"
    }

    private func curves(_ rows: [BenchResults.Row]) -> String {
        let curves = BenchResults.curves(of: rows).filter { Percentile($0.metric) == nil }
        guard !curves.isEmpty else { return "" }
        return "<div class=\"charts\">\(curves.map(figure).joined())</div>"
    }

    private func figure(_ curve: Curve) -> String {
        let lines = curve.subjects.map { subject in
            LineChart.Line(
                colour: SubjectColour.name(subject),
                points: curve.rows(of: subject).map { LineChart.Point($0, x: Double($0.size ?? 0)) }
            )
        }
        let chart = LineChart(
            title: "\(workload): \(curve.metric) by size",
            unit: "\(curve.metric), \(curve.unit)",
            across: .sizes("size"),
            lines: lines
        )
        let entries = zip(curve.subjects, lines).map { subject, line in
            (line.colour, subject + (curve.fit(of: subject).map { ": \($0)" } ?? ""))
        }
        return "<div>\(chart.svg)\(Self.legend(entries))\(sizes(curve))</div>"
    }

    /// The numbers of a curve.
    private func sizes(_ curve: Curve) -> String {
        let sizes = Set(curve.rows.compactMap(\.size)).sorted()
        let head =
            "<tr><th>size</th>"
            + curve.subjects.map { "<th class=\"number\">\($0.escapedForXML())</th>" }.joined() + "</tr>"
        let lines = sizes.map { size in
            let cells = curve.subjects.map { subject in
                let row = curve.rows.first { $0.subject == subject && $0.size == size }
                return "<td class=\"number\">\(row?.median.grouped ?? "")</td>"
            }
            return "<tr><td class=\"number\">\(size)</td>\(cells.joined())</tr>"
        }
        return
            "<details><summary>numbers</summary><div class=\"scroll\"><table>\(head)\(lines.joined())</table></div>"
            + "</details>"
    }

    private static func legend(_ entries: [(colour: String, text: String)]) -> String {
        let items = entries.map {
            "<li><span class=\"swatch \($0.colour)\"></span>\($0.text.escapedForXML())</li>"
        }
        return "<ul class=\"legend\">\(items.joined())</ul>"
    }

    // MARK: Words

    private func behind(_ comparisons: [Comparison]) -> String {
        let lines = Behind.sentences(Behind.all(in: comparisons)).map { "<p>\($0.escapedForXML())</p>" }
        guard !lines.isEmpty else { return "" }
        return "<div class=\"behind\">\(lines.joined())</div>"
    }

    private func notes(_ rows: [BenchResults.Row]) -> String {
        PeerNote.notes(on: rows.map(\.subject).withoutRepeats, workload: workload)
            .map { "<p class=\"notes\">\($0.text.escapedForXML())</p>" }
            .joined()
    }
}
