import Foundation
import Testing

@testable import ResponderScenarios

@Suite("Reports of scenarios, as JUnit's XML and between processes,")
struct ReportTests {
    private static let nasty = "<a&b>\"'\u{0}\u{1B}\u{FFFE}\r\n\u{2028}é🙂\\"

    private static let full = ScenarioReport(
        file: "folder/\(nasty).yaml",
        name: nasty,
        steps: 7,
        failure: ScenarioFailure(
            kind: .failed,
            file: "folder/_part.yaml",
            line: 3,
            column: 9,
            message: "one\n\(nasty)",
            difference: [
                DifferenceLine(kind: .same, text: ""), DifferenceLine(kind: .expected, text: nasty),
                // A combining character joins what is before it.
                DifferenceLine(kind: .found, text: "\u{301}"),
            ]
        ),
        virtualTime: .seconds(86_400),
        realTime: .microseconds(1_234),
        updated: ["a", nasty],
        pictures: ["p.svg"]
    )

    @Test("A report stays the same when it is written as a line and read again")
    func line() {
        let plain = ScenarioReport("a/b.yaml", failure: ScenarioFailure(kind: .unreadable, file: "b.yaml", message: ""))
        for report in [Self.full, plain, ScenarioReport("", failure: nil)] {
            let line = ReportLine.text(of: report)
            #expect(!line.utf8.contains(UInt8(ascii: "\n")))
            #expect(ReportLine.report(in: Array(line.utf8)) == report)
        }
    }

    @Test("Each beginning of a line is no report")
    func truncated() {
        let line = Array(ReportLine.text(of: Self.full).utf8)
        #expect((0..<line.count).allSatisfy { ReportLine.report(in: Array(line[..<$0])) == nil })
    }

    @Test(
        "What is JSON and no report is none",
        arguments: ["null", "{}", "[]", #"{"file":"a","name":"b"}"#, #"{"file":1}"#]
    )
    func foreign(line: String) {
        #expect(ReportLine.report(in: Array(line.utf8)) == nil)
    }

    @Test("A report whose failure is of an unknown kind is no report")
    func unknownKind() {
        let report = ScenarioReport("a", failure: ScenarioFailure(kind: .busy, file: "a", message: "m"))
        let line = ReportLine.text(of: report).replacing("\"busy\"", with: "\"lazy\"")
        #expect(ReportLine.report(in: Array(line.utf8)) == nil)
    }

    @Test("The file of JUnit has each scenario with its folder, name, time, failure and output")
    func junit() {
        let failure = ScenarioFailure(
            kind: .failed,
            file: "a/b.yaml",
            line: 2,
            column: 1,
            message: "\"Add\" <is> not there\nonly \"Edit\"",
            difference: [DifferenceLine(kind: .expected, text: "x"), DifferenceLine(kind: .found, text: "y")]
        )
        let outcomes = [
            ScenarioOutcome(
                report: ScenarioReport("a/b.yaml", failure: failure, realTime: .milliseconds(12)),
                output: "o\n"
            ),
            ScenarioOutcome(report: ScenarioReport("c.json", failure: nil)),
        ]
        let suite = #"name="app 2/8" tests="2" failures="1" errors="0" skipped="0" time="1.500""#
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(suite)>
            <testsuite \(suite)>
            <testcase classname="a" name="b" file="a/b.yaml" time="0.012">
            <failure message="&quot;Add&quot; &lt;is&gt; not there" type="failed">\
            a/b.yaml:2:1: &quot;Add&quot; &lt;is&gt; not there
                only &quot;Edit&quot;
                - x
                + y</failure>
            <system-out>o</system-out>
            </testcase>
            <testcase classname="." name="c" file="c.json" time="0.000"/>
            </testsuite>
            </testsuites>

            """
        #expect(JUnitReport.text(outcomes, name: "app 2/8", time: .milliseconds(1500)) == expected)
    }

    @Test("The file of JUnit is XML 1.0, whatever files and apps say")
    func xml() throws {
        let outcomes = [ScenarioOutcome(report: Self.full, output: Self.nasty)]
        let text = JUnitReport.text(outcomes, name: Self.nasty, time: .zero)
        // Characters that XML forbids, even as numbers.
        let isForbidden = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 && scalar != "\n" || scalar.value & 0xFFFE == 0xFFFE
        }
        #expect(!text.unicodeScalars.contains(where: isForbidden))
        // Quotes of attributes, and nothing else of XML's own, are left when the tags are gone.
        let rest = text.replacing(#/<[^<>]*>/#, with: "")
        #expect(!rest.contains("<") && !rest.contains(">"))
        #expect(!rest.replacing(#/&(amp|lt|gt|quot);/#, with: "").contains("&"))
    }
}
