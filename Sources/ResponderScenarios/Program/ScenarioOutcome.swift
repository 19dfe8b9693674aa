internal import ResponderSupport

/// What became of a scenario, and what its app printed meanwhile.
struct ScenarioOutcome: Equatable {
    var report: ScenarioReport
    /// The last of what was printed in a process of the scenario's own; empty where it went to the program's output.
    var output = ""
}

extension ScenarioReport {
    /// The report of a scenario about which nothing else is known.
    package init(_ file: String, failure: ScenarioFailure?, realTime: Duration = .zero) {
        self.init(
            file: file,
            name: file.nameOfPath,
            steps: 0,
            failure: failure,
            virtualTime: .zero,
            realTime: realTime,
            updated: [],
            pictures: []
        )
    }
}

extension ScenarioFailure {
    /// A failure of a whole file.
    package init(_ kind: Kind, in file: String, message: String) {
        self.init(kind: kind, file: file, line: nil, column: nil, message: message, difference: [])
    }
}

extension ScenarioOutcome {
    /// What there is to print of the outcome: nothing for a scenario that has passed and changed no file.
    func lines(isQuiet: Bool) -> [ScenarioFailure.TextLine] {
        typealias TextLine = ScenarioFailure.TextLine
        var lines = report.failure?.lines ?? []
        if report.failure != nil {
            let printed = output.linesInOneLine
            if !printed.isEmpty { lines.append(TextLine(.detail, "    printed last:")) }
            lines += printed.map { TextLine(.detail, "    | \($0)") }
            lines += report.pictures.map { TextLine(.detail, "    picture: \($0.inOneLine())") }
        }
        guard !isQuiet else { return lines }
        return lines + report.updated.map { TextLine(.detail, "updated \($0.inOneLine())") }
    }
}
