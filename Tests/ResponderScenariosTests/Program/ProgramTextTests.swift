import Testing

@testable import ResponderScenarios

@Suite("What the program of scenarios prints")
struct ProgramTextTests {
    private static func failure(
        _ message: String,
        line: Int? = nil,
        column: Int? = nil,
        difference: [DifferenceLine] = []
    ) -> ScenarioFailure {
        ScenarioFailure(
            kind: .failed,
            file: "a/b.yaml",
            line: line,
            column: column,
            message: message,
            difference: difference
        )
    }

    private static func texts(_ failure: ScenarioFailure, output: String = "") -> [String] {
        let outcome = ScenarioOutcome(report: ScenarioReport(failure.file, failure: failure), output: output)
        return outcome.lines(isQuiet: true).map { $0.text(isColored: false) }
    }

    @Test("A failure begins with its place as far as that is known")
    func place() {
        #expect(Self.texts(Self.failure("m")) == ["a/b.yaml: m"])
        #expect(Self.texts(Self.failure("m", line: 3)) == ["a/b.yaml:3: m"])
        #expect(Self.texts(Self.failure("m", line: 3, column: 5)) == ["a/b.yaml:3:5: m"])
        #expect(Self.texts(Self.failure("m", column: 5)) == ["a/b.yaml: m"])
    }

    @Test("Further lines of a message, and what was printed, are indented")
    func lines() {
        let texts = Self.texts(Self.failure("one\ntwo"), output: "x\r\ny\n")
        #expect(texts == ["a/b.yaml: one", "    two", "    printed last:", "    | x", "    | y"])
    }

    @Test("What would steer a terminal is escaped in each part of a failure")
    func escaped() {
        let difference = [DifferenceLine(kind: .found, text: "\u{1B}[2J")]
        let texts = Self.texts(Self.failure("\u{1B}[1m", line: 1, difference: difference), output: "\u{7}\n\u{9B}m")
        let expected = [
            #"a/b.yaml:1: \u{1B}[1m"#, #"    + \u{1B}[2J"#, "    printed last:", #"    | \u{07}"#, #"    | \u{009B}m"#,
        ]
        #expect(texts == expected)
    }

