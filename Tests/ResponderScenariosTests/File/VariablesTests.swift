import ResponderKitTesting
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("The variables of a scenario")
struct VariablesTests {
    let bench = ScenarioBench()

    /// The texts of the scenario's notes.
    private func notes(_ text: String, _ variables: [String: String] = [:]) throws -> [String] {
        let scenario = try Scenario(contentsOfFile: try bench.write(text), apps: bench.apps, variables: variables)
        return scenario.steps.compactMap { if case .note(let text) = $0.command { text } else { nil } }
    }

    @Test("A variable stands for its text, in any text of a step")
    func replaced() throws {
        let text = """
            {"app": "form", "variables": {"a": "Ada", "n": 7, "empty": ""}, "steps": [
              {"note": "${a}"}, {"note": "-${a}${n}${empty}-"}, {"note": "$a $${a} ${"},
              {"note": "$"}
            ]}
            """
            .replacing(" ${\"", with: "\"")
        #expect(try notes(text) == ["Ada", "-Ada7-", "$a ${a}", "$"])
    }

    @Test("A value from outside takes precedence over that of the file")
    func fromOutside() throws {
        let text = #"{"app": "${app}", "variables": {"app": "none", "b": "file"}, "steps": [{"note": "${b}"}]}"#
        #expect(try notes(text, ["app": "form", "b": "outside"]) == ["outside"])
    }

    @Test("A value is not read again, so a variable in it stays as it is")
    func once() throws {
        let text = #"{"app": "form", "variables": {"a": "${b}", "b": "x"}, "steps": [{"note": "${a}"}]}"#
        #expect(try notes(text) == ["${b}"])
    }

    @Test(
        "A variable that is not there is an error with the nearest name",
        arguments: [
            (
                #""variables": {"name": "x"}, "steps": [{"note": "${nam}"}]"#,
                "there is no variable \"nam\"; did you mean \"name\"?"
            ),
            (#""steps": [{"note": "${nam}"}]"#, "there is no variable \"nam\", since the scenario has no variables"),
            (#""steps": [{"note": "${nam"}]"#, "\"${\" has no \"}\" behind it"),
            (#""variables": {"1a": "x"}"#, "a name has letters, digits and _ alone, and begins with no digit"),
            (#""variables": {"a": []}"#, "text is expected, and this is a list"),
            (#""variables": 1"#, "an object of names and texts is expected"),
        ]
    )
    func unknown(text: String, expected: String) throws {
        let failure = try bench.readingFailure("{\"app\": \"form\", \(text)}")
        #expect(failure?.contains(expected) == true, "\(failure ?? "read")")
    }

    @Test("A text that variables make very long is refused")
    func long() throws {
        let value = String(repeating: "x", count: 300_000)
        let text =
            "{\"app\": \"form\", \"variables\": {\"a\": \"\(value)\"}, \"steps\": [{\"note\": \"${a}${a}${a}${a}\"}]}"
        #expect(try bench.readingFailure(text)?.contains("the text has more than 1048576 bytes") == true)
    }
}
