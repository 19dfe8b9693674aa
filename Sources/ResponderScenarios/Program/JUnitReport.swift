internal import ResponderSupport

/// The results in the form of JUnit's XML, which services of continuous integration show.
enum JUnitReport {
    /// The whole file.
    ///
    /// - Parameters:
    ///   - name: The suite's name.
    ///   - time: How long the run took.
    static func text(_ outcomes: [ScenarioOutcome], name: String, time: Duration) -> String {
        let failures = outcomes.count { $0.report.failure != nil }
        let counts = #"tests="\#(outcomes.count)" failures="\#(failures)" errors="0" skipped="0""#
        let suite = #"name="\#(name.escapedForXML())" \#(counts) time="\#(time.seconds(digits: 3))""#
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(suite)>
            <testsuite \(suite)>

            """
        for outcome in outcomes { append(outcome, to: &text) }
        text += "</testsuite>\n</testsuites>\n"
        return text
    }

    private static func append(_ outcome: ScenarioOutcome, to text: inout String) {
        let report = outcome.report
        let time = report.realTime.seconds(digits: 3)
        text += #"<testcase classname="\#(report.file.folderOfPath.escapedForXML())" "#
        text += #"name="\#(report.name.escapedForXML())" file="\#(report.file.escapedForXML())" time="\#(time)""#
        let printed = outcome.output.linesInOneLine
        guard report.failure != nil || !printed.isEmpty else { return text += "/>\n" }
        text += ">\n"
        if let failure = report.failure {
            // The message is an attribute: in one line.
            text += #"<failure message="\#(failure.messageLines[0].escapedForXML())" type="\#(failure.kind.rawValue)">"#
            let pictures = report.pictures.map { "picture: \($0.inOneLine())" }
            text += (failure.lines.map(\.text) + pictures).map { $0.escapedForXML() }.joined(separator: "\n")
            text += "</failure>\n"
        }
        if !printed.isEmpty {
            text += "<system-out>\(printed.map { $0.escapedForXML() }.joined(separator: "\n"))</system-out>\n"
        }
        text += "</testcase>\n"
    }
}
