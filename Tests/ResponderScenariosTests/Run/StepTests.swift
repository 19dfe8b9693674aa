import ResponderKitTesting
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("The steps of a scenario")
struct StepTests {
    let bench = ScenarioBench()

    @Test("A form is filled, sent and answered")
    func form() async throws {
        let failure = try await bench.failure(
            of: """
                {"expect": {"visible": {"button": "Send"}, "enabled": false}},
                {"type": {"text": "Ada", "into": {"field": "Name"}}},
                {"expect": {"visible": {"field": "Name"}, "value": "Ada", "editing": true, "focused": true}},
                {"tap": {"switch": "Newsletter"}},
                {"expect": {"visible": {"switch": "Newsletter"}, "value": "on"}},
                {"tap": "Send"},
                {"expect": [{"visible": "Thank you, Ada (with newsletter)"}, {"hidden": "Nobody"}]}
                """
        )
        #expect(failure == nil)
    }

    @Test("The same in YAML passes, too")
    func yaml() async throws {
        let report = try await bench.report(
            on: """
                app: form
                rules: [K1]
                steps:
                  - type: {text: Ada, into: {field: Name}}
                  - tap: Send
                  - expect: {visible: "Thank you, Ada"}
                  - wait: 1s
                """,
            name: "form.yaml"
        )
        #expect(report.failure == nil)
        #expect((report.name, report.steps) == ("form", 4))
        #expect(report.virtualTime >= .seconds(1))
    }

