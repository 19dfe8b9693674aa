import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("The expected trace of a scenario")
struct TraceExpectationTests {
    let bench = ScenarioBench()
    let updating = ScenarioOptions(updates: true)

    private let json = """
        {"app": "form", "steps": [
          {"expect": {"trace": []}},
          {"tap": [500, 500]},
          {"expect": {"trace": ["old"], "kinds": ["touch"]}}
        ]}
        """

    @Test("A trace that differs is shown line by line, and an update makes the scenario pass")
    func updated() async throws {
        let failure = try #require(try await bench.report(on: json).failure)
        #expect(failure.difference.contains { $0.kind == .found && $0.text.hasPrefix("lifecycle ") })
        let report = try await bench.report(on: json, options: updating)
        #expect(report.failure == nil)
        #expect(report.updated == ["\(bench.folder.path)/scenario.json"])
        let text = try bench.folder.text(of: "scenario.json")
        #expect(text.contains("\n    \"touch 1 at (500, 500): hits"), "\(text)")
        let again = try await bench.report(on: text, options: updating)
        #expect(again.failure == nil)
        #expect(again.updated.isEmpty)
        #expect(try await bench.report(on: text).failure == nil)
    }

    @Test(
        "An update keeps the form that the lines have in YAML",
        arguments: [
            "[]", "\n      - é\n      - old", "|\n      é\n      old\n", ">\n      é\n      old\n",
            "!!str |\n      é\n      old\n",
            "\n      - é\n      - |\n        old\n", "é.txt",
        ]
    )
    func yaml(form: String) async throws {
        let text = """
            app: form
            steps:
            # é before the lines
            - tap: [500, 500]
            - expect:
                kinds: [touch]
                trace: \(form)
            - wait: 1s
            """
        #expect(try await bench.report(on: text, name: "form.yaml").failure != nil)
        #expect(try await bench.report(on: text, name: "form.yaml", options: updating).failure == nil)
        let updated = try bench.folder.text(of: "form.yaml")
        #expect(updated.hasSuffix("- wait: 1s"), "\(updated)")
        let report = try await bench.report(on: updated, name: "form.yaml")
        #expect(report.failure == nil, "\(updated)")
        #expect(report.steps == 3)
    }

    @Test("A trace that is expected has the lines since the last one")
    func since() async throws {
        let failure = try await bench.failure(
            of: """
                {"expect": {"traceHas": "lifecycle state: active"}}, {"tap": [500, 500]},
                {"expect": {"trace": [], "kinds": ["press"]}}, {"expect": {"trace": []}}
                """
        )
        #expect(failure == nil)
    }

    @Test("A picture that differs is shown line by line, and an update writes it")
    func picture() async throws {
        let text = #"{"app": "form", "steps": [{"expect": {"picture": "form.svg"}}]}"#
        #expect(try await bench.report(on: text, options: updating).failure == nil)
        #expect(try await bench.report(on: text).failure == nil)
        let picture = try bench.folder.text(of: "form.svg")
        #expect(picture.hasPrefix("<svg"))
        try bench.write(picture.replacing("Send", with: "Sent"), to: "form.svg")
        let failure = try #require(try await bench.report(on: text).failure)
        #expect(failure.difference.contains { $0.kind == .expected && $0.text.contains("Sent") })
    }
}
