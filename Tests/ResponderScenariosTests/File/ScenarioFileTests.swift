import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("A scenario's file with an error")
struct ScenarioFileTests {
    let bench = ScenarioBench()

    @Test(
        "An error names the file, the line, the column, what is expected and the nearest known word",
        arguments: [
            ("", "scenario.json:1:1: a value is expected, and there is the end of the file"),
            (
                "{\"app\": \"form\",\n \"step\": []}",
                "scenario.json:2:2: step: \"step\" is no key of a scenario; did you mean \"steps\"?"
            ),
            (
                "{\"app\": \"from\"}",
                "scenario.json:1:9: app: no app is registered as \"from\"; did you mean \"form\"? there are"
            ),
            ("{}", "scenario.json:1:1: the scenario is about nothing; write \"app\": NAME, or \"interface\": FILE"),
            (
                "{\"app\": \"form\", \"interface\": \"x.json\"}",
                "scenario.json:1:1: the scenario has both an app and an interface"
            ),
            ("{\"app\": \"form\", \"screen\": [0, 1]}", "scenario.json:1:1: the screen is from 1 to 100000 points"),
            (
                "{\"app\": \"form\", \"stepTime\": \"2 hours\"}",
                "scenario.json:1:29: stepTime: a time is expected, as \"250ms\""
            ),
            ("{\"app\": \"form\", \"steps\": []}", "scenario.json:1:1: there are no steps, so nothing would be tested"),
            ("\u{FEFF}{}", "scenario.json:1: the file begins with a byte order mark; save it without one"),
            ("{\"app\": \"form\", \"steps\": 1}", "scenario.json:1:26: steps: a list in brackets is expected"),
        ]
    )
    func head(text: String, expected: String) throws {
        let failure = try bench.readingFailure(text)
        #expect(failure?.hasPrefix(expected) == true, "\(failure ?? "read")")
    }

    @Test(
        "An error in a step names the step's place",
        arguments: [
            ("1", ":1:1: steps[0]: a step is an object with one command, as {\"tap\": \"Save\"}, and this is a number"),
            ("{}", ":1:1: steps[0]: the step has no command"),
            ("{\"tab\": \"a\"}", ":1:2: steps[0].tab: \"tab\" is no command; did you mean \"tap\"?"),
            ("{\"tap\": \"a\", \"wait\": \"1s\"}", ":1:1: steps[0]: a step has one command, and this one has 2"),
            ("{\"tap\": \"\"}", ":1:9: steps[0].tap: the text is empty"),
            ("{\"tap\": 1}", ":1:9: steps[0].tap: a selector is expected"),
            ("{\"tap\": {}}", ":1:9: steps[0].tap: the selector does not say which element"),
            (
                "{\"tap\": {\"buton\": \"a\"}}",
                ":1:10: steps[0].tap.buton: \"buton\" is no key of a selector; did you mean \"button\"?"
            ),
            ("{\"tap\": {\"button\": 1}}", ":1:20: steps[0].tap.button: a label is expected, or true for any"),
            ("{\"tap\": {\"button\": \"a\", \"row\": \"b\"}}", ":1:32: steps[0].tap.row: an element has one role"),
            ("{\"tap\": {\"nth\": -1, \"button\": true}}", ":1:9: steps[0].tap: nth counts from 0, and this is -1"),
            ("{\"tap\": {\"on\": \"a\", \"taps\": 101}}", ":1:9: steps[0].tap: taps is 101; it is from 1 to 100"),
            ("{\"tap\": [1]}", ":1:9: steps[0].tap: a point is expected, as [120, 40]"),
            ("{\"tap\": [1, 1e9]}", ":1:13: steps[0].tap[1]: a number of points is expected, at most 100000"),
            (
                "{\"longPress\": {\"on\": \"a\", \"for\": \"2h\"}}",
                ":1:34: steps[0].longPress.for: the time is longer than an hour"
            ),
            ("{\"type\": {\"into\": \"a\"}}", ":1:10: steps[0].type: the text is missing"),
            ("{\"type\": 1.5}", ":1:10: steps[0].type: text is expected; put the number in quotes"),
            ("{\"drag\": {\"from\": \"a\"}}", ":1:10: steps[0].drag: drag goes nowhere; write to or by"),
            ("{\"drag\": {\"by\": [1, 1]}}", ":1:10: steps[0].drag: from is missing"),
            ("{\"swipe\": \"upp\"}", ":1:11: steps[0].swipe: \"upp\" is not known; did you mean \"up\"?"),
            ("{\"pinch\": {\"on\": \"a\"}}", ":1:11: steps[0].pinch: the scale is missing"),
            (
                "{\"pinch\": {\"on\": \"a\", \"scale\": 0}}",
                ":1:32: steps[0].pinch.scale: a number from 0.01 to 100.0 is expected"
            ),
            ("{\"rotate\": \"a\"}", ":1:12: steps[0].rotate: the angle is missing"),
            ("{\"fingers\": []}", ":1:13: steps[0].fingers: a list for each finger is expected, for 1 to 40 fingers"),
            ("{\"fingers\": [1]}", ":1:14: steps[0].fingers[0]: a list of what the finger does is expected"),
            ("{\"fingers\": [[]]}", ":1:14: steps[0].fingers[0]: the finger does nothing; leave it out"),
            (
                "{\"fingers\": [[{\"down\": [1, 1], \"by\": [1, 1]}]]}",
                ":1:15: steps[0].fingers[0][0]: a tick does one thing, and this one has down and by"
            ),
            (
                "{\"fingers\": [[{\"pause\": \"1s\", \"for\": \"1s\"}]]}",
                ":1:15: steps[0].fingers[0][0]: only move and by take a time"
            ),
            (
                "{\"expect\": {\"trace\": [], \"kinds\": []}}",
                ":1:35: steps[0].expect.kinds: there is no kind; leave kinds out for all"
            ),
            ("{\"expect\": []}", ":1:12: steps[0].expect: nothing is expected"),
            (
                "{\"expect\": {\"picture\": \"a.json\"}}",
                ":1:24: steps[0].expect.picture: \"a.json\" is no name of such a file; it ends in .svg"
            ),
            ("{\"fingers\": [[{}]]}", ":1:15: steps[0].fingers[0][0]: the tick does nothing"),
            (
                "{\"fingers\": [[\"left\"]]}",
                ":1:15: steps[0].fingers[0][0]: \"up\", \"cancel\", \"pause\" or an object"
            ),
            ("{\"wheel\": {\"over\": \"a\"}}", ":1:11: steps[0].wheel: by is missing"),
            ("{\"key\": \"retur\"}", ":1:9: steps[0].key:"),
            ("{\"device\": \"lok\"}", ":1:12: steps[0].device: \"lok\" is no command; did you mean \"lock\"?"),
            ("{\"device\": [\"lock\", \"call\"]}", ":1:21: steps[0].device[1]:"),
            ("{\"device\": \"# nothing\"}", ":1:12: steps[0].device: an action of the device is expected, in one line"),
            ("{\"wait\": 5}", ":1:10: steps[0].wait: a time is expected, as \"250ms\" or \"2s\", and this is a number"),
            ("{\"waitFor\": {\"upTo\": \"1s\"}}", ":1:13: steps[0].waitFor: the element is missing"),
            ("{\"expect\": {}}", ":1:12: steps[0].expect: the expectation is about nothing"),
            (
                "{\"expect\": {\"visible\": \"a\", \"hidden\": \"b\"}}",
                ":1:12: steps[0].expect: visible and hidden are two expectations"
            ),
            (
                "{\"expect\": {\"hidden\": \"a\", \"value\": \"b\"}}",
                ":1:37: steps[0].expect.value: value does not go with hidden"
            ),
            ("{\"expect\": {\"count\": 1}}", ":1:12: steps[0].expect: write how many elements fit a selector"),
            ("{\"expect\": {\"state\": \"sleeping\"}}", ":1:22: steps[0].expect.state: \"sleeping\" is not known"),
            (
                "{\"expect\": {\"trace\": [], \"kinds\": [\"touches\"]}}",
                ":1:36: steps[0].expect.kinds[0]: \"touches\" is not known; did you mean \"touch\"?"
            ),
            ("{\"include\": {}}", ":1:13: steps[0].include: the file is missing"),
        ]
    )
    func steps(step: String, expected: String) throws {
        // The step begins its line, so that its columns are easy to count.
        let failure = try bench.readingFailure("{\"app\": \"form\", \"steps\": [\n\(step)\n]}")
        let line = "scenario.json" + expected.replacing(":1:", with: ":2:", maxReplacements: 1)
        #expect(failure?.hasPrefix(line) == true, "\(failure ?? "read")")
    }

