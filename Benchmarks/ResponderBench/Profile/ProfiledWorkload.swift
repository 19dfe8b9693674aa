import CBenchFloors

/// A job that can be profiled by its name: a workload of the guard, or a row of the benchmark.
enum ProfiledWorkload {
    case guarded(GuardWorkload)
    case row(Workload)

    init?(named name: String) {
        if let workload = GuardWorkload(rawValue: name) {
            self = .guarded(workload)
        } else if let row = Workload.all.first(where: { $0.name == name }) {
            self = .row(row)
        } else {
            return nil
        }
    }

    /// The message for a name that no workload has.
    static func unknown(_ name: String) -> String {
        var groups: [String] = []
        var lastGroup: Substring?
        for row in Workload.all.map(\.name) {
            let group = row.prefix { $0 != "/" }
            if group == lastGroup { groups[groups.count - 1] += ", " + row } else { groups.append("  " + row) }
            lastGroup = group
        }
        return """
            \(name.isEmpty ? "say which workload" : "no workload is named '\(name)'"). There are these of the guard:
              \(GuardWorkload.allCases.map(\.rawValue).joined(separator: ", "))
            and these rows of the benchmark:
            \(groups.joined(separator: "\n"))
            """
    }

    /// How much of the job is done.
    enum Amount {
        /// Enough to fill that time, in seconds.
        case seconds(Double)
        /// Little, for a profiler that sees each instruction.
        case little
    }

    /// Makes the subject do the job; the profiled part runs inside ``guardMeasured(_:)`` or ``profiledRow(_:)``.
    @MainActor
    func perform(_ amount: Amount, by subject: Subject) throws {
        switch self {
        case .guarded(let workload): try Self.perform(workload, amount, subject)
        case .row(let row): try Self.perform(row, amount, subject)
        }
    }

    @MainActor
    private static func perform(_ workload: GuardWorkload, _ amount: Amount, _ subject: Subject) throws {
        guard workload.subjects.contains(subject) else {
            throw UnknownSubject(workload: workload.rawValue, subjects: workload.subjects)
        }
        guard case .seconds(let seconds) = amount else {
            _ = try workload.drive(events: 20_000, by: subject)
            return
        }
        // Each drive has a preparation, so one long drive is wanted: the events grow in number to fill the time.
        var events = 1_000
        while true {
            let took = try nanoseconds { _ = try workload.drive(events: events, by: subject) } / 1e9
            if took >= seconds / 2 { return }
            // Not by the events that were driven, which are fewer where one of them costs more.
            events = took >= seconds / 20 ? Int(Double(events) * seconds / took) : events * 10
        }
    }

    @MainActor
    private static func perform(_ row: Workload, _ amount: Amount, _ subject: Subject) throws {
        let effort: Effort = if case .little = amount { .quick } else { .full }
        let contenders = try row.contenders(effort)
        guard let contender = contenders.first(where: { $0.subject == subject }) else {
            throw UnknownSubject(workload: row.name, subjects: contenders.map(\.subject))
        }
        // Caches are warm, and classes were looked up, after the first run.
        _ = try contender.run()
        let start = bench_now()
        try profiledRow {
            _ = try contender.run()
            guard case .seconds(let seconds) = amount else { return false }
            return Double(bench_now() - start) / 1e9 < seconds
        }
    }
}

/// The subject does not do the workload.
struct UnknownSubject: Error, CustomStringConvertible {
    let workload: String
    let subjects: [Subject]

    var description: String {
        let names = subjects.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "the subject of \(workload) is one of \(names)"
    }
}

/// Runs `body` as long as its result is true; a profiler knows the profiled part of a row by this function's name.
@inline(never)
@MainActor
func profiledRow(_ body: () throws -> Bool) rethrows {
    while try body() {}
}
