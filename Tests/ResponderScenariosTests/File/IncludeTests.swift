import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("A scenario that includes another file")
struct IncludeTests {
    let bench = ScenarioBench()

    private func main(_ steps: String) -> String { "{\"app\": \"form\", \"steps\": [\(steps)]}" }

    private func notes(_ steps: String) throws -> [String] {
        let scenario = try Scenario(contentsOfFile: try bench.write(main(steps)), apps: bench.apps)
        return scenario.steps.compactMap { if case .note(let text) = $0.command { text } else { nil } }
    }

    @Test("The steps of an included file stand in its place, with the including file's variables or its own")
    func included() throws {
        try bench.write(#"{"variables": {"a": "own", "b": "own"}, "steps": [{"note": "${a} ${b}"}]}"#, to: "_part.json")
        let steps = #"""
            {"note": "1"}, {"include": "_part.json"},
            {"include": {"file": "_part.json", "variables": {"b": "given"}}}, {"note": "2"}
            """#
        #expect(try notes(steps) == ["1", "own own", "own given", "2"])
    }

    @Test("A file in a folder below is included by its path from the scenario's folder")
    func below() throws {
        try bench.folder.makeFolder("parts")
        try bench.write(main("").replacing("\"app\": \"form\", ", with: ""), to: "parts/empty.json")
        try bench.write(#"{"steps": [{"note": "in"}, {"include": "parts/empty.json"}]}"#, to: "parts/in.json")
        #expect(try notes(#"{"include": "parts/in.json"}"#) == ["in"])
    }

    @Test(
        "A path that leaves the scenario's folder is refused",
        arguments: ["../x.json", "/etc/passwd", "parts/../../x.json", "link.json", "linked/x.json", ""]
    )
    func leaving(path: String) throws {
        try bench.folder.makeFolder("parts")
        try bench.folder.link("link.json", to: "/etc/hostname")
        try bench.folder.link("linked", to: "/etc")
        let failure = try bench.readingFailure(main("{\"include\": \"\(path)\"}"))
        #expect(failure?.hasPrefix("scenario.json:1:39: steps[0].include: ") == true, "\(failure ?? "read")")
    }

    @Test("A file that includes itself, at once or through others, is refused")
    func circle() throws {
        try bench.write(#"{"steps": [{"include": "b.json"}]}"#, to: "a.json")
        try bench.write(#"{"steps": [{"include": "./a.json"}]}"#, to: "b.json")
        let failure = try bench.readingFailure(main(#"{"include": "a.json"}"#))
        #expect(
            failure == "b.json:1:24: steps[0].include: \"./a.json\" includes itself, at once or through others"
        )
        let own = try bench.readingFailure(main(#"{"include": "scenario.json"}"#))
        #expect(own?.contains("includes itself") == true)
    }

    @Test("Files that include each other twice end at the limit of steps, and not with memory")
    func explosion() throws {
        for index in 0..<15 {
            let next = #"{"include": "\#(index + 1).json"}"#
            try bench.write("{\"steps\": [\(next), \(next)]}", to: "\(index).json")
        }
        try bench.write(#"{"steps": [{"note": "x"}]}"#, to: "15.json")
        let failure = try bench.readingFailure(main(#"{"include": "0.json"}"#))
        #expect(failure?.contains("more than") == true, "\(failure ?? "read")")
    }

    @Test("An error in an included file names that file, and a missing one the place where it is included")
    func errors() throws {
        try bench.write("{\"steps\": [\n{\"tip\": 1}]}", to: "wrong.json")
        #expect(try bench.readingFailure(main(#"{"include": "wrong.json"}"#))?.hasPrefix("wrong.json:2:2: ") == true)
        try bench.write("{\"steps\": [", to: "cut.json")
        #expect(try bench.readingFailure(main(#"{"include": "cut.json"}"#))?.hasPrefix("cut.json:1:12: ") == true)
        let missing = try bench.readingFailure(main(#"{"include": "none.json"}"#))
        #expect(
            missing
                == "scenario.json:1:39: steps[0].include: \"none.json\": it cannot be read: No such file or directory"
        )
        try bench.write(#"{"app": "form", "steps": []}"#, to: "whole.json")
        let whole = try bench.readingFailure(main(#"{"include": "whole.json"}"#))
        #expect(whole?.hasPrefix("whole.json:1:2: app: \"app\" is no key of an included scenario") == true)
    }
}
