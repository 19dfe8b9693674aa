import ResponderSupport

/// A run's results as one page of HTML that needs nothing else, and is well-formed XML too.
struct HTMLReport {
    let results: BenchResults

    var text: String {
        """
        <!DOCTYPE html>
        <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>What an event costs</title>
        <style>
        \(ReportStyle.text)
        </style>
        </head>
        <body><main>
        \(parts.joined(separator: "\n"))
        </main></body>
        </html>
        """
    }

    private var groups: [ReportGroup] { ReportGroup.groups(of: results.rows.map(\.workload)) }

    private var parts: [String] {
        let links =
            [("behind", "Where ResponderKit is behind"), ("machine", "Machine and versions")]
            + groups.map { (WorkloadCard.anchor($0.name), $0.title) }
        let navigation = links.map { "<a href=\"#\($0)\">\($1.escapedForXML())</a>" }.joined(separator: "\n")
        return [
            "<h1>What an event costs</h1>", introduction, headline, "<nav>\(navigation)</nav>", peers, behind, machine,
        ] + groups.map(section)
    }

    private var introduction: String {
        """
        <p>ResponderKit \((results.versions["ResponderKit"] ?? "").escapedForXML()), measured on \
        \(results.date.prefix(10).description.escapedForXML()) on \(results.machine.description.escapedForXML()). \
        All subjects took turns in one run. Only the ratios mean anything: <b>2×</b> says that ResponderKit costs \
        twice as much as the other, and <b>0.5×</b> half as much. A variant of ResponderKit, such as one that waits \
        busily, has its own cost as a multiple of the subject that is named below the ratio.</p>
        """
    }

    // MARK: The head

    private var headline: String {
        let lines = ReadmeTable(results).lines
        guard !lines.isEmpty else { return "" }
        let rows = lines.map { line in
            let cells = [
                ("", line.what), ("number", line.cost), ("other", line.comparedWith),
                ("number", line.ratio + (line.ratio.isEmpty ? "" : "×")),
            ]
            return "<tr>" + cells.map { "<td class=\"\($0)\">\($1.escapedForXML())</td>" }.joined() + "</tr>"
        }
        let head = """
            <thead><tr><th>what</th><th class="number">ResponderKit</th><th class="other">compared with</th>\
            <th class="number">ratio</th></tr></thead>
            """
        return "<table class=\"headline\">\(head)<tbody>\(rows.joined())</tbody></table>"
    }

    /// In how many rows each of the others costs less.
    private var peers: String {
        let comparisons = results.comparisons
        let subjects = comparisons.flatMap { $0.rows.map(\.subject) }.withoutRepeats
            .filter { Subject.isPeer($0) || $0 == Subject.cFloor.rawValue }
        let rows = subjects.compactMap { subject -> String? in
            let places = comparisons.compactMap { comparison in
                comparison.rows.first { $0.subject == subject }.map { (comparison, $0) }
            }
            let ratios = places.compactMap { comparison, row in comparison.ratio(to: row) }
            guard !ratios.isEmpty else { return nil }
            let distribution = Distribution(ratios.map(\.ratio))
            let ahead = places.compactMap { comparison, row in Behind(comparison, row) }.count
            let cells = [
                "<td><span class=\"swatch \(SubjectColour.name(subject))\"></span>\(subject.escapedForXML())</td>",
                "<td class=\"number\">\(ratios.count)</td>", "<td class=\"number\">\(ahead)</td>",
                "<td class=\"number\">\(distribution.least.ratioText)×</td>",
                "<td class=\"number\">\(distribution.median.ratioText)×</td>",
                "<td class=\"number\">\(distribution.greatest.ratioText)×</td>",
            ]
            return "<tr>\(cells.joined())</tr>"
        }
        guard !rows.isEmpty else { return "" }
        return """
            <h2 id="peers">Beside the others</h2>
            <p class="soft">In how many rows each of them takes part, in how many of those it costs less than \
            ResponderKit as far as the rounds agree, and the least, the middle and the greatest of the ratios. The C \
            floor is no library: it is the least that each job can cost, written by hand.</p>
            <div class="scroll"><table class="peers narrow"><thead><tr><th>subject</th><th class="number">rows</th>\
            <th class="number">costs less</th><th class="number">least</th><th class="number">middle</th>\
            <th class="number">greatest</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>
            """
    }

    private var behind: String {
        let comparisons = results.comparisons
        let all = Behind.all(in: comparisons)
        let hasPeers = comparisons.contains { comparison in
            comparison.rows.contains { Subject.isPeer($0.subject) && comparison.ratio(to: $0) != nil }
        }
        let none =
            hasPeers
            ? "Behind none of the peers that were measured."
            : "No peer was measured beside ResponderKit: <code>make bench-peers</code> builds the peers."
        let byWorkload = Dictionary(
            grouping: all.filter { Subject.isPeer($0.subject) }.sorted { $0.ratio.ratio > $1.ratio.ratio },
            by: \.workload
        )
        // The furthest behind first.
        let items = byWorkload.values.sorted { ($0.first?.ratio.ratio ?? 0) > ($1.first?.ratio.ratio ?? 0) }
            .compactMap { $0.first.map(\.workload) }
            .map { item($0, Behind.words(byWorkload[$0] ?? [])) }
        let floors = all.filter { $0.subject == Subject.cFloor.rawValue }.count
        let list = items.isEmpty ? "<p>\(none)</p>" : "<ul class=\"columns\">\(items.joined())</ul>"
        return """
            <h2 id="behind">Where ResponderKit is behind</h2>
            \(list)
            <p class="soft">The C floor costs less in \(floors) rows; each of them says so below.</p>
            """
    }

    /// What a workload is, and what is said of it.
    private func item(_ workload: String, _ sentences: String) -> String {
        let words = [results.summaries[workload].map { "\($0)." }, sentences].compactMap { $0 }
        return "<li><a href=\"#\(WorkloadCard.anchor(workload))\"><code>\(workload.escapedForXML())</code></a> "
            + "\(words.joined(separator: " ").escapedForXML())</li>"
    }

    private var machine: String {
        let machine = results.machine
        let facts =
            [
                ("processor", "\(machine.processor), \(machine.processors) in use"),
                ("memory", "\((Double(machine.memory) / Double(1 << 30)).threeDigits) GiB"),
                ("system", machine.system), ("kernel", "Linux \(machine.kernel)"),
                ("kind", machine.isVirtual ? "a virtual machine" : "no virtual machine, as far as can be seen"),
                ("measured", results.date),
            ] + results.versions.sorted { $0.key.lowercased() < $1.key.lowercased() }.map { ($0.key, $0.value) }
        let list = facts.map { "<dt>\($0.escapedForXML())</dt><dd>\($1.escapedForXML())</dd>" }.joined()
        return "<h2 id=\"machine\">Machine and versions</h2><dl>\(list)</dl>"
    }

    private func section(_ group: ReportGroup) -> String {
        let cards = group.workloads.map { WorkloadCard(workload: $0, results: results).html }
        return "<section id=\"\(WorkloadCard.anchor(group.name))\"><h2>\(group.title.escapedForXML())</h2>"
            + "<div class=\"cards\">\(cards.joined(separator: "\n"))</div></section>"
    }
}