    @Test(
        "A step that cannot be carried out fails with the reason and with what is on the screen",
        arguments: [
            (#"{"tap": "Sent"}"#, "scenario.json:1:27: \"Sent\": nothing on the screen fits; there is button \"Send\""),
            (#"{"tap": {"class": "Label"}}, {"tap": {"within": "Send", "named": "x"}}"#, "nothing on the screen fits"),
            (#"{"type": {"text": "a", "into": "Send"}}"#, "takes no text: it is not edited after a tap"),
            (#"{"device": "dismiss-alert"}"#, "the device refuses dismiss-alert: "),
            (#"{"type": {"text": "日", "into": {"field": "Name"}}}"#, "\"日\""),
            (#"{"fingers": [["up"]]}"#, "finger 1 is not down, counted from 1"),
            (#"{"fingers": [[{"down": [1, 1]}, {"down": [1, 1]}]]}"#, "finger 1 is down already, counted from 1"),
            (#"{"waitFor": {"element": "Later", "upTo": "1s"}}"#, "nothing has fitted for 1.0 seconds"),
            (#"{"device": "crash form"}, {"tap": "Send"}"#, "the app form does not run; launch it by a device action"),
        ]
    )
    func refused(steps: String, expected: String) async throws {
        let failure = try await bench.failure(of: steps)
        #expect(failure?.contains(expected) == true, "\(failure ?? "passed")")
    }

    @Test(
        "An expectation that does not hold says what is there",
        arguments: [
            (#"{"visible": "Sent"}"#, "\"Sent\": nothing on the screen fits; there is button \"Send\""),
            (#"{"visible": {"field": "Name"}, "value": "Ada"}"#, "the value of field \"Name\""),
            (#"{"visible": "Send", "enabled": true}"#, "\"Send\" is not enabled: button \"Send\", disabled"),
            (#"{"visible": "Send", "selected": true}"#, "\"Send\" is not selected"),
            (#"{"hidden": "Send"}"#, "\"Send\" is visible: button \"Send\", disabled"),
            (#"{"count": 2, "of": {"button": true}}"#, "1 elements fit button, and 2 are expected:"),
            (#"{"state": "background"}"#, "the app is active, and background is expected"),
            (#"{"traceHas": "touch 1"}"#, "the trace has no line \"touch 1\" in this place; it has:"),
            (#"{"picture": "none.svg"}"#, "\"none.svg\" is not there; --update writes it"),
            (#"{"trace": "none.txt"}"#, "\"none.txt\" is not there; --update writes it"),
            (#"{"trace": "../none.txt"}"#, "leaves the scenario's folder"),
        ]
    )
    func unmet(expectation: String, expected: String) async throws {
        let failure = try await bench.failure(of: "{\"expect\": \(expectation)}")
        #expect(failure?.contains(expected) == true, "\(failure ?? "passed")")
    }

    @Test("A selector that fits several elements lists them all")
    func several() async throws {
        let failure = try await bench.failure(of: #"{"tap": {"named": "Same"}}"#, app: "twins")
        #expect(failure?.contains("2 elements fit") == true, "\(failure ?? "passed")")
        #expect(failure?.split(separator: "button \"Same\"").count ?? 0 > 2)
        #expect(try await bench.failure(of: #"{"tap": {"button": "Same", "nth": 1}}"#, app: "twins") == nil)
    }

    @Test("An app that is never idle is named with what keeps it busy")
    func busy() async throws {
        let report = try await bench.report(on: #"{"app": "restless", "steps": [{"wait": "1ms"}]}"#)
        #expect(report.failure?.kind == .busy)
        #expect(report.failure?.message.contains("timer") == true, "\(report.failure?.message ?? "")")
    }

    @Test("A step in which the app posts itself anew for ever fails, and names who posts", arguments: ["tap", "wait"])
    func endlessPosts(step: String) async throws {
        var bench = bench
        bench.apps.register("poster") { window in
            let button = Button(title: "Go")
            button.frame = Rect(0, 0, 100, 40)
            let poster = Poster()
            button.addAction(for: .touchUpInside) { [weak window] _ in
                if let loop = window?.application?.runLoop { poster.post(on: loop) }
            }
            window.application?.runLoop.addTimer(after: .seconds(5), every: nil) { [weak window] _ in
                if let loop = window?.application?.runLoop { poster.post(on: loop) }
            }
            window.addSubview(button)
        }
        let steps = step == "tap" ? #"{"tap": "Go"}"# : #"{"wait": "10s"}"#
        let report = try await bench.report(on: "{\"app\": \"poster\", \"steps\": [\(steps), {\"wait\": \"1s\"}]}")
        #expect(report.failure?.kind == .busy && report.steps == 0)
        let message = report.failure?.message ?? "passed"
        #expect(message.contains("time stands still") && message.contains("endless post"), "\(message)")
    }

    @Test("A keyboard that goes away while a text is typed fails the step")
    func keyboardGoesAway() async throws {
        var bench = bench
        bench.apps.register("shy") { window in
            window.application?.screenKeyboard = KeyboardView(layout: .english)
            let field = TextField(frame: Rect(0, 0, 200, 40))
            field.placeholder = "Name"
            field.addAction(for: .editingChanged) { $0.resignFirstResponder() }
            window.addSubview(field)
        }
        let failure = try await bench.failure(of: #"{"type": {"text": "ab", "into": {"field": true}}}"#, app: "shy")
        #expect(failure?.contains("the text is not typed to its end: no keyboard is shown") == true, "\(failure ?? "")")
    }

    @Test("A pointer hovers over an element until another step moves it or takes it away")
    func hover() async throws {
        var bench = bench
        bench.apps.register("hovered") { window in
            let view = View(frame: Rect(0, 0, 100, 100))
            view.accessibilityLabel = "Map"
            let recognizer = HoverGestureRecognizer()
            recognizer.addAction { [unowned view] in view.accessibilityValue = "\($0.state)" }
            view.addGestureRecognizer(recognizer)
            window.addSubview(view)
        }
        let steps = ["\"Map\"", "[10, 10]", "[500, 500]"].map { "{\"hover\": \($0)}" }
        let value = { (text: String) in "{\"expect\": {\"exists\": \"Map\", \"value\": \"\(text)\"}}" }
        let all = [
            steps[0], value("began"), steps[1], value("changed"), steps[2], value("ended"), steps[0], value("began"),
            "{\"hover\": false}", value("ended"),
        ]
        #expect(try await bench.failure(of: all.joined(separator: ", "), app: "hovered") == nil)
        let failure = try await bench.failure(of: "{\"hover\": false}", app: "hovered")
        #expect(failure?.contains("the pointer is not over the screen") == true, "\(failure ?? "passed")")
    }

    @Test("A trace that is ignored is not compared later")
    func ignoredTrace() async throws {
        let ignored = #"{"tap": {"switch": "Newsletter"}}, {"ignoreTrace": true}, {"expect": {"trace": []}}"#
        #expect(try await bench.failure(of: ignored) == nil)
        let compared = ignored.replacing(#"{"ignoreTrace": true}, "#, with: "")
        #expect(try await bench.failure(of: compared)?.contains("the trace is another one") == true)
        let failure = try bench.readingFailure(#"{"app": "form", "steps": [{"ignoreTrace": false}]}"#)
        #expect(failure?.contains("true is expected") == true, "\(failure ?? "read")")
    }

    @Test("The app is launched again by the device, and the steps go on with the new one")
    func again() async throws {
        let failure = try await bench.failure(
            of: """
                {"type": {"text": "Ada", "into": {"field": "Name"}}},
                {"device": "crash form"}, {"expect": {"state": "not running"}},
                {"device": "launch form"}, {"expect": {"state": "active"}},
                {"expect": {"visible": {"field": "Name"}, "value": ""}}
                """
        )
        #expect(failure == nil)
    }

    @Test("A tree from an interface file is shown, and its views have their identifiers")
    func interface() async throws {
        try bench.write(
            #"""
            {"window": {"size": [400, 300]},
             "controller": {"view": {"subviews": [
               {"class": "Button", "id": "go", "text": "Go", "frame": [20, 20, 120, 44]}]}}}
            """#,
            to: "tree.json"
        )
        let text = #"""
            {"interface": "tree.json", "screen": [400, 300],
             "steps": [{"tap": {"id": "go"}}, {"expect": {"visible": {"button": "Go"}}}]}
            """#
        #expect(try await bench.report(on: text).failure == nil)
        try bench.write("{\"window\": 1}", to: "tree.json")
        let failure = try await bench.report(on: text).failure
        #expect(failure?.kind == .unreadable)
        #expect(failure?.message.contains("line 1") == true, "\(failure?.message ?? "passed")")
    }
}

/// Posts itself for ever.
@MainActor
private final class Poster {
    func post(on loop: MainRunLoop) { loop.post(name: "endless post") { [unowned loop] in self.post(on: loop) } }
}
