internal import Glibc
internal import ResponderRecordings

/// A run of scenarios, from the first to the results.
@MainActor
struct ProgramRun {
    private let files: [String]
    private let arguments: ProgramArguments
    private let name: String
    private let start = ContinuousClock.now
    private var reporter: ProgramReporter
    /// In the order of the files; nil for one that has not ended.
    private var outcomes: [ScenarioOutcome?]
    /// How many outcomes are shown: in the order of the files, so that two runs print the same.
    private var shown = 0
    /// The status for what went wrong outside of the scenarios.
    private var status = EXIT_SUCCESS

    init(_ files: [String], _ arguments: ProgramArguments, name: String) {
        self.files = files
        self.arguments = arguments
        self.name = name
        reporter = ProgramReporter(arguments, total: files.count)
        outcomes = Array(repeating: nil, count: files.count)
    }

    mutating func inThisProcess(perform: @MainActor (String) async -> ScenarioReport) async {
        for (index, file) in files.enumerated() {
            reporter.show(running: file)
            take(ScenarioOutcome(report: await perform(file)), of: index)
        }
    }

    mutating func inProcesses(jobs: Int) {
        do throws(WorkerPool.Failure) {
            var pool = WorkerPool(files, jobs: jobs, timeout: .seconds(arguments.timeout))
            while let events = try pool.next() {
                for event in events { take(event) }
                reporter.show(running: pool.oldest)
            }
        } catch {
            switch error {
            case .system(let message):
                status = EX_OSERR
                reporter.complain("\(name): \(message)")
            case .start(let message, let output):
                status = EX_SOFTWARE
                reporter.complain("\(name): \(message); --jobs 1 needs no process", output: output)
            }
        }
    }

    private mutating func take(_ event: WorkerPool.Event) {
        switch event {
        case .outcome(let file, let outcome): take(outcome, of: file)
        case .stray(let message, let output):
            status = EX_SOFTWARE
            reporter.complain("\(name): \(message)", output: output)
        }
    }

    private mutating func take(_ outcome: ScenarioOutcome, of file: Int) {
        outcomes[file] = outcome
        reporter.count(outcome)
        while shown < outcomes.count, let next = outcomes[shown] {
            reporter.show(next)
            shown += 1
        }
    }

    /// Prints and writes the results; returns the status to exit with.
    mutating func end() -> Int32 {
        let time = ContinuousClock.now - start
        // Where the run has ended early, some of the scenarios before these have no outcome.
        for outcome in outcomes[shown...].compactMap(\.self) { reporter.show(outcome) }
        reporter.end(time: time)
        if let file = arguments.junitFile {
            let suite = arguments.shard.map { "\(name) \($0.text)" } ?? name
            do throws(RecordingError) {
                let text = JUnitReport.text(outcomes.compactMap(\.self), name: suite, time: time)
                try RecordingFile.write(text, to: file)
            } catch {
                status = EX_CANTCREAT
                reporter.complain("\(error)")
            }
        }
        return status == EXIT_SUCCESS && reporter.progress.failed > 0 ? EXIT_FAILURE : status
    }
}
