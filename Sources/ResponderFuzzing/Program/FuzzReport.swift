@preconcurrency internal import Glibc
internal import ResponderRecordings
internal import ResponderScenarios
internal import ResponderSupport

/// What the program prints and writes: a line of progress, and for each failure its scenario.
final class FuzzReport {
    private let folder: String
    private let name: String
    private let showsProgress = isatty(STDERR_FILENO) == 1
    /// Whether a scenario could not be written.
    private(set) var hasFailed = false

    init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

    func progress(runs: Int, failures: Int, time: Duration) {
        guard showsProgress else { return }
        let text = "\(runs) runs, \(Self.count(failures, "failure")), \(time.components.seconds) s"
        fputs("\r\(text)\u{1B}[K", stderr)
    }

    func found(_ failure: FuzzOutcome.Failure, seed: UInt64) {
        line("failure with seed \(seed): \(failure.kind): \(failure.message.inOneLine())")
    }

    func write(_ result: Reduction.Result, seed: UInt64) {
        let kind = String(result.failure.kind.map { $0 == " " ? "-" : $0 })
        let path = "\(folder)/fuzz-\(seed)-\(kind).json"
        let message = "\(result.failure.kind): \(result.failure.message)".inOneLine()
        let text = ScenarioText.text(name: message, result.request, steps: result.steps)
        let size = "\(Self.count(result.steps.count, "step")), after \(result.tries) runs"
        mkdir(folder, 0o777)
        do throws(RecordingError) {
            try RecordingFile.write(text, to: path)
            line("  \(path): \(size): \(message)")
        } catch {
            hasFailed = true
            line("  \(error); the scenario has \(size):\n\(text)")
        }
    }

    func end(runs: Int, steps: Int, failures: [String: Int], time: Duration) {
        for (key, count) in failures.sorted(by: { $0.key < $1.key }) where count > 1 {
            line("  in \(count) runs: \(key)")
        }
        line(
            "\(runs) runs with \(steps) steps in \(time.components.seconds) s: "
                + (failures.isEmpty ? "no failure" : Self.count(failures.count, "kind") + " of failures")
        )
    }

    func line(_ text: String) {
        if showsProgress { fputs("\r\u{1B}[K", stderr) }
        print(text)
        fflush(stdout)
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
