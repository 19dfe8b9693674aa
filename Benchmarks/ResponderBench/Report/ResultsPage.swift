import ResponderSupport

/// Benchmarks/RESULTS.md: the whole table of a run, in words that need no other page.
struct ResultsPage {
    let results: BenchResults

    private static let width = 120

    var text: String {
        var parts = ["# What an event costs: a whole run"]
        parts += [Self.introduction, Self.touches, panels, instructions, Self.profile]
            .map { Self.wrapped($0, width: Self.width) }
        parts.append(TableReport(results.rows.filter { $0.size == nil }).text)
        let curves = BenchResults.curves(of: results.rows)
        if !curves.isEmpty {
            parts += ["## Growth", Self.wrapped(Self.growth, width: Self.width), Self.table(of: curves)]
        }
        parts += [behind, Self.colophon(results, width: Self.width)]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    // MARK: Words

    private static let introduction = """
        `Scripts/bench-tables` printed this page from a results file. [README.md](README.md) explains the rows and the \
        floors. Only the ratios are meaningful, and where the spread of a run allows no ratio, there is none.
        """

    private static let touches = """
        The rows `touch/…` measure what applications run, with coalescing on: a frame of 1, 2 or 10 moving fingers is \
        one turn of the loop. In `touch/frame-…` another thread sends the frame while the loop sleeps, and `cpu` is \
        the processor time of the loop's thread. In `touch/turn-…` the frame is sent and served in one turn on the \
        same thread. The rows `dispatch/sequence-…` and `dispatch/fingers-…` are batches with coalescing off, as when \
        a recording is replayed or a program catches up, without the turn around them. `end-to-end/threads` has \
        coalescing off, too.
        """

    /// The busiest panel of the samples sends so many of the kernel's events a second.
    private static let busiestPanel = 7_066.0

    private var panels: String {
        guard let queue = own("panel/queue", "time") else { return "" }
        let hundreds = (1e9 / queue.median / Self.busiestPanel / 100).rounded() * 100
        return """
            In `panel/turn-…` the frame arrives as the bytes that the kernel sends: it is written to a pipe, read, \
            decoded and served. `panel/queue` shows how fast a backlog in the pipe is read and dispatched: at \
            \(queue.median.fixed(0)) ns per event this is \(hundreds.grouped) times as fast as the busiest real panel, \
            with its \(Self.busiestPanel.grouped) events a second.
            """
    }

    private var instructions: String {
        let counted = own("touch/turn-1", "instructions").map {
            " A frame of one finger that is sent and has a turn takes \($0.median.grouped) instructions."
        }
        return """
            `make bench-guard` counts instead of timing.\(counted ?? "") In a batch a moved event makes no allocation, \
            retain, lock or run-time check from the port to the view. A turn of the loop allocates nothing. An \
            application with nothing to do makes no system call (`Scripts/check-idle`, under strace).
            """
    }

    private static let profile = """
        `make profile WORKLOAD=touch-turn-2` shows where the time of such a row goes, and \
        `make profile PROGRAM=path/to/program` does the same for an app: a table of the costliest functions, and a \
        [flame graph](README.md#where-the-time-goes).
        """

    private static let growth = """
        What each cost is at the least and at the greatest size, and the exponent of the power of the size that fits \
        it: 0 does not grow, and 1 grows in proportion.
        """

    private var behind: String {
        let all = Behind.all(in: results.comparisons).filter { Subject.isPeer($0.subject) }
        guard !all.isEmpty else { return "" }
        let byWorkload = Dictionary(grouping: all, by: \.workload)
        let lines = all.map(\.workload).withoutRepeats.map { workload in
            "- `\(workload.inOneLine())`: " + Behind.words(byWorkload[workload] ?? [])
        }
        return "## Where ResponderKit is behind\n\n" + lines.joined(separator: "\n")
    }

    /// The machine and the versions of a run, in a sentence, in lines of at most so many characters.
    static func colophon(_ results: BenchResults, width: Int) -> String {
        let machine = results.machine
        let kind = machine.isVirtual ? "a virtual machine" : "a machine"
        let count = machine.processors == 1 ? "one processor" : "\(machine.processors) processors"
        // The page is in the repository of this version of ResponderKit, and clang is that of the Swift toolchain.
        var versions = results.versions.filter { !["ResponderKit", "Swift", "clang"].contains($0.key) }
            .sorted { $0.key.lowercased() < $1.key.lowercased() }
            .map { "\($0.key) \($0.value)" }
        if let swift = results.versions["Swift"] { versions.insert("Swift \(swift)", at: 0) }
        let last = versions.count > 1 ? " and " + versions.removeLast() : ""
        let facts = ["\(count) (\(machine.processor))", machine.system] + versions
        return wrapped("This was one run on \(kind) with \(facts.joined(separator: ", "))\(last).", width: width)
    }

    private static func wrapped(_ text: String, width: Int) -> String {
        var lines = [""]
        for word in text.inOneLine().split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Rows

    private func own(_ workload: String, _ metric: String) -> BenchResults.Row? {
        let key = BenchResults.Row.Key(
            workload: workload,
            subject: Subject.responderKit.rawValue,
            metric: metric,
            size: nil
        )
        return results.rows.first { $0.key == key }
    }

    private static func table(of curves: [Curve]) -> String {
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
        let head = ["workload", "subject", "metric", "least", "median", "greatest", "median", "unit", "grows as"]
        return MarkdownTable(head, rightAligned: [3, 4, 5, 6], rows).text
    }
}