    @Test("Rewritten files are named unless the program is quiet, and pictures only for a failure")
    func files() {
        func lines(_ failure: ScenarioFailure?, isQuiet: Bool) -> [String] {
            let report = ScenarioReport(
                file: "a",
                name: "a",
                steps: 1,
                failure: failure,
                virtualTime: .zero,
                realTime: .zero,
                updated: ["u\n"],
                pictures: ["p\n"]
            )
            // What a scenario that has passed printed is not shown.
            return ScenarioOutcome(report: report, output: "o").lines(isQuiet: isQuiet).map(\.text)
        }
        #expect(lines(nil, isQuiet: true) == [])
        #expect(lines(nil, isQuiet: false) == [#"updated u\n"#])
        let failed = ["a/b.yaml: m", "    printed last:", "    | o", #"    picture: p\n"#]
        #expect(lines(Self.failure("m"), isQuiet: true) == failed)
        #expect(lines(Self.failure("m"), isQuiet: false) == failed + [#"updated u\n"#])
    }

    @Test("Colours and the progress are for a terminal that shows them and a user who wants them")
    func terminals() throws {
        func reporter(
            _ words: [String] = [],
            total: Int = 2,
            isTerminal: Bool = true,
            _ variables: [String: String] = [:]
        ) throws -> (isColored: Bool, showsProgress: Bool) {
            let arguments = try ProgramArguments(words)
            let reporter = ProgramReporter(arguments, total: total, isTerminal: isTerminal) { variables[$0] ?? "" }
            return (reporter.isColored, reporter.showsProgress)
        }
        #expect(try reporter() == (true, true))
        #expect(try reporter(["--no-color"]) == (false, true))
        #expect(try reporter(["--quiet"]) == (true, false))
        #expect(try reporter(total: 1) == (true, false))
        #expect(try reporter(isTerminal: false) == (false, false))
        #expect(try reporter([], ["NO_COLOR": "1"]) == (false, true))
        #expect(try reporter([], ["NO_COLOR": ""]) == (true, true))
        #expect(try reporter([], ["TERM": "dumb"]) == (false, false))
    }

    @Test("Of a difference, what was expected is red with -, and what was found is green with +")
    func colors() {
        let difference = [
            DifferenceLine(kind: .same, text: "s"), DifferenceLine(kind: .expected, text: "e"),
            DifferenceLine(kind: .found, text: "f"),
        ]
        let lines = Self.failure("m", difference: difference).lines
        #expect(lines.map { $0.text(isColored: false) } == ["a/b.yaml: m", "      s", "    - e", "    + f"])
        let colored = ["a/b.yaml: m", "      s", "\u{1B}[31m    - e\u{1B}[0m", "\u{1B}[32m    + f\u{1B}[0m"]
        #expect(lines.map { $0.text(isColored: true) } == colored)
    }

    @Test("Of many equal lines only those next to a difference are shown")
    func context() {
        let same = (1...20).map { DifferenceLine(kind: .same, text: "\($0)") }
        let changed = [DifferenceLine(kind: .expected, text: "e")]
        let lines = Self.failure("m", difference: same + changed + same + changed + same).differenceLines
        let expected =
            ["… 17 equal lines", "  18", "  19", "  20", "- e", "  1", "  2", "  3", "… 14 equal lines"]
            + ["  18", "  19", "  20", "- e", "  1", "  2", "  3", "… 17 equal lines"]
        #expect(lines.map(\.text) == expected)
        // Where only one would be hidden, it is shown.
        let few = Self.failure("m", difference: changed + same.prefix(7) + changed).differenceLines
        #expect(few.map(\.text) == ["- e"] + (1...7).map { "  \($0)" } + ["- e"])
    }

    @Test("The progress counts what is done and what has failed, and names a file")
    func progress() {
        var progress = Progress(total: 150)
        #expect(progress.line(file: "a.yaml", columns: 80) == "0/150, a.yaml")
        progress.count(ScenarioReport("a", failure: nil))
        progress.count(ScenarioReport("b", failure: Self.failure("m")))
        #expect(progress.line(file: "set\n.yaml", columns: 80) == #"2/150, 1 failed, set\n.yaml"#)
        #expect(progress.line(file: nil, columns: 80) == "2/150, 1 failed")
        // One column stays free.
        #expect(progress.line(file: "a.yaml", columns: 18) == "2/150, 1 failed, ")
        #expect(progress.line(file: "äöü", columns: 22) == "2/150, 1 failed, äö")
        #expect(progress.line(file: "a", columns: 0) == "")
        #expect(progress.summary(time: .milliseconds(849)) == "1 passed, 1 failed in 0.8 s")
    }

    @Test("A run without failures has none in its last line")
    func summary() {
        var progress = Progress(total: 1)
        progress.count(ScenarioReport("a", failure: nil))
        #expect(progress.summary(time: .seconds(61)) == "1 passed in 61.0 s")
    }

    @Test(
        "Seconds have as many digits as asked for",
        arguments: [
            (.zero, 3, "0.000"), (.milliseconds(5), 3, "0.005"), (.microseconds(1_999_999), 3, "1.999"),
            (.seconds(3), 1, "3.0"), (.seconds(7), 0, "7"), (.milliseconds(-1500), 2, "-1.50"),
        ] as [(Duration, Int, String)]
    )
    func seconds(duration: Duration, digits: Int, text: String) {
        #expect(duration.seconds(digits: digits) == text)
    }

    @Test("The tail of an output is its last 4 KB, from the beginning of a line")
    func tail() {
        var tail = OutputTail()
        for line in 0..<10_000 { tail.append("line \(line)\n".utf8) }
        let text = tail.take()
        #expect(text.hasPrefix("line ") && text.hasSuffix("\nline 9999\n"))
        #expect(text.utf8.count <= OutputTail.limit && text.utf8.count > OutputTail.limit - 20)
        #expect(tail.take() == "")
        tail.append("short".utf8)
        #expect(tail.take() == "short")
        tail.append(repeatElement(UInt8(ascii: "x"), count: 5000))
        #expect(tail.take() == String(repeating: "x", count: OutputTail.limit))
    }
}