    @Test("A column counts characters beyond ASCII as one each")
    func columns() throws {
        let failure = try bench.readingFailure("{\"name\": \"Zoë 🚀\", \"app\": 1}")
        #expect(failure?.hasPrefix("scenario.json:1:26: app:") == true, "\(failure ?? "read")")
    }

    @Test("A file that is cut anywhere is an error with a place, in JSON")
    func cut() throws {
        let text = """
            {"app": "form", "variables": {"a": "é"}, "steps": [
              {"type": {"text": "${a}", "into": {"field": "Name"}}},
              {"fingers": [[{"down": [1, 2]}, "up"]]}, {"expect": [{"trace": [], "kinds": ["touch"]}]}
            ]}
            """
        #expect(try bench.readingFailure(text) == nil)
        for count in text.unicodeScalars.indices {
            let failure = try bench.readingFailure(String(text.unicodeScalars[..<count]))
            #expect(
                failure?.hasPrefix("scenario.json:") == true && failure?.split(separator: ":").count ?? 0 > 3,
                "\(failure ?? "read")"
            )
        }
    }

    @Test("A file that cannot be read, and one that is no text, are errors that say so")
    func unreadable() throws {
        var failure = #expect(throws: ScenarioFailure.self) {
            try Scenario(contentsOfFile: "\(bench.folder.path)/none.json", apps: bench.apps)
        }
        #expect(bench.relative("\(try #require(failure))") == "none.json: it cannot be read: No such file or directory")
        failure = #expect(throws: ScenarioFailure.self) {
            try Scenario(contentsOfFile: "\(bench.folder.path)/no/none.json", apps: bench.apps)
        }
        #expect(failure?.message == "it cannot be read: its folder is not there")
        failure = #expect(throws: ScenarioFailure.self) {
            try Scenario(contentsOfFile: bench.folder.path, apps: bench.apps)
        }
        #expect(failure?.message.contains("it is a folder, a pipe or a device") == true)
    }

    @Test("Text of a file that would steer a terminal is escaped in errors")
    func escaped() throws {
        let failure = try bench.readingFailure("{\"app\": \"\\u001b[2J\"}")
        #expect(failure?.contains("\\u{1B}[2J") == true)
        #expect(failure?.contains("\u{1B}") == false)
    }
}
