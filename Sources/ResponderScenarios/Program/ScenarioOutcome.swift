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
