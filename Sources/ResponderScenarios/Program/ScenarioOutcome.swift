internal import ResponderSupport

/// What became of a scenario, and what its app printed meanwhile.
struct ScenarioOutcome: Equatable {
    var report: ScenarioReport
    /// The last of what was printed in a process of the scenario's own; empty where it went to the program's output.
    var output = ""
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
