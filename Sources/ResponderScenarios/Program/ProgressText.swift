internal import ResponderSupport

/// Where a run is.
struct Progress: Equatable {
    let total: Int
    private(set) var done = 0
    private(set) var failed = 0

    init(total: Int) { self.total = total }

    mutating func count(_ report: ScenarioReport) {
        done += 1
        if report.failure != nil { failed += 1 }
    }

    /// The line that is rewritten meanwhile, such as `37/150, 2 failed, settings.yaml`.
    ///
    /// No wider than the terminal, where it would need a second line, which is not rewritten.
    ///
    /// - Parameter file: The file that runs, or that runs for the longest time.
    func line(file: String?, columns: Int) -> String {
        var text = "\(done)/\(total)"
        if failed > 0 { text += ", \(failed) failed" }
        if let file { text += ", \(file.inOneLine())" }
        // The last column stays free, since some terminals go to the next line behind it. A character beyond ASCII may
        // take two columns.
        var rest = columns - 1
        return String(
            text.prefix {
                rest -= $0.isASCII ? 1 : 2
                return rest >= 0
            }
        )
    }

    /// The last line, such as `148 passed, 2 failed in 0.8 s`.
    func summary(time: Duration) -> String {
        let failures = failed > 0 ? ", \(failed) failed" : ""
        return "\(done - failed) passed\(failures) in \(time.seconds(digits: 1)) s"
    }
}
