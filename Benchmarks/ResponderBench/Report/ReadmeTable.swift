/// The table of README.md: what some events cost, and what they cost others.
struct ReadmeTable {
    /// A row of a results file that README.md shows.
    private struct Entry {
        /// The event; `the same` where only what it is compared with differs from the entry before.
        let what: String
        let workload: String
        var metric = "time"
        /// Whom ResponderKit is compared with, and how README.md calls the other.
        let other: (subject: Subject, name: String)
    }

    private static let same = "the same"

    private static let entries = [
        Entry(
            what: "a frame of 2 fingers, sent, dispatched and handled in a turn",
            workload: "touch/turn-2",
            other: (.cFloor, "C program, no responders")
        ),
        Entry(
            what: "an event of a finger in a batch, handled by the hit view",
            workload: "dispatch/sequence-hit",
            other: (.qt, "Qt")
        ),
        Entry(
            what: "the same, handled 128 responders up the chain",
            workload: "dispatch/sequence-chain-128",
            other: (.cFloor, "C program")
        ),
        Entry(
            what: "a hit-test among 10,000 subviews",
            workload: "dispatch/hit-test-10000",
            other: (.cFloor, "C program")
        ),
        Entry(what: "a frame of a finger that pans, recognised", workload: "gestures/pan", other: (.qt, "Qt")),
        Entry(what: "a frame of a dragged list of 100,000 rows", workload: "scroll/list", other: (.qt, "Qt")),
        Entry(what: "a turn of the loop", workload: "loop/turn", other: (.libevent, "libevent")),
        Entry(
            what: "a closure posted to the loop, and run",
            workload: "loop/post",
            other: (.libevent, "libevent's event")
        ),
        Entry(what: same, workload: "loop/post", other: (.dispatch, "Dispatch")),
        Entry(what: "a timer of 100,000 that fires", workload: "timers/fire-100000", other: (.libev, "libev")),
        Entry(
            what: "a post to 10 observers",
            workload: "notifications/post-10",
            other: (.foundation, "Foundation's centre")
        ),
    ]

    /// The workloads that the table is about.
    static var workloads: [String] { entries.map(\.workload).withoutRepeats }

    /// The rows that the table needs, each once.
    static var needed: [BenchResults.Row.Key] {
        entries.flatMap { entry in
            [Subject.responderKit, entry.other.subject].map {
                .init(workload: entry.workload, subject: $0.rawValue, metric: entry.metric, size: nil)
            }
        }
        .withoutRepeats
    }

    /// Fails where the results lack a row that the table needs, so that README.md never loses a line unseen.
    ///
    /// - Parameter path: The name of the results file in the error.
    static func check(_ results: BenchResults, path: String) throws {
        let keys = Set(results.rows.map(\.key))
        let missing = needed.filter { !keys.contains($0) }.map { "\($0.subject) in \($0.workload)" }
        guard missing.isEmpty else {
            throw ResultsFileError(
                path: path,
                reason: "it lacks rows of README.md's table: \(missing.joined(separator: ", ")); "
                    + "`make bench-report` measures all workloads, with the peers"
            )
        }
    }

    /// A line of the table, in words.
    struct Line {
        let what: String
        /// ResponderKit's cost; empty where the line before has it.
        let cost: String
        let comparedWith: String
        let ratio: String
    }

    let lines: [Line]

    /// The lines for which there are rows: peers that were not built have none.
    init(_ results: BenchResults) {
        let comparisons = results.comparisons
        var lines: [Line] = []
        var latest: String?
        for entry in Self.entries {
            let comparison = comparisons.first {
                $0.workload == entry.workload && $0.metric == entry.metric && $0.size == nil
            }
            guard let comparison, let own = comparison.own else { continue }
            let row = comparison.rows.first { $0.subject == entry.other.subject.rawValue }
            guard let ratio = row.flatMap(comparison.ratio) else { continue }
            // A peer that was not built may be the first of its workload.
            let isFirst = latest != entry.workload
            let first = Self.entries.first { $0.workload == entry.workload }?.what ?? entry.what
            latest = entry.workload
            lines.append(
                Line(
                    what: isFirst ? first : entry.what,
                    cost: isFirst ? Self.cost(own) : "",
                    comparedWith: entry.other.name,
                    ratio: Self.text(ratio)
                )
            )
        }
        self.lines = lines
    }

    /// As README.md has it.
    var markdown: String {
        (["| what | ResponderKit | compared with | ratio |", "|---|---:|---|---:|"]
            + lines.map {
                "| \($0.what) | \($0.cost) | \($0.comparedWith) | \($0.ratio) |".replacing("|  |", with: "| |")
            })
            .joined(separator: "\n")
    }

    /// The cost with its unit of time or memory, without what it is for, which the line says.
    private static func cost(_ row: BenchResults.Row) -> String {
        let unit = row.unit.prefix { $0 != "/" }
        let digits = row.median < 10 ? row.median.fixed(1) : row.median.fixed(0)
        let number = row.median < 1_000 ? digits : ((row.median / 10).rounded() * 10).grouped
        return "\(number) \(unit == "us" ? "µs" : unit)"
    }

    /// The ratio with two digits at most, or its spread where the rounds do not agree.
    private static func text(_ ratio: Verdict) -> String {
        func short(_ value: Double) -> String {
            if value >= 9.95 { return value.fixed(0) }
            return value >= 0.095 ? value.fixed(1) : value >= 0.0095 ? value.fixed(2) : value.fixed(3)
        }
        return ratio.isMeaningful ? short(ratio.ratio) : "\(short(ratio.lower)) to \(short(ratio.upper))"
    }
}
