/// Benchmarks/RESULTS.md: the whole table of a run, in words that need no other page.
struct ResultsPage {
    let results: BenchResults

    var text: String {
        var parts = [Self.head, panels, instructions, Self.profile, table(of: results.rows.filter { $0.size == nil })]
        let curves = BenchResults.curves(of: results.rows)
        if !curves.isEmpty { parts += [Self.growth, growth(curves)] }
        parts += [behind, Self.colophon(results)]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static let head = """
        # What an event costs: a whole run

        `Scripts/bench-tables` printed this page from a results file. [README.md](README.md) explains the rows and the
        floors. Only the ratios are meaningful, and where the spread of a run allows no ratio, there is none.

        The rows `touch/…` measure what applications run, with coalescing on: a frame of 1, 2 or 10 moving fingers is one turn
        of the loop. In `touch/frame-…` another thread sends the frame while the loop sleeps, and `cpu` is the processor time of
        the loop's thread. In `touch/turn-…` the frame is sent and served in one turn on the same thread. The rows
        `dispatch/sequence-…` and `dispatch/fingers-…` are batches with coalescing off, as when a recording is replayed or a
        program catches up, without the turn around them. `end-to-end/threads` has coalescing off, too.
        """

    /// The busiest panel of the samples sends so many of the kernel's events a second.
    private static let busiestPanel = 7_066.0

    private var panels: String {
        guard let queue = own("panel/queue", "time") else { return "" }
        let times = 1e9 / queue.median / Self.busiestPanel
        return """
            In `panel/turn-…` the frame arrives as the bytes that the kernel sends: it is written to a pipe, read, decoded and
            served. `panel/queue` shows how fast a backlog in the pipe is read and dispatched: at \(queue.median.fixed(0)) ns per event this is \((times / 100).rounded().fixed(0))00
            times as fast as the busiest real panel, with its 7,066 events a second.
            """
    }

    private var instructions: String {
        let counted = own("touch/turn-1", "instructions").map {
            " A frame of one finger that is sent and has a turn takes\n\($0.median.grouped) instructions."
        }
        return """
            `make bench-guard` counts instead of timing.\(counted ?? "") In a batch a moved event makes no allocation, retain,
            lock or run-time check from the port to the view. A turn of the loop allocates nothing. An application with nothing
            to do makes no system call (`Scripts/check-idle`, under strace).
            """
    }

    private static let profile = """
        `make profile WORKLOAD=touch-turn-2` shows where the time of such a row goes, and `make profile PROGRAM=path/to/program`
        does the same for an app: a table of the costliest functions, and a [flame graph](README.md#where-the-time-goes).
        """

    private static let growth = """
        ## Growth

        What each cost is at the least and at the greatest size, and the exponent of the power of the size that fits it: 0 does
        not grow, and 1 grows in proportion.
        """

    private func own(_ workload: String, _ metric: String) -> BenchResults.Row? {
        results.rows.first {
            $0.workload == workload && $0.metric == metric && $0.subject == Subject.responderKit.rawValue
                && $0.size == nil
        }
    }

    private func table(of rows: [BenchResults.Row]) -> String { TableReport(rows).text }

    private func growth(_ curves: [Curve]) -> String {
        let rows = curves.flatMap { curve in
            curve.subjects.compactMap { subject -> [String]? in
                let rows = curve.rows(of: subject)
                guard let first = rows.first, let last = rows.last else { return nil }
                return [
                    curve.workload, subject, curve.metric, "\(first.size ?? 0)", first.median.threeDigits,
                    "\(last.size ?? 0)", last.median.threeDigits, curve.unit, curve.fit(of: subject)?.description ?? "",
                ]
            }
        }
        return MarkdownTable(
            ["workload", "subject", "metric", "least", "median", "greatest", "median", "unit", "grows as"],
            rightAligned: [3, 4, 5, 6],
            rows
        )
        .text
    }

    private var behind: String {
        let all = Behind.all(in: results.comparisons).filter { Subject.isPeer($0.subject) }
        guard !all.isEmpty else { return "" }
        let byWorkload = Dictionary(grouping: all, by: \.workload)
        let lines = all.map(\.workload).withoutRepeats.map { workload in
            "- `\(workload)`: " + Behind.sentences(byWorkload[workload] ?? []).joined(separator: " ")
        }
        return "## Where ResponderKit is behind\n\n" + lines.joined(separator: "\n")
    }

    /// The machine and the versions of a run, in a sentence.
    static func colophon(_ results: BenchResults) -> String {
        let machine = results.machine
        let kind = machine.isVirtual ? "a virtual machine" : "a machine"
        let known = ["ResponderKit", "clang"]
        let versions = results.versions.filter { !known.contains($0.key) }
            .sorted {
                ($0.key != "Swift" ? 1 : 0, $0.key.lowercased()) < ($1.key != "Swift" ? 1 : 0, $1.key.lowercased())
            }
            .map { "\($0.key) \($0.value)" }
        let list =
            versions.isEmpty
            ? ""
            : ", " + versions.dropLast().joined(separator: ", ")
                + (versions.count > 1 ? " and " : "") + (versions.last ?? "")
        return wrapped(
            "This was one run on \(kind) with \(machine.processors) processors (\(machine.processor)), \(machine.system)\(list)."
        )
    }

    /// The text in lines of at most 120 characters.
    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= 120 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
